internal import Foundation

/// What lies at a path, links followed.
package enum FileKind: Sendable {
  case missing
  case file
  case directory
  /// A device, a pipe or a socket: bytes pass through it, and none can be replaced.
  case stream

  /// Nothing that can be looked at counts as missing; opening it then says why.
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

/// The file that links at `path` lead to; `path` itself where there is none.
func linkTarget(of path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
