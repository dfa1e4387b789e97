import Detection
import Geodesy
import Guidance
import Matching
import Moments
import Plans
import RoadGraph
import Routing
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `A destination beyond the last road` {
  @Test(arguments: [
    ("abc2", ["destination 1", "off_road_destination_reached"], 4),
    ("abcd", ["destination 1", "off_road_destination_reached"], 4),
    ("2abc", ["destination 1", "off_road_destination_reached"], 1),
    ("ab", ["destination 1"], 2), ("", ["destination 1"], 0),
  ])
  func `goes on to a destination beyond the last road`(_ places: String, _ expected: [String], count: Int) throws {
    let field = try RoadSketch("A-1----------B--a--b---c d2", metresPerCell: 20, roads: ["A-B"])
    for hasTimes in [true, false] {
      var drive = SketchDrive()
      drive.hasTimes = hasTimes
      var trip = field.trip("AB", drive)
      let onRoad = trip.matched.fixes.count
      trip.goOn(offRoadTo: places.map { field.place($0) })
      var outcome = PlanOutcome(id: "plan", try field.plan("1 2"), fit: nil)
      let found = Detection.events(of: trip, against: &outcome, on: field.graph)
      #expect(found.map(field.spelled) == expected)
      let ways = outcome.positions.map { $0?.offRoad }
      // On the road only the last 30 m: the fix at its end, and the one 20 m before it.
      #expect(ways.dropLast(places.count + 2).allSatisfy { $0 == nil })
      #expect(ways.compactMap(\.self).count == count + 2)
      for (way, letter) in zip(ways[onRoad...], places) {
        guard let way else { continue }
        #expect(abs(way.distance - groundDistance(field.place(letter), field.place("2"))) < 0.01)
        if letter != "2" { #expect(abs(way.bearing - 90) < 0.1) }
      }
    }
  }

  @Test func `arrives beyond the last road within 30 m of the place`() throws {
    let field = try RoadSketch("A-1----------B--a--b---c d2", metresPerCell: 20, roads: ["A-B"])
    var trip = field.trip("AB")
    trip.goOn(offRoadTo: "abcd2".map { field.place($0) })
    var outcome = PlanOutcome(id: "plan", try field.plan("1 2"), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: field.graph)
    let arrival = try #require(found.last)
    #expect(arrival.fixes.lowerBound == trip.matched.fixes.count - 2 && arrival.place == field.place("d"))
    #expect(arrival.detail == "waypoint 1; 20 m from it, 260 m off the road")
    #expect(arrival.edge == nil && arrival.beginTime == trip.matched.trace.fixes[arrival.fixes.lowerBound].time)
  }

  /// A destination 33 or 52 m off the end of its road, and drives that end there, before it or beyond it.
  @Test(arguments: [33.0, 52], [0.0, 1, 12, 25, -5, -15, -25])
  func `arrives beyond the last road where its record ends at the end of the road`(
    distance: Metres, shortOfEnd: Metres
  ) throws {
    let field = try RoadSketch("A-1----------B----------C", metresPerCell: 20, roads: ["A-B", "B-C"])
    let end = Place(
      latitudeE7: field.place("B").latitudeE7 + Int32((distance * 90).rounded()),
      longitudeE7: field.place("B").longitudeE7)
    let start = RouteRequest(waypoints: [Waypoint(place: field.place("1")), Waypoint(place: end)])
    var router = Router(on: field.graph)
    let plan = Plan(try router.route(start), on: field.graph)
    var drive = SketchDrive()
    drive.period = 1
    drive.shortOfEnd = shortOfEnd < 0 ? 220 + shortOfEnd : shortOfEnd
    let trip = field.trip(shortOfEnd < 0 ? "AB BC" : "AB", drive)
    var outcome = PlanOutcome(id: "plan", plan, fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: field.graph)
    #expect(found.map(field.spelled) == ["destination 1", "off_road_destination_reached"], "\(distance) \(shortOfEnd)")
    let way = try #require(outcome.positions.last??.offRoad)
    #expect(abs(way.distance - groundDistance(end, try #require(trip.matched.trace.fixes.last?.place))) < 0.1)
  }

  @Test func `has no way off the road to a destination on it`() throws {
    let field = try RoadSketch("A-1---------2B--a--b", metresPerCell: 20, roads: ["A-B"])
    var trip = field.trip("AB")
    trip.goOn(offRoadTo: [field.place("a"), field.place("b")])
    var outcome = PlanOutcome(id: "plan", try field.plan("1 2"), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: field.graph)
    #expect(found.map(field.spelled) == ["destination 1"] && outcome.positions.allSatisfy { $0?.offRoad == nil })
  }
}

@Suite struct `What is told of a drive beside its plan` {
  /// Two ways from B to C, equally long, and a third one by D that is longer by 518 m.
  private func ways() throws -> RoadSketch {
    try RoadSketch(
      """
                              D















              N-------P
              |       |
              |       |
      A-------B       C-------E-----F
              |       |
              |       |
              S-------T
      """, metresPerCell: 20, roads: ["A-B", "B-N-P-C", "B-S-T-C", "P-D-E", "C-E-F"])
  }

  @Test(arguments: [
    ("AB BN NP PC CE EF", "as_good"),
    // It leaves out a stop of its plan at N, or a part of its plan that is much longer.
    ("AB BN | NP PC CE EF", "turned_off"), ("AB BN NP PD DE EF", "turned_off"),
  ])
  func `is as good as its plan only where it leaves nothing out`(path: String, cause: String) throws {
    let ways = try ways()
    var outcome = PlanOutcome(id: "plan", ways.plan(along: path), fit: nil)
    let found = Detection.events(of: ways.trip("AB BS ST TC CE EF"), against: &outcome, on: ways.graph)
    let deviation = try #require(found.compactMap { $0.payload as? Deviation }.first)
    #expect(deviation.cause.rawValue == cause, "\(deviation.clause)")
    if path.contains("D") {
      #expect(deviation.clause.contains("; 518 m shorter than the plan; "), "\(deviation.clause)")
    }
    #expect(deviation.clause.hasSuffix(" s shorter"), "\(deviation.clause)")
  }

  @Test func `is as much longer as it drove behind a break on its plan`() throws {
    // Two fixes stray; the path breaks off at C, 400 m along the plan, and goes on there.
    let town = try planTown()
    var trip = town.trip("AB BC | CD DE")
    let atBreak = try #require(trip.legs.first?.fixes.upperBound)
    let ruler = LocalRuler(at: RoadSketch.corner)
    for step in 0...1 {
      let place = ruler.place(LocalPoint(x: 480 + 20 * Double(step), y: -70))
      trip.take(atBreak - 1 + step, off: .offRoad, .noRoadNear, to: place)
    }
    var outcome = PlanOutcome(id: "plan", try town.plan("1 5"), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: town.graph)
    let deviation = try #require(found.compactMap { $0.payload as? Deviation }.first)
    #expect(abs(try #require(deviation.extraLength)) < 200, "\(deviation.clause)")
  }

  @Test(arguments: [
    ("1 3", "FG GH HI", "untouched", "No fix of the trip is on its plan, and no waypoint was reached; the nearest is"),
    // It passes its destination the other way, or begins to drive its plan.
    ("1 0", "KE EJ", "ok", nil), ("1 5", "FA AB", "ok", nil),
  ])
  func `says so if it never came to its plan`(plan: String, drive: String, status: String, sentence: String?) throws {
    let outcome = try planTown().held(drive, against: plan).outcome
    #expect(outcome.status.rawValue == status)
    #expect(outcome.reason == (sentence == nil ? nil : "never_on_plan"))
    if let sentence { #expect(outcome.message?.hasPrefix(sentence) == true, "\(outcome.message ?? "")") }
  }
}
