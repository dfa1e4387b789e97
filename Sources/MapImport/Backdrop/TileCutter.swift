internal import Extracts
internal import Geodesy
internal import RoadGraph

/// A box in Mercator's projection.
struct MercatorBox: Equatable {
  var low: MercatorPoint
  var high: MercatorPoint

  init(_ low: MercatorPoint, _ high: MercatorPoint) { (self.low, self.high) = (low, high) }

  init(_ bounds: ExtractBounds) {
    let (southwest, northeast) = (MercatorPoint(bounds.southwest), MercatorPoint(bounds.northeast))
    low = MercatorPoint(x: southwest.x, y: northeast.y)
    high = MercatorPoint(x: northeast.x, y: southwest.y)
  }
}

/// Cuts the ground into the tiles of one level: simplified, without what is too small to be seen.
///
/// Parts reach a little beyond their tile, so that no seam shows where two tiles meet. Buildings are not cut: each is whole in
/// the tile of its middle.
struct TileCutter {
  /// A part of a tile, and the object of which it is, by which parts of a kind are ordered.
  private struct Piece {
    var part: BackdropTile.Part
    var source: Int64
  }

  let level: BackdropLevel
  /// Tiles outside are left out.
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>
  private var pieces: [BackdropTile.ID: [Piece]] = [:]

  init(_ level: BackdropLevel, within box: MercatorBox) {
    self.level = level
    let last = level.tilesAcross - 1
    func tile(_ share: Double) -> Int { min(max(Int(share * Double(level.tilesAcross)), 0), last) }
    columns = tile(box.low.x)...max(tile(box.low.x), tile(box.high.x))
    rows = tile(box.low.y)...max(tile(box.low.y), tile(box.high.y))
  }

  /// How far parts reach beyond their tile, in units.
  private static let overlap = 32.0
  private static let side = Double(BackdropLevel.unitsPerTile)

  // MARK: Adding

  mutating func add(ring: [MercatorPoint], isHole: Bool, _ kind: GroundKind, _ source: Int64) {
    let detail = Detail(kind, level)
    guard let leastArea = detail.leastArea else { return }
    var points = scaled(ring)
    if points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count >= 3, abs(signedArea(points)) >= leastArea else { return }
    points = RingSimplifier(leastArea: detail.leastBend).simplified(points, isRing: true)
    if (signedArea(points) < 0) != isHole { points.reverse() }
    if kind == .building { return addWhole(points, kind, source) }
    cut(ring: points, columns, rows, kind, source)
  }

  mutating func add(line: [MercatorPoint], _ kind: GroundKind, _ source: Int64) {
    let detail = Detail(kind, level)
    guard detail.leastArea != nil, line.count >= 2 else { return }
    let points = RingSimplifier(leastArea: detail.leastBend).simplified(scaled(line), isRing: false)
    cut(line: points, columns, rows, kind, source)
  }

  mutating func add(_ place: NamedPlace) {
    guard Detail(place.kind, level).leastArea != nil else { return }
    let point = scaled([place.point])[0]
    let (column, row) = (Int(point.x / Self.side), Int(point.y / Self.side))
    guard columns.contains(column), rows.contains(row) else { return }
    let id = BackdropTile.ID(level, column: column, row: row)
    let part = BackdropTile.Part(place.kind, [local(point, in: id)], name: place.name, weight: place.weight)
    pieces[id, default: []].append(Piece(part: part, source: place.source))
  }

  mutating func remove(_ kind: GroundKind) {
    for id in pieces.keys { pieces[id]?.removeAll { $0.part.kind == kind } }
  }

  private func scaled(_ points: [MercatorPoint]) -> [MercatorPoint] {
    let scale = level.unitsAcross
    return points.map { MercatorPoint(x: $0.x * scale, y: $0.y * scale) }
  }

  // MARK: Cutting

