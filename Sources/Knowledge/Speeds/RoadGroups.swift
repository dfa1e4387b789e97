internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The tree of roads from which an edge borrows: all roads, kinds of road, kinds in an area, roads, edges.
///
/// A kind is a class, a bin of tagged limits, and what stands at the end of the edge. A road has a name or a number, and
/// lies in one area; without either it is a way of the source. Both directions are one road.
///
/// Not chosen: kinds by length as well. In a simulated city with fixes every 15 s, edges within junctions then attract
/// the times of queues before them, and the speeds of all edges err by 30 % in place of 24 %.
///
/// Shapes, for *m* edges and levels of *r* roads, *a* kinds in areas, and *g* kinds:
///
///     roads       m, the road of each edge
///     areas       r, the kind in an area of each road
///     kinds       a, the kind of each
///     tiers       m, the tier of classes that share their hours
///     basePaces   m, in seconds per metre, from the profile
struct RoadGroups: Sendable {
  private(set) var roads: [Int32]
  private(set) var areas: [Int32] = []
  private(set) var kinds: [Int32] = []
  private(set) var kindCount = 0
  private(set) var tiers: [UInt8]
  private(set) var basePaces: [Float]
  private(set) var lengths: [Float]

  static let tierCount = 7
  /// Roads and kinds are compared within squares of about these degrees: 2 and 9 km.
  private static let roadsPerDegree = 50.0
  private static let areasPerDegree = 12.0

  init(_ graph: RoadGraph, mode: TravelMode) {
    let count = graph.edgeCount
    let times = ExpectedTimes(graph: graph, mode: mode)
    roads = [Int32](repeating: 0, count: count)
    tiers = [UInt8](repeating: 0, count: count)
    basePaces = [Float](repeating: 0, count: count)
    lengths = [Float](repeating: 0, count: count)
    var numbers = Numbers()
    for index in 0..<count {
      let edge = EdgeID(index)
      lengths[index] = Float(max(0.1, graph.length(of: edge)))
      basePaces[index] = Self.pace(of: edge, graph, times)
      tiers[index] = Self.tier(graph.roadClass(of: edge))
      roads[index] = numbers.road(of: edge, graph, in: &self)
    }
  }

  /// The kind of an edge.
  func kind(of edge: Int) -> Int { Int(kinds[Int(areas[Int(roads[edge])])]) }

  /// The time of an edge by the profile, with the least delay at its end.
  private static func pace(of edge: EdgeID, _ graph: RoadGraph, _ times: ExpectedTimes) -> Float {
    let length = max(0.1, graph.length(of: edge))
    let onward = graph.edges(leaving: graph.head(of: edge)).lazy.filter { $0 != edge.reversed }
    let delay = onward.map { times.duration(from: edge, onto: $0) }.min() ?? 0
    let share = min(1, length / queueLength)
    return Float((times.duration(of: length, on: edge) + min(delay, 30) * share) / length)
  }

  /// The delay at a junction is spent along these metres before it, so that edges within a junction have no more than
  /// their part of it.
  private static let queueLength: Metres = 40

  private static func tier(_ roadClass: RoadClass) -> UInt8 {
    switch roadClass {
    case .motorway, .motorwayLink: 0
    case .trunk, .trunkLink: 1
    case .primary, .primaryLink: 2
    case .secondary, .secondaryLink: 3
    case .tertiary, .tertiaryLink: 4
    case .unclassified, .residential, .livingStreet, .road: 5
    default: 6
    }
  }

  /// Gives out the numbers of roads, areas and kinds, in the order of the edges that first need them.
  private struct Numbers {
    private struct RoadKey: Hashable {
      var text: Int64
      var area: Int32
      var square: Square
    }

    private struct AreaKey: Hashable {
      var kind: Int32
      var square: Square
    }

    private struct Square: Hashable {
      var x: Int32
      var y: Int32

      init(_ place: Place, perDegree: Double) {
        x = Int32((place.longitude * perDegree).rounded(.down))
        y = Int32((place.latitude * perDegree).rounded(.down))
      }
    }

    private var kinds: [Int: Int32] = [:]
    private var areas: [AreaKey: Int32] = [:]
    private var roads: [RoadKey: Int32] = [:]
    private var texts: [String: Int64] = [:]
    private var way: (index: Int, text: Int64) = (-1, 0)

    mutating func road(of edge: EdgeID, _ graph: RoadGraph, in groups: inout RoadGroups) -> Int32 {
      let place = graph.place(of: graph.head(of: edge.segment.forward))
      let area = area(of: edge, at: place, graph, in: &groups)
      let key = RoadKey(
        text: text(of: edge, graph), area: area, square: Square(place, perDegree: RoadGroups.roadsPerDegree))
      if let number = roads[key] { return number }
      let number = Int32(groups.areas.count)
      roads[key] = number
      groups.areas.append(area)
      return number
    }

    /// A name or number of the road, else its way: the latter below 0.
    private mutating func text(of edge: EdgeID, _ graph: RoadGraph) -> Int64 {
      let index = graph.wayIndex(of: edge)
      if way.index == index { return way.text }
      var text = Int64(-1 - index)
      if graph.hasName(edge) || graph.hasRef(edge) {
        let words = graph.hasName(edge) ? graph.name(of: edge) : graph.ref(of: edge)
        text = texts[words] ?? Int64(texts.count)
        texts[words] = text
      }
      way = (index, text)
      return text
    }

    private mutating func area(
      of edge: EdgeID, at place: Place, _ graph: RoadGraph, in groups: inout RoadGroups
    ) -> Int32 {
      let key = AreaKey(
        kind: kind(of: edge, graph, in: &groups), square: Square(place, perDegree: RoadGroups.areasPerDegree))
      if let number = areas[key] { return number }
      let number = Int32(groups.kinds.count)
      areas[key] = number
      groups.kinds.append(key.kind)
      return number
    }

    private mutating func kind(of edge: EdgeID, _ graph: RoadGraph, in groups: inout RoadGroups) -> Int32 {
      let flags = graph.flags(of: graph.head(of: edge))
      let end = flags.contains(.trafficSignals) ? 2 : flags.isDisjoint(with: [.stopSign, .giveWay]) ? 0 : 1
      let roundabout = graph.flags(of: edge).contains(.roundabout) ? 1 : 0
      let roadClass = Int(graph.roadClass(of: edge).rawValue)
      let key = ((roadClass * 8 + Self.limitBin(of: edge, graph)) * 3 + end) * 2 + roundabout
      if let number = kinds[key] { return number }
      let number = Int32(groups.kindCount)
      kinds[key] = number
      groups.kindCount += 1
      return number
    }

    /// A default limit says nothing that the class does not say.
    private static func limitBin(of edge: EdgeID, _ graph: RoadGraph) -> Int {
      guard let limit = graph.speedLimit(of: edge), limit.source == .tag else { return 0 }
      guard let speed = limit.kmh else { return 7 }
      return 1 + ([30, 40, 50, 70, 100].firstIndex { speed <= $0 } ?? 5)
    }
  }
}
