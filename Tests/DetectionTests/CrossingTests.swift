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

  @Test func `zones are listed where they are entered and left`() throws {
    let sketch = try street {
      $0.ways[1].flags = [.schoolZone, .lowEmissionZone]
      $0.ways[2].flags = .lowEmissionZone
    }
    let found = passed("AB BC CD", on: sketch)
    #expect(found.map(\.kind) == [.schoolZone, .lowEmissionZone, .schoolZone])
    #expect(found.map(\.movement) == [.entered, .entered, .left])
    #expect(found.map(\.place) == ["B", "B", "C"].map(sketch.place))
    #expect(found.allSatisfy { $0.hasStopped == nil && $0.name.isEmpty && $0.source == nil && $0.node != nil })
    let back = passed("DC CB BA", on: sketch)
    #expect(back.map(\.kind) == [.schoolZone, .schoolZone, .lowEmissionZone])
    #expect(back.map(\.movement) == [.entered, .left, .left])
    #expect(passed("CB BC", on: sketch).isEmpty)
  }

  // MARK: Zones and devices

  /// The middle of the street from `begin` to `end`, in metres from A, is in an area.
  private func street(zone begin: Metres, _ end: Metres, name: String = "Innenstadt", tagged: Bool = false) throws
    -> RoadSketch
  {
    try street { network in
      if tagged { for way in network.ways.indices { network.ways[way].flags = .lowEmissionZone } }
      var zone = RoadNetwork.Zone(kind: .lowEmission, name: name, source: .relation(7), stretches: [])
      for segment in 0..<3 {
        let first = Double(segment) * 200
        let (from, to) = (max(begin, first), min(end, first + 200))
        guard from < to else { continue }
        zone.stretches.append(
          RoadNetwork.ZoneStretch(segment: segment, begin: (from - first) / 200, end: (to - first) / 200))
      }
      network.zones = [zone]
    }
  }

  /// `entered 150 Innenstadt`: metres from A.
  private func zones(_ path: String, on sketch: RoadSketch) -> [String] {
    passed(path, on: sketch).filter { $0.kind == .lowEmissionZone }.map { crossing in
      let metres = groundDistance(crossing.place, sketch.place("A"))
      return "\(crossing.movement) \(Int(metres.rounded())) \(crossing.name)"
    }
  }

  @Test func `a zone drawn as an area is entered and left within an edge, with its name`() throws {
    let sketch = try street(zone: 150, 450)
    #expect(zones("AB BC CD", on: sketch) == ["entered 150 Innenstadt", "left 450 Innenstadt"])
    #expect(zones("DC CB BA", on: sketch) == ["entered 450 Innenstadt", "left 150 Innenstadt"])
    // Turning round within, and beginning within.
    #expect(zones("AB BC CB BA", on: sketch) == ["entered 150 Innenstadt", "left 150 Innenstadt"])
    #expect(zones("BC CD", on: sketch) == ["left 450 Innenstadt"])
    #expect(zones("BC | CD", on: sketch) == ["left 450 Innenstadt"])
    let crossing = try #require(passed("AB BC CD", on: sketch).first)
    #expect(crossing.node == nil && crossing.source == .relation(7) && crossing.hasStopped == nil)
    #expect(crossing.road == sketch.edge("AB") && crossing.timeSource == .estimated)
    #expect(crossing.time.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } == 15)
  }

  @Test func `a zone is not entered or left by less than 30 m`() throws {
    #expect(try zones("AB BC CD", on: street(zone: 190, 215)).isEmpty)
    #expect(try zones("AB BC CD", on: street(zone: 580, 600)).isEmpty)
    let sketch = try street(zone: 100, 300)
    let again = ["entered 100 Innenstadt", "left 300 Innenstadt", "entered 300 Innenstadt"]
    #expect(zones("AB BC CB", on: sketch) == again)
  }

  @Test func `an area speaks before the tags of the ways in it`() throws {
    let sketch = try street(zone: 0, 600, tagged: true)
    #expect(zones("AB BC CD", on: sketch).isEmpty)
    let nameless = try street(zone: 0, 200, name: "", tagged: false)
    #expect(zones("AB BC", on: nameless) == ["left 200 "])
  }

  private func street(device edge: String, at share: Double, _ kind: EnforcementKind = .speed) throws -> RoadSketch {
    try street { network in
      let segment = ["AB", "BC", "CD"].firstIndex { $0 == edge || String($0.reversed()) == edge } ?? 0
      network.enforcements = [
        RoadNetwork.Enforcement(
          kind: kind, source: 9, segment: segment, forward: edge.first ?? " " < edge.last ?? " ", share: share)
      ]
    }
  }

  @Test(arguments: [
    (EnforcementKind.speed, CrossingKind.speedCamera), (.averageSpeed, .averageSpeedCamera),
    (.trafficSignals, .redLightCamera), (.access, .accessCamera), (.toll, .tollCamera), (.height, .heightCheck),
    (.weight, .weightCheck), (.distance, .distanceCheck), (.check, .trafficCheck),
  ])
  func `a device watches one direction`(device: EnforcementKind, kind: CrossingKind) throws {
    let sketch = try street(device: "BC", at: 0.25, device)
    let crossing = try #require(passed("AB BC CD", on: sketch).first)
    #expect(passed("AB BC CD", on: sketch).count == 1 && crossing.kind == kind && crossing.movement == .passed)
    #expect(crossing.source == .relation(9) && crossing.hasStopped == nil && crossing.node == nil)
    #expect(Int(groundDistance(crossing.place, sketch.place("A")).rounded()) == 250)
    #expect(crossing.time.map { Int($0.seconds(since: RoadSketch.begin).rounded()) } == 25)
    #expect(passed("DC CB BA", on: sketch).isEmpty)
  }

  @Test func `a device at a node is passed by who goes on there`() throws {
    let (begin, end) = (try street(device: "BC", at: 0), try street(device: "AB", at: 1))
    for sketch in [begin, end] {
      let crossing = try #require(passed("AB BC", on: sketch).first)
      #expect(crossing.place == sketch.place("B") && crossing.road == sketch.edge("BC") && crossing.node != nil)
      #expect(passed("AB BA", on: sketch).isEmpty && passed("AB | BC", on: sketch).isEmpty)
      #expect(passed("AB", on: sketch).isEmpty && passed("CB BA", on: sketch).isEmpty)
    }
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
