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

@Suite struct `A drive held against its plan` {
  @Test(arguments: [
    // It keeps to the plan.
    ("1 4 5", "AB BC CD DE", ["reached 1", "destination 2"]),
    ("1 >4 5", "AB BC CD DE", ["destination 2"]),
    // It leaves the plan and comes back.
    ("1 5", "AB BG GH HI ID DE", ["deviation turned_off", "destination 1"]),
    // It misses a stop.
    ("1 4 5", "AB BG GH HI ID DE", ["deviation turned_off", "destination 2", "missed 1"]),
    // It goes on where the plan turns.
    ("1 7 8", "AB BC CD DI IH HI IJ", ["deviation missed_maneuver", "destination 2", "missed 1"]),
    // It gives up.
    ("1 3 5", "AB BC CH HG GF", ["reached 1", "deviation turned_off, never back", "missed 2"]),
    // It begins in the middle.
    ("1 2 4", "CD DE", ["destination 2", "missed 1"]),
    // It comes to the plan from elsewhere, and drives on behind its end.
    ("1 4", "FA AB BC CD DE EK", ["destination 1"]),
    // It turns round, drives back along the plan, and begins again.
    ("1 5", "AB BC CB BA AB BC CD DE", ["deviation reversed", "destination 1"]),
    // It leaves the plan soon after its start, and comes back to it before the place where it left.
    ("1 5", "AB BG GF FA AB BC CD DE", ["deviation turned_off", "destination 1"]),
    // It turns round 20 m before a stop in a dead end.
    ("1 0 5", "AB BC CD DE ED", ["reached 1", "destination 2"]),
    // It never drives the plan.
    ("1 3", "FG GH HI", ["missed 1"]),
    // It passes a later stop on its way to the first one, and gives up there.
    ("1 5 3 8", "AB BC CD DE", ["reached 1", "missed 2", "missed 3"]),
    // A tour that ends where it began, given up.
    ("1 4 8 1", "AB BC CD DE", ["reached 1", "missed 2", "missed 3"]),
    // It turns round after 400 m, drives them back, and ends there.
    ("1 5", "AB BC CB BA", ["deviation reversed, never back", "missed 1"]),
  ])
  func `reaches and misses waypoints, and leaves its plan`(_ plan: String, _ drive: String, _ expected: [String]) throws
  {
    let events = try planTown().held(drive, against: plan).events
    #expect(events == expected)
  }

  @Test func `names points to pass through on request`() throws {
    var settings = DetectionSettings()
    settings.namesPassThrough = true
    let events = try planTown().held("AB BC CD DE", against: "1 >4 5", settings).events
    #expect(events == ["reached 1", "destination 2"])
  }

