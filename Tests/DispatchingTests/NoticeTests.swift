import Testing

@testable import Dispatching

@Suite struct `Notices of a dispatcher` {
  private let begin = ContinuousClock.now

  private func waiting(_ direction: DispatchNotice.Direction) -> DispatchNotice {
    .waiting(direction, reason: "it is down", seconds: 60)
  }

  @Test func `tell of a failure once an hour, and that it works again`() {
    var filter = NoticeFilter()
    let passed = (0..<180).filter { filter.passes(waiting(.events), at: begin + .seconds(60 * $0)) }
    #expect(passed == [0, 60, 120])
    #expect(filter.passes(.working(.events), at: begin))
    #expect(!filter.passes(.working(.events), at: begin))
  }

  @Test func `tell nothing of a network that comes and goes within an hour`() {
    var filter = NoticeFilter()
    #expect(filter.passes(waiting(.events), at: begin) && filter.passes(.working(.events), at: begin))
    for minute in 1..<60 {
      #expect(!filter.passes(waiting(.events), at: begin + .seconds(60 * minute)))
      #expect(!filter.passes(.working(.events), at: begin + .seconds(60 * minute)))
    }
    #expect(filter.passes(waiting(.messages), at: begin + .seconds(60)))
    #expect(filter.passes(.ended(.events, .otherVersion(path: "spool", version: 7)), at: begin))
  }
}
