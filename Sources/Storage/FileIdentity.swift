internal import Glibc

/// The identity of a file, whatever its name: two paths with the same identity lead to the same bytes.
///
/// Only regular files have one. Links are followed, and hard links to a file share its identity.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// `nil` if there is no regular file, or it cannot be examined.
  ///
  /// - Parameter path: `-` is standard input.
  package init?(of path: String) {
    if path == "-" {
      self.init(ofDescriptor: STDIN_FILENO)
      return
    }
    var status = stat()
    guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// `nil` if the descriptor is closed, or leads to a pipe or a device.
  package init?(ofDescriptor descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file to which standard output is redirected.
  package static var standardOutput: FileIdentity? { FileIdentity(ofDescriptor: STDOUT_FILENO) }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
