internal import Geodesy
package import Records
package import RoadGraph

/// A picture in SVG of a network whose roads are coloured by a value, with a legend.
///
/// The view holds all roads with a value. Roads of one colour and width are one path, so a city of 50,000 edges takes
/// about a megabyte. The bytes are the same on each run, and the picture needs nothing else.
package struct NetworkPicture {
  /// The first bytes of every picture, by which a file is known as one.
  package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- tracemill network -->\n"

  private let graph: RoadGraph
  private let scale: NetworkScale
  private let title: String
  private let facts: String
  private let palette: StillPalette
  private let program: String

  /// - Parameters:
  ///   - title: of the picture, such as the hours that it shows.
  ///   - facts: a line below the title.
  package init(
    of graph: RoadGraph, by scale: NetworkScale, title: String, facts: String = "", settings: ReplaySettings
  ) {
    self.graph = graph
    self.scale = scale
    self.title = title
    self.facts = facts
    palette = StillPalette(settings.style)
    program = settings.program
  }

  /// - Parameter value: of an edge; `nil` if nothing is known.
  package func render(_ value: (EdgeID) -> Double?) -> ByteWriter {
    let steps = (0..<graph.segmentCount).map { index in
      scale.step(forward: value(SegmentID(index).forward), backward: value(SegmentID(index).backward))
    }
    let view = StillView(showing: corners(of: steps), in: Self.map, margin: 24)
    var svg = SVGWriter()
    svg.bytes.text(Self.beginning)
    svg.group(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": .number(Double(Still.size.width)),
        "height": .number(Double(Still.size.height)), "viewBox": .text("0 0 \(Still.size.width) \(Still.size.height)"),
        "font-family": "Helvetica, Arial, 'Liberation Sans', sans-serif",
      ]
    ) { svg in
      svg.word("title", title)
      svg.group("clipPath", ["id": "map"]) { $0.box(Self.map, "none") }
      svg.group("g", ["clip-path": "url(#map)"]) { svg in
        svg.box(Self.map, palette["background"])
        drawRoads(steps, in: view, on: &svg)
      }
      drawLegend(steps, on: &svg)
      drawHead(on: &svg)
      drawFoot(view, on: &svg)
    }
    return svg.bytes
  }

  private static let head = 62.0
  private static let foot = 30.0

  private static var map: StillBox {
    StillBox(
      x: 0, y: head, width: Double(Still.size.width), height: Double(Still.size.height) - head - foot)
  }

  /// Of the roads with a value, or else of all.
  private func corners(of steps: [Int?]) -> [Place] {
    let known = steps.indices.filter { steps[$0] != nil }
    var corners: (low: Place, high: Place)?
    for index in known.isEmpty ? Array(steps.indices) : known {
      for place in [graph.head(of: SegmentID(index).forward), graph.tail(of: SegmentID(index).forward)]
        .map({ graph.place(of: $0) })
      {
        let (low, high) = corners ?? (place, place)
        corners = (
          place.moved(
            latitudeE7: min(0, Int64(low.latitudeE7) - Int64(place.latitudeE7)),
            longitudeE7: min(0, low.longitudeE7(eastOf: place))),
          place.moved(
            latitudeE7: max(0, Int64(high.latitudeE7) - Int64(place.latitudeE7)),
            longitudeE7: max(0, high.longitudeE7(eastOf: place)))
        )
      }
    }
    return corners.map { [$0.low, $0.high] } ?? []
  }

  // MARK: Roads

  private func drawRoads(_ steps: [Int?], in view: StillView, on svg: inout SVGWriter) {
    var paths: [NetworkLayer: SVGPath] = [:]
    for (index, step) in steps.enumerated() {
      let road = SegmentID(index).forward
      let width = NetworkLayer.width(of: graph.roadClass(of: road))
      // What is not known and is small would only be grey haze.
      if step == nil, width < NetworkLayer.leastUnknown(at: view.metresPerPixel) { continue }
      for line in view.lines(graph.shape(of: road), margin: 4) {
        paths[NetworkLayer(step: step, width: width), default: SVGPath()].add(line)
      }
    }
    let order = [nil] + scale.drawingOrder.map { Optional($0) }
    svg.group("g", ["id": "roads", "fill": "none", "stroke-linejoin": "round", "stroke-linecap": "round"]) { svg in
      for step in order {
        for (layer, path) in paths.filter({ $0.key.step == step }).sorted(by: { $0.key.width < $1.key.width }) {
          svg.element(
            "path",
            [
              "d": .text(path.text), "stroke": .text(step.map { scale.steps[$0].colour } ?? unknown),
              "stroke-width": .number(Double(layer.width) / 10 * (step == nil ? 0.6 : 1)),
            ])
        }
      }
    }
  }

  private var unknown: String { StillPalette.mixed([palette["background"], palette["quiet"]], 0.3) }

  // MARK: Around the map

  private func drawLegend(_ steps: [Int?], on svg: inout SVGWriter) {
    let rows = scale.steps.map { ($0.colour, $0.text) } + [(unknown, scale.none)]
    let box = StillBox(x: 16, y: Self.head + 16, width: 208, height: 38 + 20 * Double(rows.count))
    svg.box(box, palette["label_halo"])
    svg.text(
      scale.title,
      [
        "x": .number(box.x + 12), "y": .number(box.y + 22), "font-size": 13, "font-weight": "bold",
        "fill": .text(palette["label"]),
      ])
    for (number, row) in rows.enumerated() {
      let y = box.y + 42 + 20 * Double(number)
      svg.element(
        "path",
        [
          "d": .text("M\(Int(box.x + 12)) \(Int(y - 4))h34"), "stroke": .text(row.0), "stroke-width": 5,
          "stroke-linecap": "round",
        ])
      svg.text(
        row.1, ["x": .number(box.x + 58), "y": .number(y), "font-size": 12, "fill": .text(palette["label"])])
    }
  }

  private func drawHead(on svg: inout SVGWriter) {
    let width = Double(Still.size.width)
    svg.box(StillBox(x: 0, y: 0, width: width, height: Self.head), palette["label_halo"])
    svg.text(
      TextWidth.fitting(title, width - 48, size: 21),
      ["x": 20, "y": 28, "font-size": 20, "font-weight": "bold", "fill": .text(palette["label"])])
    svg.text(
      TextWidth.fitting(facts, width - 40, size: 13),
      ["x": 20, "y": 49, "font-size": 13, "fill": .text(palette["quiet"])])
  }

  private func drawFoot(_ view: StillView, on svg: inout SVGWriter) {
    let (width, y) = (Double(Still.size.width), view.frame.bottom)
    svg.box(StillBox(x: 0, y: y, width: width, height: Self.foot), palette["label_halo"])
    let bar = ScaleBar(view)
    var path = SVGPath()
    path.add(
      [(20.0, 9.0), (20, 16), (20 + bar.width, 16), (20 + bar.width, 9)].map { StillPoint(x: $0.0, y: y + $0.1) })
    svg.element(
      "path", ["d": .text(path.text), "fill": "none", "stroke": .text(palette["label"]), "stroke-width": 1.5])
    svg.text(
      bar.text, ["x": .number(28 + bar.width), "y": .number(y + 18), "font-size": 12, "fill": .text(palette["label"])])
    let attribution = graph.provenance.kind == "osm" ? "© OpenStreetMap contributors" : ""
    svg.text(
      [attribution, program].filter { !$0.isEmpty }.joined(separator: "  ·  "),
      [
        "x": .number(width - 20), "y": .number(y + 18), "font-size": 11, "text-anchor": "end",
        "fill": .text(palette["quiet"]),
      ])
  }
}

/// Roads of one colour and width.
private struct NetworkLayer: Hashable {
  /// `nil` without a value.
  var step: Int?
  /// In tenths of a pixel.
  var width: Int

  static func width(of roadClass: RoadClass) -> Int {
    switch roadClass {
    case .motorway, .trunk: 36
    case .primary, .secondary: 30
    case .tertiary, .motorwayLink, .trunkLink: 24
    case .primaryLink, .secondaryLink, .tertiaryLink, .unclassified, .residential, .livingStreet, .road: 17
    default: 11
    }
  }

  /// The narrowest roads that are drawn without a value.
  static func leastUnknown(at metresPerPixel: Metres) -> Int {
    switch metresPerPixel {
    case ..<12: 11
    case ..<30: 17
    case ..<80: 24
    default: 30
    }
  }
}

extension SVGWriter {
  fileprivate mutating func box(_ box: StillBox, _ fill: String) {
    element(
      "rect",
      [
        "x": .number(box.x), "y": .number(box.y), "width": .number(box.width), "height": .number(box.height),
        "fill": .text(fill),
      ])
  }
}
