internal import Geodesy
internal import RoadGraph

/// The roads around a drive. Roads of one look form one path; tunnels are below, bridges above, and smaller roads below
/// greater ones.
struct StillRoads {
  private enum Level: Int { case tunnel, ground, bridge }

  private struct Layer {
    let level: Level
    let look: RoadLook
    var path = SVGPath()
  }

  private var layers: [Layer] = []
  private let zoom: Double

  init(_ roads: SurroundingRoads, in view: StillView) {
    zoom = view.zoom
    let looks = RoadClass.allCases.map { RoadLook(of: $0) }
    var found: [Int: Layer] = [:]
    for segment in roads.segments {
      let look = looks[Int(roads.graph.roadClass(of: segment.forward).rawValue)]
      guard look.isSeen(at: zoom - Self.lag) else { continue }
      let flags = roads.graph.flags(of: segment.forward)
      let level = flags.contains(.tunnel) ? Level.tunnel : flags.contains(.bridge) ? .bridge : .ground
      for line in view.lines(roads.graph.shape(of: segment.forward)) {
        found[level.rawValue * 100 + look.key, default: Layer(level: level, look: look)].path.add(line)
      }
    }
    layers = found.sorted { $0.key < $1.key }.map(\.value)
  }

  func draw(on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.group("g", ["id": "roads", "fill": "none", "stroke-linejoin": "round"]) { svg in
      svg.group("defs", [:]) { svg in
        for (number, layer) in layers.enumerated() {
          svg.element("path", ["id": .text("r\(number)"), "d": .text(layer.path.text)])
        }
      }
      for level in [Level.tunnel, .ground, .bridge] {
        for isCasing in [true, false] {
          for (number, layer) in layers.enumerated() where layer.level == level {
            draw(layer, number, isCasing: isCasing, on: &svg, palette)
          }
        }
      }
    }
  }

  private func draw(
    _ layer: Layer, _ number: Int, isCasing: Bool, on svg: inout SVGWriter, _ palette: StillPalette
  ) {
    let look = layer.look
    let width = look.width(at: zoom)
    let isCased = look.dashes == nil && width >= RoadLook.leastCasedWidth
    guard isCased || !isCasing else { return }
    // A road too narrow for a casing is a line in the colour of its casing.
    var colour = palette[isCasing || !isCased && look.dashes == nil ? look.name + "_casing" : look.name]
    if isCasing, layer.level == .bridge { colour = palette["bridge_casing"] }
    if layer.level == .tunnel { colour = StillPalette.mixed([colour, palette["background"]], isCasing ? 0.2 : 0.55) }
    svg.element(
      "use",
      [
        "xlink:href": .text("#r\(number)"), "stroke": .text(colour),
        "stroke-width": .number(max(0.5, isCasing ? width + Self.casing : width)),
        "stroke-dasharray": .text(look.dashes ?? (isCasing && layer.level == .tunnel ? "4 3" : "none")),
        "stroke-linecap": look.dashes != nil || isCasing && layer.level != .ground ? "butt" : "round",
      ])
  }

  /// A picture shows fewer small roads than a page, in which one can zoom.
  private static let lag = 0.7
  private static let casing = 1.8
}
