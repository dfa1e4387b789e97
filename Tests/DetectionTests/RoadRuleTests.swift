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

/// A street whose middle part, between B and C, has tags of its own.
private func street(_ tags: String, lengthInCells: Int = 5, access: AccessSet = .all) throws -> RoadSketch {
  let middle = String(repeating: "-", count: lengthInCells - 1)
  return try RoadSketch(
    "A----B\(middle)C----D", metresPerCell: 20,
    roads: ["A-B", SketchRoad("B-C", name: "Mill Street", access: access), "C-D"]
  ) {
    $0.segments[1].forward.conditions = tags
    $0.segments[1].backward.conditions = tags
  }
}

@Suite struct `Driving on a road closed at the time` {
  /// Sketched drives begin on Thursday 2026-01-01 at 00:00 UTC.
  private let tags = "motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)"

  @Test func `by a condition of the map is an event with its text`() throws {
    let sketch = try street(tags)
    let found = sketch.events(of: sketch.trip("AB BC CD"), clock: LocalClock("+08:00"))
    let event = try #require(found.first)
    #expect(found.count == 1)
    #expect(event.type == .closedRoad)
    #expect(event.span == [10, 20])
    #expect(event.place == sketch.place("B"))
    #expect(event.edge == 1)
    #expect(event.fixes == 6...9)
    #expect(Int(event.length.rounded()) == 100)
    #expect(abs(event.confidence - 0.9) < 1e-9)
    #expect(event.detail == "closed to a car at that time on Mill Street; way 2: \(tags)")
  }

  @Test(arguments: [nil, "+06:00", "+09:00"])
  func `at other times, or without the clock of the place, is none`(clock: String?) throws {
    let sketch = try street(tags)
    #expect(sketch.events(of: sketch.trip("AB BC CD"), clock: clock.flatMap(LocalClock.init)).isEmpty)
  }

  @Test func `that closes while the vehicle is on it is none`() throws {
    let sketch = try street(tags)
    var drive = SketchDrive()
    drive.speed = 2
    // It enters the road at 06:59:30 and leaves it 50 s later.
    var trip = sketch.trip("AB BC CD", drive)
    for edge in trip.edges.indices {
      trip.edges[edge].enterTime = trip.edges[edge].enterTime?.adding(seconds: -80)
      trip.edges[edge].exitTime = trip.edges[edge].exitTime?.adding(seconds: -80)
    }
    #expect(sketch.events(of: trip, clock: LocalClock("+07:00")).isEmpty)
  }

  @Test func `without times is none`() throws {
    let sketch = try street(tags)
    var drive = SketchDrive()
    drive.hasTimes = false
    #expect(sketch.events(of: sketch.trip("AB BC CD", drive), clock: LocalClock("+08:00")).isEmpty)
  }

  @Test func `by a traffic event or a policy names it`() throws {
    let sketch = try street("")
    var closed = RoadChange()
    closed.isClosed = true
    let edges: Set = [sketch.edge("BC"), sketch.edge("CB")]
    let trip = sketch.trip("AB BC CD")
    let byPolicy = sketch.events(of: trip) { $0.policy.add(closed, to: edges, Validity()) }
    #expect(
      byPolicy.map(\.detail) == [
        "closed to a car at that time on Mill Street; way 2: a rule of the policy or of traffic"
      ])
    let byEvent = sketch.events(of: trip) {
      $0.traffic.add(closed, to: edges, Validity())
      $0.add(
        TrafficEvent(
          id: "works-7", kind: .closure, severity: nil, description: "", edges: edges, validity: Validity()))
    }
    #expect(byEvent.map(\.detail) == ["closed to a car at that time on Mill Street; way 2: traffic event works-7"])
  }

  /// The vehicle is on Mill Street from 10 to 20 s after the begin.
  @Test(arguments: [(0.0, 30.0, true), (0, 10, false), (12, 30, false), (0, 15, false)])
  func `by traffic between two instants needs no clock`(from: Double, to: Double, isEvent: Bool) throws {
    let sketch = try street("")
    var closed = RoadChange()
    closed.isClosed = true
    let edges: Set = [sketch.edge("BC"), sketch.edge("CB")]
    let validity = Validity(
      from: RoadSketch.begin.adding(seconds: from), to: RoadSketch.begin.adding(seconds: to))
    for clock in [nil, LocalClock("+08:00")] {
      let found = sketch.events(of: sketch.trip("AB BC CD"), clock: clock) {
        $0.traffic.add(closed, to: edges, validity)
        $0.add(
          TrafficEvent(id: "works-7", kind: .closure, severity: nil, description: "", edges: edges, validity: validity))
      }
      let detail = "closed to a car at that time on Mill Street; way 2: traffic event works-7"
      #expect(found.map(\.detail) == (isEvent ? [detail] : []))
    }
  }

  @Test func `by a policy for hours of the day needs the clock`() throws {
    let sketch = try street("")
    var closed = RoadChange()
    closed.isClosed = true
    let night = try #require(OpeningHours("00:00-06:00"))
    func found(_ clock: LocalClock?) -> Int {
      sketch.events(of: sketch.trip("AB BC CD"), clock: clock) {
        $0.policy.add(closed, to: [sketch.edge("BC")], Validity(hours: night))
      }.count
    }
    #expect(found(nil) == 0 && found(LocalClock("+01:00")) == 1 && found(LocalClock("+08:00")) == 0)
  }

  @Test func `on edges that are not sure nobody is accused`() throws {
    let sketch = try street(tags)
    var trip = sketch.trip("AB BC CD")
    trip.edges[1].confidence = 0.7
    #expect(sketch.events(of: trip, clock: LocalClock("+08:00")).isEmpty)
  }
}

