package import Geodesy
internal import Moments
package import RoadGraph
package import Traces

/// A road network and traces drawn with letters and digits.
///
///     let sketch = try RoadSketch("""
///       A---B-3-4C
///         1 2    |5
///                D
///       """, metresPerCell: 10, roads: ["A-B-C", "C>D"])
///     sketch.spelled([sketch.edge("AB"), sketch.edge("BC")])   // "AB BC"
///     sketch.trace("12345")
///
/// Capital letters are junctions, small letters bends, digits fixes; every other sign is decoration. One sign is
/// `metresPerCell` wide and high; north is up. Node *A* has source id 1, *B* 2, and so on; ways are numbered from 1 in
/// the order of `roads`.
package struct RoadSketch {
  package let graph: RoadGraph
  package let network: RoadNetwork
  private let places: [Character: Place]
  private let edges: [String: EdgeID]
  private let names: [EdgeID: String]

  /// The place of the sketch's upper left corner.
  package static let corner = Place(latitude: 47.5, longitude: 9.5)

  /// - Parameters:
  ///   - forbidden: paths no vehicle may turn along, as letters: `"ABC"`.
  ///   - mandatory: paths that must be followed: `"ABC"` means from AB only onto BC.
  package init(
    _ drawing: String, metresPerCell: Metres = 10, corner: Place = RoadSketch.corner, roads: [SketchRoad],
    forbidden: [String] = [], mandatory: [String] = [], adjust: (inout RoadNetwork) -> Void = { _ in }
  ) throws {
    let places = Self.places(in: drawing, metresPerCell: metresPerCell, corner: corner)
    var builder = SketchBuilder(places: places)
    for road in roads { builder.add(road) }
    builder.restrict(forbidden, .forbidden)
    builder.restrict(mandatory, .mandatory)
    builder.network.provenance.source = "sketch"
    builder.network.provenance.kind = "osm"
    adjust(&builder.network)
    network = builder.network
    graph = try RoadGraph(builder.network)
    self.places = places
    names = Self.names(in: graph)
    edges = Dictionary(names.map { ($0.value, $0.key) }, uniquingKeysWith: min)
  }

  /// The edge from one junction to its neighbour: `"AB"`.
  package func edge(_ letters: String) -> EdgeID {
    guard let edge = edges[letters] else { preconditionFailure("the sketch has no road \(letters)") }
    return edge
  }

  /// The place of a letter or digit.
  package func place(_ sign: Character) -> Place {
    guard let place = places[sign] else { preconditionFailure("the sketch has no \(sign)") }
    return place
  }

  /// Edges as pairs of letters: `"AB BC"`.
  package func spelled(_ edges: some Sequence<EdgeID>) -> String {
    edges.map { names[$0] ?? "??" }.joined(separator: " ")
  }

  /// The fixes of the digits named, one every `seconds`; without `seconds`, without times.
  package func trace(_ digits: String, every seconds: Seconds? = 5, id: String = "sketch") -> Trace {
    let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
    let fixes = digits.enumerated().map { number, digit in
      Fix(
        place: place(digit), time: seconds.map { begin.adding(seconds: Double(number) * $0) },
        line: UInt32(number + 1))
    }
    return Trace(id: id, source: TraceSource(file: "sketch"), fixes: fixes)
  }

  private static func places(in drawing: String, metresPerCell: Metres, corner: Place) -> [Character: Place] {
    let ruler = LocalRuler(at: corner)
    var places: [Character: Place] = [:]
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      for (column, sign) in line.enumerated() where sign.isLetter || sign.isNumber {
        places[sign] = ruler.place(
          LocalPoint(x: Double(column) * metresPerCell, y: -Double(row) * metresPerCell))
      }
    }
    return places
  }

  private static func names(in graph: RoadGraph) -> [EdgeID: String] {
    func letter(_ node: NodeID) -> String {
      String(UnicodeScalar(UInt8(truncatingIfNeeded: (graph.source(of: node)?.rawValue ?? 0) + 64)))
    }
    return Dictionary(
      uniqueKeysWithValues: (0..<graph.edgeCount).map {
        (EdgeID($0), letter(graph.tail(of: EdgeID($0))) + letter(graph.head(of: EdgeID($0))))
      })
  }
}

