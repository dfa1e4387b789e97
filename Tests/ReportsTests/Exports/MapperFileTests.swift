import Detection
import Geodesy
import Knowledge
import Records
import Reports
import RoadGraph
import Storage
import TestSupport
import Testing

@Suite("Doubts for mappers")
struct MapperFileTests {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      "A---------B---------C", metresPerCell: 10, roads: [SketchRoad("A>B", name: "Quay \"7\""), "B-C"])
  }

  private func oneway(kept: Int, isDoubtful: Bool = true) -> Doubt {
    var doubt = Doubt(
      kind: .rule(.oneway), source: .way(1), edge: sketch.edge("AB"), place: sketch.place("A"), kept: kept, broken: 14,
      vehicles: Doubt.Vehicles(kept: min(kept, 2), broken: 9))
    doubt.isDoubtful = isDoubtful
    return doubt
  }

  private var missing: Doubt {
    Doubt(
      kind: .missingRoad, source: nil, edge: nil, place: sketch.place("A"), kept: nil, broken: 5,
      line: [sketch.place("A"), sketch.place("C")])
  }

  private func tasks(_ doubts: [Doubt], on graph: RoadGraph? = nil) throws -> [JSONValue] {
    let bytes = MapperFile.mapRoulette(doubts.compactMap { MapperTask(LearnedDoubt($0), on: graph ?? sketch.graph) })
      .array
    let lines = bytes.split(separator: 0x0A)
    #expect(lines.allSatisfy { $0.first == 0x1E })
    #expect(bytes.isEmpty || bytes.last == 0x0A)
    return try lines.map { try JSONValue(parsing: Array($0.dropFirst())) }
  }

  private func issues(_ doubts: [Doubt]) throws -> [JSONValue] {
    let bytes = MapperFile.osmose(doubts.compactMap { MapperTask(LearnedDoubt($0), on: sketch.graph) }).array
    return try #require(try JSONValue(parsing: bytes)["issues"]?.list)
  }

  @Test("A task has the object's id, the counts, a sentence and the work of a tag fix")
  func onewayTask() throws {
    let task = try #require(try tasks([oneway(kept: 2)]).first)
    let feature = try #require(task["features"]?.list?.first)
    let properties = try #require(feature["properties"])
    #expect(properties["@id"]?.text == "way/1")
    #expect(properties["trips"]?.number == 14)
    #expect(properties["vehicles_otherwise"]?.number == 2)
    #expect(
      properties["instruction"]?.text
        == "14 of 16 trips drove against the oneway, 9 of 11 vehicles (Quay \"7\"). "
        + "Check whether the oneway has been turned round, has ended, or begins elsewhere.")
    #expect(feature["geometry"]?["type"]?.text == "LineString")
    let work = try #require(task["cooperativeWork"])
    let change = try #require(work["operations"]?.list?.first?["data"])
    #expect(change["id"]?.text == "way/1")
    #expect(change["operations"]?.list?.first?["data"]?["oneway"]?.text == "no")
  }

  @Test("A oneway in whose direction nobody drives is proposed to be turned round")
  func reversed() throws {
    let task = try #require(try tasks([oneway(kept: 0)]).first)
    #expect(task["features"]?.list?.first?["properties"]?["proposed_oneway"]?.text == "-1")
  }

  @Test("A rule that most drivers keep is no task")
  func notDoubtful() throws {
    #expect(try tasks([oneway(kept: 20, isDoubtful: false)]).isEmpty)
    #expect(try issues([oneway(kept: 20, isDoubtful: false)]).isEmpty)
  }

  @Test("A missing road is a line without an object, to be drawn")
  func missingRoad() throws {
    let task = try #require(try tasks([missing]).first)
    let feature = try #require(task["features"]?.list?.first)
    #expect(feature["id"] == nil && task["cooperativeWork"] == nil)
    #expect(feature["geometry"]?["coordinates"]?.list?.count == 2)
    #expect(feature["properties"]?["proposed_highway"]?.text == "road")
    let issue = try #require(try issues([missing]).first)
    #expect(issue["elems"]?.list?.isEmpty == true)
    #expect(issue["fixes"]?.list?.first?.list?.first?["create"]?["highway"]?.text == "road")
  }

  @Test("An issue names its object as Osmose does")
  func issue() throws {
    let issue = try #require(try issues([oneway(kept: 2), missing]).first)
    #expect(issue["elems"]?.list?.first?["type"]?.text == "W")
    #expect(issue["osm_ids"]?["ways"]?.list?.map(\.number) == [1])
    #expect(issue["fixes"]?.list?.first?.list?.first?["modify"]?["oneway"]?.text == "no")
    #expect(issue["id"]?.text == "oneway-way-1")
    #expect(issue["level"]?.number == 1)
  }

  @Test("Rules of nodes and relations are points with the id of their object")
  func otherObjects() throws {
    func doubt(_ kind: RuleKind, _ source: RuleSource) -> Doubt {
      var doubt = Doubt(
        kind: .rule(kind), source: source, edge: sketch.edge("BC"), place: sketch.place("B"), kept: 1, broken: 4)
      doubt.isDoubtful = true
      return doubt
    }
    let found = try tasks([
      doubt(.turnRestriction, .relation(8)), doubt(.barrier, .node(2)), doubt(.barrier, .node(nil)),
    ])
    let features = found.compactMap { $0["features"]?.list?.first }
    #expect(features.map { $0["properties"]?["@id"]?.text } == ["relation/8", "node/2", nil])
    #expect(features.allSatisfy { $0["geometry"]?["type"]?.text == "Point" })
  }

  @Test("On a map that is not of OpenStreetMap, no task claims one of its ids")
  func otherMaps() throws {
    let other = try RoadSketch("A---------B", metresPerCell: 10, roads: ["A>B"]) { $0.provenance.kind = "edges" }
    let task = try #require(try tasks([oneway(kept: 2)], on: other.graph).first)
    #expect(task["features"]?.list?.first?["properties"]?["@id"] == nil)
    #expect(task["cooperativeWork"] == nil)
  }

  @Test("Without doubts there are no tasks, and an empty list of issues")
  func none() throws {
    #expect(MapperFile.mapRoulette([]).array.isEmpty)
    #expect(try issues([]).isEmpty)
  }
}
