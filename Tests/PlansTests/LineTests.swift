import Geodesy
import Matching
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing
import Traces

@testable import Plans

private func piece(_ number: Int, _ begin: Metres, _ end: Metres) -> EdgeStretch {
  EdgeStretch(edge: EdgeID(2 * number), begin: begin, end: end)
}

extension FollowedLine {
  /// `0 at 1:30`: the position of the line, the piece, and the metres from the start of its edge.
  fileprivate var spelled: [String] {
    anchors.sorted { $0.key < $1.key }.map { "\($0.key) at \($0.value.piece):\(Int($0.value.offset))" }
  }
}

@Suite struct `The path along a line` {
  /// 250 m over three edges, with four positions.
  private let path = FollowedLine(
    pieces: [piece(0, 0, 100), piece(1, 0, 100), piece(2, 0, 50)],
    anchors: [
      0: (piece: 0, offset: 0), 1: (piece: 0, offset: 60), 2: (piece: 1, offset: 30), 3: (piece: 2, offset: 50),
    ])

  @Test(arguments: [
    (0.0, ["0 at 0:0", "1 at 0:60", "2 at 1:30", "3 at 2:50"]), (10.0, ["0 at 0:0", "1 at 0:60", "2 at 1:30"]),
    (50.0, ["0 at 0:0", "1 at 0:60", "2 at 1:30"]), (130.0, ["0 at 0:0", "1 at 0:60"]), (195.0, ["0 at 0:0"]),
  ])
  func `without its end lacks the positions there`(length: Metres, anchors: [String]) throws {
    let rest = try #require(path.withoutEnd(length))
    #expect(rest.length == 250 - length && rest.spelled == anchors && rest.begin == path.begin)
  }

  @Test(arguments: [
    (0.0, ["0 at 0:0", "1 at 0:60", "2 at 1:30", "3 at 2:50"]), (60.0, ["1 at 0:60", "2 at 1:30", "3 at 2:50"]),
    (100.0, ["2 at 0:30", "3 at 1:50"]), (131.0, ["3 at 1:50"]), (249.0, ["3 at 0:50"]),
  ])
  func `without its start lacks the positions there, and counts its pieces anew`(
    length: Metres, anchors: [String]
  ) throws {
    let rest = try #require(path.withoutBegin(length))
    #expect(rest.length == 250 - length && rest.spelled == anchors && rest.end == path.end)
  }

  @Test(arguments: [250.0, 251, 1e9])
  func `is nothing without all of it`(length: Metres) {
    #expect(path.withoutEnd(length) == nil && path.withoutBegin(length) == nil)
  }

  @Test func `is one piece on each edge after a bridge has closed its gap`() {
    var line = FollowedLine(pieces: [piece(0, 0, 40)], anchors: [0: (piece: 0, offset: 10)])
    line.append(FollowedLine(pieces: [piece(0, 40, 70)]))
    line.append(FollowedLine(pieces: [piece(0, 70, 100), piece(1, 0, 5)], anchors: [1: (piece: 1, offset: 5)]))
    #expect(line.spelled == ["0 at 0:10", "1 at 3:5"])
    let joined = line.joined()
    #expect(joined.pieces == [piece(0, 0, 100), piece(1, 0, 5)] && joined.spelled == ["0 at 0:10", "1 at 1:5"])
    // Where it drives a road twice, or leaves a hole, there are two.
    let twice = FollowedLine(pieces: [piece(0, 0, 100), piece(0, 0, 100), piece(1, 0, 40), piece(1, 50, 100)])
    #expect(twice.joined().pieces == twice.pieces)
  }

  @Test func `has its waypoints where the line was last on a road`() {
    let places = (Int32(0)..<4).map { Place(latitudeE7: 475_000_000, longitudeE7: 95_000_000 + 1000 * $0) }
    let sketch = RouteSketch(
      mapVersion: "", options: RouteOptions(), line: places,
      stops: [(0, .stopover), (2, .passThrough), (3, .stopover)], length: 250)
    var line = path
    line.anchors[2] = nil
    let stops = line.stops(of: DrawnLine(sketch, waypoints: []))
    #expect(stops.map(\.piece) == [0, 0, 2] && stops.map(\.offset) == [0, 60, 50])
    #expect(stops.map(\.waypoint.kind) == [.stopover, .passThrough, .stopover])
    line.anchors[0] = nil
    #expect(line.stops(of: DrawnLine(sketch, waypoints: []))[0].offset == 60, "it is not yet on a road")
    #expect(path.stops(of: DrawnLine(places: places)).map(\.offset) == [0, 50], "only the ends are known")
  }

  @Test func `has the waypoints as they were requested, if their number is right`() {
    let places = (Int32(0)..<3).map { Place(latitudeE7: 475_000_000, longitudeE7: 95_000_000 + 1000 * $0) }
    let sketch = RouteSketch(
      mapVersion: "", options: RouteOptions(), line: places, stops: [(0, .stopover), (2, .stopover)], length: 1)
    var named = Waypoint(place: places[1])
    named.name = "Depot"
    #expect(DrawnLine(sketch, waypoints: [named, named]).waypoints.map(\.waypoint.name) == ["Depot", "Depot"])
    let others = DrawnLine(sketch, waypoints: [named, named, named]).waypoints
    #expect(others.map(\.waypoint.place) == [places[0], places[2]] && others.map(\.waypoint.name) == ["", ""])
  }
}

