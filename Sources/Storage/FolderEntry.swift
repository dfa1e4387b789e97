internal import Glibc

/// A name in a folder, and the kind of what it names.
package struct FolderEntry: Equatable, Sendable {
  package enum Kind: Sendable {
    /// Also a link to a file.
    case file
    /// Not a link to a directory.
    case directory
    case pipe, socket, device
    /// A link that leads back to itself.
    case linkLoop
    /// A link to a directory or to nothing, or what cannot be examined.
    case other
  }

  /// As ``escapedPath(_:)`` writes it.
  package let name: String
  package let kind: Kind
}

/// The entries of a folder, sorted by name byte by byte, without `.` and `..`.
///
/// Names need not be UTF-8.
///
/// - Throws: ``StorageError/system(path:call:code:)``.
package func folderEntries(of folder: String) throws(StorageError) -> [FolderEntry] {
  let descriptor = unsafe withSystemPath(folder) { path in
    retrying { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }
  guard descriptor >= 0, let directory = unsafe fdopendir(descriptor) else {
    throw .system(path: folder, call: "open", code: errno)
  }
  defer { unsafe closedir(directory) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(directory) else {
      if errno == EINTR { continue }
      break
    }
    let bytes = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
    if ![[0x2E], [0x2E, 0x2E]].contains(bytes) { names.append(bytes) }
  }
  guard errno == 0 else { throw .system(path: folder, call: "list", code: errno) }
  let prefix = pathBytes(folder) + [0x2F]
  return names.sorted { $0.lexicographicallyPrecedes($1) }.map { name in
    FolderEntry(name: escapedPath(name), kind: FolderEntry.Kind(at: escapedPath(prefix + name)))
  }
}

extension FolderEntry.Kind {
  fileprivate init(at path: String) {
    var status = stat()
    guard unsafe withSystemPath(path, { unsafe lstat($0, &status) }) == 0 else {
      self = .other
      return
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, unsafe withSystemPath(path, { unsafe stat($0, &status) }) != 0 {
      self = errno == ELOOP ? .linkLoop : .other
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = isLink ? .other : .directory
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}
