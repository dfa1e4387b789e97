import Records
import TestSupport
import Testing
import Traces

@testable import Work

@Suite struct `A shard` {
  @Test(arguments: ["", "1", "0/3", "4/3", "1/0", "1/2/3", "a/b", "-1/3", " 1/2"])
  func `is one of several`(text: String) {
    #expect(TraceSelection.Shard(text) == nil)
  }

  @Test(arguments: 1...9) func `has each trace in exactly one part`(count: Int) throws {
    let shards = try (1...count).map { try #require(TraceSelection.Shard($0, of: count)) }
    for number in 0..<200 { #expect(shards.count { $0.contains("van-\(number)") } == 1) }
  }

  /// Parts of runs on different days and machines fit together.
  @Test func `always has the same traces`() throws {
    let shard = try #require(TraceSelection.Shard("1/4"))
    #expect((0..<12).filter { shard.contains("van-\($0)") } == [1, 3, 7])
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func inputs(_ selection: TraceSelection) throws -> [String] {
    let rows = ["van", "bus", "van~2", "tram", "bus"].map { "\($0),2026-05-04T07:00:00Z,54.7,2.8\n" }
    let first = try folder.write("a.csv", "id,time,lat,lon\n" + rows.joined())
    let second = try folder.write("b.csv", "id,time,lat,lon\n" + rows.joined() + "van,x,x,x\n")
    let empty = try folder.write("c.csv", "")
    let source = TraceInputs(
      files: [first, second, empty], settings: TraceReadingSettings(), selection: selection)
    var found: [String] = []
    while let bundle = source.next() {
      for input in bundle {
        switch input {
        case .trace(let trace, let tripID): found.append("\(trace.id) \(tripID) \(trace.fixes.count)")
        case .refusal(let refusal): found.append("\(refusal.reason) \(refusal.traceID ?? "")")
        case .parts, .unselected: break
        }
      }
    }
    return found
  }

  @Test func `has the trip ids of the whole, and all parts together have all of it`() throws {
    let whole = try inputs(TraceSelection())
    #expect(whole.contains { $0.hasPrefix("b/van b/van ") })
    var parts: [String] = []
    for number in 1...3 {
      var selection = TraceSelection()
      selection.shard = TraceSelection.Shard(number, of: 3)
      parts += try inputs(selection)
    }
    #expect(parts.sorted() == whole.sorted())
  }

  @Test func `ends at its limit`() throws {
    var selection = TraceSelection()
    selection.limit = 3
    #expect(try inputs(selection).filter { !$0.hasPrefix("bad") }.count == 3)
  }
}

@Suite struct `A request to stop` {
  @Test func `leaves the files that were not begun`() throws {
    let folder = try TemporaryFolder()
    let files = try ["a.csv", "b.csv", "c.csv"].map {
      try folder.write($0, "id,time,lat,lon\nvan,2026-05-04T07:00:00Z,54.7,2.8\n")
    }
    let stop = StopRequest()
    #expect(stop.cause == nil)
    stop.stop(.signal(15))
    stop.stop(.duration)
    #expect(stop.cause == .signal(15))
    let source = TraceInputs(files: files, settings: TraceReadingSettings(), stop: stop)
    #expect(source.next() == nil && Array(source.remaining) == files)
  }

  @Test func `comes when the time is over`() {
    #expect(StopRequest(deadline: .now).cause == .duration)
    #expect(StopRequest(deadline: .now + .seconds(3600)).cause == nil)
  }
}
