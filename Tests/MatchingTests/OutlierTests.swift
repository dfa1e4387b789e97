import Geodesy
import Matching
import RoadGraph
import TestSupport
import Testing
import Traces

@Suite struct `A wild fix` {
  /// A road, and another one 180 m to its north.
  private func roads() throws -> RoadSketch {
    try RoadSketch(
      """
      E------------------------------F


      A-1----------------------------B
      """, metresPerCell: 60, roads: ["A-B", "E-F"])
  }

  @Test(arguments: [[20], [20, 21], [20, 21, 22], [10, 20, 30], [15, 16, 30, 31]])
  func `near another road costs itself and nothing else`(wild: [Int]) throws {
    let sketch = try roads()
    for period in [4.0, 5, 10] {
      var trace = sketch.ride("ABA", Ride(speed: 9, period: period, noise: 3))
      for i in wild { trace.fixes[i] = trace.fixes[i].moved(northward: 178) }
      let matched = match(sketch, trace)
      let unmatched = matched.fixes.indices.filter { matched.fixes[$0].status != .matched }
      #expect(unmatched == wild, "\(period) s: \(matched.signs)")
      #expect(unmatched.allSatisfy { matched.fixes[$0].status == .unmatched && matched.fixes[$0].reason == .noPath })
      #expect(matched.spelled(on: sketch) == "AB BA" && matched.breaks.isEmpty)
    }
  }

  @Test(arguments: [[20], [20, 21], [20, 21, 22], [10, 20, 30], [15, 16, 30, 31]])
  func `in a dense trace moves none of its neighbours`(wild: [Int]) throws {
    let sketch = try roads()
    for (period, distance) in [(1.0, 60.0), (2, 120), (3, 178)] {
      var trace = sketch.ride("AB", Ride(speed: 15, period: period, noise: 3))
      for i in wild { trace.fixes[i] = trace.fixes[i].moved(northward: distance) }
      let matched = match(sketch, trace)
      #expect(matched.spelled(on: sketch) == "AB" && matched.breaks.isEmpty, "\(period) s: \(matched.signs)")
      for (i, fix) in matched.fixes.enumerated() {
        // A wild fix is skipped, or placed according to its neighbours, which stay in place.
        if wild.contains(i), fix.status != .matched { continue }
        let position = try #require(fix.position, "\(period) s: \(matched.signs)")
        #expect(wild.contains(i) ? position.distance > distance - 20 : position.distance < 15)
        #expect(abs(position.offset - 15 * period * Double(i)) < 25)
      }
    }
  }

  @Test(arguments: [(1.0, 60.0), (1, 150), (2, 120), (3, 178)], [[20], [20, 21], [20, 21, 22], [15, 16, 30, 31]])
  func `in a dense trace of much noise moves none of its neighbours`(wildness: (Seconds, Metres), wild: [Int]) throws {
    let sketch = try roads()
    let (period, distance) = wildness
    for seed in 1...6 as ClosedRange<UInt64> {
      var trace = sketch.ride("AB", Ride(speed: 15, period: period, noise: 9, seed: seed))
      for i in wild { trace.fixes[i] = trace.fixes[i].moved(northward: distance) }
      let matched = match(sketch, trace)
      #expect(matched.spelled(on: sketch) == "AB" && matched.breaks.isEmpty, "seed \(seed): \(matched.signs)")
      for (i, fix) in matched.fixes.enumerated() where !wild.contains(i) {
        let position = try #require(fix.position, "seed \(seed), fix \(i): \(matched.signs)")
        #expect(abs(position.offset - 15 * period * Double(i)) < 40, "seed \(seed), fix \(i)")
      }
    }
  }

  @Test(arguments: [(1.0, 60.0, 1), (1, 60, 2), (1, 150, 1), (1, 150, 2), (2, 60, 1), (2, 120, 1), (2, 120, 2)])
  func `beside a side street is no drive into it`(period: Seconds, distance: Metres, count: Int) throws {
    let sketch = try RoadSketch(
      """
                 D
                 |
                 |
                 |
      A----------B----------C
      """, metresPerCell: 50, roads: ["A-B-C", "B-D"])
    for seed in 1...6 as ClosedRange<UInt64> {
      var trace = sketch.ride("ABC", Ride(speed: 14, period: period, noise: 8, seed: seed))
      let crossing = Int(550 / (14 * period))
      for i in crossing..<crossing + count { trace.fixes[i] = trace.fixes[i].moved(northward: distance) }
      let matched = match(sketch, trace)
      #expect(matched.spelled(on: sketch) == "AB BC" && matched.breaks.isEmpty, "seed \(seed): \(matched.signs)")
    }
  }

  @Test(arguments: [5.0, 10, 30])
  func `far from every road costs itself and nothing else`(period: Seconds) throws {
    let sketch = try roads()
    var trace = sketch.ride("AB", Ride(speed: period == 30 ? 5 : 15, period: period, noise: 3))
    let wild = trace.fixes.count / 2
    trace.fixes[wild] = trace.fixes[wild].moved(northward: -400)
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB" && matched.signs.filter { $0 != "." } == "f", "\(matched.signs)")
    #expect(matched.fixes[wild].reason == .noRoadNear)
  }

  @Test func `at the begin or the end does not take the rest with it`() throws {
    let sketch = try roads()
    for wild in [0, 20] {
      var trace = sketch.ride("1B", Ride(speed: 20, period: 2, noise: 3))
      trace.fixes.removeLast(trace.fixes.count - 21)
      trace.fixes[wild] = trace.fixes[wild].moved(northward: 178)
      let matched = match(sketch, trace)
      #expect(matched.fixes.indices.filter { $0 != wild }.allSatisfy { matched.fixes[$0].status == .matched })
      #expect(matched.paths.contains { $0.fixes.count == 20 && sketch.spelled($0.steps.map(\.edge)) == "AB" })
    }
  }

  @Test(arguments: [1.0, 3, 10])
  func `is not a leap that goes on elsewhere, which parts the path`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      E------------------------------F


      A------------------------------B
      """, metresPerCell: 600, roads: ["A-B", "E-F"])
    var trace = sketch.ride("AB", Ride(speed: 20, period: period, noise: 4))
    let leap = trace.fixes.count / 2
    for i in leap..<trace.fixes.count { trace.fixes[i] = trace.fixes[i].moved(northward: 1800) }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB | EF" && matched.breaks == [.noPath])
    #expect(matched.paths.map(\.fixes) == [0...leap - 1, leap...trace.fixes.count - 1])
    #expect(matched.fixes.allSatisfy { ($0.position?.distance ?? .infinity) < 20 })
  }

  @Test func `is not what a drive on the other road for a while is`() throws {
    let sketch = try roads()
    var trace = sketch.ride("AB", Ride(speed: 10, period: 5, noise: 3))
    for i in 10...25 { trace.fixes[i] = trace.fixes[i].moved(northward: 178) }
    let matched = match(sketch, trace)
    #expect(matched.spelled(on: sketch) == "AB | EF | AB" && matched.breaks.count == 2)
    #expect(matched.runs == ".")
  }

  @Test func `does not make the drive shorter or longer`() throws {
    let sketch = try roads()
    let clean = sketch.ride("AB", Ride(speed: 15, period: 3))
    var wild = clean
    for i in [7, 21, 22, 40] { wild.fixes[i] = wild.fixes[i].moved(eastward: 30, northward: 170) }
    #expect(abs(match(sketch, wild).length - match(sketch, clean).length) < 1)
  }
}
