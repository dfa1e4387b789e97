internal import Glibc

/// What is at a path, after following links.
package enum FileKind: Sendable {
  case missing
  case file
  case directory
  /// A device, a pipe or a socket: bytes pass through it, and there is nothing to replace.
  case stream

  /// A path that cannot be examined is reported as missing; opening it then gives the reason.
  package init(at path: String) {
    var status = stat()
    guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    default: self = .stream
    }
  }
}

/// Size in bytes of the file to which a path leads; `nil` if no file is there.
package func fileSize(of path: String) -> Int? {
  var status = stat()
  guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0 else { return nil }
  return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
}

/// The size of an open file; `nil` for what is no file.
func fileSize(of descriptor: Int32) -> Int? {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  return Int(status.st_size)
}

/// Whether others than the owner may read, change or run the file to which a path leads; `nil` if no file is there.
package func isOpenToOthers(_ path: String) -> Bool? {
  var status = stat()
  guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return nil
  }
  return status.st_mode & (S_IRWXG | S_IRWXO) != 0
}

/// The file to which links at `path` lead; `path` itself if it is not a link.
package func linkTarget(of path: String) -> String {
  guard let resolved = unsafe withSystemPath(path, { unsafe realpath($0, nil) }) else { return path }
  defer { unsafe free(resolved) }
  return unsafe escapedPath(Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
}
