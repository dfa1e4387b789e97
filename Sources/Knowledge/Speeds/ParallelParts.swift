internal import Storage
private import Synchronization

/// The values of parts, computed by several threads, in the order of the parts.
///
/// - Throws: what the first of the parts threw that failed.
func inParallel<Value: Sendable>(
  _ count: Int, workers: Int, _ body: @escaping @Sendable (Int) throws -> Value
) throws -> [Value] {
  if workers < 2 || count < 2 { return try (0..<count).map(body) }
  let parts = PartResults<Value>(count: count)
  let threads = try (0..<min(workers, count)).map { number in
    try OwnThread("speeds \(number)") {
      while let part = parts.next() { parts.finish(part, Result { try body(part) }) }
    }
  }
  for thread in threads { thread.join() }
  return try parts.values()
}

extension DriveSource {
  /// What each thread makes of its chunks, by the numbers of these and of the thread.
  func inParts<Value: Sendable>(
    _ workers: Int, _ body: @escaping @Sendable (StrideTo<Int>, Int) throws -> Value
  ) throws -> [Value] {
    let workers = max(1, min(workers, chunkCount))
    let count = chunkCount
    return try inParallel(workers, workers: workers) { worker in
      try body(stride(from: worker, to: count, by: workers), worker)
    }
  }
}

/// Calls `body` with the value of each part in order, while another thread makes the next one.
///
/// - Throws: what `make` or `body` threw first.
func inOrder<Value: Sendable>(
  _ count: Int, make: @escaping @Sendable (Int) throws -> Value, _ body: (Value) throws -> Void
) throws {
  var next = try count > 0 ? PartAhead { try make(0) } : nil
  for part in 0..<count {
    guard let ahead = next else { return }
    let value = try ahead.value()
    next = try part + 1 < count ? PartAhead { try make(part + 1) } : nil
    try body(value)
  }
}

/// A value that a thread makes; it ends before this does.
private final class PartAhead<Value: Sendable>: Sendable {
  private let thread: OwnThread
  private let result: PartResults<Value>

  init(_ make: @escaping @Sendable () throws -> Value) throws {
    let result = PartResults<Value>(count: 1)
    self.result = result
    thread = try OwnThread("rows") { result.finish(0, Result { try make() }) }
  }

  func value() throws -> Value {
    thread.join()
    return try result.values()[0]
  }
}

private final class PartResults<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var hasFailed = false
    var results: [Result<Value, any Error>?]
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(results: [Result<Value, any Error>?](repeating: nil, count: count))) }

  func next() -> Int? {
    state.withLock { state in
      guard state.next < state.results.count, !state.hasFailed else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ part: Int, _ result: Result<Value, any Error>) {
    state.withLock { state in
      state.results[part] = result
      if case .failure = result { state.hasFailed = true }
    }
  }

  /// Parts are begun in order, so all before the first that failed are there.
  func values() throws -> [Value] { try state.withLock { state in try state.results.compactMap { try $0?.get() } } }
}