  private mutating func addWhole(_ points: [MercatorPoint], _ kind: GroundKind, _ source: Int64) {
    let (low, high) = extent(of: points)
    let (column, row) = (Int((low.x + high.x) / 2 / Self.side), Int((low.y + high.y) / 2 / Self.side))
    guard columns.contains(column), rows.contains(row) else { return }
    keep(points, kind, source, in: BackdropTile.ID(level, column: column, row: row))
  }

  /// Halves the tiles of a ring until one is left.
  private mutating func cut(
    ring: [MercatorPoint], _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ kind: GroundKind, _ source: Int64
  ) {
    guard ring.count >= 3, let (columns, rows) = tiles(of: ring, columns, rows) else { return }
    if columns.count == 1, rows.count == 1 {
      let clipped = Self.clipped(ring, to: columns.lowerBound, rows.lowerBound)
      return keep(clipped, kind, source, in: BackdropTile.ID(level, column: columns.lowerBound, row: rows.lowerBound))
    }
    let axis = columns.count >= rows.count ? Axis.x : .y
    let range = axis == .x ? columns : rows
    let middle = (range.lowerBound + range.upperBound) / 2
    let limit = Double(middle + 1) * Self.side
    let lower = clip(ring, axis, below: limit + Self.overlap)
    let upper = clip(ring, axis, above: limit - Self.overlap)
    let halves = (range.lowerBound...middle, middle + 1...range.upperBound)
    cut(ring: lower, axis == .x ? halves.0 : columns, axis == .x ? rows : halves.0, kind, source)
    cut(ring: upper, axis == .x ? halves.1 : columns, axis == .x ? rows : halves.1, kind, source)
  }

  private mutating func cut(
    line: [MercatorPoint], _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, _ kind: GroundKind, _ source: Int64
  ) {
    guard line.count >= 2, let (columns, rows) = tiles(of: line, columns, rows) else { return }
    let isOne = columns.count == 1 && rows.count == 1
    if isOne {
      for part in clip(line: line, toBox: Self.box(columns.lowerBound, rows.lowerBound)) {
        keep(part, kind, source, in: BackdropTile.ID(level, column: columns.lowerBound, row: rows.lowerBound))
      }
      return
    }
    let axis = columns.count >= rows.count ? Axis.x : .y
    let range = axis == .x ? columns : rows
    let middle = (range.lowerBound + range.upperBound) / 2
    let limit = Double(middle + 1) * Self.side
    let halves = (range.lowerBound...middle, middle + 1...range.upperBound)
    for part in clip(line: line, axis, below: limit + Self.overlap) {
      cut(line: part, axis == .x ? halves.0 : columns, axis == .x ? rows : halves.0, kind, source)
    }
    for part in clip(line: line, axis, above: limit - Self.overlap) {
      cut(line: part, axis == .x ? halves.1 : columns, axis == .x ? rows : halves.1, kind, source)
    }
  }

  /// The tiles among some that points may be in; `nil` if there are none.
  private func tiles(
    of points: [MercatorPoint], _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>
  ) -> (ClosedRange<Int>, ClosedRange<Int>)? {
    let (low, high) = extent(of: points)
    func narrowed(_ range: ClosedRange<Int>, _ low: Double, _ high: Double) -> ClosedRange<Int>? {
      let first = max(range.lowerBound, Int((low - Self.overlap) / Self.side))
      let last = min(range.upperBound, Int((high + Self.overlap) / Self.side))
      return first <= last ? first...last : nil
    }
    guard let columns = narrowed(columns, low.x, high.x), let rows = narrowed(rows, low.y, high.y) else { return nil }
    return (columns, rows)
  }

  private static func box(_ column: Int, _ row: Int) -> MercatorBox {
    let (west, north) = (Double(column) * side, Double(row) * side)
    return MercatorBox(
      MercatorPoint(x: west - overlap, y: north - overlap),
      MercatorPoint(x: west + side + overlap, y: north + side + overlap))
  }

  private static func clipped(_ ring: [MercatorPoint], to column: Int, _ row: Int) -> [MercatorPoint] {
    let box = box(column, row)
    var ring = clip(ring, .x, above: box.low.x)
    ring = clip(ring, .x, below: box.high.x)
    ring = clip(ring, .y, above: box.low.y)
    return clip(ring, .y, below: box.high.y)
  }

