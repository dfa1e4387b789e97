import Geodesy
import Moments
import RandomNumbers
import Testing
import Traces

@testable import Trips

/// A drive drawn as text, a fix every minute: `-` drives on for 100 m, `.` stands, `x` is refused, and `~` is an hour
/// without a fix, in which nothing moves.
private func drawn(_ drive: String, from begin: String = "2026-11-20T06:00:00Z") throws -> Trace {
  var moment = try #require(ZonedTime(iso8601: begin)).moment
  var place = Place(latitude: 47, longitude: 9)
  var fixes: [Fix] = []
  for sign in drive {
    if sign == "~" {
      moment = moment.adding(seconds: 3600)
      continue
    }
    if sign == "-" { place = Place(latitudeE7: place.latitudeE7 + 8990, longitudeE7: place.longitudeE7) }
    fixes.append(
      Fix(place: place, time: moment, line: UInt32(fixes.count + 1), refusal: sign == "x" ? .badRecord : nil))
    moment = moment.adding(seconds: 60)
  }
  return Trace(id: "van-1", source: TraceSource(file: "van.csv"), fixes: fixes)
}

/// The drawing again, with a bar and the rule where it was cut.
private func cuts(_ drive: String, _ rules: String, from begin: String = "2026-11-20T06:00:00Z") throws -> String {
  let trace = try drawn(drive, from: begin)
  let parts = TraceSplitter(try SplitSettings([rules], clock: nil)).parts(of: trace).parts
  let signs = Array(drive.filter { $0 != "~" })
  return parts.map { part in
    let sign = part.part?.endedBy.map { "|\($0.rawValue)|" } ?? ""
    return String(signs[part.firstRecord..<part.firstRecord + part.fixes.count]) + sign
  }.joined()
}

@Suite struct `A trace is split` {
  @Test(arguments: [
    ("---~---", "gap=10min", "---|gap|---"),
    ("---~---", "gap=61min", "---|gap|---"),
    ("---~---", "gap=62min", "------"),
    ("---~---~--", "gap=1h", "---|gap|---|gap|--"),
  ])
  func `where nothing was recorded for long`(drive: String, rules: String, expected: String) throws {
    #expect(try cuts(drive, rules) == expected)
  }

  @Test(arguments: [
    // The stop's last fix is the departure.
    ("---......---", "stop=5min", "---.....|stop|.---"),
    ("---...---", "stop=5min", "---...---"),
    // A stop at either end cuts nothing.
    (".......---", "stop=5min", ".......---"),
    ("---.......", "stop=5min", "---......."),
    ("---......---......--", "stop=5min", "---.....|stop|.---.....|stop|.--"),
    // The silence of a parked vehicle is a stop of two fixes.
    ("--~.--", "stop=30min", "--|stop|.--"),
  ])
  func `where the vehicle stood for long`(drive: String, rules: String, expected: String) throws {
    #expect(try cuts(drive, rules) == expected)
  }

  @Test(arguments: [
    // Silence where it stood is a gap first.
    ("--~.--", "gap=10min,stop=30min", "--|gap|.--"),
    // No part has the last fix of a stop alone.
    ("---......~---", "gap=10min,stop=5min", "---......|gap|---"),
    ("------", "fixes=4,distance=250m", "---|distance|---"),
    ("------", "fixes=3,distance=250m", "---|distance|---"),
  ])
  func `by the first rule that applies`(drive: String, rules: String, expected: String) throws {
    #expect(try cuts(drive, rules) == expected)
  }

  @Test(arguments: [
    ("-----", "distance=200m", "---|distance|--"),
    ("-----", "distance=0.3km", "----|distance|-"),
    ("..........", "distance=200m", ".........."),
    ("-----", "fixes=2", "--|fixes|--|fixes|-"),
    // A refused record counts, and stays with the fix before it.
    ("--x---", "fixes=3", "--x|fixes|---"),
    ("x-x~x-", "gap=10min", "x-xx|gap|-"),
  ])
  func `where a part is full`(drive: String, rules: String, expected: String) throws {
    #expect(try cuts(drive, rules) == expected)
  }

