internal import Records
internal import RoadGraph

/// What the page of a night shows before its script runs, and without one: figures, trips that need a look, counts, and
/// a picture of the roads.
struct NightFirstScreen {
  private let night: Night
  private let head: NightHead
  private let links: [String?]
  private let settings: ReplaySettings
  private var words: PageWords { settings.words }

  init(_ night: Night, _ head: NightHead, _ links: [String?], _ settings: ReplaySettings) {
    (self.night, self.head, self.links, self.settings) = (night, head, links, settings)
  }

  var html: ByteWriter {
    var svg = SVGWriter()
    svg.group("section", ["id": "first"]) { svg in
      svg.word("h1", head.title)
      svg.word("p", figures)
      if night.parts.roads, let roads = night.roads {
        NightPicture(of: roads, settings).draw(on: &svg)
        svg.word("p", words("Roads by the number of trips.") + " " + words(head.attribution))
      }
      drawLook(on: &svg)
      drawCounts(on: &svg)
    }
    return svg.bytes
  }

  private var figures: String {
    let sums = head.sums
    let share = sums.fixes > 0 ? words.decimal(Double(sums.matched * 1000 / sums.fixes) / 10) : nil
    let figures = [
      words(sums.trips, one: "{n} trip", other: "{n} trips"),
      words(sums.vehicles, one: "{n} vehicle", other: "{n} vehicles"),
      "\(Int((sums.length / 1000).rounded())) km", "\(Int((sums.duration / 3600).rounded())) h",
      share.map { words("{share} % of fixes matched", ["share": $0]) },
      sums.refused.map { words($0, one: "{n} record refused", other: "{n} records refused") },
      words(sums.flagged, one: "{n} needs a look", other: "{n} need a look"),
    ]
    return figures.compactMap(\.self).joined(separator: " · ")
  }

  private func drawLook(on svg: inout SVGWriter) {
    let flagged = night.flagged.prefix(Self.most)
    guard !flagged.isEmpty else { return }
    svg.word("h2", words("Needs a look"))
    svg.group("ol", [:]) { svg in
      for number in flagged {
        let trip = night.trips[number]
        svg.group("li", [:]) { svg in
          if let link = links[number] { svg.link(trip.id, to: link) } else { svg.word("b", trip.id) }
          svg.word("span", trip.concerns.sentence(stops: trip.stops, words))
        }
      }
    }
  }

  private func drawCounts(on svg: inout SVGWriter) {
    if night.parts.events { draw(words("Events"), night.events.map(\.type), on: &svg) }
    draw(
      words("Trips by result"), night.trips.map { $0.reason.isEmpty ? $0.status : "\($0.status): \($0.reason)" },
      on: &svg)
    if night.parts.stops { draw(words("Stops"), night.stops.map(\.state.rawValue), on: &svg) }
  }

  private func draw(_ title: String, _ values: [String], on svg: inout SVGWriter) {
    var counts: [String: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    svg.word("h2", title)
    svg.group("table", [:]) { svg in
      for (value, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
        svg.group("tr", [:]) { svg in
          svg.word("th", words.named(value))
          svg.word("td", "\(count)")
        }
      }
    }
  }

  /// As many trips as the list of the page shows.
  private static let most = 20
}

/// The driven roads of a night as a picture, darker and wider where more trips were.
struct NightPicture {
  private let roads: NightRoads
  private let palette: StillPalette
  private let words: PageWords

  init(of roads: NightRoads, _ settings: ReplaySettings) {
    self.roads = roads
    words = settings.words
    palette = StillPalette(settings.style)
  }

  func draw(on svg: inout SVGWriter) {
    let frame = StillBox(x: 0, y: 0, width: 960, height: 600)
    let graph = roads.graph
    let places = roads.segments.map { graph.place(of: graph.head(of: $0.forward)) }
    let view = StillView(showing: places, in: frame, margin: 16)
    let paths = paths(in: view)
    svg.group(
      "svg", ["viewBox": "0 0 960 600", "role": "img", "aria-label": .text(words("Map of the roads that were driven"))]
    ) {
      svg in
      svg.element("rect", ["width": 960, "height": 600, "fill": .text(palette["background"])])
      for (step, path) in paths.enumerated() where !path.text.isEmpty {
        svg.element(
          "path",
          [
            "d": .text(path.text), "fill": "none", "stroke": .text(Self.colours[step]),
            "stroke-width": .number(1.2 + Double(step)), "stroke-linejoin": "round",
          ])
      }
    }
  }

  /// The lines of each step in whole pixels, each once; of too many, those of the busiest roads.
  private func paths(in view: StillView) -> [SVGPath] {
    let most = roads.sums.map(\.trips).max() ?? 1
    let order = roads.sums.indices.sorted { roads.sums[$0].trips > roads.sums[$1].trips }
    var paths = Array(repeating: SVGPath(), count: Self.colours.count)
    var drawn: Set<[StillPoint]> = []
    for number in order where drawn.count < Self.mostLines {
      let line = NightCutOut.line(of: roads.segments[number], on: roads.graph, view.metresPerPixel).map(view.point)
        .map { StillPoint(x: $0.x.rounded(), y: $0.y.rounded()) }
      guard line.first != line.last || line.count > 2, drawn.insert(line).inserted else { continue }
      paths[step(of: roads.sums[number].trips, most)].add(line)
    }
    return paths
  }

  /// Some 100 kB.
  private static let mostLines = 8000

  /// By the share of the busiest road, in steps of which each is a quarter of the next.
  private func step(of trips: Int, _ most: Int) -> Int {
    let share = Double(trips) / Double(most)
    return share > 0.5 ? 3 : share > 0.125 ? 2 : share > 0.03 ? 1 : 0
  }

  private static let colours = ["#5b8db8", "#3766a8", "#3b3388", "#25094a"]
}

extension SVGWriter {
  fileprivate mutating func link(_ text: String, to address: String) {
    group("a", ["href": .text(address)]) { $0.word("b", text) }
  }
}
