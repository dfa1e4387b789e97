package import Records
internal import Storage

/// Files in formats of other programs, each written when it is complete, and in a directory a manifest behind them:
/// while there is one, all files are of one export.
package final class ForeignFiles {
  private let destination: ReportDestination
  package private(set) var written: [Manifest.Output] = []

  package init(to destination: ReportDestination) { self.destination = destination }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - name: its name in a directory, perhaps with folders: `2/000/779/796.csv`; nowhere else.
  ///   - rows: how many things are in it, for the manifest.
  package func write(_ name: String, _ bytes: consuming ByteWriter, rows: Int) throws {
    let whole = RenderedChunk(bytes, rowCount: rows)
    try write(name) { append in try append(whole) }
  }

  /// The same of a file that is too long to be in memory: `fill` hands over one chunk after the other.
  package func write(_ name: String, _ fill: ((RenderedChunk) throws -> Void) throws -> Void) throws {
    if case .directory(let folder) = destination {
      if written.isEmpty { removePlainFile(at: joinedPath(folder, Manifest.fileName)) }
      let path = folderPath(of: joinedPath(folder, name))
      try storing { () throws(StorageError) in try makeFolder(at: path) }
    }
    let writer = try ReportWriter([.whole(name, prologue: "", epilogue: "")], to: destination)
    do {
      try fill { try writer.append([$0]) }
      try writer.finish(nil)
    } catch {
      writer.abandon()
      throw error
    }
    written += writer.written
  }

  package var rowCount: Int { written.reduce(0) { $0 + $1.rows } }

  /// Writes the manifest of a directory.
  package func finish(_ manifest: Manifest) throws {
    guard case .directory(let folder) = destination else { return }
    var manifest = manifest
    manifest.outputs = written
    try manifest.write(into: folder)
  }
}
