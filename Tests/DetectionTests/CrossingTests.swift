import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `What a drive passes` {
  /// A street of 200 m to B, 200 m to C and 200 m to D; something stands at B.
  private func street(adjust: (inout RoadNetwork) -> Void) throws -> RoadSketch {
    try RoadSketch(
      "A---------B---------C---------D", metresPerCell: 20,
      roads: [SketchRoad("A-B", name: "Mill Street"), SketchRoad("B-C", name: "Quay"), "C-D"], adjust: adjust)
  }

  private func passed(_ path: String, on sketch: RoadSketch, _ drive: SketchDrive = SketchDrive()) -> [Crossing] {
    crossings(of: sketch.trip(path, drive), in: Scene(graph: sketch.graph, mode: .car))
  }

  @Test(arguments: [
    (NodeFlags.levelCrossing, NodeSigns(), CrossingKind.levelCrossing), (.tollBooth, NodeSigns(), .toll),
    (NodeFlags(), .borderControl, .borderControl), (NodeFlags(), .speedCamera, .speedCamera),
    (.trafficSignals, NodeSigns(), .trafficSignals),
  ])
  func `is listed with its place and time`(flags: NodeFlags, signs: NodeSigns, kind: CrossingKind) throws {
    let sketch = try street {
      $0.nodes[1].flags = flags
      $0.nodes[1].signs = signs
    }
    for (path, edge) in [("AB BC CD", "BC"), ("DC CB BA", "BA")] {
      let found = passed(path, on: sketch)
      let crossing = try #require(found.first)
      #expect(found.count == 1 && crossing.kind == kind)
      #expect(crossing.place == sketch.place("B") && crossing.road == sketch.edge(edge))
      #expect(crossing.time.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } == (edge == "BC" ? 20 : 40))
      #expect(crossing.confidence == 0.9 && crossing.hasStopped == (kind == .speedCamera ? nil : false))
    }
  }

  @Test func `is not listed where the drive ends, turns round, or is interrupted`() throws {
    let sketch = try street { $0.nodes[1].flags = .levelCrossing }
    #expect(passed("AB", on: sketch).isEmpty)
    #expect(passed("AB BA", on: sketch).isEmpty)
    #expect(passed("AB | BC", on: sketch).isEmpty)
  }

  @Test(arguments: [
    (NodeSigns.forForward, 1, 0), (NodeSigns.forBackward, 0, 1), (NodeSigns.forForward.union(.forBackward), 1, 1),
  ])
  func `stands for those who drive in its direction`(signs: NodeSigns, there: Int, back: Int) throws {
    for flags in [NodeFlags.stopSign, .trafficSignals] {
      let sketch = try street {
        $0.nodes[1].flags = flags
        $0.nodes[1].signs = signs
      }
      #expect(passed("AB BC", on: sketch).count == there)
      #expect(passed("CB BA", on: sketch).count == back)
    }
  }

  @Test func `a stop sign without a direction stands for those who come to the nearer junction`() throws {
    // The junction C is 40 m behind the sign at B; A, where the street begins, is 200 m before it.
    let sketch = try RoadSketch(
      """
                    E
                    |
      A---------B---C---D
      """, metresPerCell: 20, roads: ["A-B-C-D", "E-C"]
    ) { $0.nodes[1].flags = .stopSign }
    #expect(passed("AB BC CD", on: sketch).map(\.kind) == [.stopSign])
    #expect(passed("DC CB BA", on: sketch).isEmpty)
  }

  @Test func `a stop sign at a junction stands for everybody`() throws {
    let sketch = try RoadSketch(
      """
          E
          |
      A---C---D
      """, metresPerCell: 20, roads: ["A-C-D", "E-C"]
    ) { $0.nodes[1].flags = .stopSign }
    #expect(passed("AC CD", on: sketch).count == 1 && passed("EC CA", on: sketch).count == 1)
  }

  @Test func `zones are listed where they are entered`() throws {
    let sketch = try street {
      $0.ways[1].flags = [.schoolZone, .lowEmissionZone]
      $0.ways[2].flags = .lowEmissionZone
    }
    let found = passed("AB BC CD", on: sketch)
    #expect(found.map(\.kind) == [.schoolZone, .lowEmissionZone] && found.allSatisfy { $0.place == sketch.place("B") })
    #expect(found.allSatisfy { $0.hasStopped == nil })
    #expect(passed("DC CB BA", on: sketch).map(\.kind) == [.schoolZone])
    #expect(passed("CB BC", on: sketch).isEmpty)
  }

  // MARK: Stops

  /// A fix each `period` at 10 m/s; before the first fix at `at` metres or behind, the vehicle waits.
  private func stopped(period: Double, at place: Metres?, waits seconds: Seconds = 0) throws -> Bool? {
    let sketch = try street { $0.nodes[1].flags = .trafficSignals }
    var drive = SketchDrive()
    drive.period = period
    var trip = sketch.trip("AB BC", drive)
    if let place {
      // The vehicle waits where it is: further fixes at the same place.
      let first = trip.matched.paths[0].anchors.firstIndex { $0.step == 0 && $0.offset >= place } ?? 0
      trip.wait(seconds, before: first + 1)
    }
    return try #require(crossings(of: trip, in: Scene(graph: sketch.graph, mode: .car)).first).hasStopped
  }

  @Test func `passing at speed is no stop`() throws {
    #expect(try stopped(period: 1, at: nil) == false)
    #expect(try stopped(period: 3, at: nil) == false)
  }

  @Test func `fixes that are too far apart tell nothing`() throws {
    #expect(try stopped(period: 4, at: nil) == nil)
    #expect(try stopped(period: 15, at: nil) == nil)
  }

  @Test func `standing before the signals is a stop, however sparse the fixes are`() throws {
    #expect(try stopped(period: 1, at: 190, waits: 30) == true)
    #expect(try stopped(period: 3, at: 150, waits: 60) == true)
  }

  @Test func `standing further away is none`() throws {
    #expect(try stopped(period: 1, at: 80, waits: 30) == false)
  }

  @Test func `a device that reports a standstill shows a stop`() throws {
    let sketch = try street {
      $0.nodes[1].flags = .stopSign
      $0.nodes[1].signs = .forForward
    }
    var drive = SketchDrive()
    drive.period = 2
    var trip = sketch.trip("AB BC", drive)
    for fix in 8...9 {
      let old = trip.matched.trace.fixes[fix]
      trip.matched.trace.fixes[fix] = Fix(place: old.place, time: old.time, speed: 0.3, line: old.line)
    }
    #expect(crossings(of: trip, in: Scene(graph: sketch.graph, mode: .car)).map(\.hasStopped) == [true])
  }

  @Test func `without times nothing is known`() throws {
    let sketch = try street { $0.nodes[1].flags = .trafficSignals }
    var drive = SketchDrive()
    drive.hasTimes = false
    #expect(passed("AB BC", on: sketch, drive).map(\.hasStopped) == [nil])
  }
}
