import Geodesy
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Simulation

/// Where a drive follows its plan, by the edges of both, in the blocks of ``town(adjust:)``: those of a street are 250 m
/// long, those across it 150 m.
@Suite struct `A drive along a plan` {
  private func stretches(_ edges: String, of sketch: RoadSketch) -> [EdgeStretch] {
    edges.split(separator: " ").map { sketch.graph.whole(sketch.edge(String($0))) }
  }

  /// - Parameter legs: edges, with a bar at each waypoint.
  private func line(_ legs: String, of sketch: RoadSketch) -> PlanLine {
    let paths = legs.split(separator: "|").map { stretches(String($0), of: sketch) }
    let positions = [paths[0][0].beginPosition] + paths.map { $0[$0.count - 1].endPosition }
    let waypoints = positions.map { position in
      let place = sketch.graph.place(at: position)
      return RouteWaypoint(
        waypoint: Waypoint(place: place),
        snapped: SnappedWaypoint(positions: [position], place: place, distance: 0, isOffRoad: false),
        position: position)
    }
    var router = Router(on: sketch.graph)
    return PlanLine(
      router.route(along: paths, past: waypoints, RouteRequest(waypoints: waypoints.map(\.waypoint))),
      on: sketch.graph)
  }

  /// `driven–driven@progress`, in metres.
  private func spelled(_ runs: [PlanRun]) -> String {
    runs.map { "\(metres($0.begin))–\(metres($0.end))@\(metres($0.progress))" }.joined(separator: " ")
  }

  private func metres(_ distance: Metres) -> String { String(Int(distance.rounded())) }

  @Test(arguments: [
    // The plan itself.
    ("AB BC|CD DH", "AB BC CD DH", "0–933@0"),
    // Round a block, and back.
    ("AB BC CD", "AB BF FG GC CD", "0–250@0 800–1050@500"),
    // Round it, and back before the place where it left.
    ("AB BC CD", "AB BF FG GC CB BC CD", "0–250@0 1050–1550@250"),
    // Never back.
    ("AB BC CD", "AB BF FG", "0–250@0"),
    // Turned round, and round again.
    ("AB BC CD", "AB BC CB BC CD", "0–500@0 750–1250@250"),
    // Out and back: where it turns round too early, the rest is the way back.
    ("AB BC CB BA", "AB BC CB BA", "0–1000@0"),
    ("AB BC CB BA", "AB BA", "0–250@0 250–500@750"),
    // Round the block and past it once more: the sequence tells the first use of A–B from the second.
    ("AB BF FJ JI IE EA AB BC", "AB BF FJ JI IE EA AB BC", "0–1600@0"),
    ("AB BF FJ JI IE EA AB BC", "EA AB BC", "0–650@950"),
  ])
  func `is a run for each part that follows it`(plan: String, drive: String, runs: String) throws {
    let sketch = try town()
    let path = DrivenPath(stretches(drive, of: sketch))
    #expect(spelled(line(plan, of: sketch).runs(of: path)) == runs, "\(drive) on \(plan)")
  }

  @Test(arguments: [("AB BC CD", true), ("AB BC CE", false), ("BC CE", true), ("AB BC CB BC CE", true)])
  func `breaks no ban that begins on an earlier road`(drive: String, isLawful: Bool) throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D
              |
              E
      """, metresPerCell: 25, roads: ["A-B-C-D", "C-E"], forbidden: ["ABCE"])
    let path = DrivenPath(stretches(drive, of: sketch))
    #expect(path.isLawful(on: sketch.graph, for: .car) == isLawful, "\(drive)")
  }

  @Test func `ends where the plan turns round in the middle of a road and the drive goes on`() throws {
    let sketch = try town()
    let (ab, ba) = (sketch.edge("AB"), sketch.edge("BA"))
    let there = EdgeStretch(edge: ab, begin: 0, end: 100)
    let back = EdgeStretch(edge: ba, begin: 150, end: 250)
    let plan = line("AB BC", of: sketch)
    let turning = DrivenPath([there, back])
    #expect(turning.isJoined(on: sketch.graph) && spelled(plan.runs(of: turning)) == "0–100@0")
  }

  @Test(arguments: [
    // The plan, the drive and what it means to be; the waypoints reached at metres driven, the parts off the plan.
    ("AB BC CD|DH HL", "AB BC CD DH HL", DriveKind.keeps, "0 750 1083", ""),
    ("AB BC CD|DH HL", "AB BF FJ JK KG GC CD DH HL", .leaves, "0 1350 1683", "250–1100"),
    ("AB BF FJ JK KL|LP", "AB BC CG GK KL LP", .cuts, "0 1050 1200", "250–800"),
    ("AB BC CD|DH HL LK", "AB BF FG GH HL LK", .skips, "0 missed 1300", "250–900"),
    ("AB BC CD|DH HL", "AB BF FJ JI", .abandons, "0 missed missed", "250–"),
    ("AB BC CD|DH HL", "AB BC CB BC CD DH HL", .reverses, "0 1250 1583", "500–750"),
    // No plain truth: it passes the last waypoint before it reaches it, …
    ("AB BC CD|DH HL LK", "AB BF FG GK KO OP PL LK", .skips, "", ""),
    // … it does not leave the plan, it leaves it for 150 m only, or it is back on it for 250 m only.
    ("AB BC CD DH HL", "AB BC CD", .abandons, "", ""),
    ("AB BC CD", "AB BC CG", .abandons, "", ""),
    ("AB BC CD", "AB BC CG GF FB BC", .leaves, "", ""),
  ])
  func `is labelled by what it does`(plan: String, drive: String, kind: DriveKind, reached: String, off: String) throws
  {
    let sketch = try town()
    let truth = PlanTruth(of: DrivenPath(stretches(drive, of: sketch)), along: line(plan, of: sketch), as: kind)
    let told = truth?.reached.map { $0.map(metres) ?? "missed" }.joined(separator: " ") ?? ""
    let parts = truth?.excursions.map { "\(metres($0.begin))–\($0.end.map(metres) ?? "")" } ?? []
    #expect(told == reached && parts.joined(separator: " ") == off)
  }

  @Test func `has its place on the plan at every metre, and none off it`() throws {
    let sketch = try town()
    let path = DrivenPath(stretches("AB BF FJ JK KG GC CD DH HL", of: sketch))
    let truth = try #require(PlanTruth(of: path, along: line("AB BC CD|DH HL", of: sketch), as: .leaves))
    #expect(truth.progress(at: 200) == 200 && truth.progress(at: 300) == nil && truth.progress(at: 1_000) == nil)
    #expect(abs(try #require(truth.progress(at: 1_200)) - 600) < 0.1)
  }
}
