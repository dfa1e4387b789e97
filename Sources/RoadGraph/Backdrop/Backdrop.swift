package import Geodesy
internal import Storage

/// The ground of a map as an importer made it, ready for the file.
///
/// Shapes, for *n* tiles:
///
///     keys    n, ascending
///     first   n + 1, into bytes
package struct StoredBackdrop: Sendable {
  var keys: [UInt64] = []
  var first: [UInt32] = [0]
  var bytes: [UInt8] = []

  package init() {}

  package var isEmpty: Bool { keys.isEmpty }

  /// - Precondition: tiles come in ascending order, and all take less than 4 GiB.
  package mutating func add(_ tile: BackdropTile, as id: BackdropTile.ID) {
    precondition(keys.last.map { $0 < id.key } ?? true)
    var buffer = ByteBuffer(capacity: 1 << 10)
    tile.write(to: &buffer)
    keys.append(id.key)
    bytes += buffer.array
    first.append(UInt32(bytes.count))
  }
}

/// The tiles of a map's ground; none in a map without.
struct BackdropTable: Sendable {
  let keys: Column<UInt64>
  let first: Column<UInt32>
  let bytes: Column<UInt8>

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    keys = try sections.column(.backdropKeys, of: file)
    first = try sections.optionalColumn(.backdropFirst, of: file, count: keys.isEmpty ? 0 : keys.count + 1)
    bytes = try sections.column(.backdropBytes, of: file)
    guard first.isEmpty == keys.isEmpty else {
      throw .missingSection(path: sections.path, section: SectionTag.backdropFirst.name)
    }
  }

  /// The first section with a number that contradicts another. Bytes are looked at when a tile is read.
  var flaw: SectionTag? {
    guard !keys.isEmpty else { return bytes.isEmpty ? nil : .backdropBytes }
    if !(1..<keys.count).allSatisfy({ keys[$0 - 1] < keys[$0] }) { return .backdropKeys }
    if !keys.allSatisfy({ BackdropTile.ID(key: $0) != nil }) { return .backdropKeys }
    return first.isAscending && first[0] == 0 && Int(first[keys.count]) == bytes.count ? nil : .backdropFirst
  }

  /// The row of the first tile whose key is not below `key`.
  func row(notBelow key: UInt64) -> Int { keys.firstIndex(notBefore: key, in: 0..<keys.count) }
}

extension RoadGraphWriter {
  func addBackdrop<Sink>(_ backdrop: StoredBackdrop, to writer: inout SectionWriter<Sink>) throws(Sink.Failure) {
    guard !backdrop.isEmpty else { return }
    try writer.add(.backdropKeys, backdrop.keys)
    try writer.add(.backdropFirst, backdrop.first)
    try writer.add(.backdropBytes, backdrop.bytes)
  }
}

extension RoadGraph {
  /// Whether the map has a ground to be drawn under the roads.
  package var hasBackdrop: Bool { !backdropTable.keys.isEmpty }

  package var backdropTileCount: Int { backdropTable.keys.count }

  /// The tiles of a level with a part of a box around places, in ascending order. Boxes across the antimeridian are not
  /// known.
  ///
  /// - Complexity: O(*r* log *n* + *m*), for *r* rows of tiles in the box, *n* tiles, and *m* found.
  package func backdropTiles(_ level: BackdropLevel, meeting places: [Place]) -> [BackdropTile.ID] {
    let points = places.map { MercatorPoint($0) }
    guard let first = points.first else { return [] }
    let (west, east) = points.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (north, south) = points.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    func tile(_ share: Double) -> Int { min(max(Int(share * Double(level.tilesAcross)), 0), level.tilesAcross - 1) }
    var found: [BackdropTile.ID] = []
    for row in tile(north)...tile(south) {
      let last = BackdropTile.ID(level, column: tile(east), row: row).key
      var index = backdropTable.row(notBelow: BackdropTile.ID(level, column: tile(west), row: row).key)
      while index < backdropTable.keys.count, backdropTable.keys[index] <= last {
        if let id = BackdropTile.ID(key: backdropTable.keys[index]) { found.append(id) }
        index += 1
      }
    }
    return found
  }

  /// The ground of a tile; empty where the map has none.
  ///
  /// - Throws: ``RoadGraphError/contradictory(path:section:)`` if its bytes are not those of a tile.
  package func backdropTile(_ id: BackdropTile.ID) throws(RoadGraphError) -> BackdropTile {
    let index = backdropTable.row(notBelow: id.key)
    guard index < backdropTable.keys.count, backdropTable.keys[index] == id.key else { return BackdropTile([]) }
    let range = Int(backdropTable.first[index])..<Int(backdropTable.first[index + 1])
    let bytes = range.map { backdropTable.bytes[$0] }
    guard let tile = BackdropTile(bytes.span) else {
      throw .contradictory(path: path, section: SectionTag.backdropBytes.name)
    }
    return tile
  }
}
