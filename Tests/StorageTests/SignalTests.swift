import Foundation
import TestSupport
import Testing

@testable import Storage

/// Signals that interrupt every call of one thread that waits.
private final class Interruptions: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false

  /// Runs `body` in a thread of its own that gets a signal every 200 µs, whose handler does nothing.
  static func during<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in }
    action.sa_flags = 0  // without SA_RESTART, so that calls end
    unsafe sigaction(SIGUSR2, &action, nil)
    let interruptions = Interruptions()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let thread = pthread_self()
        Thread.detachNewThread {
          while interruptions.strike(thread) { usleep(200) }
        }
        let result = body()
        interruptions.end()
        continuation.resume(returning: result)
      }
    }
  }

  private func strike(_ thread: pthread_t) -> Bool {
    lock.withLock {
      if !isOver { pthread_kill(thread, SIGUSR2) }
      return !isOver
    }
  }

  private func end() { lock.withLock { isOver = true } }
}

@Suite struct `A call of the system that a signal interrupts` {
  @Test func `is made again, and any other failure is told`() {
    var calls = 0
    let result = retrying { () -> Int32 in
      calls += 1
      errno = calls < 4 ? EINTR : ENOSPC
      return -1
    }
    #expect(result == -1 && errno == ENOSPC && calls == 4)
  }

  @Test func `opens and reads a pipe whose writer comes late`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      usleep(50_000)
      guard let writer = FileHandle(forWritingAtPath: pipe) else { return }
      for _ in 0..<20 {
        usleep(2_000)
        try? writer.write(contentsOf: Data("row\n".utf8))
      }
      try? writer.close()
    }
    let read = await Interruptions.during { () -> Result<[UInt8], any Error> in
      Result { try ByteStream(path: pipe).readRest(atMost: .record) }
    }
    #expect(try read.get().count == 80)
  }

  @Test func `opens a pipe whose reader comes late`() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe")
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    Thread.detachNewThread {
      usleep(50_000)
      _ = try? ByteStream(path: pipe).readRest(atMost: .record)
    }
    let written = await Interruptions.during { () -> Result<Void, any Error> in
      Result {
        var row = ByteBuffer()
        row.append(Array("row\n".utf8))
        try OpenDescriptor(writingTo: pipe).write(row)
      }
    }
    #expect(throws: Never.self) { try written.get() }
  }

  @Test func `writes and locks files`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("report")
    let written = await Interruptions.during { () -> Result<Void, any Error> in
      Result {
        for _ in 0..<20 {
          let lock = try OutputLock(on: [path])
          let file = try AtomicFile(path: path)
          try file.write([UInt8](repeating: 7, count: 1 << 20))
          try file.commit()
          _ = try folderEntries(of: folder.path)
          withExtendedLifetime(lock) {}
        }
      }
    }
    #expect(throws: Never.self) { try written.get() }
    #expect(folder.bytes("report")?.count == 1 << 20 && folder.names == ["report"])
  }
}