  @Test(arguments: [
    ("day", "2026-11-20T23:58:00Z", "--|day|---"),
    ("day=Z", "2026-11-20T23:58:00Z", "--|day|---"),
    ("day=+01:00", "2026-11-20T22:58:00Z", "--|day|---"),
    ("day=+01:00", "2026-11-20T23:58:00Z", "-----"),
    ("day=CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-20T21:58:00Z", "--|day|---"),
    ("fixes=100,day=CET-1CEST,M3.5.0,M10.5.0/3,gap=1h", "2026-07-20T21:58:00Z", "--|day|---"),
  ])
  func `at local midnight`(rules: String, begin: String, expected: String) throws {
    #expect(try cuts("-----", rules, from: begin) == expected)
  }

  @Test func `into parts that know their trace and their neighbours`() throws {
    let parts = TraceSplitter(try SplitSettings(["gap=10min", "fixes=4"], clock: nil))
      .parts(of: try drawn("---~-----")).parts
    #expect(parts.map { $0.part?.number } == [1, 2, 3])
    #expect(parts.allSatisfy { $0.id == "van-1" })
    #expect(parts.map(\.firstRecord) == [0, 3, 7])
    #expect(parts.map { $0.part?.begunBy } == [nil, .gap, .fixes])
    #expect(parts.map { $0.part?.endedBy } == [.gap, .fixes, nil])
  }

  @Test func `without losing a fix or changing the order`() throws {
    var random = SplitMix64(seed: 13)
    let rules = ["gap=10min", "stop=3min", "distance=700m", "day=+01:00", "fixes=7"]
    for _ in 0..<300 {
      let signs = (0..<Int.random(in: 1...80, using: &random)).map { _ in
        "----....x~".randomElement(using: &random) ?? "-"
      }
      let trace = try drawn(String(signs), from: "2026-11-20T22:30:00Z")
      let some = rules.filter { _ in Bool.random(using: &random) }
      let splitter = TraceSplitter(try SplitSettings(some, clock: nil))
      let parts = splitter.parts(of: trace).parts
      #expect(parts.flatMap(\.fixes).map(\.line) == trace.fixes.map(\.line))
      #expect(parts.flatMap(\.fixes).map(\.refusal) == TraceCleaner().clean(trace).fixes.map(\.refusal))
      // A part is cleaned already.
      #expect(parts.map { TraceCleaner().clean($0).fixes.map(\.refusal) } == parts.map { $0.fixes.map(\.refusal) })
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.part?.endedBy == $1.part?.begunBy })
      if some.contains("fixes=7") { #expect(parts.allSatisfy { $0.fixes.count <= 7 }) }
    }
  }

  @Test func `not by times that it does not have`() {
    let fixes = (0..<4).map { Fix(place: Place(latitude: 47, longitude: 9 + Double($0) / 1000), time: nil) }
    let trace = Trace(id: "line", source: TraceSource(file: "line.kml"), fixes: fixes)
    var settings = SplitSettings()
    settings.gap = 600
    let split = TraceSplitter(settings).parts(of: trace)
    #expect(split.parts.count == 1 && split.lacksTimes)
    settings.gap = nil
    settings.fixes = 2
    let byCount = TraceSplitter(settings).parts(of: trace)
    #expect(byCount.parts.count == 2 && !byCount.lacksTimes)
  }
}

