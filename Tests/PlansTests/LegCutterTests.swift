import Geodesy
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Plans

/// Edges of 100 m.
private func street() throws -> RoadSketch {
  try RoadSketch("A---B---C", metresPerCell: 25, roads: ["A-B-C"])
}

extension RoadSketch {
  /// The pieces of a path: `"AB 20-100, BC 0-50"`; 100 is the end of the edge.
  fileprivate func pieces(_ text: String) -> [EdgeStretch] {
    text.split(separator: ", ").map { words in
      let parts = words.split { $0 == " " || $0 == "-" }
      let edge = edge(String(parts[0]))
      let ends = parts.dropFirst().map { $0 == "100" ? graph.length(of: edge) : Metres($0) ?? 0 }
      return EdgeStretch(edge: edge, begin: ends[0], end: ends[1])
    }
  }

  fileprivate func spelled(_ pieces: [EdgeStretch]) -> String {
    pieces.map { "\(spelled([$0.edge])) \(Int($0.begin.rounded()))-\(Int($0.end.rounded()))" }.joined(separator: ", ")
  }

  /// The path cut at some halts, each the number of its piece and its place on it: `"0:60 1:10"`.
  fileprivate func cut(_ path: String, _ halts: String) -> LegCutter {
    let pieces = pieces(path)
    func stop(_ piece: Int, _ offset: Metres) -> LineStop {
      let place = graph.place(on: pieces[piece].edge, at: offset)
      return LineStop(waypoint: Waypoint(place: place), piece: piece, offset: offset)
    }
    let between = halts.split(separator: " ").map { halt in
      let numbers = halt.split(separator: ":").map { Int($0) ?? 0 }
      return stop(numbers[0], Metres(numbers[1]))
    }
    let last = pieces.count - 1
    var cutter = LegCutter(pieces: pieces, graph: graph, turnReach: 30, offRoadDistance: 30)
    cutter.cut(at: [stop(0, pieces[0].begin)] + between + [stop(last, pieces[last].end)])
    return cutter
  }
}

@Suite struct `The path along a line is cut` {
  @Test(arguments: [
    ("AB 0-100, BC 0-100", "", ["AB 0-100, BC 0-100"]), ("AB 20-70", "", ["AB 20-70"]),
    ("AB 0-100, BC 0-100", "1:30", ["AB 0-100, BC 0-30", "BC 30-100"]),
    ("AB 20-100, BC 0-50", "0:60 1:10", ["AB 20-60", "AB 60-100, BC 0-10", "BC 10-50"]),
    // At a junction, at its ends, and twice at one place.
    ("AB 0-100, BC 0-100", "1:0", ["AB 0-100, BC 0-0", "BC 0-100"]), ("AB 20-70", "0:20", ["AB 20-20", "AB 20-70"]),
    ("AB 20-70", "0:70", ["AB 20-70", "AB 70-70"]), ("AB 20-70", "0:30 0:30", ["AB 20-30", "AB 30-30", "AB 30-70"]),
  ])
  func `at its halts`(path: String, halts: String, legs: [String]) throws {
    let street = try street()
    let cutter = street.cut(path, halts)
    #expect(cutter.legs.map { street.spelled($0) } == legs)
    #expect(cutter.waypoints.count == legs.count + 1)
  }

  @Test(arguments: [
    ("", ["AB 0-60", "BA 40-100"]),
    // A halt within 30 m before it or behind it is there.
    ("0:45", ["AB 0-60", "BA 40-100"]), ("0:60", ["AB 0-60", "BA 40-100"]), ("1:55", ["AB 0-60", "BA 40-100"]),
    // One farther away is another halt.
    ("0:20", ["AB 0-20", "AB 20-60", "BA 40-100"]), ("1:75", ["AB 0-60", "BA 40-75", "BA 75-100"]),
    ("0:20 1:55", ["AB 0-20", "AB 20-60", "BA 40-100"]),
    // Of two halts there, the second leg has no length.
    ("0:45 0:60", ["AB 0-60", "AB 60-60", "BA 40-100"]), ("0:60 1:45", ["AB 0-60", "AB 60-60", "BA 40-100"]),
  ])
  func `where it turns round on the road`(halts: String, legs: [String]) throws {
    let street = try street()
    let cutter = street.cut("AB 0-60, BA 40-100", halts)
    #expect(cutter.legs.map { street.spelled($0) } == legs)
    #expect(cutter.waypoints.count == legs.count + 1)
    let turn = street.graph.place(on: street.edge("AB"), at: 60)
    #expect(cutter.waypoints.contains { groundDistance($0.snapped.place, turn) < 0.1 })
  }

  @Test func `nowhere where it turns round at the end of a road`() throws {
    let street = try street()
    #expect(street.cut("AB 0-100, BA 0-100", "").legs.map { street.spelled($0) } == ["AB 0-100, BA 0-100"])
  }

  @Test(arguments: [(20.0, false), (40, true)])
  func `at halts beside it, which are off the road if they are far`(distance: Metres, isOffRoad: Bool) throws {
    let street = try street()
    let pieces = street.pieces("AB 0-100")
    let place = LocalRuler(at: street.place("A")).place(LocalPoint(x: 50, y: distance))
    let stops = [0.0, 50, 100].map { LineStop(waypoint: Waypoint(place: place), piece: 0, offset: $0) }
    var cutter = LegCutter(pieces: pieces, graph: street.graph, turnReach: 30, offRoadDistance: 30)
    cutter.cut(at: stops)
    let halt = cutter.waypoints[1]
    #expect(halt.waypoint.place == place && abs(halt.snapped.distance - distance) < 0.1)
    #expect(halt.snapped.isOffRoad == isOffRoad && halt.position.offset == 50)
  }
}
