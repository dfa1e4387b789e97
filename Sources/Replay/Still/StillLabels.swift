internal import RoadGraph

/// The names and the numbers of roads.
struct StillLabels {
  private var numbers: [(text: String, box: StillBox)] = []
  private var names: [(label: PlacedLabel, size: Double)] = []

  /// - Parameter placer: with what labels must not hide.
  init(_ roads: SurroundingRoads, in view: StillView, pathWidth: Double, _ placer: inout LabelPlacer) {
    let graph = roads.graph
    placeNumbers(RoadChains(roads) { graph.ref(of: $0) }, view, &placer)
    placeNames(RoadChains(roads) { graph.name(of: $0) }, view, pathWidth, &placer)
  }

  /// A number is drawn about every `period` pixels along its road, at most a few times in a picture.
  private mutating func placeNumbers(_ chains: RoadChains, _ view: StillView, _ placer: inout LabelPlacer) {
    for chain in chains.chains where view.zoom >= chain.look.numbersFrom {
      for line in view.lines(chain.line, margin: 0) where line.length > 40 {
        let text = chain.text.split(separator: ";").first.map(String.init) ?? chain.text
        let width = TextWidth.of(text, size: Self.numberSize) + 8
        for number in 0..<max(1, Int(line.length / Self.period)) {
          guard let point = line.point(at: (Double(number) + 0.5) * min(line.length, Self.period))
          else { break }
          let box = StillBox(x: point.x - width / 2, y: point.y - 8, width: width, height: 16)
          let isAlone = numbers.allSatisfy { $0.text != text || $0.box.center.distance(to: point) > Self.period * 0.6 }
          guard isAlone, placer.take(box) else { continue }
          numbers.append((text, box))
        }
      }
    }
  }

  private mutating func placeNames(
    _ chains: RoadChains, _ view: StillView, _ pathWidth: Double, _ placer: inout LabelPlacer
  ) {
    for chain in chains.chains where view.zoom >= chain.look.namesFrom {
      guard names.count < Self.mostNames else { return }
      let size = chain.look.rank >= 7 ? 13.0 : chain.look.rank >= 5 ? 12 : 11
      let aside = max(chain.look.width(at: view.zoom), pathWidth + 3) / 2 + 0.62 * size
      for line in view.lines(chain.line, margin: 0) where !isNamed(chain.text, near: line) {
        guard let label = placer.place(chain.text, along: line, size: size, aside: aside) else { continue }
        names.append((label, size))
      }
    }
  }

  /// Whether the same name is already drawn near the middle of a line.
  private func isNamed(_ text: String, near line: [StillPoint]) -> Bool {
    guard let middle = line.point(at: line.length / 2) else { return true }
    return names.contains { $0.label.text == text && $0.label.middle.distance(to: middle) < Self.period * 0.8 }
  }

  func draw(on svg: inout SVGWriter, _ palette: StillPalette) {
    for (label, size) in names {
      let turn =
        "translate(\(SVGPath.tenths(label.middle.x)) \(SVGPath.tenths(label.middle.y))) "
        + "rotate(\(SVGPath.tenths(label.angle)))"
      svg.group("g", ["transform": .text(turn), "font-size": .number(size), "text-anchor": "middle"]) { svg in
        svg.haloed(label.text, at: StillPoint(x: 0, y: size * 0.35), palette["label"], palette["label_halo"])
      }
    }
    svg.group("g", ["font-size": .number(Self.numberSize), "text-anchor": "middle", "font-weight": "bold"]) { svg in
      for (text, box) in numbers {
        svg.element(
          "rect",
          [
            "x": .number(box.x), "y": .number(box.y + 0.5), "width": .number(box.width), "height": 15, "rx": 3,
            "fill": .text(palette["plate"]), "stroke": .text(palette["plate_border"]), "stroke-width": 1,
          ])
        svg.text(
          text, ["x": .number(box.center.x), "y": .number(box.center.y + 3.8), "fill": .text(palette["plate_text"])])
      }
    }
  }

  private static let numberSize = 10.5
  private static let period = 420.0
  private static let mostNames = 80
}

extension SVGWriter {
  /// A text that is read on any ground: once as a wide line, and once above it.
  mutating func haloed(_ text: String, at point: StillPoint, _ colour: String, _ halo: String) {
    self.text(
      text,
      [
        "x": .number(point.x), "y": .number(point.y), "fill": "none", "stroke": .text(halo), "stroke-width": 3,
        "stroke-linejoin": "round",
      ])
    self.text(text, ["x": .number(point.x), "y": .number(point.y), "fill": .text(colour)])
  }
}
