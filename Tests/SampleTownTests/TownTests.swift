import Geodesy
import Testing

@testable import SampleTown

@Suite("The town of Quillmere")
struct TownTests {
  let town = Town.quillmere

  @Test func `every way leads through defined nodes, and no id is used twice`() {
    let nodes = Set(town.nodes.map(\.id))
    #expect(nodes.count == town.nodes.count)
    #expect(Set(town.ways.map(\.id)).count == town.ways.count)
    #expect(Set(town.restrictions.map(\.id)).count == town.restrictions.count)
    for way in town.ways { #expect(nodes.isSuperset(of: way.nodes), "way \(way.id)") }
  }

  @Test func `every node is on a way or is an address`() {
    let used = Set(town.ways.flatMap(\.nodes))
    for node in town.nodes where !used.contains(node.id) {
      #expect(node.tags.contains { $0.key == "addr:street" }, "node \(node.id)")
    }
  }

  @Test func `every address is in a street of the town, within 25 metres of it`() throws {
    for node in town.nodes {
      guard let street = node.tags.first(where: { $0.key == "addr:street" })?.value else { continue }
      let distances = town.ways.filter { $0["name"] == street }.map { distance(from: node.point, to: $0) }
      #expect(try #require(distances.min(), "\(street)") < 25, "node \(node.id)")
    }
  }

  @Test func `ids tell the district`() {
    for (index, district) in town.districts.enumerated() {
      #expect(district.nodes.allSatisfy { $0.id / 100 == index + 1 }, "\(district.name)")
      #expect(district.ways.allSatisfy { $0.id / 100 == index + 11 }, "\(district.name)")
    }
  }

  @Test(
    arguments: [
      ("highway", "motorway"), ("highway", "motorway_link"), ("highway", "primary"), ("highway", "secondary"),
      ("highway", "tertiary"), ("highway", "residential"), ("highway", "unclassified"), ("highway", "living_street"),
      ("highway", "pedestrian"), ("highway", "service"), ("highway", "track"), ("highway", "footway"),
      ("highway", "path"), ("highway", "steps"), ("highway", "cycleway"), ("railway", "rail"), ("route", "ferry"),
      ("junction", "roundabout"), ("oneway", "yes"), ("oneway", "-1"), ("access", "private"), ("toll", "yes"),
      ("tunnel", "yes"), ("bridge", "yes"), ("maxspeed", "none"), ("maxspeed", "walk"), ("maxspeed", "50 km/h"),
      ("maxspeed", "15 mph"), ("maxspeed:forward", "70"), ("turn:lanes", "through|through|slight_right"),
      ("destination", "Quillmere;Station"), ("destination:ref", "B 7"), ("landuse", "forest"), ("natural", "water"),
    ])
  func `has a way with`(key: String, value: String) {
    #expect(town.ways.contains { $0[key] == value })
  }

  @Test(
    arguments: [
      ("highway", "traffic_signals"), ("highway", "motorway_junction"), ("highway", "turning_circle"),
      ("highway", "stop"), ("highway", "give_way"), ("railway", "level_crossing"), ("barrier", "gate"),
      ("barrier", "bollard"), ("barrier", "toll_booth"), ("ref", "14"), ("noexit", "yes"),
    ])
  func `has a node with`(key: String, value: String) {
    #expect(town.nodes.contains { node in node.tags.contains { $0 == (key, value) } })
  }

  @Test func `restrictions join ways end to end`() throws {
    for restriction in town.restrictions {
      let from = try ends(of: restriction.from)
      let to = try ends(of: restriction.to)
      switch restriction.via {
      case .node(let id):
        #expect(from.contains(id) && to.contains(id), "restriction \(restriction.id)")
      case .way(let id):
        let via = try ends(of: id)
        #expect(!from.isDisjoint(with: via) && !to.isDisjoint(with: via), "restriction \(restriction.id)")
      }
    }
  }

  @Test func `the roundabout has four arms and turns counterclockwise`() throws {
    let ring = try #require(town.ways.first { $0["junction"] == "roundabout" })
    let arms = town.ways.filter { $0.id != ring.id && !Set($0.nodes).isDisjoint(with: ring.nodes) }
    #expect(arms.count == 4)
    let points = ring.nodes.map { town.node($0).point }
    let twiceArea = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    #expect(twiceArea > 0)
  }

  @Test func `the tunnel is long enough to lose GPS in`() throws {
    let tunnel = try #require(town.ways.first { $0["tunnel"] == "yes" })
    #expect((600...700).contains(length(of: tunnel)))
  }

  @Test func `the carriageways bend by less than three degrees at a node`() {
    for way in town.ways where way["highway"] == "motorway" {
      let points = way.nodes.map { town.node($0).point }
      let bearings = zip(points, points.dropFirst()).map { bearing(from: $0, to: $1) }
      #expect(zip(bearings, bearings.dropFirst()).allSatisfy { abs(turn(from: $0, to: $1)) < 3 }, "way \(way.id)")
    }
  }

  @Test func `no road leads into the forest`() throws {
    let wood = try #require(town.ways.first { $0["landuse"] == "forest" })
    let outline = wood.nodes.map { town.node($0).point }
    for way in town.ways where way.id != wood.id {
      for id in way.nodes { #expect(!isInside(town.node(id).point, of: outline), "node \(id) of way \(way.id)") }
    }
  }

  private func ends(of wayID: Int) throws -> Set<Int> {
    let way = try #require(town.ways.first { $0.id == wayID }, "way \(wayID)")
    return [way.nodes[0], way.nodes[way.nodes.count - 1]]
  }

  private func length(of way: TownWay) -> Metres {
    zip(way.nodes, way.nodes.dropFirst()).reduce(0) { $0 + town.node($1.0).point.distance(to: town.node($1.1).point) }
  }

  private func distance(from point: LocalPoint, to way: TownWay) -> Metres {
    zip(way.nodes, way.nodes.dropFirst())
      .map { project(point, onto: town.node($0).point, town.node($1).point).distance }.min() ?? .infinity
  }

  /// By counting how often a line to the east crosses the outline.
  private func isInside(_ point: LocalPoint, of outline: [LocalPoint]) -> Bool {
    let crossings = zip(outline, outline.dropFirst()).count { a, b in
      (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
    }
    return crossings % 2 == 1
  }
}
