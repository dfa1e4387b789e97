internal import Foundation

/// What is at a path, after following links.
package enum FileKind: Sendable {
  case missing
  case file
  case directory
  /// A device, a pipe or a socket: bytes pass through it, and there is nothing to replace.
  case stream

  /// A path that cannot be examined counts as missing; opening it then gives the reason.
  package init(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
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

/// The file to which links at `path` lead; `path` itself if there are none.
package func linkTarget(of path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
