import Geodesy
import RoadGraph
import Testing

@testable import MapImport

/// The stretches of a zone as `way begin-end`, in metres along the way's segments.
private func spelled(_ zone: RoadNetwork.Zone, _ network: RoadNetwork) -> [String] {
  zone.stretches.map { stretch in
    let segment = network.segments[stretch.segment]
    let ends = [segment.from, segment.to].map { node in
      UnicodeScalar(UInt8(64 + network.nodes[node].source.rawValue)).description
    }
    return "\(ends.joined()) \(Int((100 * stretch.begin).rounded()))-\(Int((100 * stretch.end).rounded()))"
  }
}

@Suite struct `Zones drawn as areas` {
  /// A square from P to S; a road through it from A to F, one within it from B to E, and one along its northern side.
  private func town(_ tags: OSMSketch.TagPairs = ["boundary": "low_emission_zone", "name": "Innenstadt"]) -> OSMSketch {
    OSMSketch(
      """
            P=======================Q
            |                       |
      A-----+---------B---------C---+-----F
            |         |             |
            |         E             |
            |                       |
            S=======================R
      """,
      ways: [
        ("ABCF", ["highway": "residential"]), ("BE", ["highway": "service"]), ("PQ", ["highway": "residential"]),
        ("PQRSP", tags),
      ])
  }

  private func stretches(_ sketch: OSMSketch) throws -> [[String]] {
    let network = try sketch.network()
    return network.zones.map { spelled($0, network) }
  }

  @Test func `have the roads in them, cut at the border; a road along the border is outside`() throws {
    let network = try town().network()
    let zone = try #require(network.zones.first)
    #expect(network.zones.count == 1 && zone.kind == .lowEmission && zone.name == "Innenstadt")
    #expect(zone.source == .way(4))
    // B is 16 cells from A; the border crosses the road 6 cells from A, and 4 cells before F, which is 10 cells from C.
    #expect(spelled(zone, network) == ["AB 38-100", "BF 0-70", "BE 0-100"])
    #expect(network.provenance.counts["zones_kept"] == 1)
    #expect(network.ways.count == 3)
  }

  @Test(
    arguments: [
      ["boundary": "administrative"], ["landuse": "residential"], ["low_emission_zone": "yes"],
    ] as [OSMSketch.TagPairs])
  func `are only those of low emission`(tags: OSMSketch.TagPairs) throws {
    #expect(try town(tags).network().zones.isEmpty)
  }

  /// The square as a relation of two ways, with a hole around E.
  private func relation(_ type: String, members: String = "w4@outer w5@outer w6@inner") -> OSMSketch {
    var sketch = OSMSketch(
      """
            P=======================Q
            |                       |
      A-----+---------B---------C---+-----F
            |     G---+---H         |
            |     |   E   |         |
            |     J-------I         |
            S=======================R
      """,
      ways: [
        ("ABCF", ["highway": "residential"]), ("BE", ["highway": "service"]), ("PQ", ["highway": "residential"]),
        ("PQR", [:]), ("PSR", ["boundary": "low_emission_zone"]), ("GHIJG", [:]),
      ])
    sketch.relations = [(["type": type, "boundary": "low_emission_zone", "name": "Umweltzone"], members)]
    return sketch
  }

  @Test(arguments: ["boundary", "multipolygon"])
  func `may be relations of several ways with holes`(type: String) throws {
    let network = try relation(type).network()
    let zone = try #require(network.zones.first)
    #expect(network.zones.count == 1 && zone.source == .relation(100) && zone.name == "Umweltzone")
    #expect(spelled(zone, network) == ["AB 38-100", "BF 0-70", "BE 0-50"])
  }

  @Test func `are refused and counted if a piece of the border is missing`() throws {
    let open = try relation("boundary", members: "w4@outer w6@inner").network()
    #expect(open.zones.isEmpty && open.provenance.counts["zones_refused_open"] == 1)
    #expect(try relation("boundary", members: "w4@outer w77@outer").network().zones.isEmpty)
    var sketch = relation("boundary")
    sketch.missing = "R"
    #expect(try sketch.network().zones.isEmpty)
    #expect(try relation("site").network().zones.isEmpty)
  }

