internal import Synchronization

/// Work for several workers, with results in the order of the input.
///
/// Items are taken one after the other. At most `4 × jobs` of them are being worked on or wait for an earlier one, so
/// memory does not grow with the input. Each worker has its own scratch; workers share nothing else.
struct OrderedWork<Item: Sendable, Scratch: ~Copyable & Sendable, Result: Sendable> {
  let jobs: Int
  let makeScratch: @Sendable () -> Scratch
  let transform: @Sendable (Item, inout Scratch) -> Result

  /// Takes all items, and hands each result to `consume` in order.
  ///
  /// - Throws: any error of `next` or `consume`. Work in progress is then finished and discarded.
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
          let place = pool.take()
          defer { pool.giveBack(place) }
          return (number, place.scratch.withLock { transform(item, &$0) })
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

/// Holds results that are ready before their turn.
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

/// Scratch for as many workers as run at the same time, created on first use.
private final class ScratchPool<Scratch: ~Copyable & Sendable>: Sendable {
  /// The scratch of one worker at a time.
  final class Workplace: Sendable {
    let scratch: Mutex<Scratch>
    init(_ scratch: consuming sending Scratch) { self.scratch = Mutex(scratch) }
  }

  private let idle = Mutex<[Workplace]>([])
  private let make: @Sendable () -> Scratch

  init(make: @escaping @Sendable () -> Scratch) { self.make = make }

  func take() -> Workplace { idle.withLock { $0.popLast() } ?? Workplace(make()) }
  func giveBack(_ place: Workplace) { idle.withLock { $0.append(place) } }
}
