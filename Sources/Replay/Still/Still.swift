internal import Geodesy
package import Records

/// Draws a drive as a picture in SVG: its roads, its path and what happened, with a legend.
///
/// The bytes are the same on each run, and the picture needs nothing else.
package struct Still: Sendable {
  /// In pixels.
  package static let size = (width: 1200, height: 800)

  /// The first bytes of every picture, by which a file is known as one.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- tracemill drive -->\n"

  private let settings: ReplaySettings

  package init(_ settings: ReplaySettings) { self.settings = settings }

  package func render(_ drive: Drive) -> ByteWriter {
    let palette = StillPalette(settings.style)
    let colouring =
      drive.kind == .trip
      ? PathColouring(palette.colouring, palette) : PathColouring(.progress, palette, words: "route")
    let scene = StillScene(of: drive, colouring: colouring)
    let plan = StillPlan(scene, colouring, in: Self.map, palette)
    var svg = SVGWriter()
    svg.bytes.text(Self.beginning)
    svg.group(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "width": .number(Double(Self.size.width)), "height": .number(Double(Self.size.height)),
        "viewBox": .text("0 0 \(Self.size.width) \(Self.size.height)"),
        "font-family": "Helvetica, Arial, 'Liberation Sans', sans-serif",
      ]
    ) { svg in
      let facts = StillFacts(of: drive)
      svg.word("title", facts.title)
      svg.word("desc", facts.line)
      drawMap(drive, scene, plan, colouring, palette, on: &svg)
      drawHead(facts, on: &svg, palette)
      drawFoot(drive, plan.view, on: &svg, palette)
    }
    return svg.bytes
  }

  private static let head = 62.0
  private static let foot = 30.0

  private static var map: StillBox {
    StillBox(x: 0, y: head, width: Double(size.width), height: Double(size.height) - head - foot)
  }

  // MARK: Map

  private func drawMap(
    _ drive: Drive, _ scene: StillScene, _ plan: StillPlan, _ colouring: PathColouring, _ palette: StillPalette,
    on svg: inout SVGWriter
  ) {
    let (view, frame) = (plan.view, plan.view.frame)
    let path = StillPath(scene, in: view, colouring, width: palette.pathWidth * Self.pathShare(at: view.zoom))
    var placer = LabelPlacer(in: frame.grown(by: -4), path: path.boxes)
    placer.avoid(plan.legend.box.grown(by: 4))
    let marks = StillMarks(scene, in: view, &placer)
    let ground = drive.roads?.ground.map { StillGround($0, in: view, &placer) }
    let labels = drive.roads.map { StillLabels($0, in: view, pathWidth: path.width, &placer) }
    svg.group("clipPath", ["id": "map"]) { $0.rectangle(frame, "none") }
    svg.group("g", ["clip-path": "url(#map)"]) { svg in
      svg.rectangle(frame, palette["background"])
      ground?.draw(on: &svg, palette)
      if let roads = drive.roads { StillRoads(roads, in: view).draw(on: &svg, palette) }
      path.draw(on: &svg, palette)
      marks.drawFixes(on: &svg, palette)
      path.drawArrows(on: &svg, palette)
      ground?.drawNames(on: &svg, palette)
      labels?.draw(on: &svg, palette)
      marks.draw(on: &svg, palette)
      plan.legend.draw(on: &svg, marks, palette)
    }
  }

  /// The path narrows where the map is coarse, as on the page.
  private static func pathShare(at zoom: Double) -> Double {
    var share = 1.0
    var coarse = 16 - zoom
    while coarse > 0, share > 0.5 {
      share *= 1 - 0.14 * min(coarse, 1)
      coarse -= 1
    }
    return max(0.5, share)
  }

  // MARK: Head and foot

  private func drawHead(_ facts: StillFacts, on svg: inout SVGWriter, _ palette: StillPalette) {
    let width = Double(Self.size.width)
    svg.rectangle(
      StillBox(x: 0, y: 0, width: width, height: Self.head), palette["label_halo"])
    let title = TextWidth.fitting(facts.title, width - 48, size: 21)
    svg.text(
      title, ["x": 20, "y": 28, "font-size": 20, "font-weight": "bold", "fill": .text(palette["label"])])
    let line = TextWidth.fitting(facts.line, width - 40, size: 13)
    svg.text(line, ["x": 20, "y": 49, "font-size": 13, "fill": .text(palette["quiet"])])
  }

  private func drawFoot(_ drive: Drive, _ view: StillView, on svg: inout SVGWriter, _ palette: StillPalette) {
    let (width, y) = (Double(Self.size.width), view.frame.bottom)
    svg.rectangle(
      StillBox(x: 0, y: y, width: width, height: Self.foot), palette["label_halo"])
    let bar = ScaleBar(view)
    var path = SVGPath()
    path.add(
      [(20.0, 9.0), (20, 16), (20 + bar.width, 16), (20 + bar.width, 9)].map { StillPoint(x: $0.0, y: y + $0.1) })
    svg.element(
      "path", ["d": .text(path.text), "fill": "none", "stroke": .text(palette["label"]), "stroke-width": 1.5])
    svg.text(
      bar.text, ["x": .number(28 + bar.width), "y": .number(y + 18), "font-size": 12, "fill": .text(palette["label"])])
    let words = [drive.roads?.attribution ?? "", settings.program].filter { !$0.isEmpty }.joined(separator: "  ·  ")
    svg.text(
      words,
      [
        "x": .number(width - 20), "y": .number(y + 18), "font-size": 11, "text-anchor": "end",
        "fill": .text(palette["quiet"]),
      ])
    let notes = TextWidth.fitting(drive.notes.joined(separator: " "), 460, size: 11)
    if !drive.notes.isEmpty {
      svg.text(notes, ["x": .number(240), "y": .number(y + 18), "font-size": 11, "fill": .text(palette["quiet"])])
    }
  }
}

extension SVGWriter {
  fileprivate mutating func rectangle(_ box: StillBox, _ fill: String) {
    element(
      "rect",
      [
        "x": .number(box.x), "y": .number(box.y), "width": .number(box.width), "height": .number(box.height),
        "fill": .text(fill),
      ])
  }
}
