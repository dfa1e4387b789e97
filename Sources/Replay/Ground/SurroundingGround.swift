internal import FoundationEssentials
package import Geodesy
package import Knowledge
package import RoadGraph
internal import Storage

/// The ground around some places: near tiles along them, and far tiles around those.
///
/// It takes at most ``mostBytes``: the more tiles there are, the nearer to the places are the buildings that are drawn, and
/// streams, tracks and names follow.
package struct SurroundingGround: Sendable {
  /// Ascending.
  package let tiles: [(id: BackdropTile.ID, tile: BackdropTile)]

  /// - Parameter hidden: what has a part on it is left out.
  /// - Returns: `nil` if the map has no backdrop there, or a damaged one.
  package init?(on graph: RoadGraph, around places: [Place], besides hidden: HiddenGround? = nil) {
    guard graph.hasBackdrop else { return nil }
    let points = Self.thinned(places)
    let near = Self.nearTiles(around: points)
    let far = Self.farTiles(around: points).sorted()
    guard var read = try? far.map({ ($0, try graph.backdropTile($0)) }),
      let around = try? near.sorted().map({ ($0, try graph.backdropTile($0)) })
    else { return nil }
    read += around
    if let hidden { read = read.map { ($0, $1.without(hidden, in: $0)) } }
    read.removeAll { $0.1.parts.isEmpty }
    guard !read.isEmpty else { return nil }
    tiles = Self.bounded(read, around: points)
  }

  /// Just a tile.
  init(_ tile: BackdropTile, of id: BackdropTile.ID) { tiles = [(id, tile)] }

  // MARK: Tiles

  /// Without places that follow one nearby.
  static func thinned(_ places: [Place]) -> [MercatorPoint] {
    var points: [MercatorPoint] = []
    for place in places {
      let point = MercatorPoint(place)
      if let last = points.last, abs(last.x - point.x) + abs(last.y - point.y) < margin / 20 { continue }
      points.append(point)
    }
    return points
  }

  /// Near tiles within some 300 m of points.
  private static func nearTiles(around points: [MercatorPoint]) -> Set<BackdropTile.ID> {
    let level = BackdropLevel.near
    var found: Set<BackdropTile.ID> = []
    for point in points {
      for (dx, dy) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        let (x, y) = (point.x + dx * margin, point.y + dy * margin)
        guard (0..<1).contains(x), (0..<1).contains(y) else { continue }
        found.insert(
          BackdropTile.ID(
            level, column: Int(x * Double(level.tilesAcross)), row: Int(y * Double(level.tilesAcross))))
      }
    }
    return found
  }

  /// A share of the world: some 300 m in middle latitudes.
  private static let margin = 1.0 / 100_000

  /// The far tiles within some near ones of those near points.
  static func farTiles(around points: [MercatorPoint]) -> Set<BackdropTile.ID> {
    Set(nearTiles(around: points).flatMap(farTiles))
  }

  /// The far tiles within some near ones of a near tile.
  private static func farTiles(around near: BackdropTile.ID) -> [BackdropTile.ID] {
    let step = BackdropLevel.near.zoom - BackdropLevel.far.zoom
    let last = BackdropLevel.far.tilesAcross - 1
    return [-reach, reach].flatMap { dy in
      [-reach, reach].compactMap { dx in
        let (column, row) = ((near.column + dx) >> step, (near.row + dy) >> step)
        guard (0...last).contains(column), (0...last).contains(row) else { return nil }
        return BackdropTile.ID(.far, column: column, row: row)
      }
    }
  }

  private static let reach = 8

  // MARK: Size

  /// The bytes of all tiles; a page has four thirds of it, in Base64.
  private static let mostBytes = 180_000

  private static func bounded(
    _ tiles: [(BackdropTile.ID, BackdropTile)], around points: [MercatorPoint]
  ) -> [(id: BackdropTile.ID, tile: BackdropTile)] {
    var kept = tiles
    for cell in [0, 10, 6, 4, 3, 2, 1.2] {
      if cell > 0 {
        let grid = NearGrid(points, cell: cell)
        kept = tiles.map { ($0, $1.withBuildings(on: grid, in: $0)) }
      }
      if byteCount(kept) <= mostBytes { return kept.map { ($0, $1) } }
    }
    let plain: Set<GroundKind> = [.building, .stream, .sideTrack, .grass, .farmland, .scrub]
    kept = tiles.map { id, tile in (id, BackdropTile(tile.parts.filter { !plain.contains($0.kind) })) }
    if byteCount(kept) > mostBytes { kept.removeAll { $0.0.level == .near } }
    return kept.map { ($0, $1) }
  }

  private static func byteCount(_ tiles: [(BackdropTile.ID, BackdropTile)]) -> Int {
    tiles.reduce(0) { count, tile in
      var buffer = ByteBuffer()
      tile.1.write(to: &buffer)
      return count + buffer.count
    }
  }

  /// Zoom, column, row and number of bytes of each tile, and the bytes of all in Base64; see `ground.js`.
  package var packed: (tiles: [Int], base64: String) {
    var (numbers, all): ([Int], [UInt8]) = ([], [])
    for (id, tile) in tiles {
      var buffer = ByteBuffer()
      tile.write(to: &buffer)
      numbers += [id.level.zoom, id.column, id.row, buffer.count]
      all += buffer.array
    }
    return (numbers, Data(all).base64EncodedString())
  }
}

/// Squares of the world near some points.
private struct NearGrid {
  private struct Square: Hashable { let column, row: Int32 }

  private var squares: Set<Square> = []
  private let across: Double

  /// - Parameter cell: the side of a square, in millionths of the world: some 27 m each in middle latitudes.
  init(_ points: [MercatorPoint], cell: Double) {
    across = 1e6 / cell
    for point in points {
      let middle = square(of: point)
      for row in middle.row - 1...middle.row + 1 {
        for column in middle.column - 1...middle.column + 1 { squares.insert(Square(column: column, row: row)) }
      }
    }
  }

  func contains(_ point: MercatorPoint) -> Bool { squares.contains(square(of: point)) }

  private func square(of point: MercatorPoint) -> Square {
    Square(column: Int32(point.x * across), row: Int32(point.y * across))
  }
}

extension BackdropTile {
  /// Without the buildings that do not begin on a grid.
  fileprivate func withBuildings(on grid: NearGrid, in id: ID) -> BackdropTile {
    BackdropTile(parts.filter { $0.kind != .building || grid.contains($0.points[0].onEarth(in: id)) })
  }

  /// The parts that do not touch hidden ground.
  fileprivate func without(_ hidden: HiddenGround, in id: ID) -> BackdropTile {
    BackdropTile(
      parts.filter { part in
        var places = part.points.map { $0.onEarth(in: id).place }
        if part.kind.form == .area { places.append(places[0]) }
        return !hidden.touches(places)
      })
  }
}

extension BackdropTile.Point {
  package func onEarth(in id: BackdropTile.ID) -> MercatorPoint {
    let across = id.level.unitsAcross
    let units = Double(BackdropLevel.unitsPerTile)
    return MercatorPoint(
      x: (Double(id.column) * units + Double(x)) / across, y: (Double(id.row) * units + Double(y)) / across)
  }
}
