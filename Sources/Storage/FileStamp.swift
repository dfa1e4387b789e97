internal import Glibc

/// What the system knows of a file without reading it. If it has not changed, the bytes most likely have not either.
package struct FileStamp: Hashable, Sendable {
  package var byteCount: Int
  /// When the bytes last changed, in nanoseconds since 1970. A program may set it to any time.
  package var modified: Int64
  /// When the bytes or the properties last changed. Only the system sets it.
  package var changed: Int64
  package var inode: Int64
  package var device: Int64

  package init(byteCount: Int, modified: Int64, changed: Int64, inode: Int64, device: Int64) {
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
  }

  /// `nil` if there is no regular file, or it cannot be examined. Links are followed.
  package init?(of path: String) {
    var status = stat()
    guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }

  /// `nil` if the descriptor leads to no regular file.
  init?(ofDescriptor descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    self.init(
      byteCount: Int(status.st_size), modified: status.st_mtim.nanoseconds, changed: status.st_ctim.nanoseconds,
      inode: Int64(bitPattern: UInt64(status.st_ino)), device: Int64(bitPattern: UInt64(status.st_dev)))
  }

  /// Whether a change of the bytes after `moment` certainly changes the stamp: the file was still for a while before it.
  ///
  /// Some file systems count times in steps of two seconds. A file may have been changed twice within one step.
  ///
  /// - Parameter moment: when the stamp was taken, in nanoseconds since 1970.
  package func isSettled(at moment: Int64) -> Bool { max(modified, changed) < moment - Self.coarsestStep }

  private static let coarsestStep: Int64 = 2_000_000_000
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
