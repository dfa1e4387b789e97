import Foundation
import Geodesy
import RandomNumbers
import Reports
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge
@testable import Replay

@Suite("The map that the pages of a folder share") struct SharedTilesTests {
  /// The segments in the files of tiles, and the bytes of these by name.
  private struct Written {
    var files: [String: [UInt8]] = [:]
    var segments: Set<Int> = []

    init(_ tiles: SharedTiles) throws {
      try tiles.forEachFile { files[$0] = $1 }
      for bytes in files.values {
        let data = try jsonObject(unpacked(tile: String(decoding: bytes, as: UTF8.self)))
        guard let roads = data["roads"] as? [String: Any] else { continue }
        var sum = 0
        for step in try #require(roads["segments"] as? [Int]) {
          sum += step
          segments.insert(sum)
        }
      }
    }
  }

  private static func roads(
    along edge: EdgeID, on graph: RoadGraph, besides hidden: HiddenGround? = nil, sharing tiles: SharedTiles? = nil
  ) -> SurroundingRoads {
    let drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(edge.index)]))
    return SurroundingRoads(of: drive, on: graph, for: .car, besides: hidden, sharing: tiles)
  }

  private static func all(_ roads: SurroundingRoads) -> Set<Int> { Set(roads.segments.map(\.index)) }

  @Test("A page has the roads of its drive, and the tiles have what a page of its own shows, in random towns")
  func complete() throws {
    var random = SplitMix64(seed: 11)
    for _ in rounds(20, few: 4) {
      let graph = try RoadGraph(RoadNetwork.random(nodes: 30, roads: 80, forbiddenTurns: 0, using: &random))
      let tiles = SharedTiles()
      let edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
      let own = Self.roads(along: edge, on: graph, sharing: tiles)
      #expect(own.segments == [edge.segment] && own.ground == nil && own.extent?.near == 600)
      #expect(own.tiles?.tiles.isEmpty == false)
      let alone = Self.roads(along: edge, on: graph)
      let ruler = LocalRuler(at: graph.shape(of: edge)[0])
      let near = alone.segments.filter { segment in
        graph.shape(of: segment.forward).contains { place in
          graph.shape(of: edge).contains { ruler.distance($0, place) < 600 }
        }
      }
      #expect(try Written(tiles).segments.isSuperset(of: near.map(\.index)))
    }
  }

  @Test("Tiles are the same bytes in whatever order drives come, and from several threads") func order() async throws {
    var random = SplitMix64(seed: 12)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 40, roads: 120, forbiddenTurns: 0, using: &random))
    let hidden = HiddenGround(discs: [EndDisc(middle: graph.place(of: NodeID(3)), radius: 300)])
    let edges = (0..<20).map { _ in EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)) }
    let (forward, backward) = (SharedTiles(), SharedTiles())
    for edge in edges { _ = Self.roads(along: edge, on: graph, besides: hidden, sharing: forward) }
    await withTaskGroup { group in
      for edge in edges.reversed() {
        group.addTask { _ = Self.roads(along: edge, on: graph, besides: hidden, sharing: backward) }
      }
    }
    let written = try Written(forward)
    let other = try Written(backward)
    #expect(!written.files.isEmpty && written.files == other.files)
    let beginning = Array(SharedFiles.beginning.utf8)
    #expect(written.files.values.allSatisfy { $0.starts(with: beginning) })
  }

  @Test("Where drives hide ground, all tiles show no road that no page of its own would show, in random towns")
  func hidden() throws {
    var random = SplitMix64(seed: 13)
    for _ in rounds(30, few: 6) {
      let graph = try RoadGraph(RoadNetwork.random(nodes: 60, roads: 150, forbiddenTurns: 0, using: &random))
      let tiles = SharedTiles()
      var shown: Set<Int> = []
      for _ in 0..<3 {
        let middles = (0..<2).map { _ in graph.place(of: NodeID(Int.random(in: 0..<graph.nodeCount, using: &random))) }
        let ground = HiddenGround(discs: middles.map { EndDisc(middle: $0, radius: 400) })
        let edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
        shown.formUnion(Self.all(Self.roads(along: edge, on: graph, besides: ground)))
        _ = Self.roads(along: edge, on: graph, besides: ground, sharing: tiles)
      }
      #expect(try Written(tiles).segments.isSubset(of: shown))
    }
  }

  /// A road A–B in a wood, with houses at A and B.
  private func town() throws -> (sketch: RoadSketch, tile: BackdropTile.ID) {
    var id = BackdropTile.ID(.near, column: 0, row: 0)
    let sketch = try RoadSketch("A---------B", metresPerCell: 30, roads: ["A-B"]) { network in
      let places = network.nodes.prefix(2).map { MercatorPoint($0.place) }
      let across = Double(BackdropLevel.near.tilesAcross)
      id = BackdropTile.ID(.near, column: Int(places[0].x * across), row: Int(places[0].y * across))
      let houses = places.map { place in
        let x = Int32(place.x * id.level.unitsAcross) - Int32(id.column * 4096)
        let y = Int32(place.y * id.level.unitsAcross) - Int32(id.row * 4096)
        return BackdropTile.Part(
          .building, [(0, 0), (4, 0), (4, 4), (0, 4)].map { BackdropTile.Point(x: x + Int32($0), y: y + Int32($1)) })
      }
      let corners = [(0, 0), (4096, 0), (4096, 4096), (0, 4096)]
      network.backdrop.add(
        BackdropTile([.init(.wood, corners.map { BackdropTile.Point(x: Int32($0), y: Int32($1)) })] + houses), as: id)
    }
    return (sketch, id)
  }

  private func kinds(_ tiles: SharedTiles, of id: BackdropTile.ID) throws -> [GroundKind] {
    var kinds: [GroundKind] = []
    try tiles.forEachFile { name, bytes in
      guard name.hasSuffix("-\(PageTile(id)).js") else { return }
      let data = try jsonObject(unpacked(tile: String(decoding: bytes, as: UTF8.self)))
      let ground = (data["ground"] as? [String: Any])?["bytes"] as? String ?? ""
      let read = [UInt8](Data(base64Encoded: ground) ?? Data())
      kinds = BackdropTile(read.span)?.parts.map(\.kind) ?? []
    }
    return kinds
  }

  @Test("A house is in a tile if one drive shows it, and not if each drive hides it") func houses() throws {
    let (sketch, id) = try town()
    func disc(_ node: Character) -> HiddenGround {
      HiddenGround(discs: [EndDisc(middle: sketch.place(node), radius: 60)])
    }
    let tiles = SharedTiles()
    _ = Self.roads(along: sketch.edge("AB"), on: sketch.graph, besides: disc("A"), sharing: tiles)
    _ = Self.roads(along: sketch.edge("AB"), on: sketch.graph, besides: disc("A"), sharing: tiles)
    #expect(try kinds(tiles, of: id) == [.wood, .building])
    _ = Self.roads(along: sketch.edge("AB"), on: sketch.graph, besides: disc("B"), sharing: tiles)
    #expect(try kinds(tiles, of: id) == [.wood, .building, .building])
    let open = SharedTiles()
    _ = Self.roads(along: sketch.edge("AB"), on: sketch.graph, sharing: open)
    #expect(try kinds(open, of: id) == [.wood, .building, .building])
  }

  @Test("The tiles around a place are those that a square around it meets, also across the antimeridian") func tiles() {
    let middle = MercatorPoint(x: 0.5 + 0.5 / 16384, y: 0.5 + 0.5 / 16384)
    #expect(PageTile.tiles(.near, within: 600, of: [middle]).map(\.description) == ["14-8192-8192"])
    #expect(PageTile.tiles(.near, within: 1_300, of: [middle]).count == 9)
    let edge = PageTile.tiles(.near, within: 600, of: [MercatorPoint(x: 1e-9, y: 0.5 + 0.5 / 16384)])
    #expect(edge.sorted().map(\.column) == [0, 16383])
    for tile in edge {
      let corners = tile.corners.map { MercatorPoint($0) }
      #expect(abs(corners[0].x * 16384 - Double(tile.column)) < 1e-3 && corners[1].x > corners[0].x)
    }
  }

  @Test("A page of a folder names its script, its style and its tiles, and runs nothing else") func page() throws {
    let sketch = try RoadSketch("A---------B", metresPerCell: 30, roads: ["A-B"])
    let pages = DrivePages(ReplaySettings(program: "tracemill test"), isFolder: true)
    let drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(sketch.edge("AB").index)]))
    let page = pages.render(drive) { $0.takeRoads(of: sketch.graph, sharing: $1) }
    let text = String(decoding: try #require(page.page).bytes, as: UTF8.self)
    let shared = try #require(pages.shared)
    let names = shared.fixed.map(\.name)
    #expect(text.contains("<script defer src=\"shared/\(names[0])\"></script>\n</body>"))
    #expect(text.contains("<link rel=\"stylesheet\" href=\"shared/\(names[1])\">"))
    #expect(text.contains("script-src 'self';") && text.contains("default-src 'none'"))
    #expect(text.components(separatedBy: "<script").count == 3)
    let around = try #require(try jsonObject(unpacked("drive", of: text))["around"] as? [String: Any])
    let written = try Written(shared.tiles)
    let numbers = try #require(around["tiles"] as? [Int])
    let sheet = try #require(around["sheet"] as? String)
    let wanted = stride(from: 0, to: numbers.count, by: 3).map {
      "\(sheet)-\(numbers[$0])-\(numbers[$0 + 1])-\(numbers[$0 + 2]).js"
    }
    #expect(Set(wanted) == Set(written.files.keys) && around["ground"] as? Bool == false)
  }
}
