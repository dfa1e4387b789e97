import Geodesy
import Guidance
import Moments
import RoadGraph
import Routing
import TestSupport
import Testing
import Trips

/// A drive of 500 m east, right, and left after 150 m.
@Suite struct Notifications {
  let sketch: RoadSketch
  init() throws {
    sketch = try RoadSketch(
      """
                E
                |
      A----1----B-D
                |
                |
                C-2-F
                |
                G
      """, metresPerCell: 50,
      roads: [
        SketchRoad("A-B-D", name: "Long Road", roadClass: .secondary), SketchRoad("E-B-C-G", name: "Mill Street"),
        SketchRoad("C-F", name: "Quay"),
      ])
  }

  private func spoken(
    _ path: String, _ drive: SketchDrive = SketchDrive(), mode: TravelMode = .car,
    _ change: (inout GuidanceSettings) -> Void = { _ in }
  ) -> [SpokenNotification] {
    var settings = GuidanceSettings()
    change(&settings)
    var drive = drive
    drive.mode = mode
    let trip = sketch.trip(path, drive)
    let maneuvers = itinerary(of: trip, on: sketch.graph, for: mode, settings: settings).maneuvers
    return notifications(of: trip, maneuvers, on: sketch.graph, for: mode, settings: settings)
  }

  private func lines(_ spoken: [SpokenNotification]) -> [String] {
    spoken.map { "\($0.maneuver) \($0.kind) \(Int($0.distance.rounded())) \($0.text)" }
  }

