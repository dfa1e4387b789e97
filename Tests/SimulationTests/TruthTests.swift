import Geodesy
import PathSearch
import RoadGraph
import TestSupport
import Testing

@testable import Simulation

/// Every table of a drive tells the same story.
@Suite struct `The truth of a drive` {
  /// Everything at once.
  private static var eventful: SimulationSettings {
    quiet {
      $0.wrongWay = 0.4
      $0.detours = 0.5
      $0.offRoad = 0.5
      $0.stops = 0.3
      $0.gaps = 0.3
      $0.gapLength = 30
      $0.tunnels = .silent
    }
  }

  /// The sketch and what real maps there are.
  private static func allDrives() throws -> [(graph: RoadGraph, drives: [SimulatedDrive])] {
    let graphs = [try town().graph] + RealMaps.graphs.map(\.graph)
    return try graphs.map { ($0, try drives(60, on: $0, eventful)) }
  }

  @Test func `every label on a road lies on a piece driven`() throws {
    for (_, drives) in try Self.allDrives() {
      for drive in drives {
        let pieces = Dictionary(grouping: drive.travelled) { [$0.from, $0.to] }
        for road in drive.fixes.compactMap(\.road) {
          let own = pieces[[road.from, road.to]] ?? []
          #expect(own.contains { $0.begin <= road.fraction && road.fraction <= $0.end }, "\(drive.id) \(road)")
        }
      }
    }
  }

  @Test func `pieces follow each other but where the drive leaves the road`() throws {
    for (_, drives) in try Self.allDrives() {
      for drive in drives {
        let jumps = zip(drive.travelled, drive.travelled.dropFirst()).count { before, after in
          let goesOn = before.to == after.from && before.end == 1 && after.begin == 0
          let turnsRound =
            before.to == after.from && before.from == after.to && abs(before.end + after.begin - 1) < 1e-9
          return !goesOn && !turnsRound
        }
        #expect(jumps == drive.stretches(.offRoad).count, "\(drive.id)")
        #expect(drive.travelled.allSatisfy { 0 <= $0.begin && $0.begin < $0.end && $0.end <= 1 })
      }
    }
  }

  @Test func `fixes without noise lie on the road at their fraction, and the nodes are those of the edge`() throws {
    for (graph, drives) in try Self.allDrives() {
      for fix in drives.flatMap(\.fixes) {
        #expect(fix.place == fix.truth)
        guard let road = fix.road else { continue }
        let shape = graph.shapeRange(of: road.edge.segment)
        let order = road.edge.isForward ? Array(shape) : shape.reversed()
        let at = zip(order, order.dropFirst()).first {
          graph.shapeSource(at: $0) == road.from && graph.shapeSource(at: $1) == road.to
            && isOn(fix.truth, graph.shapePlace(at: $0), graph.shapePlace(at: $1), road.fraction)
        }
        #expect(at != nil, "\(road)")
      }
    }
  }

  /// Within two centimetres, what rounding to 10⁻⁷ degrees can do.
  private func isOn(_ place: Place, _ from: Place, _ to: Place, _ fraction: Double) -> Bool {
    groundDistance(place, from.interpolated(to: to, fraction: fraction)) < 0.02
  }

  @Test func `routes are the shortest, however many turns they take`() throws {
    let sketch = try RoadSketch(
      """
      W--A--B
         |  |
         |  C--D
         |     |
         |     E--Y--X
         |        |
         r--------s
      """, metresPerCell: 50, roads: ["W-A-B", "B-C", "C-D", "D-E", "E-Y-X", "A-r-s-Y"])
    let turns = LawfulTurns(graph: sketch.graph, mode: .car)
    var search = PathSearch()
    search.open(on: sketch.graph, rules: turns.rules)
    let end = search.place(EdgePosition(edge: sketch.edge("YX"), offset: 0))
    search.begin(
      from: search.place(EdgePosition(edge: sketch.edge("WA"), offset: 0)),
      within: SearchLimit(length: 5_000, edges: 1_000), metresPerPenalty: 200)
    search.addTarget(end)
    search.run()
    let edges = search.edges(to: end)
    #expect(edges == ["WA", "AB", "BC", "CD", "DE", "EY", "YX"].map { sketch.edge($0) })
  }

