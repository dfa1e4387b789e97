internal import Geodesy
internal import RoadGraph

/// Cuts lines at the border of an area.
///
/// A road along the border is outside: zones end at the middle of the roads that lead round them, which may be used.
struct ZoneClipper {
  /// A piece of the border, in metres.
  private struct Side {
    var begin: LocalPoint
    var end: LocalPoint

    var lowest: Metres { min(begin.y, end.y) }
    var highest: Metres { max(begin.y, end.y) }
  }

  private let ruler: LocalRuler
  private var sides: [Side] = []
  /// The sides in each of equally high strips from south to north.
  private var strips: [[Int32]] = []
  private var south: Metres = .infinity
  private var north: Metres = -.infinity
  private var west: Metres = .infinity
  private var east: Metres = -.infinity

  /// A place this close to the border is on it: the unit of coordinates is a centimetre.
  private static let border: Metres = 0.5
  /// Shorter pieces come from the rounding of coordinates.
  private static let shortest: Metres = 1

  /// - Parameter lines: all of them together form closed rings.
  init?(_ lines: [[Place]]) {
    guard let origin = lines.first?.first else { return nil }
    ruler = LocalRuler(at: origin)
    for line in lines {
      for (begin, end) in zip(line, line.dropFirst()) where begin != end { add(begin, end) }
    }
    guard !sides.isEmpty else { return nil }
    strips = Array(repeating: [], count: max(1, sides.count / 4))
    for (number, side) in sides.enumerated() {
      for strip in strip(of: side.lowest)...strip(of: side.highest) { strips[strip].append(Int32(number)) }
    }
  }

  private mutating func add(_ begin: Place, _ end: Place) {
    let side = Side(begin: ruler.point(begin), end: ruler.point(end))
    south = min(south, side.lowest)
    north = max(north, side.highest)
    west = min(west, side.begin.x, side.end.x)
    east = max(east, side.begin.x, side.end.x)
    sides.append(side)
  }

  private func strip(of y: Metres) -> Int {
    guard north > south else { return 0 }
    return min(max(Int((y - south) / (north - south) * Double(strips.count)), 0), strips.count - 1)
  }

  // MARK: Cutting

  /// The parts of a line within the area, as shares of its length, in order.
  func parts(of line: some Collection<Place>) -> [(begin: Double, end: Double)] {
    guard mayMeet(line) else { return [] }
    let points = line.map { ruler.point($0) }
    let lengths = zip(points, points.dropFirst()).map { $0.distance(to: $1) }
    let whole = lengths.reduce(0, +)
    guard whole > 0 else { return [] }
    var parts: [(begin: Metres, end: Metres)] = []
    var begin: Metres = 0
    for (number, length) in lengths.enumerated() where length > 0 {
      for part in insideParts(from: points[number], to: points[number + 1]) {
        let (from, to) = (begin + part.begin * length, begin + part.end * length)
        if let last = parts.last, from - last.end < 1e-3 {
          parts[parts.count - 1].end = to
        } else {
          parts.append((from, to))
        }
      }
      begin += length
    }
    return parts.filter { $0.end - $0.begin >= min(Self.shortest, whole) }.map {
      ($0.begin / whole, min(1, $0.end / whole))
    }
  }

  /// Compares only the boxes, since most roads of a map are elsewhere.
  private func mayMeet(_ line: some Collection<Place>) -> Bool {
    var (isWest, isEast, isSouth, isNorth) = (true, true, true, true)
    for place in line {
      let point = ruler.point(place)
      isWest = isWest && point.x < west
      isEast = isEast && point.x > east
      isSouth = isSouth && point.y < south
      isNorth = isNorth && point.y > north
      guard isWest || isEast || isSouth || isNorth else { return true }
    }
    return false
  }

  /// The parts of a straight piece within the area, as shares.
  private func insideParts(from begin: LocalPoint, to end: LocalPoint) -> [(begin: Double, end: Double)] {
    var cuts = [0.0, 1.0]
    for strip in strip(of: min(begin.y, end.y))...strip(of: max(begin.y, end.y)) {
      for number in strips[strip] { addCuts(of: begin, end, by: sides[Int(number)], to: &cuts) }
    }
    cuts.sort()
    var parts: [(begin: Double, end: Double)] = []
    for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
      let middle = (from + to) / 2
      let place = LocalPoint(
        x: begin.x + middle * (end.x - begin.x), y: begin.y + middle * (end.y - begin.y))
      guard contains(place) else { continue }
      if let last = parts.last, from - last.end <= 1e-9 {
        parts[parts.count - 1].end = to
      } else {
        parts.append((from, to))
      }
    }
    return parts
  }

  private func addCuts(of begin: LocalPoint, _ end: LocalPoint, by side: Side, to cuts: inout [Double]) {
    let (dx, dy) = (end.x - begin.x, end.y - begin.y)
    let (ex, ey) = (side.end.x - side.begin.x, side.end.y - side.begin.y)
    let (fx, fy) = (side.begin.x - begin.x, side.begin.y - begin.y)
    let denominator = dx * ey - dy * ex
    if denominator != 0 {
      let share = (fx * ey - fy * ex) / denominator
      let onSide = (fx * dy - fy * dx) / denominator
      if share > 0, share < 1, onSide >= -1e-9, onSide <= 1 + 1e-9 { cuts.append(share) }
    }
    // Where a line runs along the border, it is cut at the bends of the border.
    for corner in [side.begin, side.end] {
      let foot = project(corner, onto: begin, end)
      if foot.distance < Self.border, foot.fraction > 0, foot.fraction < 1 { cuts.append(foot.fraction) }
    }
  }

  /// By the number of sides to the east; not on the border.
  private func contains(_ place: LocalPoint) -> Bool {
    guard place.y >= south - Self.border, place.y <= north + Self.border else { return false }
    for strip in strip(of: place.y - Self.border)...strip(of: place.y + Self.border) {
      for number in strips[strip] {
        let side = sides[Int(number)]
        if project(place, onto: side.begin, side.end).distance < Self.border { return false }
      }
    }
    var isInside = false
    for number in strips[strip(of: place.y)] {
      let side = sides[Int(number)]
      guard (side.begin.y > place.y) != (side.end.y > place.y) else { continue }
      let x = side.begin.x + (place.y - side.begin.y) * (side.end.x - side.begin.x) / (side.end.y - side.begin.y)
      if place.x < x { isInside.toggle() }
    }
    return isInside
  }
}

/// The areas of a survey on a network, with the roads in them.
///
/// - Parameter place: of a node in the source; `nil` if the file lacks it.
func resolve(
  _ zones: [SurveyedZone], on network: RoadNetwork, counts: inout ImportCounts, place: (Int64) -> Place?
) -> [RoadNetwork.Zone] {
  zones.compactMap { zone in
    let lines = zone.lines.map { $0.compactMap(place) }
    let isWhole = zip(lines, zone.lines).allSatisfy { $0.count == $1.count } && zone.isClosed
    guard isWhole, let clipper = ZoneClipper(lines) else {
      counts.add("zones_refused_open")
      return nil
    }
    var found = RoadNetwork.Zone(kind: zone.kind, name: zone.name, source: zone.source, stretches: [])
    for (number, segment) in network.segments.enumerated() {
      for part in clipper.parts(of: network.shape[segment.shape]) {
        found.stretches.append(RoadNetwork.ZoneStretch(segment: number, begin: part.begin, end: part.end))
      }
    }
    counts.add(found.stretches.isEmpty ? "zones_without_roads" : "zones_kept")
    return found.stretches.isEmpty ? nil : found
  }
}