  @Test func `is told apart from itself by the sequence where the plan uses a road twice`() throws {
    // Twice round the block: B to C to H to G to B, and again.
    let town = try planTown()
    let drive = "AB BC CH HG GB BC CH HG"
    let (events, outcome) = try town.held(drive, against: "1 3 7 3 7")
    #expect(events == ["reached 1", "reached 2", "reached 3", "destination 4"])
    let progress = outcome.positions.compactMap { $0?.progress }
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 <= $1 + 0.001 })
    // The plan begins 40 m from A, and ends 20 m from H.
    #expect(outcome.positions.dropFirst().dropLast(9).allSatisfy { $0?.isOnPlan == true })
    #expect(outcome.positions.suffix(7).allSatisfy { $0?.isOnPlan == false })
    #expect(abs((progress.last ?? 0) - (outcome.plan?.length ?? 0)) < 1)
  }

  /// It turns in the streets round B, and drives A to B three times.
  @Test(arguments: [1.0, 5, 15, 30])
  func `is on the pass that it drives where the plan comes back to a street again and again`(period: Seconds) throws {
    let town = try RoadSketch(
      """
                    C
                    |
                    |
                    |
      A-------------B-------------D
                    |
                    |
                    |
                    E
      """, metresPerCell: 50, roads: ["A-B-D", "C-B-E"])
    var drive = SketchDrive()
    drive.period = period
    let path = "AB BC CB BA AB BD DB BA AB BE"
    var outcome = PlanOutcome(id: "plan", town.plan(along: "AB BC | CB BA | AB BD | DB BA | AB BE"), fit: nil)
    let trip = town.trip(path, drive)
    let found = Detection.events(of: trip, against: &outcome, on: town.graph)
    let told = found.filter { !($0.payload is MilestoneStand) }.map(town.spelled)
    #expect(told == ["reached 1", "reached 2", "reached 3", "reached 4", "destination 5"])
    for (number, position) in outcome.positions.dropLast().enumerated() {
      #expect(abs((position?.progress ?? -1) - 10 * period * Double(number)) < 2, "fix \(number)")
    }
  }

  @Test func `knows how far it is, and when it arrives`() throws {
    let town = try planTown()
    let (_, outcome) = try town.held("AB BC CD DE", against: "1 4 5")
    let plan = try #require(outcome.plan)
    let positions = outcome.positions.compactMap(\.self)
    for (i, position) in positions.enumerated() {
      // The plan begins 40 m from A.
      let driven = min(max(20 * Double(i) - 40, 0), plan.length)
      #expect(abs(position.progress - driven) < 1.5, "fix \(i)")
      #expect(abs(position.toDestination - (plan.length - position.progress)) < 0.01)
      #expect(position.nextWaypoint == (position.progress < plan.waypoints[1].progress ? 1 : 2), "fix \(i)")
    }
    let last = try #require(positions.last)
    let late = try #require(last.delay)
    // It drives 10 m/s, and 40 m further before the plan and behind it.
    #expect(abs(late - ((plan.length + 80) / 10 - plan.duration)) < 1)
  }

  /// The stop 4 lies at the 52nd of these fixes, one every 10 m.
  @Test(arguments: [
    (40.0, 53, 40.0), (20, 53, 20), (300, 53, 300),
    // Across the yard, 60 m behind it and 60 m before it.
    (40, 59, 40), (40, 47, 40), (40, 51, 40),
    // No vehicle that drives on stands there, nor does one that stands elsewhere.
    (10, 53, nil), (0, 53, nil), (40, 40, nil), (40, 65, nil),
  ])
  func `stands at a stop`(seconds: Double, fix: Int, dwell: Double?) throws {
    let town = try planTown()
    var drive = SketchDrive()
    drive.period = 1
    var trip = town.trip("AB BC CD DE", drive)
    trip.wait(seconds, before: fix)
    var outcome = PlanOutcome(id: "plan", try town.plan("1 4 5"), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: town.graph)
    let stop = try #require(found.compactMap { $0.payload as? Milestone }.first)
    #expect(stop.number == 1 && (stop.visit?.dwell != nil) == (dwell != nil), "\(stop.visit?.dwell ?? -1)")
    // It stands and starts at once, where a vehicle would brake.
    if let dwell { #expect(abs((stop.visit?.dwell ?? 0) - dwell) <= 7) }
    // It arrives after 52 s, or where it stands 20 m before the stop, as soon as it stands.
    let arrival = try #require(stop.visit?.time).seconds(since: RoadSketch.begin)
    #expect(abs(arrival - (fix == 51 ? 49 : fix < 53 ? 52 + seconds : 52)) <= 6, "\(arrival)")
  }

  @Test func `stands at a stop that it comes to twice only the time that it reached it`() throws {
    let town = try planTown()
    var drive = SketchDrive()
    drive.period = 1
    // There and back and there again: past 4 at 520 m, at 800 m and at 1160 m.
    var trip = town.trip("AB BC CD DC CD DE", drive)
    trip.wait(60, before: 117)
    var outcome = PlanOutcome(id: "plan", try town.plan("1 4 5"), fit: nil)
    let stops = Detection.events(of: trip, against: &outcome, on: town.graph).compactMap { $0.payload as? Milestone }
    #expect(stops.first?.number == 1 && stops.first?.visit?.dwell == nil)
  }

  /// A road that ends at B, a destination 140 m beyond it, and what a drive does from there on.
  @Test func `reaches a waypoint of a long road between the fixes around it`() throws {
    let field = try RoadSketch("A-1----------2-----B", metresPerCell: 20, roads: ["A-B"])
    var drive = SketchDrive()
    drive.period = 8
    var trip = field.trip("AB", drive)
    trip.wait(100, before: 3)
    var outcome = PlanOutcome(id: "plan", try field.plan("1 2"), fit: nil)
    let visit = try #require(
      Detection.events(of: trip, against: &outcome, on: field.graph).compactMap { $0.payload as? Milestone }.first?
        .visit)
    // Fixes at 0, 80, 160, 240 m and so on; the waypoint at 260 m.
    #expect(visit.fix == 3)
    let time = try #require(visit.time)
    #expect(abs(time.seconds(since: RoadSketch.begin) - 126) < 0.1)
  }

  @Test func `has the extra length and time of a deviation`() throws {
    let town = try planTown()
    var outcome = PlanOutcome(id: "plan", try town.plan("1 5"), fit: nil)
    let found = events(of: town.trip("AB BG GH HI ID DE"), against: &outcome, on: town.graph)
    let deviation = try #require(found.compactMap { $0.payload as? Deviation }.first)
    // BG GH HI ID in place of BC CD.
    #expect(abs(deviation.excursion.length - (80 + 220 + 220 + 80)) < 2)
    #expect(abs(try #require(deviation.extraLength) - 160) < 2)
    #expect(abs(deviation.excursion.greatestDistance - 80) < 2)
    #expect(found.contains { $0.detail.contains("160 m longer than the plan") })
  }

  @Test func `does not leave its plan on a service road beside it, nor by one fix`() throws {
    let beside = try RoadSketch(
      """
      A-1-B-----------------C-2-D
          E-----------------F
      """, metresPerCell: 20, roads: ["A-B-C-D", "B-E-F-C"])
    #expect(try beside.held("AB BE EF FC CD", against: "1 2").events == ["destination 1"])
  }

  @Test func `stands at a later stop that lies on its way, and visits it out of order`() throws {
    // The plan passes 4 on its way to 5, and comes back for it.
    let town = try planTown()
    let plan = "1 5 8 4"
    let passing = try town.held(town.trip("AB BC CD DE EJ JI IH"), against: plan)
    #expect(passing.events == ["reached 1", "reached 2", "deviation missed_maneuver, never back", "missed 3"])
    let standing = try town.held(town.trip("AB BC CD DE EJ JI IH", standingAfter: [540]), against: plan)
    #expect(
      standing.events.filter { !$0.hasPrefix("deviation") } == [
        "destination 3", "reached 1 out of order", "reached 2 out of order",
      ])
  }

  @Test(arguments: [(2.0, 60.0), (15, 60), (30, 60)])
  func `knows how long it stood at a stop, and since when`(_ period: Seconds, _ dwell: Seconds) throws {
    let town = try planTown()
    var outcome = PlanOutcome(id: "plan", try town.plan("1 4 5"), fit: nil)
    // 4 is 520 m from A.
    let trip = town.trip("AB BC CD DE", standingAfter: [520], period: period)
    let found = Detection.events(of: trip, against: &outcome, on: town.graph)
    let visit = try #require(found.compactMap { $0.payload as? Milestone }.first?.visit)
    #expect(abs(try #require(visit.dwell) - dwell) <= 2 * period)
    let arrival = RoadSketch.begin.adding(seconds: 52)
    #expect(abs(try #require(visit.time).seconds(since: arrival)) <= period)
  }

  @Test func `does not stand at a stop that it only passes`() throws {
    let town = try planTown()
    var outcome = PlanOutcome(id: "plan", try town.plan("1 4 5"), fit: nil)
    let found = Detection.events(of: town.trip("AB BC CD DE"), against: &outcome, on: town.graph)
    let visits = found.compactMap { ($0.payload as? Milestone)?.visit }
    #expect(visits.count == 2)
    #expect(visits.allSatisfy { $0.dwell == nil })
  }

  @Test func `drives backwards also where only two fixes show it`() throws {
    let town = try planTown()
    var drive = SketchDrive()
    drive.period = 20
    drive.confidence = 0.5
    let events = try town.held(town.trip("AB BC CB BA AB BC CD DE", drive), against: "1 5").events
    #expect(events == ["deviation reversed", "destination 1"])
  }

  @Test(arguments: [21.0, 33.5])
  func `drives backwards also where one fix or none shows the way back`(period: Seconds) throws {
    let town = try planTown()
    var drive = SketchDrive()
    // It turns at C, 440 m from A, and again at B: fixes at 420, 250 and 400 m, or at 335 and 230 m.
    drive.period = period
    let events = try town.held(town.trip("AB BC CB BC CD DE", drive), against: "1 5").events
    #expect(events == ["deviation reversed", "destination 1"])
  }

  @Test func `leaves its plan soon after it came to its start`() throws {
    let town = try planTown()
    var drive = SketchDrive()
    // One fix on the plan, between A and B.
    drive.period = 20
    let events = try town.held(town.trip("FA AB BG GH HI ID DE", drive), against: "1 5").events
    #expect(events == ["deviation turned_off", "destination 1"])
  }

  /// The stop 4 is 520 m from A, and the drive stands there from second 52 on.
  ///
  ///     fix      0 s          30 s      60 s      90 s         120 s
  ///     A--------o-------------o-------[4o]--------o-------------o---
  @Test(arguments: [25.0, 60, 0])
  func `arrives and drives off between two sparse fixes, at the times that the roads between them take`(
    standing: Seconds
  ) throws {
    let town = try planTown()
    var drive = SketchDrive()
    drive.period = 30
    drive.stands = standing > 0 ? [(after: 520, duration: standing)] : []
    var outcome = PlanOutcome(id: "plan", try town.plan("1 4 5"), fit: nil)
    let found = Detection.events(of: town.trip("AB BC CD DE", drive), against: &outcome, on: town.graph)
    let visit = try #require(found.compactMap { $0.payload as? Milestone }.first?.visit)
    let arrival = try #require(visit.time).seconds(since: RoadSketch.begin)
    #expect(abs(arrival - 52) <= 8, "\(arrival)")
    #expect((visit.dwell != nil) == (standing > 0))
    if let departure = visit.departure?.seconds(since: RoadSketch.begin) {
      #expect(abs(departure - 52 - standing) <= 12, "\(departure)")
    }
  }

  @Test func `goes on along its plan on a road beside it`() throws {
    let beside = try RoadSketch(
      """
      A-1-B-----------------C-2-D
          E-----------------F
      """, metresPerCell: 20, roads: ["A-B-C-D", "B-E-F-C"])
    let positions = try beside.held("AB BE EF FC CD", against: "1 2").outcome.positions.dropFirst().dropLast(3)
    #expect(positions.allSatisfy { $0?.isOnPlan == true })
    let progress = positions.compactMap { $0?.progress }
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(try #require(progress.dropFirst(progress.count / 2).first) > 100)
  }

  @Test func `is on its plan behind a fix that lies on no path`() throws {
    let town = try planTown()
    var trip = town.trip("AB BC CD DE")
    trip.matched.fixes[20].status = .unmatched
    trip.matched.fixes[20].position = nil
    trip.matched.paths[0].anchors.removeAll { $0.fix == 20 }
    let (events, outcome) = try town.held(trip, against: "1 4 5")
    #expect(events == ["reached 1", "destination 2"])
    #expect(outcome.positions[20] == nil)
    #expect(outcome.positions[21...30].allSatisfy { $0?.isOnPlan == true })
  }

  @Test func `is not on its plan on the part of a road before its start`() throws {
    let positions = try planTown().held("AB BC", against: "2 3").outcome.positions
    // 2 is 180 m from A, 3 is 420 m; the fixes are 20 m apart.
    #expect(positions.prefix(7).allSatisfy { $0?.isOnPlan == false })
    #expect(positions[10...20].allSatisfy { $0?.isOnPlan == true })
  }

  @Test func `reaches the waypoints that it passes on a road beside its plan`() throws {
    let beside = try RoadSketch(
      """
      A-1-B--------2--------C-----3-D
          E-----------------F-----G
      """, metresPerCell: 20, roads: ["A-B-C-D", "B-E-F-G"])
    let events = try beside.held("AB BE EF FG", against: "1 2 3").events
    #expect(events == ["reached 1", "destination 2"])
  }

  @Test func `does not leave its plan where fixes stray from every road`() throws {
    let streets = try RoadSketch(
      """
      A-1-----------B-----------2-C
                    |
                    |
                    |
                    D
      """, metresPerCell: 20, roads: ["A-B-C", "B-D"])
    var trip = streets.trip("AB BD DB BC")
    // The matcher draws into the side street what strays to its other side.
    for fix in trip.matched.fixes.indices {
      guard let position = trip.matched.fixes[fix].position, streets.edge("BD").segment == position.edge.segment else {
        continue
      }
      let place = position.place
      trip.matched.fixes[fix].position = MatchedPosition(
        edge: position.edge, offset: position.offset, place: place, distance: 70)
    }
    #expect(try streets.held(trip, against: "1 2").events == ["destination 1"])
  }

  @Test func `does not turn round where one fix strays ahead of the others`() throws {
    let street = try RoadSketch("A-1--------B-----C-------2-D", metresPerCell: 20, roads: ["A-B-C-D"])
    var drive = SketchDrive()
    // Fixes at 120, 240 and 320 m, and then some at 255 m, on the way back to B.
    drive.period = 12
    drive.stands = [(after: 425, duration: 60)]
    #expect(try street.held(street.trip("AB BC CB BC CD", drive), against: "1 2").events == ["destination 1"])
    // With more of them on the way there and back it drove it.
    drive.period = 2
    let events = try street.held(street.trip("AB BC CB BC CD", drive), against: "1 2").events
    #expect(events == ["deviation reversed", "destination 1"])
  }

  @Test func `does not drive backwards a part of the plan that it drove long ago`() throws {
    // There by the upper carriageway, and back by the lower one.
    let street = try RoadSketch(
      """
      A-1-B---------------C-2---------D
          E---------------F
      """, metresPerCell: 20, roads: ["A-B", "B>C", "C-D", "C-F", "F>E", "E-B"])
    let events = try street.held("AB BC CD DC CB BA", against: "1 D 1").events
    #expect(events == ["reached 1", "destination 2"])
  }

  @Test func `stands where its fixes are, and not where the matcher draws them`() throws {
    let town = try planTown()
    var drive = SketchDrive()
    drive.period = 1
    // 4 is 520 m from A; the drive ends 50 m before it, and stands there for two minutes.
    drive.shortOfEnd = 190
    drive.stands = [(after: 470, duration: 120)]
    for (place, expected) in [("4", ["destination 1"]), ("C", ["missed 1"])] {
      var trip = town.trip("AB BC CD", drive)
      for fix in trip.matched.trace.fixes.indices.suffix(120) {
        let old = trip.matched.trace.fixes[fix]
        trip.matched.trace.fixes[fix] = Fix(place: town.place(Character(place)), time: old.time, line: old.line)
      }
      #expect(try town.held(trip, against: "1 4").events == expected)
    }
  }

  /// Two carriageways 20 m apart; the plan leads along the upper one, and the matcher draws some fixes to the lower one,
  /// against its direction.
  @Test(arguments: [(10.0, false), (0, true)])
  func `drives against a oneway beside its plan only if its fixes lie there`(_ distance: Metres, isEvent: Bool) throws {
    let street = try RoadSketch(
      """
      A-1-B---------------C-2-D
          E---------------F
      """, metresPerCell: 20, roads: ["A-B", "B>C", "C-D", "F>E", "E-B", "C-F"])
    var trip = street.trip("AB BE EF FC CD")
    for fix in trip.matched.fixes.indices {
      guard let position = trip.matched.fixes[fix].position, position.edge == street.edge("EF") else { continue }
      let (old, ruler) = (trip.matched.trace.fixes[fix], LocalRuler(at: position.place))
      trip.matched.trace.fixes[fix] = Fix(
        place: ruler.place(LocalPoint(x: 0, y: distance)), time: old.time, line: old.line)
      trip.matched.fixes[fix].position = MatchedPosition(
        edge: position.edge, offset: position.offset, place: position.place, distance: distance)
    }
    var outcome = PlanOutcome(id: "plan", try street.plan("1 2"), fit: nil)
    let others = Detection.events(of: trip, on: street.graph, for: .car)
    #expect(others.map(\.type) == [.wrongWay])
    let found = Detection.events(of: trip, others, against: &outcome, on: street.graph)
    #expect(found.map(\.type).contains(.wrongWay) == isEvent)
    #expect(found.map(\.type).contains(.destinationReached))
  }

  /// The plan leads round by C and L, since the turn at B is banned. Fixes are 40 m apart.
  @Test(arguments: [(20.0, 2.0, true), (1, 40, false)])
  func `turns where it is banned only if it had no time for its plan`(
    _ speed: Double, _ period: Double, isEvent: Bool
  ) throws {
    let street = try RoadSketch(
      """
                        L
      A-1------------B-----C
                     |
                     |
                     |
                     |
                     |
                     2
                     D
      """, metresPerCell: 20, roads: ["A-B-C", "C>L", "L>B", "B-D"],
      forbidden: ["ABD"])
    var drive = SketchDrive()
    (drive.speed, drive.period) = (speed, period)
    let trip = street.trip("AB BD", drive)
    let others = Detection.events(of: trip, on: street.graph, for: .car)
    #expect(others.map(\.type) == [.forbiddenTurn])
    var outcome = PlanOutcome(id: "plan", try street.plan("1 2"), fit: nil)
    let found = Detection.events(of: trip, others, against: &outcome, on: street.graph)
    #expect(found.map(\.type).contains(.forbiddenTurn) == isEvent)
  }
}
