import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import MapImport

/// The ground of a sketch at one level.
private struct DrawnGround {
  let graph: RoadGraph
  let counts: [String: Int]

  init(_ sketch: OSMSketch) throws {
    var settings = MapImportSettings()
    settings.backdrop = true
    let network = try sketch.network(settings: settings)
    counts = network.provenance.counts.filter { $0.key.hasPrefix("backdrop_") }
    graph = try RoadGraph(network)
  }

  /// How often rings of a kind go around a letter of the sketch.
  func turns(_ kind: GroundKind, around letter: Character, of sketch: OSMSketch, _ level: BackdropLevel = .near) throws
    -> Int
  {
    let place = try #require(sketch.place(of: letter))
    let id = try #require(graph.backdropTiles(level, meeting: [place]).first)
    let units = BackdropLevel.unitsPerTile
    let world = MercatorPoint(place)
    let (x, y) = (world.x * level.unitsAcross, world.y * level.unitsAcross)
    let point = (x - Double(id.column * units), y - Double(id.row * units))
    return try graph.backdropTile(id).parts.filter { $0.kind == kind }.reduce(0) { $0 + turns(of: $1.points, point) }
  }

  private func turns(of ring: [BackdropTile.Point], _ point: (x: Double, y: Double)) -> Int {
    var turns = 0
    for (number, end) in ring.enumerated() {
      let begin = ring[(number + ring.count - 1) % ring.count]
      guard (Double(begin.y) <= point.y) != (Double(end.y) <= point.y) else { continue }
      let share = (point.y - Double(begin.y)) / Double(end.y - begin.y)
      if Double(begin.x) + share * Double(end.x - begin.x) > point.x { turns += end.y > begin.y ? 1 : -1 }
    }
    return turns
  }

  func parts(_ kind: GroundKind, _ level: BackdropLevel = .near) throws -> [BackdropTile.Part] {
    let corners = [
      Place(latitudeE7: -800_000_000, longitudeE7: -1_800_000_000),
      Place(latitudeE7: 800_000_000, longitudeE7: 1_799_999_999),
    ]
    return try graph.backdropTiles(level, meeting: corners).flatMap { try graph.backdropTile($0).parts }
      .filter { $0.kind == kind }
  }
}

extension OSMSketch {
  /// Where a letter is.
  fileprivate func place(of letter: Character) -> Place? {
    for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let column = Array(line).firstIndex(of: letter) else { continue }
      return Place(
        latitude: corner.latitude - Double(row) * 0.0001, longitude: corner.longitude + Double(column) * 0.0001)
    }
    return nil
  }
}

private let road = ("XY", ["highway": "residential"] as OSMSketch.TagPairs)

@Suite("The ground of an extract") struct BackdropTests {
  /// A wood from P to S with a clearing from G to J; X–Y is a road.
  private func wood(members: String, missing: String = "") -> OSMSketch {
    var sketch = OSMSketch(
      """
            P-----------------------Q
            |                       |
            |   K   G-------H       |
            |       |   L   |       |
      M     |       J-------I       |
            |                       |
            S-----------------------R

      X-----------------------------------Y
      """,
      ways: [
        road, ("PQR", [:]), ("RSP", [:]), ("GHIJG", [:]), ("KX", ["note": "K"]), ("LX", ["note": "L"]), ("MX", [:]),
      ])
    sketch.relations = [(["type": "multipolygon", "natural": "wood"], members)]
    sketch.missing = missing
    return sketch
  }

  @Test("An area of several ways has its hole") func hole() throws {
    let sketch = wood(members: "w2@outer w3@outer w4@inner")
    let ground = try DrawnGround(sketch)
    #expect(try ground.turns(.wood, around: "K", of: sketch) == 1)
    #expect(try ground.turns(.wood, around: "L", of: sketch) == 0)
    #expect(try ground.turns(.wood, around: "M", of: sketch) == 0)
    #expect(ground.counts["backdrop_areas_kept"] == 1 && ground.counts["backdrop_areas_broken"] == nil)
  }

  @Test("An area whose ring does not close is left out and counted") func broken() throws {
    let ground = try DrawnGround(wood(members: "w2@outer w4@inner"))
    #expect(try ground.parts(.wood).isEmpty)
    #expect(ground.counts["backdrop_areas_broken"] == 1)
  }

  @Test("An area of which a way is missing is left out and counted") func incomplete() throws {
    let ground = try DrawnGround(wood(members: "w2@outer w3@outer w99@outer"))
    #expect(try ground.parts(.wood).isEmpty)
    #expect(ground.counts["backdrop_areas_incomplete"] == 1)
  }

  @Test("A map without the group has no ground") func without() throws {
    let network = try wood(members: "w2@outer w3@outer w4@inner").network()
    #expect(try !RoadGraph(network).hasBackdrop)
    #expect(!network.provenance.counts.keys.contains { $0.hasPrefix("backdrop") })
  }

  @Test("The order of relations and nodes does not matter") func order() throws {
    let sketch = wood(members: "w2@outer w3@outer w4@inner")
    let turned = wood(members: "w4@inner w3@outer w2@outer")
    #expect(try DrawnGround(sketch).parts(.wood) == DrawnGround(turned).parts(.wood))
  }

  // MARK: Lines and places

