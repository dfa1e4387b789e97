/// A point of a picture, in pixels from its upper left corner.
struct StillPoint: Hashable {
  var x: Double
  var y: Double

  func distance(to other: StillPoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }

  func between(_ other: StillPoint, _ share: Double) -> StillPoint {
    StillPoint(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}

/// An upright rectangle of a picture, in pixels.
struct StillBox: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var right: Double { x + width }
  var bottom: Double { y + height }
  var center: StillPoint { StillPoint(x: x + width / 2, y: y + height / 2) }

  /// - Parameter margin: on each side; less than 0 makes it smaller.
  func grown(by margin: Double) -> StillBox {
    StillBox(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  func contains(_ point: StillPoint) -> Bool { point.x >= x && point.x <= right && point.y >= y && point.y <= bottom }

  func overlaps(_ other: StillBox) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(_ other: StillBox) -> Bool {
    other.x >= x && other.right <= right && other.y >= y && other.bottom <= bottom
  }
}

// Lines of points.
extension [StillPoint] {
  var length: Double { zip(self, dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } }

  /// The parts within a box; a piece that crosses it is kept whole.
  func parts(in box: StillBox) -> [[StillPoint]] {
    var parts: [[StillPoint]] = []
    var isOpen = false
    for (a, b) in zip(self, dropFirst()) {
      let piece = StillBox(
        x: Swift.min(a.x, b.x), y: Swift.min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
      guard piece.x <= box.right, box.x <= piece.right, piece.y <= box.bottom, box.y <= piece.bottom else {
        isOpen = false
        continue
      }
      if isOpen { parts[parts.count - 1].append(b) } else { parts.append([a, b]) }
      isOpen = true
    }
    return parts
  }

  /// The line without the points that are within `tolerance` of the simpler line.
  ///
  /// - Source: Douglas & Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
  func simplified(_ tolerance: Double) -> [StillPoint] { placesKept(tolerance).map { self[$0] } }

  /// The places of the points that ``simplified(_:)`` keeps.
  func placesKept(_ tolerance: Double) -> [Int] {
    guard count > 2 else { return indices.map(\.self) }
    var isKept = [Bool](repeating: false, count: count)
    (isKept[0], isKept[count - 1]) = (true, true)
    var open = [(0, count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      var (farthest, distance) = (first, tolerance)
      for i in first + 1..<last {
        let off = self[i].distance(toPiece: self[first], self[last])
        if off > distance { (farthest, distance) = (i, off) }
      }
      guard farthest > first else { continue }
      isKept[farthest] = true
      open += [(first, farthest), (farthest, last)]
    }
    return indices.filter { isKept[$0] }
  }

  /// Its points, with more in between where they are farther apart than the step.
  func sampled(every step: Double) -> [StillPoint] {
    zip(self, dropFirst()).flatMap { a, b in
      let count = Swift.max(1, Int(a.distance(to: b) / step))
      return (0..<count).map { a.between(b, Double($0) / Double(count)) }
    } + suffix(1)
  }

  /// The point at a distance along the line; `nil` beyond its end.
  func point(at distance: Double) -> StillPoint? {
    var rest = distance
    for (a, b) in zip(self, dropFirst()) {
      let length = a.distance(to: b)
      if rest <= length, length > 0 { return a.between(b, rest / length) }
      rest -= length
    }
    return nil
  }
}

extension StillPoint {
  fileprivate func distance(toPiece a: StillPoint, _ b: StillPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return distance(to: a) }
    return distance(to: a.between(b, Swift.min(1, Swift.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))))
  }
}
