private import Glibc

/// A text along a straight line.
struct PlacedLabel {
  var text: String
  var middle: StillPoint
  /// Degrees, clockwise; the text is never upside down.
  var angle: Double

  /// - Parameter distance: downwards, as the reader of the text sees it.
  fileprivate func moved(aside distance: Double) -> PlacedLabel {
    let radians = angle * .pi / 180
    var label = self
    label.middle.x -= distance * sin(radians)
    label.middle.y += distance * cos(radians)
    return label
  }
}

/// Finds room for labels. Labels placed first keep their places.
struct LabelPlacer {
  private let frame: StillBox
  private var taken: [StillBox] = []
  /// The path of the drive, on which names are hard to read.
  private var path: [StillBox]

  init(in frame: StillBox, path: [StillBox] = []) {
    self.frame = frame
    self.path = path
  }

  /// Keeps labels away from something.
  mutating func avoid(_ box: StillBox) { taken.append(box) }

  /// - Returns: whether the box was free.
  mutating func take(_ box: StillBox) -> Bool {
    guard frame.contains(box), !taken.contains(where: box.overlaps) else { return false }
    taken.append(box)
    return true
  }

  /// Places a name along a line where the line is straight for as long as the name is: on the line, beside it where the
  /// path of the drive is in the way, or else on the path.
  ///
  /// - Parameter aside: the distance from the line to the middle of a name beside it.
  /// - Returns: `nil` if no such place is free.
  mutating func place(_ text: String, along line: [StillPoint], size: Double, aside: Double = 0) -> PlacedLabel? {
    let width = TextWidth.of(text, size: size)
    let labels = labels(text, along: line, width)
    for (shift, isOnPath) in [(0.0, false), (-aside, false), (aside, false), (0, true)] {
      for label in labels {
        let label = label.moved(aside: shift)
        if take(boxes(of: label, width, size), isOnPath: isOnPath) { return label }
      }
    }
    return nil
  }

  /// The positions that a name may have on a line, from the middle outwards.
  private func labels(_ text: String, along line: [StillPoint], _ width: Double) -> [PlacedLabel] {
    let room = line.length - width
    guard room >= 8 else { return [] }
    let steps = Int(room / Self.step)
    return (0...steps).compactMap { number in
      let shift = Double((number + 1) / 2) * (number.isMultiple(of: 2) ? 1 : -1) * Self.step
      let begin = room / 2 + shift
      return begin >= 0 && begin <= room ? label(text, along: line, from: begin, width) : nil
    }
  }

  private static let step = 12.0
  /// How far the line may bend away from the text, in pixels.
  private static let mostBend = 2.5

  private func label(_ text: String, along line: [StillPoint], from begin: Double, _ width: Double) -> PlacedLabel? {
    guard let a = line.point(at: begin), let b = line.point(at: begin + width) else { return nil }
    guard a.distance(to: b) > 0.97 * width else { return nil }
    for share in [0.2, 0.35, 0.5, 0.65, 0.8] {
      guard let here = line.point(at: begin + share * width),
        here.distance(to: a.between(b, share)) <= Self.mostBend
      else { return nil }
    }
    var angle = atan2(b.y - a.y, b.x - a.x) * 180 / .pi
    if angle > 90 { angle -= 180 }
    if angle < -90 { angle += 180 }
    return PlacedLabel(text: text, middle: a.between(b, 0.5), angle: angle)
  }

  /// Squares along the text.
  private func boxes(of label: PlacedLabel, _ width: Double, _ size: Double) -> [StillBox] {
    let (dx, dy) = (cos(label.angle * .pi / 180), sin(label.angle * .pi / 180))
    let count = max(1, Int((width / size).rounded(.up)))
    return (0...count).map { number in
      let along = (Double(number) / Double(count) - 0.5) * width
      return StillBox(
        x: label.middle.x + along * dx - size / 2, y: label.middle.y + along * dy - size / 2, width: size, height: size)
    }
  }

  private mutating func take(_ boxes: [StillBox], isOnPath: Bool) -> Bool {
    let isFree = boxes.allSatisfy { box in
      frame.contains(box) && !taken.contains(where: box.overlaps) && (isOnPath || !path.contains(where: box.overlaps))
    }
    guard isFree else { return false }
    taken += boxes
    return true
  }
}
