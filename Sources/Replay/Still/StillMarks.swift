internal import Geodesy

/// Fixes, events, waypoints, the start and the end.
struct StillMarks {
  private let scene: StillScene
  private let view: StillView
  /// The places of the markers of events; a marker that would hide another is moved aside.
  private var events: [(point: StillPoint, mark: StillScene.Mark)] = []
  private var waypoints: [(point: StillPoint, mark: StillScene.Mark)] = []
  private var end: StillPoint?

  init(_ scene: StillScene, in view: StillView, _ placer: inout LabelPlacer) {
    self.scene = scene
    self.view = view
    let begin = scene.begin.map(view.point)
    end = scene.end.map(view.point)
    if let begin, let there = end, begin.distance(to: there) < 17 { end = StillPoint(x: begin.x + 18, y: there.y) }
    for point in [begin, end].compactMap(\.self) { placer.avoid(Self.box(point, 11)) }
    for mark in scene.waypoints {
      waypoints.append((view.point(mark.place), mark))
      placer.avoid(Self.box(view.point(mark.place), 8))
      let width = TextWidth.of(mark.words, size: 12)
      let point = view.point(mark.place)
      placer.avoid(StillBox(x: point.x - width / 2, y: point.y - 22, width: width, height: 14))
    }
    for mark in scene.events {
      let point = Self.free(near: view.point(mark.place), &placer)
      events.append((point, mark))
    }
  }

  private static func box(_ point: StillPoint, _ reach: Double) -> StillBox {
    StillBox(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
  }

  /// The point itself, or the next one around it at which a marker hides nothing.
  private static func free(near point: StillPoint, _ placer: inout LabelPlacer) -> StillPoint {
    for ring in [0.0, 24, 44] {
      for (dx, dy) in [(0.0, -1.0), (0.8, -0.6), (-0.8, -0.6), (1, 0), (-1, 0), (0.8, 0.6), (-0.8, 0.6), (0, 1)] {
        let moved = StillPoint(x: point.x + ring * dx, y: point.y + ring * dy)
        if placer.take(box(moved, 10)) { return moved }
        if ring == 0 { break }
      }
    }
    placer.avoid(box(point, 10))
    return point
  }

  // MARK: Drawing

  /// Fixes on roads are not drawn where they would hide the path.
  static func showsMatchedFixes(in view: StillView) -> Bool { view.zoom >= 13 }

  func drawFixes(on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.group("g", ["id": "fixes", "stroke": .text(palette["fix_outline"]), "stroke-width": 0.5]) { svg in
      for (isMatched, name) in [(true, "fix_matched"), (false, "fix_unmatched")] {
        if isMatched && !Self.showsMatchedFixes(in: view) { continue }
        let points = dots(isMatched)
        guard !points.isEmpty else { continue }
        svg.group("g", ["fill": .text(palette[name])]) { svg in
          for point in points { svg.element("circle", ["cx": .number(point.x), "cy": .number(point.y), "r": 1.8]) }
        }
      }
    }
  }

  /// In order, none so near to an earlier one that they would merge.
  private func dots(_ isMatched: Bool) -> [StillPoint] {
    var last: StillPoint?
    var taken: Set<[Int]> = []
    return scene.fixes.filter { $0.isMatched == isMatched }.map { view.point($0.place) }.filter { point in
      guard view.frame.contains(point), last.map({ $0.distance(to: point) >= Self.dotSpacing }) ?? true,
        taken.insert([Int(point.x / Self.cell), Int(point.y / Self.cell)]).inserted
      else { return false }
      last = point
      return true
    }
  }

  private static let dotSpacing = 9.0
  private static let cell = 4.0

  func draw(on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.group("g", ["id": "marks", "text-anchor": "middle"]) { svg in
      for (point, mark) in waypoints {
        drawWaypoint(point, palette[mark.look], on: &svg, palette)
        guard !mark.words.isEmpty else { continue }
        svg.group("g", ["font-size": 12, "font-weight": "bold"]) { svg in
          svg.haloed(mark.words, at: StillPoint(x: point.x, y: point.y - 12), palette["label"], palette["label_halo"])
        }
      }
      if let end { drawEnd(end, on: &svg, palette) }
      if let begin = scene.begin { drawBegin(view.point(begin), on: &svg, palette) }
      for (number, event) in events.enumerated() {
        let place = view.point(event.mark.place)
        if place != event.point { drawTie(from: place, to: event.point, palette[event.mark.look], on: &svg) }
        svg.badge("\(number + 1)", at: event.point, palette[event.mark.look], palette["marker_icon"])
      }
    }
  }

  private func drawTie(from place: StillPoint, to point: StillPoint, _ colour: String, on svg: inout SVGWriter) {
    svg.element(
      "line",
      [
        "x1": .number(place.x), "y1": .number(place.y), "x2": .number(point.x), "y2": .number(point.y),
        "stroke": .text(colour), "stroke-width": 1.5,
      ])
    svg.element("circle", ["cx": .number(place.x), "cy": .number(place.y), "r": 2.5, "fill": .text(colour)])
  }

  func drawBegin(_ point: StillPoint, on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.element(
      "circle",
      [
        "cx": .number(point.x), "cy": .number(point.y), "r": 7.5, "fill": .text(palette["start"]),
        "stroke": .text(palette["place_outline"]), "stroke-width": 2.5,
      ])
    svg.element(
      "circle", ["cx": .number(point.x), "cy": .number(point.y), "r": 2.5, "fill": .text(palette["place_outline"])])
  }

  func drawEnd(_ point: StillPoint, on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.element(
      "rect",
      [
        "x": .number(point.x - 7), "y": .number(point.y - 7), "width": 14, "height": 14, "rx": 2,
        "fill": .text(palette["finish"]), "stroke": .text(palette["place_outline"]), "stroke-width": 2.5,
      ])
    for (x, y) in [(-3.5, -3.5), (0.0, 0.0)] {
      svg.element(
        "rect",
        [
          "x": .number(point.x + x), "y": .number(point.y + y), "width": 3.5, "height": 3.5,
          "fill": .text(palette["place_outline"]),
        ])
    }
  }

  func drawWaypoint(_ point: StillPoint, _ colour: String, on svg: inout SVGWriter, _ palette: StillPalette) {
    var path = SVGPath()
    let corners = [(0.0, -7.0), (7, 0), (0, 7), (-7, 0)].map { StillPoint(x: point.x + $0.0, y: point.y + $0.1) }
    path.add(corners, isClosed: true)
    svg.element(
      "path",
      [
        "d": .text(path.text), "fill": .text(colour), "stroke": .text(palette["place_outline"]),
        "stroke-width": 2,
      ])
  }
}

extension SVGWriter {
  /// A number in a circle.
  mutating func badge(_ text: String, at point: StillPoint, radius: Double = 9, _ colour: String, _ ink: String) {
    element(
      "circle",
      [
        "cx": .number(point.x), "cy": .number(point.y), "r": .number(radius), "fill": .text(colour),
        "stroke": .text(ink), "stroke-width": 1.6,
      ])
    self.text(
      text,
      [
        "x": .number(point.x), "y": .number(point.y + 0.43 * radius), "font-size": .number(radius + 2),
        "font-weight": "bold",
        "text-anchor": "middle", "fill": .text(ink),
      ])
  }
}
