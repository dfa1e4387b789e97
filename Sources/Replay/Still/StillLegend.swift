/// What the signs of a still mean.
struct StillLegend {
  private enum Sign {
    case line(colour: String, dashes: String)
    case dot(colour: String)
    case begin, end
    case waypoint(colour: String)
    case badge(String, colour: String)
  }

  private struct Row {
    var sign: Sign
    var words: String
  }

  private var rows: [Row] = []
  private(set) var box: StillBox

  private static let size = 12.0
  private static let rowHeight = 18.0
  private static let mostWidth = 400.0

  init(_ scene: StillScene, _ colouring: PathColouring, showsFixes: Bool, isShort: Bool, _ palette: StillPalette) {
    rows = Self.lines(scene, colouring, palette) + Self.marks(scene, showsFixes: showsFixes, isShort: isShort, palette)
    let words = rows.map { TextWidth.of($0.words, size: Self.size) }.max() ?? 0
    box = StillBox(x: 0, y: 0, width: min(Self.mostWidth, words + 54), height: Double(rows.count) * Self.rowHeight + 14)
  }

  /// Moves the legend to a corner free of the drive, if there is one.
  ///
  /// - Parameter points: points all along the drive.
  /// - Returns: whether there is one.
  mutating func findCorner(in frame: StillBox, besides points: [StillPoint]) -> Bool {
    let inner = frame.grown(by: -Self.margin)
    let (right, bottom) = (inner.right - box.width, inner.bottom - box.height)
    for (x, y) in [(inner.x, inner.y), (right, inner.y), (right, bottom), (inner.x, bottom)] {
      (box.x, box.y) = (x, y)
      if !points.contains(where: box.grown(by: 10).contains) { return true }
    }
    return false
  }

  /// The parts of the frame beside and above the legend, which is at the bottom left.
  func rooms(in frame: StillBox) -> [StillBox] {
    let (width, height) = (box.width + 2 * Self.margin, box.height + 2 * Self.margin)
    return [
      StillBox(x: frame.x + width, y: frame.y, width: frame.width - width, height: frame.height),
      StillBox(x: frame.x, y: frame.y, width: frame.width, height: frame.height - height),
    ]
  }

  private static let margin = 12.0

  private static func lines(_ scene: StillScene, _ colouring: PathColouring, _ palette: StillPalette) -> [Row] {
    var rows: [Row] = []
    let used = Set(scene.path.map(\.category))
    for (number, category) in colouring.categories.enumerated() where used.contains(number) {
      rows.append(Row(sign: .line(colour: category.colour, dashes: "none"), words: category.words))
    }
    if used.contains(0), rows.count > 1 { rows.append(rows.removeFirst()) }
    func add(_ isThere: Bool, _ name: String, _ dashes: String, _ words: String) {
      if isThere { rows.append(Row(sign: .line(colour: palette[name], dashes: dashes), words: words)) }
    }
    add(scene.links.contains { $0.kind == .offRoad }, "off_road", "7 6", "off the road")
    add(scene.links.contains { $0.kind == .gap }, "gap", "2 7", "gap")
    add(!scene.plan.isEmpty, "plan", "none", "plan")
    add(!scene.alternatives.isEmpty, "alternative", "none", "other ways")
    return rows
  }

  private static func marks(_ scene: StillScene, showsFixes: Bool, isShort: Bool, _ palette: StillPalette) -> [Row] {
    var rows: [Row] = []
    func add(_ isThere: Bool, _ sign: Sign, _ words: String) {
      if isThere { rows.append(Row(sign: sign, words: words)) }
    }
    add(showsFixes && scene.fixes.contains(where: \.isMatched), .dot(colour: palette["fix_matched"]), "fix")
    add(
      scene.fixes.contains { !$0.isMatched }, .dot(colour: palette["fix_unmatched"]), "fix not matched")
    add(scene.begin != nil, .begin, "start")
    add(scene.end != nil, .end, "end")
    for (look, words) in [("waypoint", "waypoint"), ("reached", "waypoint reached"), ("missed", "waypoint missed")] {
      add(scene.waypoints.contains { $0.look == look }, .waypoint(colour: palette[look]), words)
    }
    for (number, event) in scene.events.enumerated() {
      let words = TextWidth.fitting(isShort ? event.name : event.words, mostWidth - 54, size: size)
      rows.append(Row(sign: .badge("\(number + 1)", colour: palette[event.look]), words: words))
    }
    let more = scene.eventsLeftOut
    add(more > 0, .badge("…", colour: palette["quiet"]), "and \(more) more")
    return rows
  }

  func draw(on svg: inout SVGWriter, _ marks: StillMarks, _ palette: StillPalette) {
    svg.group("g", ["id": "legend", "font-size": .number(Self.size), "fill": .text(palette["label"])]) { svg in
      svg.element(
        "rect",
        [
          "x": .number(box.x), "y": .number(box.y), "width": .number(box.width), "height": .number(box.height), "rx": 5,
          "fill": .text(palette["label_halo"]), "fill-opacity": "0.94", "stroke": .text(palette["gap"]),
          "stroke-opacity": "0.5", "stroke-width": 1,
        ])
      for (number, row) in rows.enumerated() {
        let y = box.y + 16 + Double(number) * Self.rowHeight
        draw(row.sign, at: StillPoint(x: box.x + 22, y: y), on: &svg, marks, palette)
        svg.text(row.words, ["x": .number(box.x + 42), "y": .number(y + 4.2)])
      }
    }
  }

  private func draw(
    _ sign: Sign, at point: StillPoint, on svg: inout SVGWriter, _ marks: StillMarks, _ palette: StillPalette
  ) {
    switch sign {
    case .line(let colour, let dashes):
      svg.element(
        "line",
        [
          "x1": .number(point.x - 12), "y1": .number(point.y), "x2": .number(point.x + 12), "y2": .number(point.y),
          "stroke": .text(colour), "stroke-width": dashes == "none" ? 5 : 3, "stroke-dasharray": .text(dashes),
          "stroke-linecap": dashes == "7 6" ? "butt" : "round",
        ])
    case .dot(let colour):
      svg.element("circle", ["cx": .number(point.x), "cy": .number(point.y), "r": 3, "fill": .text(colour)])
    case .begin: marks.drawBegin(point, on: &svg, palette)
    case .end: marks.drawEnd(point, on: &svg, palette)
    case .waypoint(let colour): marks.drawWaypoint(point, colour, on: &svg, palette)
    case .badge(let text, let colour): svg.badge(text, at: point, radius: 7.5, colour, palette["marker_icon"])
    }
  }
}

extension StillScene.Mark {
  /// The words without their explanation.
  fileprivate var name: String { words.firstRange(of: ": ").map { String(words[..<$0.lowerBound]) } ?? words }
}
