internal import Glibc

/// The folder that contains a path: `a` of `a/b` and of `a/b/`, `/` of `/a`, nothing of `a`.
package func folderPath(of path: String) -> String {
  let bytes = path.utf8
  let slash = UInt8(ascii: "/")
  guard let last = bytes.lastIndex(where: { $0 != slash }) else { return bytes.isEmpty ? "" : "/" }
  guard let separator = bytes[...last].lastIndex(of: slash) else { return "" }
  let end = bytes[...separator].lastIndex { $0 != slash }
  return end.map { String(path[...$0]) } ?? "/"
}

/// The name of a file or a folder in its own folder: `b` of `a/b` and of `a/b/`, `/` of `/`.
package func fileName(of path: String) -> String {
  let parts = path.utf8.split(separator: UInt8(ascii: "/"))
  return parts.last.map { String(Substring($0)) } ?? (path.isEmpty ? "" : "/")
}

/// The path of a file in a folder; a folder without a name is the one in which the program runs.
package func joinedPath(_ folder: String, _ name: String) -> String {
  folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
}

/// A name and its ending: `a.b` and `c` of `a.b.c`. A dot at the start or the end of the name does not begin an ending.
package func nameAndEnding(of path: String) -> (name: String, ending: String) {
  let name = fileName(of: path)
  guard let point = name.lastIndex(of: "."), point > name.startIndex else { return (name, "") }
  let ending = name[name.index(after: point)...]
  return ending.isEmpty ? (name, "") : (String(name[..<point]), String(ending))
}

/// Who may read what is made.
package enum FileReaders: Sendable {
  /// As far as the user's own mask allows.
  case everybody
  case ownerAlone

  var fileMode: mode_t { self == .everybody ? 0o644 : 0o600 }
  fileprivate var folderMode: mode_t { self == .everybody ? 0o777 : 0o700 }
}

/// Makes a folder and any missing folders above it. An existing folder stays as it is.
///
/// The path need not be UTF-8, see ``escapedPath(_:)``.
///
/// - Throws: ``StorageError/system(path:call:code:)``.
package func makeFolder(at path: String, for readers: FileReaders = .everybody) throws(StorageError) {
  guard FileKind(at: path) != .directory else { return }
  var code = makeOne(path, readers)
  let above = folderPath(of: path)
  if code == ENOENT, !above.isEmpty, above != path, FileKind(at: above) == .missing {
    try makeFolder(at: above)
    code = makeOne(path, readers)
  }
  // Another process may make the folder at the same time.
  guard code != 0, code != EEXIST || FileKind(at: path) != .directory else { return }
  throw .system(path: path, call: StorageError.makingFolder, code: code)
}

/// Returns 0 or an errno.
private func makeOne(_ path: String, _ readers: FileReaders) -> Int32 {
  unsafe withSystemPath(path) { unsafe mkdir($0, readers.folderMode) } == 0 ? 0 : errno
}

/// Lets nobody but the owner read a folder.
///
/// - Throws: ``StorageError/system(path:call:code:)``.
package func closeFolder(at path: String) throws(StorageError) {
  guard unsafe withSystemPath(path, { unsafe chmod($0, 0o700) }) == 0 else {
    throw .system(path: path, call: "close to other users", code: errno)
  }
}

/// Removes a folder if it is empty.
package func removeEmptyFolder(at path: String) { _ = unsafe withSystemPath(path) { unsafe rmdir($0) } }

/// Removes a plain file if there is one. A link stays, and so does a file that cannot be removed.
package func removePlainFile(at path: String) {
  var status = stat()
  guard unsafe withSystemPath(path, { unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return
  }
  _ = removeFile(path)
}
