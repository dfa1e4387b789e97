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

@Suite struct `Driving too fast` {
  /// 50 km/h from A to B and from C to D, 30 km/h from B to C; 300 m each.
  private func street(_ source: SpeedLimit.Source = .tag, conditions: String = "") throws -> RoadSketch {
    try RoadSketch(
      "A-----B-----C-----D", metresPerCell: 50,
      roads: [SketchRoad("A-B", name: "Mill Street"), SketchRoad("B-C", name: "Quay"), "C-D"]
    ) {
      for (segment, limit) in [50, 30, 50].enumerated() {
        $0.segments[segment].forward.speedLimit = SpeedLimit(kmh: limit, source: source)
        $0.segments[segment].forward.conditions = conditions
      }
    }
  }

  private func drive(kmh: Double, period: Seconds = 1) -> SketchDrive {
    var drive = SketchDrive()
    drive.speed = kmh / 3.6
    drive.period = period
    return drive
  }

  @Test(arguments: [(54.0, false), (56, true)])
  func `is an event beyond the tolerance`(kmh: Double, isEvent: Bool) throws {
    let sketch = try street()
    let trip = sketch.trip("AB", drive(kmh: kmh))
    #expect(sketch.events(of: trip).map(\.type) == (isEvent ? [.speeding] : []))
  }

