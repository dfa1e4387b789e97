import Detection
import Geodesy
import Matching
import Moments
import RoadGraph
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `Driving the wrong way` {
  /// BC and CD are oneway eastward, D to E is open both ways.
  let street: RoadSketch
  init() throws {
    street = try RoadSketch(
      """
      A---B---C---D---E
      """, metresPerCell: 20,
      roads: [
        SketchRoad("A-B", name: "Mill Street"), SketchRoad("B>C", name: "Quay"), SketchRoad("C>D", name: "Long Lane"),
        SketchRoad("D-E", name: "Mill Street"),
      ])
  }

  @Test func `a run of edges is one event with its begin, end and length`() throws {
    let found = street.events(of: street.trip("ED DC CB BA"))
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .wrongWay)
    #expect(event.span == [8, 24])
    #expect(event.place == street.place("D"))
    #expect(event.edge == 1)
    #expect(Int(event.length.rounded()) == 160)
    #expect(event.fixes == 4...11)
    #expect(event.detail == "against the direction allowed to a car on Long Lane, Quay")
  }

  @Test func `its length is that of the events, and too short a run has none`() throws {
    let events = street.events(of: street.trip("ED DC CB BA"))
    #expect(Int(wrongWayLength(of: events).rounded()) == 160)
    var drive = SketchDrive()
    drive.beginOffset = 60
    let short = street.trip("CB BA", drive)
    #expect(short.edges[0].isWrongWay && short.edges[0].length > 19)
    #expect(wrongWayLength(of: street.events(of: short)) == 0)
  }

  @Test func `with the oneway there is none`() {
    #expect(street.events(of: street.trip("AB BC CD DE")).isEmpty)
  }

  @Test func `it begins and ends within edges where the leg does`() throws {
    var drive = SketchDrive()
    drive.beginOffset = 25
    drive.shortOfEnd = 15
    let event = try #require(street.events(of: street.trip("DC CB", drive)).first)
    #expect(event.place == street.graph.place(on: street.edge("DC"), at: 25))
    #expect(Int(event.length.rounded()) == 120)
    #expect(event.span == [0, 12])
  }

  @Test func `the modes that may drive there do not err`() {
    var drive = SketchDrive()
    drive.mode = .pedestrian
    #expect(street.events(of: street.trip("DC CB", drive), for: .pedestrian).isEmpty)
  }

  @Test func `confidence is weighed by length`() throws {
    var drive = SketchDrive()
    drive.beginOffset = 60
    var trip = street.trip("DC CB", drive)
    trip.edges[0].confidence = 0.6
    trip.edges[1].confidence = 0.9
    let event = try #require(street.events(of: trip).first)
    #expect(abs(event.confidence - (20 * 0.6 + 80 * 0.9) / 100) < 1e-3)
    // Below 0.8 nobody is accused.
    trip.edges[0].confidence = 0.3
    #expect(street.events(of: trip).isEmpty)
  }

  @Test(arguments: [(56.0, false), (54.0, true)])
  func `a run of less than 25 metres is a wobble`(beginOffset: Metres, isEvent: Bool) {
    var drive = SketchDrive()
    drive.beginOffset = beginOffset
    drive.period = 1
    #expect(street.events(of: street.trip("DC", drive)).isEmpty == !isEvent)
  }

  @Test(arguments: [(0.9, 0.0, false), (0.97, 0, true), (0.97, 35, false)])
  func `a run seen by one fix is a wobble, unless it is long and sure`(
    confidence: Double, shortOfEnd: Metres, isEvent: Bool
  ) {
    var drive = SketchDrive()
    drive.period = 8
    drive.confidence = confidence
    drive.shortOfEnd = shortOfEnd
    var once = street.trip("ED DC", drive)
    #expect(once.matched.paths[0].anchors.map(\.step) == [0, 1, 1])
    #expect(street.events(of: once).count == 1)
    once.take(2, off: .unmatched, .noPath)
    #expect(street.events(of: once).isEmpty == !isEvent)
  }

  @Test func `an allowed edge in between parts two events`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D---E
      """, metresPerCell: 20, roads: ["A>B", "B-C", "C>D", "D-E"])
    let found = sketch.events(of: sketch.trip("ED DC CB BA"))
    #expect(found.map(\.edge) == [1, 3])
    #expect(found.map(\.span) == [[8, 16], [24, 32]])
  }

  @Test func `a gap parts two events`() {
    let found = street.events(of: street.trip("DC | CB"))
    #expect(found.map(\.type) == [.wrongWay, .gap, .wrongWay])
    #expect(found.map(\.edge) == [0, 0, 1])
    #expect(found.map(\.fixes) == [0...4, 4...5, 5...9])
  }

  @Test func `the same street driven twice is told twice`() throws {
    let found = street.events(of: street.trip("ED DC CD DC CB"))
    #expect(found.map(\.edge) == [1, 3])
    #expect(found.map { Int($0.length.rounded()) } == [80, 160])
  }

  @Test func `without times it has a place and a length`() throws {
    var drive = SketchDrive()
    drive.hasTimes = false
    let event = try #require(street.events(of: street.trip("ED DC CB", drive)).first)
    #expect(event.span == [nil, nil])
    #expect(event.place == street.place("D"))
    #expect(Int(event.length.rounded()) == 160)
  }

  @Test func `round a roundabout against the traffic counts on either side of the road`() throws {
    for (side, course, path) in [
      (RoadFlags(), "R>Q>P>S>R", "AR RS SP PC"), (.drivesOnLeft, "R>S>P>Q>R", "AR RQ QP PC"),
    ] {
      let sketch = try RoadSketch(
        """
          C
          |
          P
        S   Q
          R
          |
          A
        """, metresPerCell: 10,
        roads: ["A-R", "P-C", SketchRoad(course, name: "", flags: side.union(.roundabout))])
      let found = sketch.events(of: sketch.trip(path))
      #expect(found.map(\.type) == [.wrongWay])
      #expect(found.first?.detail == "against the direction allowed to a car")
    }
  }
}

@Suite struct `Driving against a oneway that holds at times` {
  /// From B to C the map is open both ways, or oneway eastward; sketched drives begin on Thursday at 00:00 UTC.
  private func street(_ course: String, _ tags: String) throws -> RoadSketch {
    try RoadSketch(
      "A---B---C---D", metresPerCell: 20, roads: ["A-B", SketchRoad(course, name: "Quay"), "C-D"]
    ) {
      $0.segments[1].forward.conditions = tags
      $0.segments[1].backward.conditions = tags
    }
  }

  private let rush = "oneway:conditional=yes @ (Mo-Fr 07:00-09:00)"
  private let night = "oneway:conditional=no @ (22:00-06:00)"

  @Test func `is an event with its condition while it holds`() throws {
    let sketch = try street("B-C", rush)
    let found = sketch.events(of: sketch.trip("DC CB BA"), clock: LocalClock("+08:00"))
    let event = try #require(found.first)
    #expect(found.count == 1 && event.type == .wrongWay && event.edge == 1 && event.fixes == 4...7)
    #expect(event.detail == "against the direction allowed to a car on Quay; \(rush)")
    #expect(event.rules == [RuleID(.oneway, index: 1)])
  }

  @Test(arguments: [nil, "+06:00", "+09:00"])
  func `is none at other times, or without the clock of the place`(clock: String?) throws {
    let sketch = try street("B-C", rush)
    #expect(sketch.events(of: sketch.trip("DC CB BA"), clock: clock.flatMap(LocalClock.init)).isEmpty)
  }

  @Test func `is none in its direction, nor on foot`() throws {
    let sketch = try street("B-C", rush)
    #expect(sketch.events(of: sketch.trip("AB BC CD"), clock: LocalClock("+08:00")).isEmpty)
    #expect(sketch.events(of: sketch.trip("DC CB BA"), for: .pedestrian, clock: LocalClock("+08:00")).isEmpty)
  }

  @Test(arguments: [("+00:00", true), ("+08:00", false)])
  func `is none while the oneway is lifted`(clock: String, isLifted: Bool) throws {
    let sketch = try street("B>C", night)
    #expect(sketch.events(of: sketch.trip("DC CB BA"), clock: LocalClock(clock)).isEmpty == isLifted)
  }

  @Test func `is none if nobody knows whether the oneway is lifted`() throws {
    let timed = try street("B>C", night)
    #expect(timed.events(of: timed.trip("DC CB BA")).isEmpty)
    let dry = try street("B>C", "oneway:conditional=no @ (dry)")
    #expect(dry.events(of: dry.trip("DC CB BA"), clock: LocalClock("+08:00")).isEmpty)
    let residents = try street("B>C", "motor_vehicle:conditional=yes @ (residents)")
    #expect(residents.events(of: residents.trip("DC CB BA"), clock: LocalClock("Z")).map(\.type) == [.wrongWay])
  }
}
