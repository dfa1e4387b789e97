internal import Geodesy

/// The path of a drive, with arrows that show its direction, and its other lines.
struct StillPath {
  private let scene: StillScene
  private let view: StillView
  private let colouring: PathColouring
  /// Of the path, in pixels.
  let width: Double

  init(_ scene: StillScene, in view: StillView, _ colouring: PathColouring, width: Double) {
    (self.scene, self.view, self.colouring) = (scene, view, colouring)
    self.width = width
  }

  func draw(on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.group("g", ["id": "path", "fill": "none", "stroke-linejoin": "round", "stroke-linecap": "round"]) { svg in
      draw(scene.alternatives, palette["alternative"], width * 0.6, "none", on: &svg)
      draw(scene.plan, palette["path_casing"], width + 3, "none", on: &svg)
      draw(scene.plan, palette["plan"], width * 0.8, "none", on: &svg)
      for (kind, colour, dashes) in [
        (StillScene.Link.Kind.gap, palette["gap"], "2 7"),
        (StillScene.Link.Kind.offRoad, palette["off_road"], "7 6"),
      ] {
        let lines = scene.links.filter { $0.kind == kind }.map(\.line)
        draw(lines, palette["path_casing"], width * 0.55 + 3, dashes, on: &svg)
        draw(lines, colour, max(2, width * 0.55), dashes, on: &svg)
      }
      draw(scene.path.map(\.line), palette["path_edge"], width + 4.6, "none", on: &svg)
      draw(scene.path.map(\.line), palette["path_casing"], width + 3, "none", on: &svg)
      for category in colouring.categories.indices.reversed() {
        let lines = scene.path.filter { $0.category == category }.map(\.line)
        draw(lines, colouring.categories[category].colour, width, "none", on: &svg)
      }
    }
  }

  /// Small boxes all along the lines.
  var boxes: [StillBox] {
    var taken: Set<[Int]> = []
    let lines = scene.path.map(\.line) + scene.plan + scene.alternatives
    let points = lines.flatMap { view.lines($0) }.flatMap { $0.sampled(every: 6) }
    return points.filter { taken.insert([Int($0.x / 4), Int($0.y / 4)]).inserted }.map { point in
      StillBox(x: point.x - width / 2, y: point.y - width / 2, width: width, height: width)
    }
  }

  private func draw(
    _ lines: [[Place]], _ colour: String, _ width: Double, _ dashes: String, on svg: inout SVGWriter
  ) {
    var path = SVGPath()
    for line in lines.flatMap({ view.lines($0) }) { path.add(line) }
    guard !path.isEmpty else { return }
    svg.element(
      "path",
      [
        "d": .text(path.text), "stroke": .text(colour), "stroke-width": .number(width),
        "stroke-dasharray": .text(dashes), "stroke-linecap": dashes == "7 6" ? "butt" : "round",
      ])
  }

  // MARK: Arrows

  private static let arrowSpacing = 110.0

  /// Arrows at equal distances along the whole path.
  func drawArrows(on svg: inout SVGWriter, _ palette: StillPalette) {
    var path = SVGPath()
    var ahead = Self.arrowSpacing / 2
    for line in scene.path.flatMap({ view.lines($0.line) }) {
      while let point = line.point(at: ahead) {
        if let a = line.point(at: max(0, ahead - 4)), let b = line.point(at: ahead + 4), a.distance(to: b) > 5 {
          path.add(arrow(at: point, along: a, b))
        }
        ahead += Self.arrowSpacing
      }
      ahead -= line.length
    }
    guard !path.isEmpty else { return }
    svg.element(
      "path",
      [
        "d": .text(path.text), "fill": "none", "stroke": .text(palette["path_casing"]), "stroke-linecap": "round",
        "stroke-linejoin": "round", "stroke-width": .number(max(1.3, width * 0.27)),
      ])
  }

  private func arrow(at point: StillPoint, along a: StillPoint, _ b: StillPoint) -> [StillPoint] {
    let length = a.distance(to: b)
    let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length)
    let size = max(2.2, width * 0.42)
    func corner(_ along: Double, _ across: Double) -> StillPoint {
      StillPoint(x: point.x + size * (along * dx - across * dy), y: point.y + size * (along * dy + across * dx))
    }
    return [corner(-0.5, -1), corner(0.5, 0), corner(-0.5, 1)]
  }
}
