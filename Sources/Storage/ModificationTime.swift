internal import Glibc

/// When a file was last written, in nanoseconds since 1970; `nil` if the file does not exist. Links are followed.
package func modificationTime(of path: String) -> Int64? {
  var status = stat()
  guard unsafe withSystemPath(path, { unsafe stat($0, &status) }) == 0 else { return nil }
  return Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
}