  @Test func `do not depend on the order of the file, and are kept in the map`() throws {
    let sketch = relation("multipolygon")
    let network = try sketch.network()
    let mixed = try imported(
      "<osm version='0.6'>\n"
        + (sketch.relationElements + sketch.wayElements.reversed() + sketch.nodeElements).joined(separator: "\n")
        + "</osm>")
    let (one, other) = (RoadGraphWriter(network).bytes(), RoadGraphWriter(mixed).bytes())
    let graphs = try [network, mixed].map { try RoadGraph($0) }
    #expect(one.count == other.count)
    for graph in graphs {
      #expect(graph.zones.map { $0?.name } == ["Umweltzone"] && graph.zones.map { $0?.source } == [.relation(100)])
    }
    let graph = graphs[0]
    let lengths = (0..<graph.edgeCount).map { edge in
      graph.zonedStretches(of: EdgeID(edge)).reduce(0) { $0 + $1.stretch.length }
    }
    for edge in stride(from: 0, to: graph.edgeCount, by: 2) { #expect(abs(lengths[edge] - lengths[edge + 1]) < 1e-6) }
    #expect(lengths.count { $0 > 0 } == 6)
  }

  @Test func `without roads are left out`() throws {
    let sketch = OSMSketch(
      """
      A-----B
               P---Q
               |   |
               S---R
      """, ways: [("AB", ["highway": "residential"]), ("PQRSP", ["boundary": "low_emission_zone"])])
    let network = try sketch.network()
    #expect(network.zones.isEmpty && network.provenance.counts["zones_without_roads"] == 1)
  }

  @Test func `cut random lines as a look at every metre does`() throws {
    // A star with 24 points, whose sides cross many lines more than once.
    let centre = Place(latitude: 47, longitude: 9)
    let ruler = LocalRuler(at: centre)
    func place(_ x: Double, _ y: Double) -> Place { ruler.place(LocalPoint(x: x, y: y)) }
    let corners: [(Double, Double)] = [
      (0, 900), (120, 300), (600, 660), (300, 120), (900, 0), (300, -120), (600, -660), (120, -300), (0, -900),
      (-120, -300), (-600, -660), (-300, -120), (-900, 0), (-300, 120), (-600, 660), (-120, 300),
    ]
    let ring = (corners + [corners[0]]).map { place($0.0, $0.1) }
    let clipper = try #require(ZoneClipper([ring]))
    for number in 0..<40 {
      let (x, y) = (Double((number * 373) % 2000) - 1000, Double((number * 719) % 2000) - 1000)
      let line = [place(x, -1000), place(y, 13), place(-x, 1000)]
      let parts = clipper.parts(of: line)
      let points = line.map { ruler.point($0) }
      let whole = points[0].distance(to: points[1]) + points[1].distance(to: points[2])
      let inside = parts.reduce(0) { $0 + $1.end - $1.begin } * whole
      var counted = 0
      for metre in 0..<Int(whole) {
        let first = points[0].distance(to: points[1])
        let (from, to, rest, length) =
          Double(metre) < first
          ? (points[0], points[1], Double(metre), first) : (points[1], points[2], Double(metre) - first, whole - first)
        let point = LocalPoint(
          x: from.x + rest / length * (to.x - from.x), y: from.y + rest / length * (to.y - from.y))
        if isInside(point, corners) { counted += 1 }
      }
      #expect(abs(inside - Double(counted)) < 8, "line \(number)")
    }
  }

  /// By the winding of the corners as seen from the point.
  private func isInside(_ point: LocalPoint, _ corners: [(Double, Double)]) -> Bool {
    var crossings = 0
    for (number, corner) in corners.enumerated() {
      let next = corners[(number + 1) % corners.count]
      guard (corner.1 > point.y) != (next.1 > point.y) else { continue }
      let x = corner.0 + (point.y - corner.1) / (next.1 - corner.1) * (next.0 - corner.0)
      if x > point.x { crossings += 1 }
    }
    return crossings % 2 == 1
  }
}
