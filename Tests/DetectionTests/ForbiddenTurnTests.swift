import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import RoadRules
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `Driving a banned turn` {
  /// A crossing of two streets; from A nobody may turn onto D, and from D only onto A.
  private func crossing(mandatory: [String] = []) throws -> RoadSketch {
    try RoadSketch(
      """
            C
            |
            |
            |
      A-----B-----E
            |
            |
            |
            D
      """, metresPerCell: 20,
      roads: [SketchRoad("A-B-E", name: "Mill Street"), SketchRoad("C-B-D", name: "Quay")], forbidden: ["ABD"],
      mandatory: mandatory)
  }

  @Test func `is an event with time, place, rule and confidence`() throws {
    let sketch = try crossing()
    let found = sketch.events(of: sketch.trip("AB BD"))
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .forbiddenTurn)
    #expect(event.span == [12, 12])
    #expect(event.place == sketch.place("B"))
    #expect(event.edge == 0)
    #expect(event.road == sketch.edge("AB"))
    #expect(event.fixes == 6...7)
    #expect(event.length == 0)
    #expect(event.confidence == 0.9)
    #expect(
      event.detail == "turned right from Mill Street onto Quay; turn restriction 1 bans it for a car")
  }

  @Test(arguments: ["AB BE", "AB BC", "DB BA", "EB BD"])
  func `other turns are none`(path: String) throws {
    let sketch = try crossing()
    #expect(sketch.events(of: sketch.trip(path)).isEmpty)
  }

  @Test func `a prescribed turn bans all others`() throws {
    let sketch = try crossing(mandatory: ["DBA"])
    #expect(sketch.events(of: sketch.trip("DB BA")).isEmpty)
    let found = sketch.events(of: sketch.trip("DB BE"))
    #expect(
      found.map(\.detail) == [
        "turned right from Quay onto Mill Street; turn restriction 2 prescribes another way for a car"
      ])
  }

  @Test func `other modes are free`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----E
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-B-E", "B-D"], forbidden: ["ABD"]
    ) { $0.restrictions[0].modes = TravelModeSet(.truck) }
    #expect(sketch.events(of: sketch.trip("AB BD")).isEmpty)
    #expect(sketch.events(of: sketch.trip("AB BD"), for: .truck).map(\.type) == [.forbiddenTurn])
  }

  @Test func `over several edges it begins at the first turn and has the length between`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----C
            |
      F-----D-----E
      """, metresPerCell: 20, roads: ["A-B-C", "B-D", "F-D-E"], forbidden: ["ABDF"])
    #expect(sketch.events(of: sketch.trip("AB BD DE")).isEmpty)
    #expect(sketch.events(of: sketch.trip("CB BD DF")).isEmpty)
    let event = try #require(sketch.events(of: sketch.trip("AB BD DF")).first)
    #expect(event.type == .forbiddenTurn)
    #expect(event.place == sketch.place("B"))
    #expect(event.span == [12, 16])
    #expect(Int(event.length.rounded()) == 40)
  }

  @Test func `on edges that are not sure nobody is accused`() throws {
    let sketch = try crossing()
    for unsure in 0...1 {
      var trip = sketch.trip("AB BD")
      trip.edges[unsure].confidence = 0.5
      #expect(sketch.events(of: trip).isEmpty)
      trip.edges[unsure].confidence = 0.7
      #expect(sketch.events(of: trip).map(\.confidence) == [0.7])
      trip.edges[unsure].evidence = .detour
      #expect(sketch.events(of: trip).isEmpty)
    }
  }

  @Test(arguments: [(20.0, true), (30, false)])
  func `a wobble across the node is no turn`(driven: Metres, isWobble: Bool) throws {
    let sketch = try crossing()
    var drive = SketchDrive()
    drive.period = 1
    drive.shortOfEnd = 80 - driven
    #expect(sketch.events(of: sketch.trip("AB BD", drive)).isEmpty == isWobble)
    drive.shortOfEnd = 0
    drive.beginOffset = 120 - driven
    #expect(sketch.events(of: sketch.trip("AB BD", drive)).isEmpty == isWobble)
  }

  @Test func `turning round at once beyond the node is a wobble too`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----E
            D
      """, metresPerCell: 20, roads: ["A-B-E", "B-D"], forbidden: ["ABD"])
    #expect(sketch.events(of: sketch.trip("AB BD DB BE")).isEmpty)
  }

  @Test func `beside a lawful way of about the same length nobody is accused`() throws {
    // A lane cuts the corner at B.
    let sketch = try RoadSketch(
      """
      A---L-B-----E
            |
            M
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-L-B-E", "B-M-D", "L>M"], forbidden: ["LBM"])
    var drive = SketchDrive()
    drive.period = 1
    #expect(sketch.events(of: sketch.trip("AL LB BM MD", drive)).map(\.fixes) == [11...12])
    // Without fixes between L and M the vehicle may have taken the lane.
    drive.beginOffset = 70
    drive.period = 10
    #expect(sketch.events(of: sketch.trip("AL LB BM MD", drive)).isEmpty)
  }

  /// Fixes every 20 m, of which four lie beside the lane from L to M, and the others before and behind it.
  @Test(arguments: [(2.0, false), (8, false), (10, true), (20, true)])
  func `fixes beside a lawful way accuse if they are not wrong in the same way`(
    period: Seconds, isEvent: Bool
  ) throws {
    let sketch = try RoadSketch(
      """
      A---L-B-----E
            |
            M
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-L-B-E", "B-M-D", "L>M"], forbidden: ["LBM"])
    var drive = SketchDrive()
    drive.period = period
    drive.speed = 20 / period
    drive.beginOffset = 10
    let found = sketch.events(of: sketch.trip("AL LB BM MD", drive))
    #expect(found.map(\.type) == (isEvent ? [.forbiddenTurn] : []))
  }

  @Test func `a gap in the path is no turn`() throws {
    let sketch = try crossing()
    #expect(sketch.events(of: sketch.trip("AB | BD")).map(\.type) == [.gap])
  }

  @Test func `turning round counts where fixes show it at the junction`() throws {
    let sketch = try RoadSketch(
      """
      A-----B-----E
            |
            D
      """, metresPerCell: 20, roads: ["A-B-E", "B-D"], forbidden: ["ABA"])
    var drive = SketchDrive()
    #expect(sketch.events(of: sketch.trip("AB BA", drive)).map(\.type) == [.forbiddenTurn])
    drive.period = 10
    #expect(sketch.events(of: sketch.trip("AB BA", drive)).isEmpty)
  }

  @Test func `a restriction by time counts at that time, by the clock of the place`() throws {
    // Sketched drives begin on Thursday 2026-01-01 at 00:00 UTC.
    let sketch = try RoadSketch(
      """
      A-----B-----E
            |
            |
            D
      """, metresPerCell: 20, roads: ["A-B-E", "B-D"], forbidden: ["ABD"]
    ) { $0.restrictions[0].condition = "Mo-Fr 07:00-09:00" }
    let trip = sketch.trip("AB BD")
    func found(_ clock: String?) -> [String] {
      sketch.events(of: trip, clock: clock.flatMap(LocalClock.init)).map(\.detail)
    }
    #expect(found(nil).isEmpty)
    #expect(found("+01:00").isEmpty)
    #expect(
      found("+08:00") == [
        "turned right from ABE Street onto BD Street; turn restriction 1 bans it for a car, in force Mo-Fr 07:00-09:00"
      ])
    #expect(found("+09:00").isEmpty)
  }
}

