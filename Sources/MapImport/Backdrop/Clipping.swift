internal import RoadGraph

enum Axis { case x, y }

extension MercatorPoint {
  subscript(axis: Axis) -> Double { axis == .x ? x : y }

  /// Where the straight line to `end` has a coordinate.
  fileprivate func crossing(to end: MercatorPoint, _ axis: Axis, at limit: Double) -> MercatorPoint {
    let share = (limit - self[axis]) / (end[axis] - self[axis])
    return axis == .x
      ? MercatorPoint(x: limit, y: y + (end.y - y) * share) : MercatorPoint(x: x + (end.x - x) * share, y: limit)
  }
}

/// Twice the area within a ring, halved: positive if it goes clockwise as seen on the map.
func signedArea(_ ring: [MercatorPoint]) -> Double {
  guard let first = ring.first, var last = ring.last else { return 0 }
  var sum = 0.0
  for point in ring {
    sum += (last.x - first.x) * (point.y - first.y) - (point.x - first.x) * (last.y - first.y)
    last = point
  }
  return sum / 2
}

/// The corners of the box around points, of which there is at least one.
func extent(of points: [MercatorPoint]) -> (low: MercatorPoint, high: MercatorPoint) {
  var (low, high) = (points[0], points[0])
  for point in points {
    low = MercatorPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = MercatorPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }
  return (low, high)
}

/// The part of a ring below a limit; where it leaves, it runs along the limit.
///
/// - Source: Sutherland & Hodgman, CACM 17 (1974), doi:10.1145/360767.360802.
func clip(_ ring: [MercatorPoint], _ axis: Axis, below limit: Double) -> [MercatorPoint] {
  clip(ring, axis, at: limit) { $0 <= limit }
}

/// The part of a ring above a limit.
func clip(_ ring: [MercatorPoint], _ axis: Axis, above limit: Double) -> [MercatorPoint] {
  clip(ring, axis, at: limit) { $0 >= limit }
}

private func clip(
  _ ring: [MercatorPoint], _ axis: Axis, at limit: Double, _ isIn: (Double) -> Bool
) -> [MercatorPoint] {
  guard var last = ring.last else { return [] }
  if ring.allSatisfy({ isIn($0[axis]) }) { return ring }
  var kept: [MercatorPoint] = []
  for point in ring {
    if isIn(last[axis]) != isIn(point[axis]) { kept.append(last.crossing(to: point, axis, at: limit)) }
    if isIn(point[axis]) { kept.append(point) }
    last = point
  }
  return kept
}

/// The parts of a line below a limit.
func clip(line: [MercatorPoint], _ axis: Axis, below limit: Double) -> [[MercatorPoint]] {
  clip(line: line, axis, at: limit) { $0 <= limit }
}

/// The parts of a line above a limit.
func clip(line: [MercatorPoint], _ axis: Axis, above limit: Double) -> [[MercatorPoint]] {
  clip(line: line, axis, at: limit) { $0 >= limit }
}

private func clip(
  line: [MercatorPoint], _ axis: Axis, at limit: Double, _ isIn: (Double) -> Bool
) -> [[MercatorPoint]] {
  if line.allSatisfy({ isIn($0[axis]) }) { return [line] }
  var parts: [[MercatorPoint]] = []
  var part: [MercatorPoint] = []
  for (number, point) in line.enumerated() {
    if number > 0, isIn(line[number - 1][axis]) != isIn(point[axis]) {
      part.append(line[number - 1].crossing(to: point, axis, at: limit))
    }
    if isIn(point[axis]) {
      part.append(point)
    } else if !part.isEmpty {
      parts.append(part)
      part = []
    }
  }
  parts.append(part)
  return parts.filter { $0.count > 1 }
}

/// The parts of a line within a box.
func clip(line: [MercatorPoint], toBox box: MercatorBox) -> [[MercatorPoint]] {
  clip(line: line, .x, above: box.low.x)
    .flatMap { clip(line: $0, .x, below: box.high.x) }
    .flatMap { clip(line: $0, .y, above: box.low.y) }
    .flatMap { clip(line: $0, .y, below: box.high.y) }
}