  @Test func `tell each maneuver ahead and where the driver acts, as far as they fit`() {
    #expect(
      lines(spoken("AB BC CF") { $0.notifications.joinedWithin = 1 }) == [
        "0 action 0 Head east on Long Road.",
        "1 distance 250 In 250 metres, turn right onto Mill Street.",
        "1 action 440 Turn right onto Mill Street.",
        "2 action 610 Turn left onto Quay.",
        "3 distance 700 In 150 metres, you will arrive.",
        "3 action 810 You will arrive.",
      ])
  }

  @Test func `say two maneuvers at once if they follow closely`() {
    let all = spoken("AB BC CF") { $0.notifications.joinedWithin = 16 }
    #expect(
      lines(all).dropFirst().prefix(3) == [
        "1 distance 250 In 250 metres, turn right onto Mill Street, then turn left onto Quay.",
        "1 action 440 Turn right onto Mill Street, then turn left onto Quay.",
        "2 action 610 Turn left onto Quay.",
      ])
    #expect(all.map(\.joined) == [nil, 2, 2, nil, nil, nil])
  }

  @Test func `do not repeat what was just said with another`() {
    var drive = SketchDrive()
    drive.speed = 40
    let all = spoken("AB BC CF", drive) { $0.notifications.rural.action = 3 }
    #expect(all.filter { $0.maneuver == 2 }.isEmpty)
    #expect(all.first { $0.maneuver == 1 && $0.kind == .action }?.text.contains("then turn left onto Quay") == true)
  }

  @Test func `fall due at the speed driven`() throws {
    for speed in [5.0, 10, 20] {
      var drive = SketchDrive()
      drive.speed = speed
      let action = try #require(spoken("AB BC CF", drive).first { $0.maneuver == 1 && $0.kind == .action })
      #expect(abs(action.distance - (500 - 6 * speed)) < 0.5)
      #expect(abs(action.ahead - 6 * speed) < 0.5)
      let time = try #require(action.time).seconds(since: RoadSketch.begin)
      #expect(abs(time - (500 / speed - 6)) < 0.01)
      #expect(abs(try #require(action.duration) - time) < 1e-6)
      let place = sketch.graph.place(on: sketch.edge("AB"), at: action.distance)
      #expect(groundDistance(place, action.place) < 0.1)
    }
  }

  @Test func `have places without times`() {
    var drive = SketchDrive()
    drive.hasTimes = false
    let all = spoken("AB BC CF", drive)
    #expect(all.allSatisfy { $0.time == nil && $0.duration == nil })
    // At 20 m/s, the usual speed of a rural road.
    #expect(all.first { $0.maneuver == 1 && $0.kind == .action }.map { Int($0.distance.rounded()) } == 380)
  }

  @Test func `come early enough for those who wait at the junction`() throws {
    var drive = SketchDrive()
    drive.stands = [(after: 498, duration: 60)]
    let action = try #require(spoken("AB BC CF", drive).first { $0.maneuver == 1 && $0.kind == .action })
    #expect(action.ahead >= 20)
  }

  @Test func `have the distances of their kind of road, which can be set`() {
    let kinds = spoken("AB BC CF", mode: .bicycle) { $0.notifications.joinedWithin = 0 }
      .filter { $0.maneuver == 1 }.map { "\($0.setting) \($0.kind) \(Int($0.ahead.rounded()))" }
    #expect(kinds == ["path reminder 200", "path action 50"] || kinds.first == "path reminder 200")
    let mine = spoken("AB BC CF") {
      $0.notifications.joinedWithin = 0
      $0.notifications[.rural] = .init(range: 400, reminder: 300, distance: 0, action: 10)
      $0.notifications[.urban] = .init(range: 0, reminder: 0, distance: 0, action: 3)
    }
    #expect(
      mine.map { "\($0.maneuver) \($0.setting) \($0.kind) \(Int($0.ahead.rounded()))" } == [
        "0 rural action 0", "1 rural range 400", "1 rural reminder 300", "1 rural action 100", "2 urban action 30",
        "3 urban action 30",
      ])
  }

  @Test func `name round distances in the units of the driver`() {
    let imperial = spoken("AB BC CF") {
      $0.units = .imperial
      $0.notifications.joinedWithin = 0
    }
    #expect(
      lines(imperial).dropFirst().prefix(2) == [
        "1 reminder 98 In a quarter mile, turn right onto Mill Street.",
        "1 distance 256 In 800 feet, turn right onto Mill Street.",
      ])
    let german = spoken("AB BC CF") { $0.language = .german }
    #expect(
      lines(german).dropFirst().first
        == "1 distance 250 In 250 Metern rechts auf Mill Street abbiegen.")
  }

  @Test func `start anew with each leg`() {
    let all = spoken("AB | BC CF") { $0.notifications.joinedWithin = 0 }
    #expect(
      lines(all).map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "0 action 0", "1 distance 250", "1 action 440", "2 action 500", "3 action 610", "4 distance 700",
        "4 action 810",
      ])
    // A minute passes between the legs.
    #expect(all.map { Int(($0.duration ?? -1).rounded()) } == [0, 25, 44, 110, 121, 130, 141])
  }

  @Test func `are the same for a route at its own speed`() throws {
    var router = Router(on: sketch.graph)
    let route = try router.route(
      RouteRequest(waypoints: [Waypoint(place: sketch.place("1")), Waypoint(place: sketch.place("2"))]))
    let maneuvers = itinerary(of: route, on: sketch.graph).maneuvers
    let all = notifications(of: route, maneuvers, on: sketch.graph, settings: GuidanceSettings())
    #expect(all.map(\.maneuver) == all.map(\.maneuver).sorted())
    #expect(Set(all.map(\.maneuver)) == Set(maneuvers.indices))
    for notice in all {
      let maneuver = maneuvers[notice.maneuver]
      #expect(abs(notice.distance + notice.ahead - maneuver.distance) < 1e-6)
      let lead = try #require(maneuver.duration) - #require(notice.duration)
      #expect(lead >= -0.01, "\(notice.text)")
    }
  }

  /// At any speed, over any corners.
  @Test(arguments: [3.0, 8, 14, 30])
  func `leave time to speak`(speed: MetresPerSecond) {
    var drive = SketchDrive()
    drive.speed = speed
    for path in ["AB BC CF", "AB BC CG", "EB BA", "DB BC CF", "AB BE"] {
      let all = spoken(path, drive)
      for (notice, next) in zip(all, all.dropFirst()) {
        #expect(next.distance >= notice.distance, "\(path) \(lines(all))")
        guard next.kind != .action, notice.kind != .action else { continue }
        #expect((next.distance - notice.distance) / speed >= 5 - 0.01, "\(path) \(lines(all))")
      }
    }
  }
}
