internal import Synchronization

/// The numbers of the edges of a leg that were looked at, from the first to the last.
struct ReadEdges: ~Copyable, Sendable {
  private let lowest = Atomic(Int.max)
  private let highest = Atomic(Int.min)
  private let user = Mutex(())

  func add(_ index: Int) {
    if index < lowest.load(ordering: .relaxed) { lowest.store(index, ordering: .relaxed) }
    if index > highest.load(ordering: .relaxed) { highest.store(index, ordering: .relaxed) }
  }

  /// From the first to the last since the begin of what is being found; `nil` for none.
  var seen: ClosedRange<Int>? {
    let (first, last) = (lowest.load(ordering: .relaxed), highest.load(ordering: .relaxed))
    return first <= last ? first...last : nil
  }

  /// What `find` returns, and what it looked at; other users wait, and edges at which others look meanwhile count as
  /// well.
  func during<Finding>(_ find: () -> Finding) -> (Finding, seen: ClosedRange<Int>?) {
    user.withLock { _ in
      lowest.store(.max, ordering: .relaxed)
      highest.store(.min, ordering: .relaxed)
      let finding = find()
      return (finding, seen)
    }
  }
}