@Suite struct `Rules of splitting` {
  @Test(arguments: [
    ("gap=10", "gap is a value such as 10min, not '10'"),
    ("gap=10m", "gap is a value such as 10min, not '10m'"),
    ("gap=-5min", "gap is a value such as 10min, not '-5min'"),
    ("gap=0min", "gap is a value such as 10min, not '0min'"),
    ("gap", "gap needs a value, such as gap=10min"),
    ("stop=5km", "stop is a value such as 5min, not '5km'"),
    ("distance=5", "distance is a value such as 50km, not '5'"),
    ("distance=5mi", "distance is a value such as 50km, not '5mi'"),
    ("fixes=1", "fixes is a value such as 1000, not '1'"),
    ("fixes", "fixes needs a value, such as fixes=1000"),
    ("gap=1h,gap=2h", "the rule gap stands there twice"),
    ("day=Europe/Atlantis", "day=Europe/Atlantis"),
    ("halt=5min", "there is no rule 'halt'"),
    ("gap=1h,", "there is no rule ''"),
    ("", "there is no rule ''"),
  ])
  func `that make no sense are refused with a sentence`(rules: String, sentence: String) {
    #expect {
      _ = try SplitSettings([rules], clock: nil)
    } throws: {
      ($0 as? SplitError)?.description.hasPrefix(sentence) == true
    }
  }

  @Test func `have units`() throws {
    let settings = try SplitSettings(["gap=90s,stop=1.5h", "distance=2.5km,fixes=100"], clock: nil)
    #expect(settings.gap == 90 && settings.stop == 5400 && settings.distance == 2500 && settings.fixes == 100)
    #expect(settings.day == nil)
  }

  @Test func `take the zone of the run for the days if they name none`() throws {
    let clock = try #require(LocalClock("+02:00"))
    #expect(try SplitSettings(["day"], clock: clock).day == clock)
    #expect(try SplitSettings(["day"], clock: nil).day == .utc)
    #expect(try SplitSettings(["day=Z"], clock: clock).day == .utc)
  }
}

@Suite struct `Fixes of a window` {
  private func lines(_ drive: String, _ from: String?, _ to: String?) throws -> ([UInt32], unselected: Int) {
    let window = try TimeWindow(from: from, to: to, clock: .utc)
    let split = TraceSplitter(SplitSettings(), window: window).parts(of: try drawn(drive))
    return (split.parts.flatMap(\.fixes).map(\.line), split.unselected)
  }

  @Test(
    arguments: [
      ("2026-11-20T06:02", nil, [3, 4, 5, 6]), (nil, "2026-11-20T06:02", [1, 2]),
      ("2026-11-20T06:01:30", "2026-11-20T06:03:30", [3, 4]), ("2026-11-20", "2026-11-20", [1, 2, 3, 4, 5, 6]),
      ("2026-11-21", nil, []),
    ] as [(String?, String?, [UInt32])])
  func `are those from its begin to before its end`(from: String?, to: String?, expected: [UInt32]) throws {
    let found = try lines("------", from, to)
    #expect(found.0 == expected && found.unselected == 6 - expected.count)
  }

  @Test func `have the refused records behind them`() throws {
    #expect(try lines("x-x--x-x", "2026-11-20T06:03", "2026-11-20T06:06").0 == [4, 5, 6])
    #expect(try lines("x-x--x-x", nil, "2026-11-20T06:02").0 == [1, 2, 3])
    #expect(try lines("x-x--x-x", "2026-11-20T06:06", nil).0 == [7, 8])
  }

  @Test func `are none of a trace without times`() {
    let fixes = (0..<4).map { Fix(place: Place(latitude: 47, longitude: 9 + Double($0) / 1000), time: nil) }
    let trace = Trace(id: "line", source: TraceSource(file: "line.kml"), fixes: fixes)
    let window = TimeWindow(begin: Timestamp(millisecondsSince1970: 0))
    let split = TraceSplitter(SplitSettings(), window: window).parts(of: trace)
    #expect(split.parts.isEmpty && split.unselected == 4 && split.lacksTimes)
  }

  @Test func `keep their numbers and their trace`() throws {
    let window = try TimeWindow(from: "2026-11-20T06:02", to: nil, clock: .utc)
    var settings = SplitSettings()
    let whole = TraceSplitter(settings, window: window).parts(of: try drawn("------")).parts
    #expect(whole.map(\.firstRecord) == [2] && whole[0].part == nil)
    settings.fixes = 2
    let parts = TraceSplitter(settings, window: window).parts(of: try drawn("------")).parts
    #expect(parts.map(\.firstRecord) == [2, 4] && parts.map { $0.part?.number } == [1, 2])
  }
}
