import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Trips

/// From A to D: 200 m, a tunnel of 400 m with a junction in its middle, 200 m; a street off the junction, and a corner.
private func tunnel() throws -> RoadSketch {
  try RoadSketch(
    """
    A---------B---------J---------C---------D
                        |                   |
                        |                   |
                        K-------------------E
    """, metresPerCell: 20,
    roads: [
      "A-B", SketchRoad("B-J-C", flags: [.tunnel]), "C-D-E", SketchRoad("J-K", flags: [.tunnel]), "K-E",
    ])
}

extension RoadSketch {
  /// A drive with fixes at some seconds and at some metres along a path; a bar parts legs.
  fileprivate func drive(_ legs: [(path: String, fixes: [(second: Double?, metre: Double)])]) -> Trip {
    var fixes: [Fix] = []
    var matched: [MatchedFix] = []
    var paths: [MatchedPath] = []
    for leg in legs {
      let edges = leg.path.split(separator: " ").map { edge(String($0)) }
      let lengths = edges.map { graph.length(of: $0) }
      var anchors: [Anchor] = []
      for (second, metre) in leg.fixes {
        var (step, before) = (0, 0.0)
        while step + 1 < edges.count, metre >= before + lengths[step] {
          before += lengths[step]
          step += 1
        }
        let place = graph.place(on: edges[step], at: metre - before)
        anchors.append(Anchor(fix: fixes.count, step: step, offset: metre - before))
        fixes.append(
          Fix(place: place, time: second.map { RoadSketch.begin.adding(seconds: $0) }, line: UInt32(fixes.count + 1)))
        matched.append(
          MatchedFix(
            status: .matched, reason: nil,
            position: MatchedPosition(edge: edges[step], offset: metre - before, place: place, distance: 0),
            confidence: 1, isWrongWay: false))
      }
      let last = anchors.last.map { edges[0...$0.step] } ?? []
      var steps = last.map { graph.whole($0) }
      steps[0].begin = anchors[0].offset
      steps[steps.count - 1].end = anchors[anchors.count - 1].offset
      paths.append(MatchedPath(steps: steps, anchors: anchors))
    }
    let trace = Trace(id: "drive", source: TraceSource(file: "drive"), fixes: fixes)
    return TripBuilder(graph: graph, mode: .car).trip(
      of: MatchedTrace(
        trace: trace, fixes: matched, paths: paths,
        breaks: [BreakReason](repeating: .timeGap, count: max(0, paths.count - 1)), timedOut: false))
  }

  fileprivate func positions(
    _ trip: Trip, _ adjust: (inout PositionSettings) -> Void = { _ in }
  ) -> [TripPosition] {
    var settings = PositionSettings()
    adjust(&settings)
    var walk = PositionWalk(trip, on: graph, settings: settings)
    var positions: [TripPosition] = []
    while let position = walk.next() { positions.append(position) }
    return positions
  }
}

/// Fixes a second apart from one metre to another, at a constant speed.
private func fixes(
  from second: Double, _ metres: ClosedRange<Double>, speed: Double, every period: Double = 1
) -> [(second: Double?, metre: Double)] {
  stride(from: metres.lowerBound, through: metres.upperBound, by: speed * period).map {
    (second + ($0 - metres.lowerBound) / speed, $0)
  }
}

private func seconds(_ position: TripPosition) -> Double? { position.time?.seconds(since: RoadSketch.begin) }

/// In and out of the tunnel at 10 m/s; the last fix before it is at 185 m, the first one behind it at 625 m.
private let throughTunnel = fixes(from: 0, 5...185, speed: 10) + fixes(from: 62, 625...785, speed: 10)

@Suite struct `Positions of a trip` {
  @Test func `in a tunnel are estimated every second along the road, without time and speed`() throws {
    let sketch = try tunnel()
    let trip = sketch.drive([("AB BJ JC CD", throughTunnel)])
    let positions = sketch.positions(trip)
    let estimates = positions.filter { $0.source == .estimated }
    #expect(positions.filter { $0.source == .fix }.count == throughTunnel.count)
    #expect(estimates.count == 40)  // 205 m, 215 m, … 595 m
    for (i, estimate) in estimates.enumerated() {
      #expect(estimate.time == nil && estimate.speed == nil)
      #expect(abs(estimate.distance - (200 + 10 * Double(i))) < 0.1, "estimate \(i)")
      #expect(abs(try #require(estimate.bearing) - 90) < 0.5)
      #expect(estimate.fix == 18)
      #expect(abs(groundDistance(estimate.place, sketch.place("A")) - 5 - estimate.distance) < 0.1)
    }
    #expect(positions.map(\.distance) == positions.map(\.distance).sorted())
    #expect(positions.filter { $0.source == .fix }.map(\.fix) == Array(throughTunnel.indices))
  }

