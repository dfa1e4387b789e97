import Foundation
import Geodesy
import Records
import Reports
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge
@testable import Replay

@Suite("The ground around a drive") struct SurroundingGroundTests {
  /// A road A–B in a wood, with a house near A and a village at B.
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch("A---------B", metresPerCell: 30, roads: ["A-B"]) { network in
      let (a, b) = (network.nodes[0].place, network.nodes[1].place)
      for level in BackdropLevel.allCases {
        let (id, start) = Self.tile(of: a, level)
        let end = Self.point(b, in: id)
        var parts: [BackdropTile.Part] = [
          .init(.wood, [.init(x: 0, y: 0), .init(x: 4096, y: 0), .init(x: 4096, y: 4096), .init(x: 0, y: 4096)])
        ]
        if level == .near {
          let house = [(2, 2), (20, 2), (20, 20), (2, 20)].map { dx, dy in
            BackdropTile.Point(x: start.x + Int32(dx), y: start.y + Int32(dy))
          }
          parts.append(.init(.building, house))
        }
        parts.append(.init(.village, [end], name: "Bendern <am Rhein>", weight: 300))
        network.backdrop.add(BackdropTile(parts), as: id)
      }
    }
  }

  private static func tile(of place: Place, _ level: BackdropLevel) -> (BackdropTile.ID, BackdropTile.Point) {
    let point = MercatorPoint(place)
    let across = Double(level.tilesAcross)
    let id = BackdropTile.ID(level, column: Int(point.x * across), row: Int(point.y * across))
    return (id, Self.point(place, in: id))
  }

  private static func point(_ place: Place, in id: BackdropTile.ID) -> BackdropTile.Point {
    let (point, units) = (MercatorPoint(place), Double(BackdropLevel.unitsPerTile))
    let x = point.x * id.level.unitsAcross - Double(id.column) * units
    let y = point.y * id.level.unitsAcross - Double(id.row) * units
    return BackdropTile.Point(x: Int32(x.rounded()), y: Int32(y.rounded()))
  }

  private func kinds(_ ground: SurroundingGround?) -> [GroundKind] {
    (ground?.tiles ?? []).flatMap { $0.tile.parts.map(\.kind) }
  }

  private func ground(besides hidden: HiddenGround? = nil) -> SurroundingGround? {
    SurroundingGround(on: sketch.graph, around: [sketch.place("A"), sketch.place("B")], besides: hidden)
  }

  @Test("It has the far and the near tile") func tiles() {
    #expect(ground()?.tiles.map(\.id.level) == [.far, .near])
    #expect(kinds(ground()) == [.wood, .village, .wood, .building, .village])
  }

  @Test("Points of tiles are where their places are, to a metre") func places() throws {
    let near = try #require(ground()?.tiles.last)
    let village = try #require(near.tile.parts.last)
    #expect(groundDistance(village.points[0].onEarth(in: near.id).place, sketch.place("B")) < 1)
  }

  @Test("What has a part on hidden ground is left out, and what only surrounds it stays") func hidden() {
    let ends = HiddenGround(discs: [EndDisc(middle: sketch.place("A"), radius: 60)])
    #expect(kinds(ground(besides: ends)) == [.wood, .village, .wood, .village])
    let all = HiddenGround(discs: ["A", "B"].map { EndDisc(middle: sketch.place($0), radius: 60) })
    #expect(kinds(ground(besides: all)) == [.wood, .wood])
  }

  @Test("A map without the group has none") func without() throws {
    let plain = try RoadSketch("A---------B", metresPerCell: 30, roads: ["A-B"])
    #expect(SurroundingGround(on: plain.graph, around: [plain.place("A")]) == nil)
    #expect(try page(of: plain.graph, plain)["ground"] is NSNull)
  }

  private func page(of graph: RoadGraph, _ sketch: RoadSketch) throws -> [String: Any] {
    var drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(sketch.edge("AB").index)]))
    drive.takeRoads(of: graph)
    return try DrivePage(of: drive).data
  }

  @Test("A page has its tiles and their bytes") func onPage() throws {
    let packed = try #require(try page(of: sketch.graph, sketch)["ground"] as? [String: Any])
    let numbers = try #require(packed["tiles"] as? [Int])
    let bytes = try #require((packed["bytes"] as? String).flatMap { Data(base64Encoded: $0) })
    #expect(numbers.count == 8 && numbers[0] == 10 && numbers[4] == 14)
    #expect(numbers[3] + numbers[7] == bytes.count)
    let near = [UInt8](bytes.suffix(numbers[7]))
    #expect(BackdropTile(near.span)?.parts.map(\.kind) == [.wood, .building, .village])
  }

  @Test("A still has its areas, and the names of its places as text") func still() throws {
    var drive = Drive.with("edges", .of("edge", .numbers(places: 0), [Int64(sketch.edge("AB").index)]))
    drive.takeRoads(of: sketch.graph)
    let text = String(decoding: Still(ReplaySettings(program: "tracemill")).render(drive).array, as: UTF8.self)
    #expect(text.contains("id=\"ground\"") && text.contains("#cfe4be"))
    #expect(text.contains("Bendern &lt;am Rhein&gt;") || !text.contains("Bendern"))
  }

  @Test("A sketch of it has what is great, and no names") func sketched() throws {
    let view = StillView(
      showing: [sketch.place("A"), sketch.place("B")], in: StillBox(x: 0, y: 0, width: 960, height: 600))
    var svg = SVGWriter()
    let around = try #require(ground())
    StillGround(sketching: around, in: view).draw(on: &svg, StillPalette(ReplayStyle()))
    let text = String(decoding: svg.bytes.array, as: UTF8.self)
    #expect(text.contains(ReplayStyle()["day", "wood"]?.text ?? "wood"))
    #expect(!text.contains("Bendern"))
  }

  @Test("The page and the still draw every kind, in colours that the style has") func looks() throws {
    let drawn = StillGround.kinds
    #expect(drawn.map(\.kind).sorted() == GroundKind.allCases.filter { $0.form != .point }.map { Int($0.rawValue) })
    for theme in ["day", "night"] {
      for kind in drawn {
        #expect(ReplayStyle()[theme, kind.name]?.text?.hasPrefix("#") == true, "\(theme) \(kind.name)")
      }
    }
  }
}
