internal import Storage

/// One file of a simulation, and how much was written to it.
package final class SimulationTable {
  package let name: String
  package private(set) var rowCount = 0
  package private(set) var byteCount = 0
  private let file: AtomicFile

  init(_ name: String, in directory: String) throws(StorageError) {
    self.name = name
    file = try AtomicFile(path: directory + "/" + name)
  }

  func write(header: String) throws(StorageError) { try write(Array(header.utf8)) }

  func write(_ bytes: [UInt8], rowCount: Int) throws(StorageError) {
    try write(bytes)
    self.rowCount += rowCount
  }

  private func write(_ bytes: [UInt8]) throws(StorageError) {
    try file.write(bytes)
    byteCount += bytes.count
  }

  func prepare() throws(StorageError) { try file.prepare() }
  func commit() throws(StorageError) { try file.commit() }
}
