internal import Synchronization

/// Work spread over several workers whose results come in the order of the input.
///
/// Items are taken one after the other, at most `4 × jobs` are under way or waiting for an earlier one, so memory does
/// not grow with the input. Each worker has its own scratch; workers share nothing else.
struct OrderedWork<Item: Sendable, Scratch: Sendable, Result: Sendable> {
  let jobs: Int
  let makeScratch: @Sendable () -> Scratch
  let transform: @Sendable (Item, inout Scratch) -> Result

  /// Takes items until there are none, and hands each result to `consume` in order.
  ///
  /// - Throws: what `next` or `consume` throw; work under way is then finished and forgotten.
  func run(next: () throws -> Item?, consume: (Result) throws -> Void) async throws {
    if jobs <= 1 {
      try runAlone(next: next, consume: consume)
    } else {
      try await runTogether(next: next, consume: consume)
    }
  }

  private func runAlone(next: () throws -> Item?, consume: (Result) throws -> Void) throws {
    var scratch = makeScratch()
    while let item = try next() { try consume(transform(item, &scratch)) }
  }

  private func runTogether(next: () throws -> Item?, consume: (Result) throws -> Void) async throws {
    let pool = ScratchPool(make: makeScratch)
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var order = Reordering<Result>()
      var started = 0
      while let item = try next() {
        let number = started
        group.addTask { [transform] in
          var scratch = pool.take()
          defer { pool.giveBack(scratch) }
          return (number, transform(item, &scratch))
        }
        started += 1
        while started - order.handedOut >= 4 * jobs, let done = try await group.next() {
          try order.add(done.1, number: done.0, handingOutTo: consume)
        }
      }
      while let done = try await group.next() {
        try order.add(done.1, number: done.0, handingOutTo: consume)
      }
    }
  }
}

/// Holds results that came before their turn.
private struct Reordering<Result> {
  private var waiting: [Int: Result] = [:]
  private(set) var handedOut = 0

  mutating func add(_ result: Result, number: Int, handingOutTo consume: (Result) throws -> Void) throws {
    waiting[number] = result
    while let next = waiting.removeValue(forKey: handedOut) {
      handedOut += 1
      try consume(next)
    }
  }
}

/// Scratch for as many workers as work at once, made when first needed.
private final class ScratchPool<Scratch: Sendable>: Sendable {
  private let idle = Mutex<[Scratch]>([])
  private let make: @Sendable () -> Scratch

  init(make: @escaping @Sendable () -> Scratch) { self.make = make }

  func take() -> Scratch { idle.withLock { $0.popLast() } ?? make() }
  func giveBack(_ scratch: Scratch) { idle.withLock { $0.append(scratch) } }
}