@Suite struct `Passing a barrier` {
  private func road(_ barrier: AccessSet) throws -> RoadSketch {
    try RoadSketch("A----B----C", metresPerCell: 20, roads: [SketchRoad("A-B-C", name: "Mill Street")]) {
      $0.nodes[1].flags.insert(.barrier)
      $0.nodes[1].barrier = barrier
    }
  }

  @Test func `that is closed to the mode is an event`() throws {
    var access = AccessSet.none
    access[.bicycle] = .yes
    let sketch = try road(access)
    let found = sketch.events(of: sketch.trip("AB BC"))
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .barrierPassed)
    #expect(event.place == sketch.place("B"))
    #expect(event.span == [10, 10])
    #expect(event.detail == "passed a barrier that is closed to a car on Mill Street; node 2")
    #expect(sketch.events(of: sketch.trip("AB BC"), for: .bicycle).isEmpty)
  }

  @Test func `that lets the mode through is none, nor is turning back before it`() throws {
    let open = try road(.all)
    #expect(open.events(of: open.trip("AB BC")).isEmpty)
    let closed = try road(.none)
    #expect(closed.events(of: closed.trip("AB BA")).isEmpty)
  }

  @Test func `whose sign excludes the vehicle is an event if its measure is known`() throws {
    let sketch = try RoadSketch("A----B----C", metresPerCell: 20, roads: [SketchRoad("A-B-C", name: "Mill Street")]) {
      $0.nodes[1].conditions = "maxwidth=2"
    }
    let trip = sketch.trip("AB BC")
    #expect(sketch.events(of: trip).isEmpty)
    #expect(sketch.events(of: trip, for: .truck).isEmpty)
    #expect(sketch.events(of: trip, vehicle: Vehicle([.width: 1.9])).isEmpty)
    #expect(
      sketch.events(of: trip, vehicle: Vehicle([.width: 2.1])).map(\.detail) == [
        "signs exclude width 2.1 m on Mill Street; node 2"
      ])
  }
}
