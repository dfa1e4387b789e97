internal import FoundationEssentials
internal import Geodesy
internal import Records
internal import RoadGraph
internal import Storage
internal import Synchronization

/// The map around all drives of a folder of pages, in tiles. All workers share the value.
///
/// A tile has all roads and all ground of its square of the map. Where drives hide ground, it has what at least one of them
/// would show on a page of its own, and nothing else: all tiles together say no more than all such pages. The tiles are the
/// same whatever worker met a drive, and in whatever order.
///
/// Memory: the numbers of the roads of these tiles, bounded by the map.
package final class SharedTiles: Sendable {
  /// The tiles that the page of one drive loads.
  struct Cut: Sendable {
    /// What the names of their files begin with: it stands for the map and the mode.
    let sheet: String
    /// Ascending.
    let tiles: [PageTile]
    /// How far from the drive roads are; `nil` if only those on which it was are drawn.
    let extent: NearRoadFinder.Extent?
  }

  private struct Key: Hashable, Comparable {
    let sheet: String
    let tile: PageTile

    static func < (left: Key, right: Key) -> Bool { (left.sheet, left.tile) < (right.sheet, right.tile) }
  }

  private struct State {
    var contents: [Key: TileContents] = [:]
    /// What at least one drive may show of the tiles that are needed.
    var shown: [Key: TileContents.Shown] = [:]
    var graphs: [String: (RoadGraph, TravelMode)] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The tiles around places, which are kept for ``forEachFile(_:)``.
  ///
  /// - Parameter own: what a page of its own shows of a drive that hides ground; `nil` for one that hides nothing.
  func cut(
    around places: [Place], on graph: RoadGraph, for mode: TravelMode, within own: SurroundingRoads?
  ) -> Cut {
    let sheet = String(String(checksum("\(graph.version) \(mode.name)"), radix: 16).suffix(8))
    let points = SurroundingGround.thinned(places)
    let contents = { self.contents(Key(sheet: sheet, tile: $0), on: graph, for: mode) }
    let extent = own == nil ? Self.extent(around: points) { contents($0).placeCount } : own?.extent
    let far = graph.hasBackdrop ? SurroundingGround.farTiles(around: points).map(PageTile.init) : []
    let shown = Self.tiles(within: extent, of: points).union(far).sorted().map { tile in
      (tile, contents(tile).shown(within: own, on: graph))
    }.filter { !$0.1.isEmpty }
    state.withLock { state in
      state.graphs[sheet] = (graph, mode)
      for (tile, shown) in shown { state.shown[Key(sheet: sheet, tile: tile), default: .nothing].formUnion(shown) }
    }
    return Cut(sheet: sheet, tiles: shown.map(\.0), extent: extent)
  }

  /// The widest extent whose tiles are not too many; `nil` if all are.
  private static func extent(
    around points: [MercatorPoint], _ placeCount: (PageTile) -> Int
  ) -> NearRoadFinder.Extent? {
    NearRoadFinder.Extent.all.first { extent in
      tiles(within: extent, of: points).reduce(0) { $0 + placeCount($1) } <= mostPlaces
    }
  }

  private static func tiles(within extent: NearRoadFinder.Extent?, of points: [MercatorPoint]) -> Set<PageTile> {
    guard let extent else { return [] }
    return PageTile.tiles(.near, within: extent.near, of: points)
      .union(PageTile.tiles(.greater, within: extent.far, of: points))
  }

  /// Of roads. A page of 94,000 shows them half a second after its drive.
  private static let mostPlaces = 300_000

  private func contents(_ key: Key, on graph: RoadGraph, for mode: TravelMode) -> TileContents {
    if let known = state.withLock({ $0.contents[key] }) { return known }
    let contents = TileContents(of: key.tile, on: graph, for: mode)
    state.withLock { $0.contents[key] = contents }
    return contents
  }

  // MARK: Files

  /// The files of all tiles that a page loads, in the order of their names' numbers.
  package func forEachFile(_ write: (_ name: String, _ bytes: [UInt8]) throws -> Void) throws {
    let (contents, shown, graphs) = state.withLock { ($0.contents, $0.shown, $0.graphs) }
    for key in shown.keys.sorted() {
      guard let part = shown[key], let (graph, mode) = graphs[key.sheet], let contents = contents[key] else { continue }
      let name = "\(key.sheet)-\(key.tile)"
      var writer = DriveWriter()
      writer.write(tile: contents.roads(part, on: graph, for: mode), contents.ground(part, on: graph))
      var file = ByteWriter()
      file.text(SharedFiles.beginning + "tracemillTile(\"\(name)\",\"")
      file.text(PageTemplate.packed(writer.bytes, level: 9))
      file.text("\");\n")
      try write("\(name).js", file.array)
    }
  }
}

/// What the map has in a tile.
private struct TileContents: Sendable {
  /// What of it may be shown.
  enum Shown: Sendable {
    case all
    /// Numbers of roads, and of parts of the ground.
    case some(roads: Set<Int>, parts: Set<Int>)

    static let nothing = Shown.some(roads: [], parts: [])

    var isEmpty: Bool { if case .some(let roads, let parts) = self { roads.isEmpty && parts.isEmpty } else { false } }

    mutating func formUnion(_ other: Shown) {
      guard case .some(var roads, var parts) = self else { return }
      guard case .some(let moreRoads, let moreParts) = other else { return self = .all }
      roads.formUnion(moreRoads)
      parts.formUnion(moreParts)
      self = .some(roads: roads, parts: parts)
    }
  }

  let tile: PageTile
  private let segments: [SegmentID]
  private let partCount: Int
  /// Of all its roads.
  let placeCount: Int

  init(of tile: PageTile, on graph: RoadGraph, for mode: TravelMode) {
    self.tile = tile
    let near = tile.level == .far ? [] : graph.segments(nearBoxAround: tile.corners)
    segments = near.filter { graph.isGreat($0) == (tile.level == .greater) && graph.isRoad($0, of: mode) }
    placeCount = segments.reduce(0) { $0 + graph.shapeRange(of: $1).count }
    partCount = Self.parts(of: tile, on: graph).count
  }

  private static func parts(of tile: PageTile, on graph: RoadGraph) -> [BackdropTile.Part] {
    guard graph.hasBackdrop, let id = tile.ground else { return [] }
    return (try? graph.backdropTile(id))?.parts ?? []
  }

  /// What a drive may show.
  ///
  /// - Parameter own: all that it may show; `nil` for a drive that hides nothing.
  func shown(within own: SurroundingRoads?, on graph: RoadGraph) -> Shown {
    if segments.isEmpty, partCount == 0 { return .nothing }
    guard let own else { return .all }
    let roads = segments.indices.filter { own.contains(segments[$0]) }
    return .some(roads: Set(roads), parts: Set(parts(of: own.ground, on: graph)))
  }

  /// The numbers of the parts that a ground has, in whose tiles parts are in the order of the map.
  private func parts(of ground: SurroundingGround?, on graph: RoadGraph) -> [Int] {
    guard let id = tile.ground, let own = ground?.tiles.first(where: { $0.id == id })?.tile.parts else { return [] }
    var next = 0
    return Self.parts(of: tile, on: graph).enumerated().compactMap { number, part in
      guard next < own.count, own[next] == part else { return nil }
      next += 1
      return number
    }
  }

  func roads(_ shown: Shown, on graph: RoadGraph, for mode: TravelMode) -> SurroundingRoads? {
    var segments = segments
    if case .some(let roads, _) = shown { segments = roads.sorted().map { segments[$0] } }
    return segments.isEmpty ? nil : SurroundingRoads(segments, on: graph, for: mode)
  }

  func ground(_ shown: Shown, on graph: RoadGraph) -> SurroundingGround? {
    guard partCount > 0, let id = tile.ground else { return nil }
    var parts = Self.parts(of: tile, on: graph)
    if case .some(_, let visible) = shown { parts = visible.sorted().map { parts[$0] } }
    return parts.isEmpty ? nil : SurroundingGround(BackdropTile(parts), of: id)
  }
}
