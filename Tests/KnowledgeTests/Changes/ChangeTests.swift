import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Roads that change")
struct ChangeTests {
  private static let change = 77  // a Monday

  @Test("A road with ten passages a day that is closed is found within two days", arguments: [true, false])
  func closed(hasHabits: Bool) {
    let sketch = FleetSketch(days: 120, hasHabits: hasHabits)
    let found = (0..<40).filter { seed in
      let passages = sketch.passages(rate: 11, seed: UInt64(seed)) { $0 < Self.change ? 1 : 0 }
      let breaks = sketch.use(of: passages)
      return breaks.count == 1 && breaks[0].kind == .closed && delay(breaks[0]) <= 2 && abs(shift(breaks[0])) <= 1
    }
    #expect(found.count >= 38, "\(found.count) of 40")
  }

  @Test("A road that is opened is found within two days")
  func opened() {
    let sketch = FleetSketch(days: 120)
    let found = (0..<40).filter { seed in
      let passages = sketch.passages(rate: 11, seed: UInt64(seed)) { $0 < Self.change ? 0 : 1 }
      let breaks = sketch.use(of: passages)
      return breaks.count == 1 && breaks[0].kind == .opened && delay(breaks[0]) <= 2 && shift(breaks[0]) == 0
    }
    #expect(found.count >= 38, "\(found.count) of 40")
  }

  @Test("Passages of other roads that are mistaken for its own hide no closing and no opening")
  func mistaken() {
    let sketch = FleetSketch(days: 120)
    for (kind, before, after) in [(RoadBreak.Kind.closed, 1.0, 0.1), (.opened, 0.05, 1)] {
      let found = (0..<40).filter { seed in
        let passages = sketch.passages(rate: 33, seed: UInt64(seed)) { $0 < Self.change ? before : after }
        let breaks = sketch.use(of: passages)
        return breaks.first?.kind == kind && delay(breaks[0]) <= 2 && abs(shift(breaks[0])) <= 1
      }
      #expect(found.count >= 36, "\(kind): \(found.count) of 40")
    }
  }

