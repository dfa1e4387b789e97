internal import Glibc

/// Notes of files that were read to their end and found right, so that a later start need not read them again.
///
/// A note holds as long as the system says that the file is the same and unchanged: device, inode, size, and the times
/// of the last change of the bytes and of the properties. No program can set the last of these, so that a changed file
/// is checked again even if its old time is restored. A note says nothing of a disk that lost bytes without a write.
///
/// The notes are one small file with a line each, the newest first. Processes that write it at once may lose each
/// other's notes, and a file that cannot be written stays as it is: both cost a check, and no answer depends on it.
package struct VerifiedFiles: Sendable {
  private let path: String
  /// Another program may check more, or otherwise, and does not rely on the notes of this one.
  private let program: String
  private static let mostNotes = 64

  /// - Parameter program: identifies the build, in one word.
  package init(path: String, program: String) {
    self.path = path
    self.program = program
  }

  /// The notes of a user: `$XDG_CACHE_HOME/tracemill/verified`, else `~/.cache/tracemill/verified`; `nil` without either.
  ///
  /// - Source: XDG Base Directory Specification 0.8.
  package init?(environment: [String: String], program: String) {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      self.init(path: cache + "/tracemill/verified", program: program)
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(path: home + "/.cache/tracemill/verified", program: program)
    } else {
      return nil
    }
  }

  /// - Parameters:
  ///   - stamp: `nil` for what is no file, which has no note.
  ///   - check: what was checked, in one word.
  package func contains(_ stamp: FileStamp?, _ check: String) -> Bool {
    stamp.map { lines.contains(line($0, check)) } ?? false
  }

  /// Notes a file as right. A file that was changed just before it was read gets no note: another change could follow in
  /// the same step of the system's clock.
  ///
  /// - Parameter moment: when the stamp was taken, before the file was read, in nanoseconds since 1970.
  package func add(_ stamp: FileStamp?, takenAt moment: Int64, _ check: String) {
    guard let stamp, stamp.isSettled(at: moment) else { return }
    let line = line(stamp, check)
    let kept = [line] + lines.filter { $0 != line }.prefix(Self.mostNotes - 1)
    _ = try? write(kept.joined(separator: "\n") + "\n")
  }

  private func write(_ text: String) throws(StorageError) {
    try makeFolder(at: folderPath(of: path), for: .ownerAlone)
    let file = try AtomicFile(path: path, for: .ownerAlone)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  private var lines: [String] {
    guard FileKind(at: path) == .file, let bytes = try? wholeFile(path, atMost: .record) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func line(_ stamp: FileStamp, _ check: String) -> String {
    let numbers = [stamp.device, stamp.inode, Int64(stamp.byteCount), stamp.modified, stamp.changed]
    return numbers.map(String.init).joined(separator: " ") + " \(program) \(check)"
  }
}

/// The present, in nanoseconds since 1970, by the clock that stamps files.
package func presentNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
