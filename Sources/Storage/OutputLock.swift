private import CGlibc
internal import Glibc

/// How long to wait for a lock held by another process.
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

/// Why a process may not write some files.
package enum OutputLockError: Error, Equatable, Sendable {
  /// Another process is writing the file; `process` is its number, if known.
  case busy(path: String, process: Int32?)
  case cannotLock(StorageError)
}

/// The exclusive right to write some files.
///
/// Each name has a hidden file `.NAME.lock` beside it, which the system locks for this process. The system releases the
/// lock when this value is destroyed or the process ends, however it ends. An orderly end removes the lock file. A lock
/// file left by a killed process locks nothing and is reused. Paths to the same file share its lock. Locks work between
/// machines if the file system supports that.
///
/// A process that writes a file without this lock is not prevented from doing so.
package final class OutputLock {
  /// The files to which links lead, sorted and unique, so that no two processes wait for each other.
  private let targets: [String]
  private let held: [HeldLock]

  /// - Parameters:
  ///   - paths: of files, which need not exist; their folders must.
  ///   - onWait: called when another process holds a lock and there is time to wait for it.
  /// - Throws: ``OutputLockError/busy(path:process:)`` if another process holds one of the locks until the wait is
  ///   over, ``OutputLockError/cannotLock(_:)`` if a lock file cannot be created.
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

  /// In microseconds: a run takes longer than this, and a check takes a thousandth of it.
  private static let pollingInterval: UInt32 = 20_000

  /// Removes the partial files that dead processes left of these files. They held this lock when they wrote them.
  ///
  /// - Parameter kept: paths of partial files that a run continues from.
  /// - Returns: the paths of the removed files, sorted.
  package func removeAbandonedPartials(besides kept: Set<String> = []) -> [String] {
    let namesByFolder = Dictionary(grouping: targets) { folder(of: $0) }.mapValues { Set($0.map(fileName)) }
    let partials = namesByFolder.flatMap { folder, names in
      let abandoned = entryNames(in: folder).filter {
        AtomicFile.nameOfWhole(forPartial: $0).map(names.contains) ?? false
      }
      return abandoned.map { joinedPath(folder, $0) }
    }
    return partials.sorted().filter { !kept.contains($0) }.filter { removeFile($0) == 0 }
  }

  /// Removes the partial files that dead processes left in a folder for outputs of some names. Partial files of an
  /// output that another process has locked stay.
  package static func removeAbandonedPartials(
    in folder: String, besides kept: Set<String> = [], where isWanted: (_ name: String, _ path: String) -> Bool
  ) {
    let wholes = entryNames(in: folder).compactMap { entry in
      AtomicFile.nameOfWhole(forPartial: entry).flatMap { isWanted($0, joinedPath(folder, entry)) ? $0 : nil }
    }
    for name in Set(wholes) {
      guard let lock = try? OutputLock(on: [joinedPath(folder, name)]) else { continue }
      _ = lock.removeAbandonedPartials(besides: kept)
    }
  }
}

/// One lock file, open and locked.
private final class HeldLock {
  private let path: String
  private let descriptor: Int32

  /// - Returns: `nil` if another process has it.
  init?(on target: String) throws(OutputLockError) {
    path = Self.path(of: target)
    guard let descriptor = try Self.lockedFile(at: path, for: target) else { return nil }
    self.descriptor = descriptor
    _ = retrying { ftruncate(descriptor, 0) }
    try? writeAll(Array("\(getpid())\n".utf8), to: descriptor, path: path)
  }

  /// The file is removed while it is locked, so that nobody locks a file that is about to disappear.
  deinit {
    _ = removeFile(path)
    close(descriptor)
  }

  private static func lockedFile(at path: String, for target: String) throws(OutputLockError) -> Int32? {
    while true {
      let descriptor = openFile(at: path)
      guard descriptor >= 0 else { throw .cannotLock(.system(path: target, call: "lock", code: errno)) }
      guard retrying({ lock_alone(descriptor) }) == 0 else {
        let code = errno
        close(descriptor)
        if code == EWOULDBLOCK { return nil }
        throw .cannotLock(.system(path: target, call: "lock", code: code))
      }
      // The previous holder may have removed the file between the two calls.
      if FileIdentity(ofDescriptor: descriptor) == FileIdentity(of: path) { return descriptor }
      close(descriptor)
    }
  }

  /// A lock file of another user can be locked as well if it can be read.
  private static func openFile(at path: String) -> Int32 {
    let descriptor = unsafe withSystemPath(path) { path in
      retrying { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644) }
    }
    guard descriptor < 0, errno == EACCES else { return descriptor }
    let readable = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    if readable < 0 { errno = EACCES }
    return readable
  }

  /// The process recorded as the holder of the lock.
  static func holder(of target: String) -> Int32? {
    let bytes = (try? wholeFile(path(of: target), atMost: .record)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }
  }

  private static func path(of target: String) -> String {
    joinedPath(folder(of: target), ".\(fileName(of: target)).lock")
  }
}

/// The final path of a file written to `path`: links are followed, and the folder is spelled as the system does.
private func finalPath(_ path: String) -> String {
  if FileKind(at: path) != .missing { return linkTarget(of: path) }
  return joinedPath(linkTarget(of: folder(of: path)), fileName(of: path))
}

/// The names in a folder; none if it cannot be read.
private func entryNames(in folder: String) -> [String] { ((try? folderEntries(of: folder)) ?? []).map(\.name) }

private func folder(of path: String) -> String { folderPath(of: path).nonEmpty ?? "." }

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