  @Test("The first day of a busy road says nothing about its weekday")
  func firstDay() {
    let sketch = FleetSketch(days: 20)
    for seed in 0..<10 { #expect(sketch.use(of: sketch.passages(rate: 300, seed: UInt64(seed))).isEmpty) }
  }

  @Test("A road that is closed and opened again makes two rows")
  func reopened() {
    let sketch = FleetSketch(days: 160)
    let passages = sketch.passages(rate: 11, seed: 5) { (77..<105) ~= $0 ? 0 : 1 }
    #expect(sketch.use(of: passages).map(\.kind) == [.closed, .opened])
  }

  @Test("Three passages a day are enough in two weeks")
  func fewPassages() {
    let sketch = FleetSketch(days: 120)
    let found = (0..<40).filter { seed in
      let passages = sketch.passages(rate: 3.3, seed: UInt64(seed)) { $0 < Self.change ? 1 : 0 }
      let breaks = sketch.use(of: passages)
      return breaks.count == 1 && breaks[0].kind == .closed && delay(breaks[0]) <= 14
    }
    #expect(found.count >= 36, "\(found.count) of 40")
  }

  @Test("A road on which vehicles are a third slower, or faster, is found within three days", arguments: [0.4, -0.4])
  func slower(change: Double) {
    let sketch = FleetSketch(days: 120)
    let found = (0..<40).filter { seed in
      let passages = sketch.passages(rate: 11, seed: UInt64(seed), slowness: { $0 < Self.change ? 0 : change })
      let breaks = sketch.speeds(of: passages)
      let kind: RoadBreak.Kind = change > 0 ? .slower : .faster
      return breaks.count == 1 && breaks[0].kind == kind && delay(breaks[0]) <= 3 && abs(shift(breaks[0])) <= 1
        && abs(breaks[0].after / breaks[0].before / Tails.exponential(-change) - 1) < 0.2
    }
    #expect(found.count >= 29, "\(found.count) of 40")
  }

  @Test("A road before signals, on which all or half take several times as long as in free flow, has not become slower")
  func alwaysSlow() {
    let sketch = FleetSketch(days: 60)
    for share in [0.3, 0.5, 0.7, 1] {
      for seed in 0..<40 {
        let passages = standing(sketch.passages(rate: 20, seed: UInt64(seed)), share: share, seed: UInt64(seed))
        #expect(sketch.speeds(of: passages).isEmpty, "share \(share), seed \(seed)")
      }
    }
  }

  @Test(
    "Before signals, times that double or halve are found: where most wait in eight days, where half wait in two weeks",
    arguments: [(0.8, 0.7, 8, 36), (0.8, -0.7, 8, 36), (0.5, 0.7, 14, 30), (0.5, -0.7, 14, 30)])
  func changedBeforeSignals(share: Double, change: Double, days: Int, least: Int) {
    let sketch = FleetSketch(days: 120)
    let found = (0..<40).filter { seed in
      let passages = sketch.passages(rate: 20, seed: UInt64(seed), slowness: { $0 < Self.change ? 0 : change })
      let breaks = sketch.speeds(of: standing(passages, share: share, seed: UInt64(seed)))
      return breaks.first?.kind == (change > 0 ? .slower : .faster) && delay(breaks[0]) <= days
    }
    #expect(found.count >= least, "\(found.count) of 40")
  }

  @Test("Of 100 roads in a year, none changes by chance", arguments: [(10.0, 40), (3.0, 40), (10.0, 3), (1.0, 5)])
  func falseAlarms(rate: Double, regulars: Int) {
    let sketch = FleetSketch(days: 365, seed: 9)
    let false0 = rounds(100).reduce(0) { sum, seed in
      let passages = sketch.passages(rate: rate, regulars: regulars, spread: 0.2, seed: UInt64(1_000 + seed))
      return sum + sketch.use(of: passages).count + sketch.speeds(of: passages).count
    }
    #expect(false0 <= 1)  // 1.2 in 100 roads and 12 months are allowed
  }

  @Test("A vehicle that stays at home is not a closed road, and a new one does not open any")
  func oneVehicle() {
    let sketch = FleetSketch(days: 160)
    let leaves = sketch.passages(rate: 6, regulars: 1, seed: 3) { $0 < 80 ? 1 : 0 }
    let comes = sketch.passages(rate: 6, regulars: 1, seed: 4) { $0 < 80 ? 0 : 1 }
    #expect(sketch.use(of: leaves).isEmpty)
    #expect(sketch.use(of: comes).isEmpty)
  }

  @Test("What is found on a day does not depend on the days after it")
  func noLookAhead() {
    let whole = FleetSketch(days: 120)
    for last in [79, 80, 90] {
      let part = FleetSketch(days: last)
      for seed in 0..<10 {
        let passages = whole.passages(
          rate: 8, seed: UInt64(seed), use: { $0 < 77 ? 1 : 0.02 }, slowness: { $0 < 60 ? 0 : 0.5 })
        let early = passages.filter { $0.day < last }
        let day = FleetSketch.firstDay + last
        #expect(part.use(of: early) == whole.use(of: passages).filter { $0.detected.daysSince1970 < day })
        #expect(part.speeds(of: early) == whole.speeds(of: passages).filter { $0.detected.daysSince1970 < day })
      }
    }
  }

  /// The same passages where a share of the vehicles stands at red, and takes five times as long.
  private func standing(_ passages: [EdgePassage], share: Double, seed: UInt64) -> [EdgePassage] {
    var random = SplitMix64(seed: 7 + seed)
    return passages.map { passage in
      var passage = passage
      if random.uniform() < share { passage.slowness += 1.6 }
      return passage
    }
  }

  /// Days from the change to its detection, and to the day that is named.
  private func delay(_ row: RoadBreak) -> Int { row.detected.daysSince1970 - FleetSketch.firstDay - Self.change }
  private func shift(_ row: RoadBreak) -> Int { row.day.daysSince1970 - FleetSketch.firstDay - Self.change }
}
