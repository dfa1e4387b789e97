import Geodesy
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Moments
@testable import Traces

struct TraceCleanerTests {
  /// A drive north, 10 m a second; each sign is one record: `.` as it should be, `J` five kilometres off, `0` at 0, 0,
  /// `D` with the time of the record before, `B` an hour back, `F` a year ahead, `N` without a time, `X` refused.
  private func trace(_ signs: String, hasTimes: Bool = true) -> Trace {
    let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    let fixes = signs.enumerated().map { number, sign in
      let north = Int32(475_000_000 + number * 900)
      var place = Place(latitudeE7: north, longitudeE7: sign == "J" ? 95_600_000 : 95_000_000)
      if sign == "0" { place = Place(latitudeE7: 0, longitudeE7: 0) }
      let shift: [Character: Double] = ["D": -1, "B": -3600, "F": 31_536_000]
      let time = begin.adding(seconds: Double(number) + shift[sign, default: 0])
      return Fix(
        place: place, time: hasTimes && sign != "N" ? time : nil, line: UInt32(number + 2),
        refusal: sign == "X" ? .badTime : nil)
    }
    return Trace(id: "t", source: TraceSource(file: "t.csv"), fixes: fixes)
  }

  private func cleaned(_ trace: Trace) -> String {
    let signs: [FixReason: String] = [
      .missingTime: "N", .nullIsland: "0", .duplicate: "D", .outOfOrder: "O", .jump: "J", .badTime: "X",
    ]
    return TraceCleaner().clean(trace).fixes.map { $0.refusal.map { signs[$0] ?? "?" } ?? "." }.joined()
  }

  @Test(arguments: [
    ("........", "........"),
    ("...J....", "...J...."),
    ("...JJ...", "...JJ..."),
    ("J.......", "J......."),
    ("JJJ.........", "JJJ........."),
    ("JJJ........", "..........."),
    (".......J", ".......J"),
    (".........JJJ", ".........JJJ"),
    ("..JJJJJJJJ..", "JJ........JJ"),
    ("....JJJJ", "........"),
    ("J.", ".."),
    ("J..", "..."),
    ("...JJ..J.JJJ...", "...JJ..J.JJJ..."),
    (".....JJJJJJJJJJJ.....", "....................."),
    ("..J.J...", "..J.J..."),
    ("...0....", "...0...."),
    ("0000....", "0000...."),
    ("..N..N..", "..N..N.."),
    ("...D....", "...D...."),
    ("...DD...", "...D...."),
    ("...B....", "...O...."),
    ("...F....", "...O...."),
    ("F.......", "O......."),
    (".......F", "........"),
    ("..XB0J..", "..XO0J.."),
    ("", ""), (".", "."), ("0", "0"), ("X", "X"),
  ])
  func `only what cannot be true is dropped`(signs: String, expected: String) {
    #expect(cleaned(trace(signs)) == expected)
  }

  @Test func `a trace without times is left alone`() {
    #expect(cleaned(trace("...J..X.", hasTimes: false)) == "......X.")
  }

  @Test func `times that few fixes have are left out, and the fixes are not`() {
    let clean = TraceCleaner().clean(trace("NNN.NN.N"))
    #expect(clean.fixes.allSatisfy { $0.time == nil && $0.refusal == nil })
    #expect(cleaned(trace("N.N.")) == "N.N.")
  }

  @Test func `cleaning removes and reorders nothing`() {
    let trace = trace("..NDBFJ0X..")
    let clean = TraceCleaner().clean(trace)
    #expect(clean.fixes.map(\.line) == trace.fixes.map(\.line))
    #expect(clean.fixes.map(\.place) == trace.fixes.map(\.place))
    #expect(clean.fixes.map(\.time) == trace.fixes.map(\.time))
  }

  @Test func `cleaning twice is cleaning once`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<200 {
      let signs = String((0..<30).map { _ in "....JDBFN0X".randomElement(using: &random) ?? "." })
      let once = TraceCleaner().clean(trace(signs))
      #expect(cleaned(once) == cleaned(trace(signs)), "\(signs)")
    }
  }

  @Test func `what is kept rises in time`() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<100 {
      let fixes = (0..<50).map { _ in
        Fix(
          place: Place(latitudeE7: 1, longitudeE7: 1),
          time: Timestamp(millisecondsSince1970: Int64.random(in: 0..<40, using: &random)))
      }
      let clean = TraceCleaner().clean(Trace(id: "t", source: TraceSource(file: "t"), fixes: fixes))
      let times = clean.fixes.filter { $0.refusal == nil }.compactMap(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(!times.isEmpty)
    }
  }

  @Test func `noise at ten fixes a second is no jump`() {
    let begin = Timestamp(millisecondsSince1970: 0)
    let fixes = (0..<20).map { number in
      Fix(
        place: Place(latitudeE7: 475_000_000, longitudeE7: number % 2 == 0 ? 95_000_000 : 95_003_000),  // 22 m
        time: begin.adding(seconds: Double(number) / 10))
    }
    #expect(cleaned(Trace(id: "t", source: TraceSource(file: "t"), fixes: fixes)) == String(repeating: ".", count: 20))
  }

  @Test func `0, 0 is credible beside fixes near it`() {
    let begin = Timestamp(millisecondsSince1970: 0)
    let fixes = (-2...2).map {
      Fix(place: Place(latitudeE7: $0 * 100, longitudeE7: 0), time: begin.adding(seconds: Double($0)))
    }
    #expect(cleaned(Trace(id: "t", source: TraceSource(file: "t"), fixes: fixes)) == ".....")
  }

  @Test func `a clock that stands still while the vehicle moves is no clock`() {
    var trace = trace("....")
    for index in trace.fixes.indices { trace.fixes[index].storedMilliseconds = 1000 }
    let clean = TraceCleaner().clean(trace)
    #expect(clean.fixes.allSatisfy { $0.time == nil && $0.refusal == nil })
  }
}
