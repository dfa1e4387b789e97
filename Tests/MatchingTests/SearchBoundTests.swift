import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

/// The work for a fix has a bound, whatever the fixes are.
@Suite struct `The searches for a fix` {
  private static let side = 60
  private static let step: Int32 = 4000

  /// A town of square blocks of some 40 m, all roads both ways.
  private static func town() throws -> RoadGraph {
    var network = RoadNetwork()
    for row in 0..<side {
      for column in 0..<side {
        let place = Place(
          latitudeE7: 475_000_000 + Int32(row) * step, longitudeE7: 95_000_000 + Int32(column) * step)
        network.nodes.append(RoadNetwork.Node(source: SourceNodeID(Int64(network.nodes.count + 1)), place: place))
      }
    }
    func addRoad(_ from: Int, _ to: Int) {
      network.ways.append(RoadNetwork.Way(id: WayID(Int64(network.ways.count + 1)), roadClass: .residential))
      let first = network.shape.count
      network.shape += [network.nodes[from].place, network.nodes[to].place]
      var segment = RoadNetwork.Segment(way: network.ways.count - 1, from: from, to: to, shape: first..<first + 2)
      segment.forward.access = .all
      segment.backward.access = .all
      network.segments.append(segment)
    }
    for node in 0..<side * side {
      if node % side + 1 < side { addRoad(node, node + 1) }
      if node + side < side * side { addRoad(node, node + side) }
    }
    return try RoadGraph(network)
  }

  private static func randomPlaces(_ count: Int, accuracy: Metres) -> Trace {
    var random = SplitMix64(seed: 36)
    let reach = Int32(side - 1) * step
    let fixes = (0..<count).map { number in
      let place = Place(
        latitudeE7: 475_000_000 + Int32.random(in: 0...reach, using: &random),
        longitudeE7: 95_000_000 + Int32.random(in: 0...reach, using: &random))
      let time = Timestamp(millisecondsSince1970: 1_790_000_000_000 + Int64(number) * 30_000)
      return Fix(place: place, time: time, accuracy: accuracy)
    }
    return Trace(id: "random", source: TraceSource(file: "random"), fixes: fixes)
  }

  @Test func `settle no more edges than the bound, at random places of a dense town, whole and live`() throws {
    let (graph, settings) = (try Self.town(), MatchingSettings(mode: .car))
    let trace = Self.randomPlaces(8, accuracy: 40)
    var scratch = MatchingScratch()
    let matched = Matcher(graph: graph, settings: settings).match(trace, using: &scratch)
    #expect(matched.fixes.count == 8 && scratch.mostSettledEdges <= settings.search.mostSettledEdges)
    // Otherwise this tests nothing.
    #expect(scratch.mostSettledEdges > settings.search.mostSettledEdges / 2, "\(scratch.mostSettledEdges)")
    var live = MatchingScratch()
    var online = OnlineTrace(OnlineMatcher(graph: graph, settings: settings, lag: 2, followsPath: true))
    var decided = 0
    for fix in trace.fixes { decided += online.take(fix, using: &live).fixes.count }
    decided += online.finish(using: &live).fixes.count
    #expect(decided == 8 && live.mostSettledEdges <= settings.search.mostSettledEdges)
  }

  @Test(arguments: [(200, 1, 8), (50_000_000, 0, isWholeRun ? 8 : 3)])
  func `are counted where the bound ends them, whole and live`(bound: Int, least: Int, places: Int) throws {
    let graph = try Self.town()
    var settings = MatchingSettings(mode: .car)
    settings.search.mostSettledEdges = bound
    let trace = Self.randomPlaces(places, accuracy: 40)
    var scratch = MatchingScratch()
    let whole = Matcher(graph: graph, settings: settings).match(trace, using: &scratch).boundedFixes
    var online = OnlineTrace(OnlineMatcher(graph: graph, settings: settings, lag: 2))
    for fix in trace.fixes { _ = online.take(fix, using: &scratch) }
    _ = online.finish(using: &scratch)
    for count in [whole, online.boundedFixes] {
      #expect(least == 0 ? count == 0 : (1..<trace.fixes.count).contains(count), "\(count)")
    }
  }

  @Test func `go from the likeliest candidate first, so that a bound far lower costs no drive its path`() throws {
    let graph = try Self.town()
    // Along one road.
    let fixes = (0..<40).map { number in
      Fix(
        place: Place(latitudeE7: 475_000_000 + 30 * Self.step, longitudeE7: 95_000_000 + Int32(number) * 5000),
        time: Timestamp(millisecondsSince1970: 1_790_000_000_000 + Int64(number) * 5000))
    }
    let trace = Trace(id: "drive", source: TraceSource(file: "drive"), fixes: fixes)
    var settings = MatchingSettings(mode: .car)
    var scratch = MatchingScratch()
    let whole = Matcher(graph: graph, settings: settings).match(trace, using: &scratch)
    settings.search.mostSettledEdges = 20
    var lean = MatchingScratch()
    let bounded = Matcher(graph: graph, settings: settings).match(trace, using: &lean)
    #expect(bounded.paths.map(\.steps) == whole.paths.map(\.steps) && whole.paths.count == 1)
    #expect(lean.mostSettledEdges <= 20, "\(scratch.mostSettledEdges)")
  }
}
