internal import Geodesy

/// The lines across the squares of a survey, as rows of its nodes.
struct SquareLines {
  struct Line: Equatable {
    let begin: UInt32
    let end: UInt32
  }

  /// The lines of each square; the road that lends its attributes is ``SurveyedSquare/ways``' first.
  private(set) var lines: [[Line]] = []

  /// - Parameter rows: the nodes of all ways, in the layout of ``RoadSurvey/nodeIDs``.
  init(_ squares: [SurveyedSquare], rows: [UInt32], firstNode: [Int], index: NodeIndex, nodes: NodeSurvey) {
    guard !squares.isEmpty else { return }
    let rings = squares.map { square in
      square.rings.map { ring in ring.compactMap { index.row(of: $0).map { UInt32($0) } } }
    }
    let entrances = Self.entrances(squares, rings, rows: rows, firstNode: firstNode, count: index.ids.count)
    lines = squares.indices.map { Self.lines(rings[$0], squares[$0].roadRings, entrances[$0], nodes) }
  }

  /// For each square, the rows that it shares with roads beyond it.
  private static func entrances(
    _ squares: [SurveyedSquare], _ rings: [[[UInt32]]], rows: [UInt32], firstNode: [Int], count: Int
  ) -> [Set<UInt32>] {
    var isOnRing = [Bool](repeating: false, count: count)
    var squaresAtRow: [UInt32: [Int]] = [:]
    for (number, square) in rings.enumerated() {
      for row in Set(square.joined()) {
        isOnRing[Int(row)] = true
        squaresAtRow[row, default: []].append(number)
      }
    }
    let own = squares.map { Set($0.ways) }
    var entrances = [Set<UInt32>](repeating: [], count: squares.count)
    for way in 0..<firstNode.count - 1 {
      for row in rows[firstNode[way]..<firstNode[way + 1]] where isOnRing[Int(row)] {
        for square in squaresAtRow[row] ?? [] where !own[square].contains(way) { entrances[square].insert(row) }
      }
    }
    return entrances
  }

  private static func lines(
    _ rings: [[UInt32]], _ roadRings: Int, _ entrances: Set<UInt32>, _ nodes: NodeSurvey
  ) -> [Line] {
    let places = rings.map { ring in ring.compactMap { nodes.place($0) } }
    guard entrances.count > 1, zip(rings, places).allSatisfy({ $0.count == $1.count && $0.first == $0.last }),
      let shape = SquareShape(places, roadRings: roadRings)
    else { return [] }
    var corners: [SquareShape.Corner] = []
    for (ring, rows) in rings.enumerated() {
      for (number, row) in rows.dropLast().enumerated() where entrances.contains(row) {
        corners.append(SquareShape.Corner(ring: ring, number: number))
      }
    }
    return shape.lines(between: corners).map { begin, end in
      Line(begin: rings[begin.ring][begin.number], end: rings[end.ring][end.number])
    }
  }
}