  @Test("Rivers, railways and borders are lines; what is in a tunnel is left out") func lines() throws {
    var sketch = OSMSketch(
      """
      A-------------------------B
      C-------------------------D
      E-------------------------F
      G-------------------------H
      X-------------------------Y
      """,
      ways: [
        road, ("AB", ["waterway": "river"]), ("CD", ["railway": "rail"]), ("EF", ["railway": "rail", "tunnel": "yes"]),
        ("GH", [:]),
      ])
    sketch.relations = [(["type": "boundary", "boundary": "administrative", "admin_level": "4"], "w5@outer")]
    let ground = try DrawnGround(sketch)
    #expect(try ground.parts(.river).count == 1 && ground.parts(.railway).count == 1)
    #expect(try ground.parts(.stateBorder).count == 1 && ground.parts(.countryBorder).isEmpty)
  }

  @Test("Places have their names, in any script, and inhabitants; hamlets are seen from near only") func places() throws
  {
    var sketch = OSMSketch(
      """
      X----------Y    T    H
      """, ways: [road])
    sketch.nodeTags = [
      "T": ["place": "town", "name": "東京", "population": "14000"], "H": ["place": "hamlet", "name": "مرسى"],
    ]
    let ground = try DrawnGround(sketch)
    let town = try #require(try ground.parts(.town).first)
    #expect(town.name == "東京" && town.weight == 14_000)
    #expect(try ground.parts(.town, .far).count == 1)
    #expect(try ground.parts(.hamlet).map(\.name) == ["مرسى"] && ground.parts(.hamlet, .far).isEmpty)
  }

  @Test("Buildings are seen from near only, and what is tiny not at all") func buildings() throws {
    let sketch = OSMSketch(
      """
      A----B  X-----------Y
      |    |  
      D----C
      """,
      ways: [road, ("ABCDA", ["building": "yes"]), ("XYX", ["building": "yes"])])
    let ground = try DrawnGround(sketch)
    #expect(try ground.parts(.building).map(\.points.count) == [4])
    #expect(try ground.parts(.building, .far).isEmpty)
  }

  // MARK: The sea

  /// A coast from A to B across the extract, with water to the south; Z and C are the corners of the box.
  private func coast(_ letters: String, island: String = "") -> OSMSketch {
    var ways: [(letters: String, tags: OSMSketch.TagPairs)] = [
      road, (letters, ["natural": "coastline"]), ("ZC", ["note": "box"]), ("LW", ["note": "asked"]),
    ]
    if !island.isEmpty { ways.append((island, ["natural": "coastline"])) }
    return OSMSketch(
      """
      Z                                          
          X------------------------------Y       
                          L                      
      B-------------------E---------------------A
                                                 
              P----------Q                       
              |    I     |        W              
              S----------R                       
                                                C
      """, ways: ways)
  }

  @Test("The sea is on the right of the coast, up to the edge of the extract; an island is no sea") func sea() throws {
    // Walking west from A to B, water would be to the north; so the coast goes east.
    let sketch = coast("BEA", island: "PSRQP")
    let ground = try DrawnGround(sketch)
    #expect(try ground.turns(.sea, around: "W", of: sketch) == 1)
    #expect(try ground.turns(.sea, around: "L", of: sketch) == 0)
    #expect(try ground.turns(.sea, around: "I", of: sketch) == 0)
    #expect(ground.counts["backdrop_coast_ends_loose"] == nil)
  }

  @Test("A coast that ends within the extract is continued to its edge, and counted") func loose() throws {
    let sketch = coast("BE")
    let ground = try DrawnGround(sketch)
    #expect(ground.counts["backdrop_coast_ends_loose"] == 1)
    #expect(try ground.turns(.sea, around: "X", of: sketch) == 0)
  }

  @Test("A coast that would flood the roads is left out and counted") func flood() throws {
    let ground = try DrawnGround(coast("AEB"))
    #expect(try ground.parts(.sea).isEmpty)
    #expect(ground.counts["backdrop_coast_floods_roads"] == 1)
  }

  @Test("An extract of an island has the sea around it") func island() throws {
    var sketch = coast("BEA", island: "PSRQP")
    sketch.ways[1] = ("PSRQP", ["natural": "coastline"])
    sketch.ways[4] = ("ZC", [:])
    let ground = try DrawnGround(sketch)
    #expect(ground.counts["backdrop_coast_floods_roads"] == 1, "the road is not on the island")
    sketch.ways[0] = ("IP", ["highway": "residential"])
    let dry = try DrawnGround(sketch)
    #expect(try dry.turns(.sea, around: "W", of: sketch) == 1 && dry.turns(.sea, around: "I", of: sketch) == 0)
  }
}

@Suite("Simplified lines") struct RingSimplifierTests {
  private func points(_ pairs: [(Double, Double)]) -> [MercatorPoint] { pairs.map { MercatorPoint(x: $0.0, y: $0.1) } }

  @Test("The points that span least go first; ends of lines stay") func least() {
    let line = points([(0, 0), (5, 0.1), (10, 0), (15, 4), (20, 0)])
    #expect(
      RingSimplifier(leastArea: 1).simplified(line, isRing: false) == points([(0, 0), (10, 0), (15, 4), (20, 0)]))
    #expect(RingSimplifier(leastArea: 1e9).simplified(line, isRing: false).count == 3)
  }

  @Test("A ring keeps three points") func ring() {
    let square = points([(0, 0), (10, 0), (10, 10), (5, 10.01), (0, 10)])
    #expect(RingSimplifier(leastArea: 1).simplified(square, isRing: true).count == 4)
    #expect(RingSimplifier(leastArea: 1e9).simplified(square, isRing: true).count == 3)
  }
}