  @Test(arguments: [10.0, 30, 60])
  func `pieces and stretches begin at the first fix and end at the last one`(period: Double) throws {
    for graph in [try town().graph] + RealMaps.graphs.map(\.graph) {
      let settings = quiet {
        $0.period = period
        $0.wrongWay = 0.5
        $0.stops = 0.5
      }
      for drive in try drives(40, on: graph, settings) {
        let (first, last) = (try #require(drive.fixes.first), try #require(drive.fixes.last))
        let (begin, end) = (try #require(drive.travelled.first), try #require(drive.travelled.last))
        #expect([begin.from, begin.to] == [first.road?.from, first.road?.to] && begin.begin == first.road?.fraction)
        #expect([end.from, end.to] == [last.road?.from, last.road?.to] && end.end == last.road?.fraction)
        #expect(drive.stretches.allSatisfy { first.time <= $0.beginTime && $0.endTime <= last.time })
        let driven = drive.travelled.reduce(0.0) { $0 + ($1.end - $1.begin) * length(of: $1, on: graph) }
        #expect(abs(driven - (last.distance - first.distance)) < 0.01 * drive.length, "\(drive.id)")
      }
    }
  }

  @Test func `a stretch that the last fix cuts ends there, and one behind it is none`() throws {
    let settings = quiet {
      $0.stops = 1
      $0.period = 200
    }
    let cut = try drives(60, on: town().graph, settings)
    let whole = try drives(60, on: town().graph, quiet { $0.stops = 1 })
    var seen: Set<String> = []
    for (cut, whole) in zip(cut, whole) {
      let (last, stop) = (try #require(cut.fixes.last), try #require(whole.stretches(.stop).first))
      if last.time <= stop.beginTime {
        #expect(cut.stretches.isEmpty)
        seen.insert("behind")
      } else {
        let found = try #require(cut.stretches(.stop).first)
        #expect(found.beginTime == stop.beginTime && found.endTime == min(stop.endTime, last.time))
        seen.insert(found == stop ? "whole" : "cut")
      }
    }
    #expect(seen == ["behind", "whole", "cut"])
  }

  @Test func `a drive is as long as asked, and its truth as long as the drive`() throws {
    for graph in [try town().graph] + RealMaps.graphs.map(\.graph) {
      for drive in try drives(40, on: graph, quiet()) {
        #expect((1_500...2_500).contains(drive.length), "\(drive.id)")
        let driven = drive.travelled.reduce(0.0) { $0 + ($1.end - $1.begin) * length(of: $1, on: graph) }
        #expect(abs(driven - drive.length) < 0.01 * drive.length, "\(drive.id)")
      }
    }
  }

  private func length(of piece: TravelledPiece, on graph: RoadGraph) -> Metres {
    let shape = graph.shapeRange(of: piece.edge.segment)
    let ends = zip(shape, shape.dropFirst()).first { a, b in
      [[piece.from, piece.to], [piece.to, piece.from]].contains([graph.shapeSource(at: a), graph.shapeSource(at: b)])
    }
    return ends.map { graph.shapeDistance(at: $0.1) - graph.shapeDistance(at: $0.0) } ?? .nan
  }

  @Test func `a drive without offences keeps to every rule and never turns round`() throws {
    for (_, graph) in [("town", try town().graph)] + RealMaps.graphs {
      for drive in try drives(40, on: graph, quiet { $0.besideOneways = 0.5 }) {
        var edges: [EdgeID] = []
        for piece in drive.travelled where edges.last != piece.edge || piece.begin == 0 { edges.append(piece.edge) }
        edges = edges.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        #expect(edges.allSatisfy { graph.access(of: $0)[.car] > .no })
        for index in edges.indices.dropFirst() {
          #expect(edges[index] != edges[index - 1].reversed)
          #expect(!graph.isTurnBanned(onto: edges[index], for: .car) { $0 < index ? edges[index - 1 - $0] : nil })
        }
      }
    }
  }
}
