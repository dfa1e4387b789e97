internal import Foundation

/// The folder in which a path lies: `a` of `a/b` and of `a/b/`, `/` of `/a`, nothing of `a`.
///
/// Foundation's own, `deletingLastPathComponent`, ends the program where the path is one character (Swift 6.3 on Linux).
package func folderPath(of path: String) -> String {
  let bytes = path.utf8
  let slash = UInt8(ascii: "/")
  guard let last = bytes.lastIndex(where: { $0 != slash }) else { return bytes.isEmpty ? "" : "/" }
  guard let separator = bytes[...last].lastIndex(of: slash) else { return "" }
  let end = bytes[...separator].lastIndex { $0 != slash }
  return end.map { String(path[...$0]) } ?? "/"
}

/// Makes a folder and those above it that are missing. One that is there stays as it is.
///
/// The path need not be UTF-8, see ``escapedPath(_:)``.
///
/// - Throws: ``StorageError/system(path:call:code:)``.
package func makeFolder(at path: String) throws(StorageError) {
  guard FileKind(at: path) != .directory else { return }
  var code = makeOne(path)
  let above = folderPath(of: path)
  if code == ENOENT, !above.isEmpty, above != path, FileKind(at: above) == .missing {
    try makeFolder(at: above)
    code = makeOne(path)
  }
  // Another process may make the folder at the same time.
  guard code != 0, code != EEXIST || FileKind(at: path) != .directory else { return }
  throw .system(path: path, call: StorageError.makingFolder, code: code)
}

/// Returns 0 or an errno.
private func makeOne(_ path: String) -> Int32 {
  unsafe withSystemPath(path) { unsafe mkdir($0, 0o777) } == 0 ? 0 : errno
}

/// Removes a plain file if there is one. A link stays, and so does a file that cannot be removed.
package func removePlainFile(at path: String) {
  var status = stat()
  guard unsafe withSystemPath(path, { unsafe lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return
  }
  _ = removeFile(path)
}
