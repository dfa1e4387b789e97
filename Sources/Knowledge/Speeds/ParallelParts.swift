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