  @Test func `follow the way that the trip takes at a junction in a tunnel`() throws {
    let sketch = try tunnel()
    let length = sketch.graph.length(of: sketch.edge("AB")) + sketch.graph.length(of: sketch.edge("BJ"))
    let trip = sketch.drive([
      ("AB BJ JK KE", fixes(from: 0, 5...185, speed: 10) + fixes(from: 50, 505...605, speed: 10))
    ])
    let estimates = sketch.positions(trip).filter { $0.source == .estimated }
    #expect(estimates.count == 26)  // 205 m … 455 m; K, where the tunnel ends, is at 460 m
    let behind = estimates.filter { $0.distance > length + 6 }
    #expect(behind.count == 5)
    for estimate in behind { #expect(abs(try #require(estimate.bearing) - 180) < 0.5) }
  }

  @Test func `turn smoothly at a corner`() throws {
    let sketch = try tunnel()
    let trip = sketch.drive([("CD DE", fixes(from: 0, 0...240, speed: 10))])
    let positions = sketch.positions(trip) {
      $0.isInterpolated = true
      $0.rate = 10
    }
    let bearings = positions.compactMap(\.bearing)
    #expect(bearings.count == positions.count)
    #expect(abs(bearings[0] - 90) < 0.5 && abs(bearings[bearings.count - 1] - 180) < 0.5)
    #expect(zip(bearings, bearings.dropFirst()).allSatisfy { $1 - $0 > -0.5 && $1 - $0 < 15 })
  }

  @Test func `are not estimated where nobody asks for it`() throws {
    let sketch = try tunnel()
    let trip = sketch.drive([("AB BJ JC CD", throughTunnel)])
    #expect(sketch.positions(trip) { $0.extrapolation = .none }.allSatisfy { $0.source == .fix })
  }

  @Test func `in a gap with a known path are estimated on request only`() throws {
    let sketch = try tunnel()
    let gap = fixes(from: 0, 0...100, speed: 10) + fixes(from: 70, 340...400, speed: 10)
    let trip = sketch.drive([("CD DE EK", gap)])
    #expect(sketch.positions(trip).count == gap.count)
    let positions = sketch.positions(trip) {
      $0.extrapolation = .gaps
      $0.rate = 0.5
    }
    let estimates = positions.filter { $0.source == .estimated }
    #expect(estimates.count == 29)  // 12 s … 68 s
    #expect(estimates.allSatisfy { $0.time == nil && $0.speed == nil && $0.distance > 100 && $0.distance < 340 })
    #expect(positions.map(\.distance) == positions.map(\.distance).sorted())
  }

  @Test func `are never estimated between two legs, where the path is unknown`() throws {
    let sketch = try tunnel()
    let trip = sketch.drive([
      ("AB", fixes(from: 0, 0...180, speed: 10)), ("CD", fixes(from: 300, 20...180, speed: 10)),
    ])
    let positions = sketch.positions(trip) { $0.extrapolation = .gaps }
    #expect(positions.count == 36 && positions.allSatisfy { $0.source == .fix })
    // What is driven in between is unknown, and not counted.
    #expect(abs(positions[19].distance - 180) < 0.01)
  }

  @Test func `do not jump from the end of a tunnel to a late fix behind it if they are smooth`() throws {
    let sketch = try tunnel()
    let trip = sketch.drive([
      ("AB BJ JC CD", fixes(from: 0, 5...185, speed: 10) + fixes(from: 70, 705...785, speed: 10))
    ])
    #expect(sketch.positions(trip).filter { $0.source == .estimated }.allSatisfy { $0.distance < 596 })
    let positions = sketch.positions(trip) { $0.isInterpolated = true }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $1.distance - $0.distance < 15 })
    #expect(positions.count == 79)
  }

  @Test func `of a vehicle that waits before a tunnel stay there, and then go through it`() throws {
    let sketch = try tunnel()
    let waiting: [(second: Double?, metre: Double)] = (18...60).map { (Double($0), 180) }
    let trip = sketch.drive([
      ("AB BJ JC CD", fixes(from: 0, 0...170, speed: 10) + waiting + fixes(from: 104, 620...780, speed: 10))
    ])
    let positions = sketch.positions(trip) {
      $0.isInterpolated = true
      $0.rate = 4
    }
    let standing = positions.filter { (seconds($0) ?? 0) >= 18 && (seconds($0) ?? 99) <= 60 }
    #expect(standing.count == 42 * 4 + 1)
    #expect(standing.allSatisfy { $0.distance == standing[0].distance && $0.speed == 0 })
    let estimates = positions.filter { $0.source == .estimated }
    #expect(estimates.count > 120)
    // It starts from a halt: the first metres take longer than the others.
    let steps = zip(estimates, estimates.dropFirst()).map { $1.distance - $0.distance }
    #expect(steps[0] < steps[steps.count / 2])
  }

  @Test func `between the fixes of a short underpass are measured, and not estimated`() throws {
    let sketch = try RoadSketch(
      "A---------B-C---------D", metresPerCell: 10, roads: ["A-B", SketchRoad("B-C", flags: [.tunnel]), "C-D"])
    let trip = sketch.drive([("AB BC CD", fixes(from: 0, 0...200, speed: 15))])
    let positions = sketch.positions(trip) {
      $0.isInterpolated = true
      $0.rate = 10
    }
    #expect(positions.contains { $0.distance > 100 && $0.distance < 120 })
    #expect(positions.allSatisfy { $0.source != .estimated && $0.time != nil })
    #expect(sketch.positions(trip).allSatisfy { $0.source == .fix })
  }

  @Test(arguments: [10.0, 3, 1, 0.5, 0.2])
  func `at a rate lie at equal times, whatever that of the fixes`(rate: Double) throws {
    let sketch = try tunnel()
    let trip = sketch.drive([("CD DE EK", fixes(from: 0, 0...600, speed: 12))])
    let positions = sketch.positions(trip) {
      $0.isInterpolated = true
      $0.rate = rate
    }
    #expect(positions.count == Int(50 * rate) + 1)
    for (i, position) in positions.enumerated() {
      let second = Double(i) / rate
      #expect(abs(try #require(seconds(position)) - second) < 0.001)
      #expect(abs(position.distance - 12 * second) < 0.02)
      #expect(abs(try #require(position.speed) - 12) < 0.05)
      #expect((position.source == .fix) == (abs(second - second.rounded()) < 0.0001))
    }
  }

  @Test func `change their speed smoothly, never turn back, and pass every fix at its time`() throws {
    let sketch = try tunnel()
    var random = SplitMix64(seed: 12)
    for _ in 0..<50 {
      var (second, metre) = (0.0, 0.0)
      var given: [(second: Double?, metre: Double)] = []
      while metre < 500 {
        given.append((second, metre))
        second += Double(Int.random(in: 1...6, using: &random))
        metre += Bool.random(using: &random) ? 0 : Double.random(in: 0...90, using: &random)
      }
      let trip = sketch.drive([("CD DE EK", given)])
      let positions = sketch.positions(trip) {
        $0.isInterpolated = true
        $0.rate = 20
      }
      let bySecond = Dictionary(uniqueKeysWithValues: positions.map { (seconds($0) ?? -1, $0) })
      for (second, metre) in given {
        #expect(abs(try #require(bySecond[second ?? 0]).distance - metre) < 0.001)
      }
      for (a, b) in zip(positions, positions.dropFirst()) {
        let (begin, end) = (try #require(a.speed), try #require(b.speed))
        #expect(b.distance >= a.distance && begin >= 0)
        // The distance is what the speeds say, so neither jumps.
        #expect(abs(b.distance - a.distance - (begin + end) / 2 * 0.05) < 0.02, "at \(seconds(a) ?? -1) s")
      }
    }
  }

  @Test func `without times are as far apart as at 50 km/h, and have neither time nor speed`() throws {
    let sketch = try tunnel()
    let untimed = throughTunnel.map { (second: Double?.none, metre: $0.metre) }
    let trip = sketch.drive([("AB BJ JC CD", untimed)])
    let positions = sketch.positions(trip)
    let estimates = positions.filter { $0.source == .estimated }
    #expect(estimates.count == 28)  // 400 m in steps of 13.9 m
    #expect(positions.allSatisfy { $0.time == nil && $0.speed == nil })
    let steps = zip(estimates, estimates.dropFirst()).map { $1.distance - $0.distance }
    #expect(steps.allSatisfy { abs($0 - 50 / 3.6) < 0.001 })
    #expect(positions.filter { $0.source == .fix }.count == untimed.count)
  }

  @Test func `of fixes off the road are where the device was`() throws {
    let sketch = try tunnel()
    var trip = sketch.drive([
      ("AB", fixes(from: 0, 0...100, speed: 10)), ("CD", fixes(from: 60, 20...100, speed: 10)),
    ])
    trip.matched.fixes.insert(
      MatchedFix(status: .offRoad, reason: .notOnRoad, position: nil, confidence: 0, isWrongWay: false), at: 11)
    trip.matched.trace.fixes.insert(
      Fix(place: sketch.place("K"), time: RoadSketch.begin.adding(seconds: 30), line: 99), at: 11)
    trip.legs[1].fixes = 12...20
    for i in trip.matched.paths[1].anchors.indices { trip.matched.paths[1].anchors[i].fix += 1 }
    for isInterpolated in [false, true] {
      let positions = sketch.positions(trip) { $0.isInterpolated = isInterpolated }
      #expect(positions.map(\.fix) == Array(0...20))
      let off = positions[11]
      #expect(off.place == sketch.place("K") && off.edge == nil && off.bearing == nil && off.speed == nil)
      #expect(seconds(off) == 30)
    }
  }

  @Test func `of trips without a road, or with a single fix, are those of the fixes`() throws {
    let sketch = try tunnel()
    #expect(sketch.positions(sketch.drive([("AB", [(0, 50)])])).count == 1)
    #expect(sketch.positions(sketch.drive([("AB", [(0, 50)])])) { $0.isInterpolated = true }.count == 1)
    #expect(sketch.positions(sketch.drive([])).isEmpty)
  }
}