  @Test func `has its greatest and mean speed, limit, length and duration`() throws {
    let sketch = try street()
    let event = try #require(sketch.events(of: sketch.trip("AB", drive(kmh: 72))).first)
    // Every second fix counts.
    #expect(event.span == [0, 14])
    #expect(Int(event.length.rounded()) == 280)
    #expect(event.place == sketch.place("A"))
    #expect(event.fixes == 0...14)
    #expect(event.confidence == 0.9)
    let speeding = try #require(event.payload as? Speeding)
    #expect(abs(speeding.maximum - 20) < 0.1 && abs(speeding.mean - 20) < 0.1)
    #expect(
      event.detail
        == "up to 72 km/h, on average 72 km/h, where 50 km/h are allowed on Mill Street, for 14 s; by position")
  }

  @Test func `counts where the limit is low, and not beside it`() throws {
    let sketch = try street()
    // 40 km/h are 11.1 m/s: 27 s on each road.
    let event = try #require(sketch.events(of: sketch.trip("AB BC CD", drive(kmh: 40))).first)
    #expect(event.edge == 1)
    let span = event.span.map { $0 ?? 0 }
    // Five seconds before and behind a sign nobody is accused.
    #expect((32...34).contains(span[0]) && (46...49).contains(span[1]))
    #expect(event.detail.contains("where 30 km/h are allowed on Quay"))
  }

  @Test func `needs the device and the places to agree`() throws {
    let sketch = try street()
    var trip = sketch.trip("AB", drive(kmh: 72))
    func report(_ speed: MetresPerSecond) {
      for fix in trip.matched.trace.fixes.indices {
        let old = trip.matched.trace.fixes[fix]
        trip.matched.trace.fixes[fix] = Fix(place: old.place, time: old.time, speed: speed, line: old.line)
      }
    }
    report(13)
    #expect(sketch.events(of: trip).isEmpty)
    report(18)
    let found = sketch.events(of: trip)
    #expect(found.map { $0.detail.hasPrefix("up to 65 km/h") } == [true])
    #expect(found.map { $0.detail.hasSuffix("by device and position") } == [true])
    report(30)
    #expect(sketch.events(of: trip).map { $0.detail.hasPrefix("up to 72 km/h") } == [true])
  }

  @Test(arguments: [(9.0, false), (11, true)])
  func `is none if it is short`(seconds: Seconds, isEvent: Bool) throws {
    let sketch = try street()
    var fast = drive(kmh: 72)
    fast.shortOfEnd = 300 - 20 * seconds
    #expect(sketch.events(of: sketch.trip("AB", fast)).isEmpty != isEvent)
  }

  @Test func `is none where fixes are not sure or lie far off`() throws {
    let sketch = try street()
    var trip = sketch.trip("AB", drive(kmh: 60))
    #expect(sketch.events(of: trip).count == 1)
    for fix in trip.matched.fixes.indices { trip.matched.fixes[fix].confidence = 0.7 }
    #expect(sketch.events(of: trip).isEmpty)
    var noisy = sketch.trip("AB", drive(kmh: 60))
    for fix in noisy.matched.fixes.indices {
      guard let old = noisy.matched.fixes[fix].position else { continue }
      noisy.matched.fixes[fix].position = MatchedPosition(
        edge: old.edge, offset: old.offset, place: old.place, distance: 10)
    }
    #expect(sketch.events(of: noisy).isEmpty)
  }

  @Test func `is judged by defaults of classes on request only`() throws {
    let sketch = try street(.defaultOfClass)
    let trip = sketch.trip("AB", drive(kmh: 72))
    #expect(sketch.events(of: trip).isEmpty)
    var settings = DetectionSettings()
    settings.speeding.usesDefaults = true
    let found = sketch.events(of: trip, settings: settings)
    #expect(found.map { $0.detail.contains("where 50 km/h by the class of the road are allowed") } == [true])
  }

  @Test func `respects limits by time, and doubts those it cannot evaluate`() throws {
    // Sketched drives begin at midnight UTC.
    let sketch = try street(conditions: "maxspeed:conditional=80 @ (06:00-22:00)")
    let trip = sketch.trip("AB", drive(kmh: 72))
    #expect(sketch.events(of: trip, clock: LocalClock("Z")).map(\.type) == [.speeding])
    #expect(sketch.events(of: trip, clock: LocalClock("+08:00")).isEmpty)
    #expect(sketch.events(of: trip).isEmpty)
  }

  @Test func `is not watched for bicycles, nor if nobody wants it`() throws {
    let sketch = try street()
    let trip = sketch.trip("AB", drive(kmh: 72))
    #expect(sketch.events(of: trip, for: .bicycle).isEmpty)
    var settings = DetectionSettings()
    settings.speeding.isWatched = false
    #expect(sketch.events(of: trip, settings: settings).isEmpty)
  }

  @Test func `ends with a leg`() throws {
    let sketch = try street()
    let found = sketch.events(of: sketch.trip("AB | AB", drive(kmh: 72)))
    #expect(found.map(\.type) == [.speeding, .gap, .speeding])
    #expect(found.map(\.edge) == [0, 0, 1])
  }

  // MARK: Doubts

  private func suppressed(_ trip: Trip, on sketch: RoadSketch) -> [String: Int] {
    let found = findings(of: trip, in: Scene(graph: sketch.graph, mode: .car)).suppressedSpeeding
    return Dictionary(uniqueKeysWithValues: found.byReason.map { ($0.reason.rawValue, $0.count) })
  }

  @Test func `that is reported is not counted as suppressed, nor is a lawful drive`() throws {
    let sketch = try street()
    #expect(suppressed(sketch.trip("AB", drive(kmh: 72)), on: sketch).isEmpty)
    #expect(suppressed(sketch.trip("AB BC CD", drive(kmh: 29)), on: sketch).isEmpty)
  }

  @Test func `is counted where the fixes or the roads are not sure`() throws {
    let sketch = try street()
    var trip = sketch.trip("AB", drive(kmh: 72))
    for fix in trip.matched.fixes.indices { trip.matched.fixes[fix].confidence = 0.7 }
    #expect(sketch.events(of: trip).isEmpty)
    #expect(suppressed(trip, on: sketch) == ["unsure_fix": 1])
    trip = sketch.trip("AB", drive(kmh: 72))
    trip.edges[0].confidence = 0.7
    #expect(suppressed(trip, on: sketch) == ["unsure_road": 1])
    trip = sketch.trip("AB", drive(kmh: 72))
    trip.edges[0].evidence = .detour
    #expect(sketch.events(of: trip).isEmpty && suppressed(trip, on: sketch) == ["unsure_road": 1])
  }

  @Test func `is counted where the errors of the fixes may explain it`() throws {
    let sketch = try street()
    var trip = sketch.trip("AB", drive(kmh: 58))
    for fix in trip.matched.fixes.indices {
      guard let old = trip.matched.fixes[fix].position else { continue }
      trip.matched.fixes[fix].position = MatchedPosition(
        edge: old.edge, offset: old.offset, place: old.place, distance: 30)
    }
    #expect(sketch.events(of: trip).isEmpty)
    #expect(suppressed(trip, on: sketch) == ["noise": 1])
  }

  @Test func `is counted where the fixes are too far apart`() throws {
    let sketch = try RoadSketch("A--------------------B", metresPerCell: 1000, roads: ["A-B"]) {
      $0.segments[0].forward.speedLimit = SpeedLimit(kmh: 50, source: .tag)
    }
    let trip = sketch.trip("AB", drive(kmh: 72, period: 100))
    #expect(sketch.events(of: trip).isEmpty)
    #expect(suppressed(trip, on: sketch) == ["sparse": 1])
  }

  @Test func `is not counted if it is too short to be an event`() throws {
    let sketch = try street()
    var short = drive(kmh: 72)
    short.shortOfEnd = 300 - 20 * 8
    var trip = sketch.trip("AB", short)
    trip.edges[0].confidence = 0.7
    #expect(suppressed(trip, on: sketch).isEmpty)
  }
}
