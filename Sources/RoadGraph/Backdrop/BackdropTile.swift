package import Storage

/// The ground of one tile, its parts in the order in which they are drawn.
package struct BackdropTile: Equatable, Sendable {
  /// Which tile it is. Tiles are ordered by level, row and column.
  package struct ID: Hashable, Comparable, Sendable {
    package let level: BackdropLevel
    package let column: Int
    package let row: Int

    package init(_ level: BackdropLevel, column: Int, row: Int) {
      (self.level, self.column, self.row) = (level, column, row)
    }

    /// - Returns: `nil` for a number that no tile has.
    init?(key: UInt64) {
      guard let zoom = UInt8(exactly: key >> 48), let level = BackdropLevel(rawValue: zoom) else { return nil }
      self.init(level, column: Int(key & 0xFF_FFFF), row: Int(key >> 24 & 0xFF_FFFF))
      guard column < level.tilesAcross, row < level.tilesAcross else { return nil }
    }

    var key: UInt64 { UInt64(level.rawValue) << 48 | UInt64(row) << 24 | UInt64(column) }

    package static func < (left: ID, right: ID) -> Bool { left.key < right.key }
  }

  /// A place in units of the tile from its northwestern corner, x to the east and y to the south. Parts reach beyond the tile.
  package struct Point: Equatable, Sendable {
    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
  }

  /// A ring of an area, a line, or a place with a name.
  ///
  /// Rings are not closed by their first point. Those around an area go clockwise as seen on the map, those around a hole
  /// counterclockwise: an area is where the rings of a kind go round more often than not at all.
  package struct Part: Equatable, Sendable {
    package var kind: GroundKind
    package var points: [Point]
    /// Of a point; empty for others.
    package var name: String
    /// Of a point: inhabitants, or the metres of a peak; 0 if it is not known.
    package var weight: Int

    package init(_ kind: GroundKind, _ points: [Point], name: String = "", weight: Int = 0) {
      (self.kind, self.points, self.name, self.weight) = (kind, points, name, weight)
    }
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }
}

// MARK: As bytes

extension BackdropTile {
  /// Groups of parts of one kind: the kind, the number of parts, and each part: the number of its points (not for places),
  /// and the step to each from the one before, which for the first of a group is the corner of the tile. A place has its
  /// weight and its name after it. Documentation/GraphFormat.md describes the bytes.
  package func write(to bytes: inout ByteBuffer) {
    var first = 0
    while first < parts.count {
      let kind = parts[first].kind
      var end = first
      while end < parts.count, parts[end].kind == kind { end += 1 }
      bytes.append(packed: Int(kind.rawValue))
      bytes.append(packed: end - first)
      var last = Point(x: 0, y: 0)
      for part in parts[first..<end] { part.write(to: &bytes, after: &last) }
      first = end
    }
  }

  /// - Returns: `nil` for bytes that are not those of a tile.
  package init?(_ bytes: Span<UInt8>) {
    var reader = PackedReader(bytes)
    parts = []
    while !reader.isAtEnd {
      guard let number = UInt8(exactly: reader.packed()), let kind = GroundKind(rawValue: number) else { return nil }
      let count = reader.count(ofAtLeast: kind.form == .point ? 4 : 3)
      var last = Point(x: 0, y: 0)
      for _ in 0..<count {
        guard let part = Part(kind, &reader, after: &last), !reader.isDamaged else { return nil }
        parts.append(part)
      }
      if reader.isDamaged { return nil }
    }
  }
}

extension BackdropTile.Part {
  fileprivate func write(to bytes: inout ByteBuffer, after last: inout BackdropTile.Point) {
    if kind.form != .point { bytes.append(packed: points.count) }
    for point in points {
      bytes.append(signed: Int64(point.x) - Int64(last.x))
      bytes.append(signed: Int64(point.y) - Int64(last.y))
      last = point
    }
    guard kind.form == .point else { return }
    bytes.append(packed: weight)
    bytes.append(packed: name)
  }

  fileprivate init?(_ kind: GroundKind, _ reader: inout PackedReader, after last: inout BackdropTile.Point) {
    let least = kind.form == .area ? 3 : kind.form == .line ? 2 : 1
    let count = kind.form == .point ? 1 : reader.count(ofAtLeast: 2)
    guard count >= least else { return nil }
    var points: [BackdropTile.Point] = []
    points.reserveCapacity(count)
    for _ in 0..<count {
      guard let point = last.moved(reader.signed(), reader.signed()) else { return nil }
      points.append(point)
      last = point
    }
    self.init(kind, points)
    guard kind.form == .point else { return }
    guard let weight = Int32(exactly: reader.packed()) else { return nil }
    self.weight = Int(weight)
    name = reader.text()
  }
}

extension BackdropTile.Point {
  /// - Returns: `nil` for a step that leads out of what a tile may hold, a world of near tiles on each side.
  fileprivate func moved(_ dx: Int64, _ dy: Int64) -> BackdropTile.Point? {
    let (x, y) = (Int64(x).addingReportingOverflow(dx), Int64(y).addingReportingOverflow(dy))
    guard !x.overflow, !y.overflow, max(x.partialValue.magnitude, y.partialValue.magnitude) <= Self.most else {
      return nil
    }
    return BackdropTile.Point(x: Int32(x.partialValue), y: Int32(y.partialValue))
  }

  private static let most: UInt64 = 1 << 26
}
