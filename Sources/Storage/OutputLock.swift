private import CGlibc
internal import Foundation

/// How long to wait for a lock that another process holds.
package enum LockWait: Hashable, Sendable {
  case seconds(Double)
  case forever

  package static let none = LockWait.seconds(0)

  fileprivate func isOver(since start: ContinuousClock.Instant) -> Bool {
    switch self {
    case .seconds(let seconds): ContinuousClock.now - start >= .seconds(seconds)
    case .forever: false
    }
  }
}

/// Why a process has no right to write some files.
package enum OutputLockError: Error, Equatable, Sendable {
  /// Another process writes the file; `process` is its number where it is known.
  case busy(path: String, process: Int32?)
  case cannotLock(StorageError)
}

/// The sole right to write some files.
///
/// Each name has a hidden file `.NAME.lock` beside it, which the system locks for this process. The system gives the lock
/// back when this value or the process goes away, however the process ends. The lock file goes with an orderly end; one
/// that a killed process left behind locks nothing and is used again. Paths to the same file share its lock, and locks
/// hold between machines where the file system has locks between machines.
///
/// Whoever writes a file without this lock is not kept from it.
package final class OutputLock {
  /// The files that links lead to, sorted and each once, so that no two processes wait for each other.
  private let targets: [String]
  private let held: [HeldLock]

  /// - Parameters:
  ///   - paths: of files, which need not be there; their folders must.
  ///   - onWait: called when another process holds a lock and there is time to wait for it.
  /// - Throws: ``OutputLockError/busy(path:process:)`` when another process holds one of the locks until the wait is over,
  ///   ``OutputLockError/cannotLock(_:)`` when a lock file cannot be made.
  package init(
    on paths: [String], waiting wait: LockWait = .none, onWait: (OutputLockError) -> Void = { _ in }
  ) throws(OutputLockError) {
    targets = Set(paths.map(finalPath)).sorted()
    let start = ContinuousClock.now
    var locks: [HeldLock] = []
    for target in targets { locks.append(try Self.lock(target, waiting: wait, since: start, onWait)) }
    held = locks
  }

  private static func lock(
    _ target: String, waiting wait: LockWait, since start: ContinuousClock.Instant, _ onWait: (OutputLockError) -> Void
  ) throws(OutputLockError) -> HeldLock {
    var isWaiting = false
    while true {
      if let lock = try HeldLock(on: target) { return lock }
      let busy = OutputLockError.busy(path: target, process: HeldLock.holder(of: target))
      if wait.isOver(since: start) { throw busy }
      if !isWaiting { onWait(busy) }
      isWaiting = true
      usleep(pollingInterval)
    }
  }

  /// In microseconds: a run takes longer than that, and a look takes a thousandth of it.
  private static let pollingInterval: UInt32 = 20_000

  /// Removes what processes that died left of these files. As they wrote them, they held this lock.
  ///
  /// - Returns: the paths of what was removed, sorted.
  package func removeAbandonedPartials() -> [String] {
    let namesByFolder = Dictionary(grouping: targets) { folder(of: $0) }.mapValues { Set($0.map(fileName)) }
    let partials = namesByFolder.flatMap { folder, names in
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let abandoned = entries.filter { AtomicFile.nameOfWhole(forPartial: $0).map(names.contains) ?? false }
      return abandoned.map { join(folder, $0) }
    }
    return partials.sorted().filter { unsafe unlink($0) == 0 }
  }
}

/// One lock file, open and locked.
private final class HeldLock {
  private let path: String
  private let descriptor: Int32

  /// - Returns: `nil` where another process has it.
  init?(on target: String) throws(OutputLockError) {
    path = Self.path(of: target)
    guard let descriptor = try Self.lockedFile(at: path, for: target) else { return nil }
    self.descriptor = descriptor
    ftruncate(descriptor, 0)
    try? writeAll(Array("\(getpid())\n".utf8), to: descriptor, path: path)
  }

  /// The file goes while it is locked, so that nobody locks a file that is about to go.
  deinit {
    unsafe _ = unlink(path)
    close(descriptor)
  }

  private static func lockedFile(at path: String, for target: String) throws(OutputLockError) -> Int32? {
    while true {
      let descriptor = openFile(at: path)
      guard descriptor >= 0 else { throw .cannotLock(.system(path: target, call: "lock", code: errno)) }
      guard lock_alone(descriptor) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw .cannotLock(.system(path: target, call: "lock", code: code))
      }
      // The one who held it before may have removed the file between the two calls.
      if FileIdentity(ofDescriptor: descriptor) == FileIdentity(of: path) { return descriptor }
      close(descriptor)
    }
  }

  /// What another user's process left behind can be locked, too, where it can be read.
  private static func openFile(at path: String) -> Int32 {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    return descriptor < 0 && errno == EACCES ? unsafe open(path, O_RDONLY | O_CLOEXEC) : descriptor
  }

  /// The process that says to hold the lock.
  static func holder(of target: String) -> Int32? {
    let bytes = FileManager.default.contents(atPath: path(of: target)) ?? Data()
    return Int32(String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static func path(of target: String) -> String { join(folder(of: target), ".\(fileName(of: target)).lock") }
}

/// The path that a file written to `path` gets in the end: links followed, the folder in its own spelling.
private func finalPath(_ path: String) -> String {
  if FileKind(at: path) != .missing { return linkTarget(of: path) }
  return join(linkTarget(of: folder(of: path)), fileName(of: path))
}

private func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent.nonEmpty ?? "." }
private func fileName(of path: String) -> String { (path as NSString).lastPathComponent }
private func join(_ folder: String, _ name: String) -> String { (folder as NSString).appendingPathComponent(name) }

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
