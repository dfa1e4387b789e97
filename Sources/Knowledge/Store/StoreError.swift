package import Storage

/// Why a store of knowledge cannot be read or written.
package enum StoreError: Error, Equatable, Sendable {
  case storage(StorageError)
  /// There is no `knowledge.json`.
  case notAStore(path: String)
  /// The folder has other files, and no `knowledge.json`.
  case notEmpty(path: String)
  /// A file is cut short or altered.
  case damaged(path: String)
  /// A program of a later version has written it.
  case newer(path: String, found: Int, known: Int)
  /// The drives were made by another means of travel.
  case otherMode(path: String, stored: String, offered: String)
  /// Another process is writing the store.
  case busy(path: String, process: Int32?)
  /// What is needed to carry drives of one map to another is missing.
  case unknownMap(path: String, version: String)
  /// Its drives say nothing about the speeds on a map.
  case noSpeeds(path: String, map: String)
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .storage(let error): error.description
    case .notAStore(let path): "\(path): is no folder of knowledge; name one that `--learn` or `learn -o` has written"
    case .notEmpty(let path):
      "\(path): has other files and no knowledge.json; name a new folder, or one that holds knowledge"
    case .damaged(let path):
      "\(path): is damaged or cut short; restore the file, or remove it and learn its day again"
    case .newer(let path, let found, let known):
      "\(path): has version \(found), and this program reads up to \(known); install a later one"
    case .otherMode(let path, let stored, let offered):
      "\(path): holds drives by \(stored), and these are by \(offered); name another folder for them"
    case .busy(let path, let process):
      "\(path): \(process.map { "process \($0)" } ?? "another process") is writing there; run again when it has ended"
    case .unknownMap(let path, let version):
      "\(path): describes no roads of map version \(version); learn its days again from the reports, with a map of today"
    case .noSpeeds(let path, let map):
      "\(path): none of its drives tells how fast a road of \(map) is; name the map on which they were matched, or learn more"
    }
  }
}

/// The same, with errors of the disk among those of the store.
func storing<Result>(_ body: () throws(StorageError) -> Result) throws(StoreError) -> Result {
  do throws(StorageError) { return try body() } catch { throw .storage(error) }
}