/// One way of a ``RoadSketch``: `"A-B-C"` both ways, `"A>B>C"` oneway; small letters are bends: `"A-b-C"`.
package struct SketchRoad: ExpressibleByStringLiteral {
  package var course: String
  package var name: String
  package var ref: String
  package var roadClass: RoadClass
  package var flags: RoadFlags
  package var access: AccessSet

  package init(
    _ course: String, name: String? = nil, ref: String = "", roadClass: RoadClass = .residential,
    flags: RoadFlags = [], access: AccessSet = .all
  ) {
    self.course = course
    self.name = name ?? course.filter(\.isLetter) + " Street"
    self.ref = ref
    self.roadClass = roadClass
    self.flags = course.contains(">") ? flags.union(.oneway) : flags
    self.access = access
  }

  package init(stringLiteral course: String) { self.init(course) }
}

/// Fills a ``RoadNetwork`` from roads given by letters.
private struct SketchBuilder {
  let places: [Character: Place]
  var network = RoadNetwork()
  private var nodes: [Character: Int] = [:]
  private var segments: [String: (segment: Int, forward: Bool)] = [:]

  init(places: [Character: Place]) { self.places = places }

  mutating func add(_ road: SketchRoad) {
    var way = RoadNetwork.Way(id: WayID(Int64(network.ways.count + 1)), roadClass: road.roadClass)
    way.name = road.name
    way.ref = road.ref
    way.flags = road.flags
    network.ways.append(way)
    let letters = road.course.filter(\.isLetter)
    let junctions = letters.indices.filter { letters[$0].isUppercase }
    for (begin, end) in zip(junctions, junctions.dropFirst()) {
      addSegment(Array(letters[begin...end]), of: road)
    }
  }

  private mutating func addSegment(_ letters: [Character], of road: SketchRoad) {
    let start = network.shape.count
    for letter in letters {
      network.shape.append(place(letter))
      let ascii = Int64(letter.asciiValue ?? 0)
      network.shapeSources.append(SourceNodeID(letter.isUppercase ? ascii - 64 : ascii))
    }
    var segment = RoadNetwork.Segment(
      way: network.ways.count - 1, from: node(letters[0]), to: node(letters[letters.count - 1]),
      shape: start..<network.shape.count)
    segment.forward.access = road.access
    segment.backward.access = road.access
    if road.flags.contains(.oneway) {
      segment.backward.access = .none
      segment.backward.access[.pedestrian] = road.access[.pedestrian]
    }
    segments[String([letters[0], letters[letters.count - 1]])] = (network.segments.count, true)
    segments[String([letters[letters.count - 1], letters[0]])] = (network.segments.count, false)
    network.segments.append(segment)
  }

  mutating func restrict(_ paths: [String], _ kind: RoadNetwork.Restriction.Kind) {
    for path in paths {
      let letters = Array(path)
      let steps = zip(letters, letters.dropFirst()).compactMap { segments[String([$0, $1])] }
      precondition(steps.count == letters.count - 1, "the sketch has no road along \(path)")
      network.restrictions.append(
        RoadNetwork.Restriction(kind: kind, path: steps, source: Int64(network.restrictions.count + 1)))
    }
  }

  private func place(_ letter: Character) -> Place {
    guard let place = places[letter] else { preconditionFailure("the sketch has no \(letter)") }
    return place
  }

  private mutating func node(_ letter: Character) -> Int {
    if let known = nodes[letter] { return known }
    let id = SourceNodeID(Int64(letter.asciiValue ?? 0) - 64)
    network.nodes.append(RoadNetwork.Node(source: id, place: place(letter)))
    nodes[letter] = network.nodes.count - 1
    return network.nodes.count - 1
  }
}
