import Testing

@testable import Dispatching

@Suite struct `Notices of a dispatcher` {
  private final class Filter {
    private var filter = NoticeFilter()
    private let begin = ContinuousClock.now

    func passes(_ notice: DispatchNotice, inMinute minute: Int = 0) -> Bool {
      filter.passes(notice, at: begin + .seconds(60 * minute))
    }
  }

  private func waiting(_ direction: DispatchNotice.Direction) -> DispatchNotice {
    .waiting(direction, reason: "it is down", seconds: 60)
  }

  @Test func `tell of a failure once an hour, and that it works again`() {
    let filter = Filter()
    let passed = (0..<180).filter { filter.passes(waiting(.events), inMinute: $0) }
    #expect(passed == [0, 60, 120])
    #expect(filter.passes(.working(.events)))
    #expect(!filter.passes(.working(.events)))
  }

  @Test func `tell nothing of a network that comes and goes within an hour`() {
    let filter = Filter()
    #expect(filter.passes(waiting(.events)) && filter.passes(.working(.events)))
    for minute in 1..<60 {
      #expect(!filter.passes(waiting(.events), inMinute: minute))
      #expect(!filter.passes(.working(.events), inMinute: minute))
    }
    #expect(filter.passes(waiting(.messages), inMinute: 1))
    #expect(filter.passes(.ended(.events, .otherVersion(path: "spool", version: 7))))
  }
}
