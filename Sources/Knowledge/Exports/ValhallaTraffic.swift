internal import Geodesy
internal import Records
package import RoadGraph
internal import RoadRules

/// Learned speeds as the files that `valhalla_add_predicted_traffic` reads: one for each tile, with a line for each edge.
///
///     level/tile/number,km/h at night,km/h by day,speeds of the week (PredictedSpeeds)
///
/// An edge of Valhalla may be several of the map; its time is the sum of theirs. In hours of which a road has no speed it
/// has the mean of the other hours.
package struct ValhallaTraffic: Sendable {
  /// Edges of the tiles that got speeds, and those that did not: ways that the map has not for the mode, or of which
  /// nothing is known.
  package struct Counts: Hashable, Sendable {
    package var written = 0
    package var notOnMap = 0
    package var unknown = 0

    package init(written: Int = 0, notOnMap: Int = 0, unknown: Int = 0) {
      (self.written, self.notOnMap, self.unknown) = (written, notOnMap, unknown)
    }
  }

  private let chains: EdgeChains
  private let times: LearnedTimes
  /// In km/h by edge; 0 where nothing is known.
  private let freeFlow: [Float]
  private let predicted = PredictedSpeeds()
  private let workers: Int
  /// The classes of hours of workdays from 7 to 19 o'clock, which are Valhalla's day.
  private let daytime: [Int]
  private static let edgesOfPart = 512

  /// - Parameter tables: with speeds and without delays.
  package init(_ tables: LearnedTables, on graph: RoadGraph, mode: TravelMode, workers: Int) throws {
    chains = EdgeChains(on: graph, mode: mode)
    self.workers = workers
    var freeFlow = [Float](repeating: 0, count: graph.edgeCount)
    times = try tables.times(on: graph) { row in
      freeFlow[row.edge.index] = max(freeFlow[row.edge.index], Float(row.freeFlow ?? row.expected))
    }
    self.freeFlow = freeFlow
    daytime = (0..<5 * 24).filter { (7..<19).contains($0 % 24) }.map { [classes = tables.classes] in classes[hour: $0] }
  }

  /// The lines of the edges of a tile.
  package func lines(
    of tile: ValhallaTile, _ edges: [ValhallaEdges.Edge], _ counts: inout Counts
  ) throws -> ExportedLines {
    let size = Self.edgesOfPart
    let parts = try inParallel((edges.count + size - 1) / size, workers: workers) { part in
      edges[part * size..<min(edges.count, (part + 1) * size)].map { line(of: tile, $0) }
    }
    var lines = ExportedLines()
    for line in parts.joined() {
      switch line {
      case .known(let text):
        counts.written += 1
        lines.bytes.text(text)
        lines.end()
      case .notOnMap: counts.notOnMap += 1
      case .unknown: counts.unknown += 1
      }
    }
    return lines
  }

  private enum Line: Sendable {
    case known(String)
    case notOnMap, unknown
  }

  private func line(of tile: ValhallaTile, _ edge: ValhallaEdges.Edge) -> Line {
    guard let roads = chains.roads(along: edge.line) else { return .notOnMap }
    let length = roads.reduce(0) { $0 + $1.length }
    var seconds = [Double](repeating: 0, count: times.classes.count)
    var atNight = 0.0
    for road in roads {
      guard let paces = paces(of: road.edge) else { return .unknown }
      for number in seconds.indices { seconds[number] += road.length * paces[number] }
      atNight += road.length * 3.6 / Double(max(1, freeFlow[road.edge.index]))
    }
    let speeds = seconds.map { 3.6 * length / $0 }
    let byDay = daytime.reduce(0) { $0 + seconds[$1] } / Double(daytime.count)
    return .known(
      "\(tile.level)/\(tile.number)/\(edge.index),\(whole(3.6 * length / atNight)),\(whole(3.6 * length / byDay)),"
        + predicted.text(speeds, times.classes))
  }

  /// In seconds per metre by class; `nil` if nothing is known of any.
  private func paces(of edge: EdgeID) -> [Double]? {
    let known = (0..<times.classes.count).map { times.speed(on: edge, in: $0).map { 1 / $0 } }
    let paces = known.compactMap(\.self)
    guard !paces.isEmpty else { return nil }
    let mean = paces.reduce(0, +) / Double(paces.count)
    return known.map { $0 ?? mean }
  }

  private func whole(_ kmh: Double) -> Int { Int(max(1, min(255, kmh.rounded()))) }
}