  // MARK: Keeping

  private func local(_ point: MercatorPoint, in id: BackdropTile.ID) -> BackdropTile.Point {
    let x = point.x - Double(id.column) * Self.side
    let y = point.y - Double(id.row) * Self.side
    return BackdropTile.Point(x: Int32(clamping: Int(x.rounded())), y: Int32(clamping: Int(y.rounded())))
  }

  /// Keeps what is left of points after rounding.
  private mutating func keep(_ points: [MercatorPoint], _ kind: GroundKind, _ source: Int64, in id: BackdropTile.ID) {
    var rounded: [BackdropTile.Point] = []
    rounded.reserveCapacity(points.count)
    for point in points {
      let next = local(point, in: id)
      if rounded.last != next { rounded.append(next) }
    }
    if kind.form == .area, rounded.count > 1, rounded.first == rounded.last { rounded.removeLast() }
    guard rounded.count >= (kind.form == .area ? 3 : 2) else { return }
    pieces[id, default: []].append(Piece(part: BackdropTile.Part(kind, rounded), source: source))
  }

  /// The tiles with something in them, ascending.
  var tiles: [(BackdropTile.ID, BackdropTile)] {
    pieces.keys.sorted().compactMap { id in
      let all = pieces[id] ?? []
      let order = all.indices.sorted { left, right in
        let (a, b) = (all[left], all[right])
        return (a.part.kind.rawValue, a.source, left) < (b.part.kind.rawValue, b.source, right)
      }
      return all.isEmpty ? nil : (id, BackdropTile(order.map { all[$0].part }))
    }
  }

  // MARK: Asking

  /// The share of points that lie in areas of a kind, 0…1.
  func share(of points: [MercatorPoint], in kind: GroundKind) -> Double {
    let step = max(1, points.count / 5000)
    let asked = stride(from: 0, to: points.count, by: step).map { scaled([points[$0]])[0] }
    let inside = asked.count { point in
      let id = BackdropTile.ID(level, column: Int(point.x / Self.side), row: Int(point.y / Self.side))
      let rings = (pieces[id] ?? []).filter { $0.part.kind == kind }.map(\.part.points)
      let place = local(point, in: id)
      return rings.reduce(0) { $0 + turns(of: $1, around: place) } != 0
    }
    return asked.isEmpty ? 0 : Double(inside) / Double(asked.count)
  }

  /// How often a ring goes around a place, clockwise counting up.
  private func turns(of ring: [BackdropTile.Point], around place: BackdropTile.Point) -> Int {
    var turns = 0
    var last = ring[ring.count - 1]
    for point in ring {
      if (last.y <= place.y) != (point.y <= place.y) {
        let share = Double(place.y - last.y) / Double(point.y - last.y)
        let x = Double(last.x) + share * Double(point.x - last.x)
        if x > Double(place.x) { turns += point.y > last.y ? 1 : -1 }
      }
      last = point
    }
    return turns
  }
}

/// What of a kind is kept at a level.
private struct Detail {
  /// Smaller areas are left out, in square units; 0 for lines and places. `nil` if nothing of the kind is kept.
  let leastArea: Double?
  /// Points of a line that span less are left out, in square units.
  let leastBend: Double

  /// A pixel is four units wide where far tiles give way to near ones, and near tiles are looked at until a unit is four
  /// pixels wide.
  init(_ kind: GroundKind, _ level: BackdropLevel) {
    switch (level, kind) {
    case (.far, .building), (.far, .stream), (.far, .sideTrack), (.far, .suburb), (.far, .hamlet), (.far, .peak):
      (leastArea, leastBend) = (nil, 0)
    case (.far, _): (leastArea, leastBend) = (kind.form == .area ? 400 : 0, 24)
    case (.near, .building): (leastArea, leastBend) = (60, 9)
    case (.near, _): (leastArea, leastBend) = (kind.form == .area ? 900 : 0, 50)
    }
  }
}
