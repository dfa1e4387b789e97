import Synchronization
import Testing

@testable import Work

@Suite struct `Work in input order` {
  @Test(arguments: [1, 2, 8])
  func `hands out results in the order of the items`(jobs: Int) async throws {
    let work = OrderedWork<Int, Int, Int>(jobs: jobs, makeScratch: { 0 }) { item, _ in
      // Later items are sooner done.
      var sum = 0
      for i in 0..<(200 - item) * 2000 { sum &+= i }
      return sum == -1 ? -1 : item
    }
    var numbers = (0..<200).makeIterator()
    var results: [Int] = []
    try await work.run(next: { numbers.next() }, consume: { results.append($0) })
    #expect(results == Array(0..<200))
  }

  @Test(arguments: [1, 4])
  func `reads only a little ahead of what is written`(jobs: Int) async throws {
    let work = OrderedWork<Int, Int, Int>(jobs: jobs, makeScratch: { 0 }) { item, _ in item }
    var taken = 0
    var consumed = 0
    var furthest = 0
    try await work.run(
      next: {
        taken += 1
        furthest = max(furthest, taken - consumed)
        return taken > 1000 ? nil : taken
      }, consume: { _ in consumed += 1 })
    #expect(consumed == 1000 && furthest <= 4 * jobs + 1)
  }

  @Test func `gives each worker its own scratch, and no more than workers`() async throws {
    let made = Mutex(0)
    let work = OrderedWork<Int, Int, Bool>(
      jobs: 4,
      makeScratch: {
        made.withLock {
          $0 += 1
          return $0
        }
      }
    ) { _, scratch in
      let mine = scratch
      for i in 0..<1000 { scratch = mine &+ (i & 0) }
      return scratch == mine
    }
    var numbers = (0..<500).makeIterator()
    var isUntouched = true
    try await work.run(next: { numbers.next() }, consume: { isUntouched = isUntouched && $0 })
    #expect(isUntouched && made.withLock { $0 } <= 16)
  }

  @Test func `stops when a result cannot be written`() async throws {
    struct Full: Error {}
    let work = OrderedWork<Int, Int, Int>(jobs: 4, makeScratch: { 0 }) { item, _ in item }
    var numbers = (0..<1_000_000).makeIterator()
    await #expect(throws: Full.self) {
      try await work.run(next: { numbers.next() }, consume: { if $0 == 100 { throw Full() } })
    }
    #expect((numbers.next() ?? 0) < 200)
  }
}
