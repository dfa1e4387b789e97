import Geodesy
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing

@Suite("A map with a backdrop") struct BackdropTests {
  private static let near = BackdropTile.ID(.near, column: 8626, row: 5753)
  private static let far = BackdropTile.ID(.far, column: 539, row: 359)

  private static let tile = BackdropTile([
    .init(.wood, [.init(x: -32, y: 0), .init(x: 4128, y: 7), .init(x: 900, y: 4000)]),
    .init(.wood, [.init(x: 10, y: 10), .init(x: 30, y: 10), .init(x: 20, y: 40), .init(x: 10, y: 20)]),
    .init(.river, [.init(x: 0, y: 2000), .init(x: 4096, y: 2010)]),
    .init(.town, [.init(x: 2000, y: 1000)], name: "Vaduz", weight: 5696),
    .init(.town, [.init(x: 100, y: 3000)], name: "東京"),
  ])

  private func network() throws -> RoadNetwork {
    var network = try fullSketch().network
    network.backdrop = StoredBackdrop()
    network.backdrop.add(
      BackdropTile([.init(.sea, [.init(x: 0, y: 0), .init(x: 9, y: 0), .init(x: 9, y: 9)])]), as: Self.far)
    network.backdrop.add(Self.tile, as: Self.near)
    return network
  }

  @Test("Its tiles come back as they were, and where they lie") func roundTrip() throws {
    let graph = try RoadGraph(try network())
    #expect(graph.hasBackdrop && graph.backdropTileCount == 2)
    #expect(try graph.backdropTile(Self.near) == Self.tile)
    #expect(try graph.backdropTile(Self.far).parts.map(\.kind) == [.sea])
    #expect(try graph.backdropTile(BackdropTile.ID(.near, column: 1, row: 1)).parts.isEmpty)
    let inside = Self.tile.parts[3].points[0]
    let units = Double(BackdropLevel.unitsPerTile)
    let place = MercatorPoint(
      x: (Double(Self.near.column) + Double(inside.x) / units) / Double(BackdropLevel.near.tilesAcross),
      y: (Double(Self.near.row) + Double(inside.y) / units) / Double(BackdropLevel.near.tilesAcross)
    ).place
    #expect(graph.backdropTiles(.near, meeting: [place]) == [Self.near])
    #expect(graph.backdropTiles(.far, meeting: [place]) == [Self.far])
    #expect(graph.backdropTiles(.near, meeting: [Place(latitude: 10, longitude: 10)]).isEmpty)
  }

  @Test("A map without the group has neither sections nor the name of the group") func without() throws {
    var network = try network()
    network.leaveOut([.backdrop, .hierarchy])
    #expect(network.provenance.groupsLeftOut.isEmpty)
    #expect(try !RoadGraph(network).hasBackdrop)
  }

  @Test("Tables that contradict each other are refused", arguments: ["GKEY", "GFST"]) func forgedTables(tag: String)
    throws
  {
    var file = GraphFile(RoadGraphWriter(try network()).bytes())
    for place in file.range(of: tag).suffix(4) { file.bytes[place] = 0xFE }
    file.sealAll()
    #expect(throws: RoadGraphError.contradictory(path: "town.tmg", section: tag)) { try file.open() }
  }

  @Test("Forged bytes of a tile are refused, or are a tile") func forgedBytes() throws {
    let file = GraphFile(RoadGraphWriter(try network()).bytes())
    var random = SplitMix64(seed: 41)
    var refused = 0
    for _ in rounds(3000) {
      var forged = file
      let range = forged.range(of: "GBYT")
      forged.bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
      forged.sealAll()
      let graph = try forged.open()
      for id in [Self.far, Self.near] {
        do { _ = try graph.backdropTile(id) } catch RoadGraphError.contradictory { refused += 1 }
      }
    }
    #expect(refused > 100)
  }

  @Test("Every beginning of a tile is refused, or is whole parts") func truncated() {
    var buffer = ByteBuffer()
    Self.tile.write(to: &buffer)
    let bytes = buffer.array
    #expect(BackdropTile(bytes.span) == Self.tile)
    for count in 0..<bytes.count {
      let beginning = Array(bytes[..<count])
      if let tile = BackdropTile(beginning.span) { #expect(Self.tile.parts.starts(with: tile.parts)) }
    }
  }
}