@Suite struct `A line held against the route made from it` {
  private let street: RoadSketch
  private let ruler: LocalRuler

  init() throws {
    street = try RoadSketch("A---B---C---D", metresPerCell: 25, roads: ["A-B-C-D"])
    ruler = LocalRuler(at: street.place("A"))
  }

  /// The line through some points, with the distances along the route of those on it.
  private func compared(
    _ points: [(east: Metres, north: Metres)], anchors: [Int: Metres], route: String = "AB BC CD"
  ) -> LineComparison {
    LineComparison(
      points.map { ruler.place(LocalPoint(x: $0.east, y: $0.north)) },
      anchors: anchors.sorted { $0.key < $1.key }.map { LineAnchor(position: $0.key, progress: $0.value) },
      route: route.split(separator: " ").map { street.graph.whole(street.edge(String($0))) }, on: street.graph)
  }

  @Test(arguments: [(0.0, true), (14, true), (16, false), (60, false)])
  func `is on it within 15 m`(distance: Metres, isCovered: Bool) throws {
    let comparison = compared([(0, distance), (300, distance)], anchors: [0: 0, 1: 300])
    #expect(abs(comparison.length - 300) < 1 && abs(comparison.greatestDistance - distance) < 0.5)
    #expect(abs(comparison.covered - (isCovered ? comparison.length : 0)) < 0.01)
    #expect(comparison.differences.isEmpty == isCovered)
    if let difference = comparison.differences.first {
      #expect(difference.distance == 0 && abs(difference.length - 300) < 1 && abs(difference.routeLength - 300) < 5)
    }
  }

  @Test func `differs where it goes round`() throws {
    let comparison = compared(
      [(0, 0), (100, 0), (100, 80), (200, 80), (200, 0), (300, 0)], anchors: [0: 0, 1: 100, 4: 200, 5: 300])
    let difference = try #require(comparison.differences.first)
    #expect(comparison.differences.count == 1 && abs(comparison.length - 460) < 1)
    #expect(abs(difference.greatestDistance - 80) < 1 && abs(difference.routeLength - 100) < 5)
    // The ends of the way round are within 15 m of the route.
    #expect((100...125).contains(difference.distance) && (225...250).contains(difference.length))
    #expect(abs(comparison.covered + difference.length - comparison.length) < 0.01)
  }

  @Test func `differs on a way back that the route does not have`() {
    let points: [(east: Metres, north: Metres)] = [(0, 0), (300, 0), (0, 0)]
    let there = compared(points, anchors: [0: 0, 1: 300])
    #expect(there.differences.count == 1 && there.covered < 450 && there.greatestDistance > 150)
    let both = compared(points, anchors: [0: 0, 1: 300, 2: 600], route: "AB BC CD DC CB BA")
    #expect(both.differences.isEmpty && abs(both.covered - 600) < 1)
  }
}

@Suite struct `The places of a line for the matcher` {
  private let street: RoadSketch
  private let ruler: LocalRuler

  init() throws {
    street = try RoadSketch("A---B", metresPerCell: 97.5, roads: ["A-B"])
    ruler = LocalRuler(at: street.place("A"))
  }

  private func samples(_ points: [(east: Metres, north: Metres)]) -> LineSamples {
    LineSamples(
      of: points.map { ruler.place(LocalPoint(x: $0.east, y: $0.north)) }, on: street.graph,
      MatchingSettings(mode: .car).rules, settings: ImportSettings())
  }

  @Test func `are its positions and one every 25 m between them`() {
    let samples = samples([(0, 0), (390, 0)])
    #expect(samples.trace(samples.errors(atLeast: 5)).fixes.count == 17)
    let between = [Int?](repeating: nil, count: 15)
    #expect((0..<17).map { samples.position(ofFix: $0) } == [0] + between + [1])
  }

  @Test func `are its positions only where it leaves the roads`() {
    let samples = samples([(0, 0), (300, 400), (390, 0)])
    #expect(samples.trace(samples.errors(atLeast: 5)).fixes.count == 3)
    #expect((0..<3).map { samples.position(ofFix: $0) } == [0, 1, 2])
  }

  @Test(arguments: [(0.0, 1.0, 1.0), (12, 1, 12), (3, 5, 5)])
  func `have the error that the line has, and not less than is assumed`(
    distance: Metres, least: Metres, error: Metres
  ) {
    let samples = samples([(0, distance), (390, distance)])
    let fixes = samples.trace(samples.errors(atLeast: least)).fixes
    #expect(fixes.allSatisfy { abs(($0.accuracy ?? 0) - error) < 0.5 && $0.time == nil })
  }
}