@Suite struct `A vehicle on a road that is not made for it` {
  @Test func `is an event with its measure and the sign`() throws {
    let sketch = try street("maxheight=3.5\nmaxspeed:conditional=30 @ (22:00-06:00)")
    let trip = sketch.trip("AB BC CD")
    let found = sketch.events(of: trip, vehicle: Vehicle([.height: 3.8]))
    #expect(found.map(\.type) == [.vehicleLimit])
    #expect(found.map(\.detail) == ["signs exclude height 3.8 m on Mill Street; way 2: maxheight=3.5"])
    #expect(sketch.events(of: trip, vehicle: Vehicle([.height: 3.5])).isEmpty)
    #expect(sketch.events(of: trip, vehicle: Vehicle([.weight: 38])).isEmpty)
  }

  @Test func `dangerous goods are excluded`() throws {
    let sketch = try street("hazmat=no")
    var tanker = Vehicle()
    tanker.isHazardous = true
    let found = sketch.events(of: sketch.trip("AB BC CD"), vehicle: tanker)
    #expect(found.map(\.detail) == ["signs exclude dangerous goods on Mill Street; way 2: hazmat=no"])
  }

  @Test func `the usual measures of a mode accuse nobody`() throws {
    let sketch = try street("maxheight=3.5")
    #expect(sketch.events(of: sketch.trip("AB BC CD"), for: .truck).isEmpty)
  }

  @Test func `under a low bridge no fix is needed, but a sure path on both sides`() throws {
    let sketch = try street("maxheight=3.5", lengthInCells: 2)
    var drive = SketchDrive()
    drive.period = 8
    drive.confidence = 0.97
    var trip = sketch.trip("AB BC CD", drive)
    for fix in trip.matched.fixes.indices where trip.matched.fixes[fix].position?.edge == sketch.edge("BC") {
      trip.take(fix, off: .dropped, .jump)
    }
    trip.edges[1].evidence = .inferred
    func found() -> [ClosedRange<Int>] { sketch.events(of: trip, vehicle: Vehicle([.height: 3.8])).map(\.fixes) }
    #expect(found() == [1...1])
    trip.edges[1].confidence = 0.9
    #expect(found().isEmpty)
    trip.edges[1].confidence = 0.97
    trip.edges[1].evidence = .detour
    #expect(found().isEmpty)
  }
}

@Suite struct `Driving on a road closed to the mode` {
  private func found(_ tags: String = "", _ access: AccessSet = .none, for mode: TravelMode = .car) throws -> [String] {
    let sketch = try street(tags, access: access)
    var drive = SketchDrive()
    drive.mode = mode
    var settings = DetectionSettings()
    settings.meetsClosedRoads = true
    let trip = sketch.trip("AB BC CD", drive)
    return sketch.events(of: trip, for: mode, settings: settings).map { "\($0.type.rawValue): \($0.detail)" }
  }

  @Test func `is an event and no drive against a oneway`() throws {
    #expect(try found() == ["no_access: closed to a car on Mill Street; way 2"])
  }

  @Test func `is none for modes that may use it, with permission or by a condition that cannot be evaluated`() throws {
    var bicycles = AccessSet.none
    bicycles[.bicycle] = .yes
    #expect(try found("", bicycles, for: .bicycle).isEmpty)
    var permit = AccessSet.none
    permit[.car] = .permit
    #expect(try found("", permit).isEmpty)
    #expect(try found("motor_vehicle:conditional=yes @ (residents)").isEmpty)
  }
}
