private import Glibc
internal import PageFiles
internal import Records
internal import RoadGraph

/// The ground under the roads of a still, as the page draws it: areas and lines by kind, and the names of places.
struct StillGround {
  private struct Layer {
    let look: Look
    var path = SVGPath()
  }

  /// All kinds that are drawn, and the names of their colours in the style.
  static let kinds = Look.all.map { (kind: $0.kind, name: $0.name) }

  /// Of far tiles, and of near ones above them.
  private var layers: [BackdropLevel: [Layer]] = [:]
  /// The squares of near tiles, which hide the far ones.
  private var nearTiles = SVGPath()
  private var names: [(text: String, point: StillPoint, size: Double, isPeak: Bool)] = []
  private let zoom: Double

  init(_ ground: SurroundingGround, in view: StillView, _ placer: inout LabelPlacer) {
    zoom = view.zoom
    let isNear = zoom >= Look.nearFrom && ground.tiles.contains { $0.id.level == .near }
    for level in isNear ? BackdropLevel.allCases : [.far] {
      layers[level] = layers(of: ground.tiles.filter { $0.id.level == level }, in: view)
    }
    for (id, _) in ground.tiles where isNear && id.level == .near { nearTiles.add(squareOf: id, in: view) }
    placeNames(ground.tiles.filter { $0.id.level == (isNear ? .near : .far) }, view, &placer)
  }

  /// What is great, in few bytes and without names: for a picture under many roads.
  init(sketching ground: SurroundingGround, in view: StillView) {
    zoom = view.zoom
    layers[.far] = layers(of: ground.tiles.filter { $0.id.level == .far }, in: view, detail: 1.2)
  }

  /// - Parameter detail: in pixels; a line keeps its shape to about that, and areas are twice as long at least.
  private func layers(
    of tiles: [(id: BackdropTile.ID, tile: BackdropTile)], in view: StillView, detail: Double = 0.35
  ) -> [Layer] {
    var layers = Look.all.filter { $0.from <= zoom }.map { Layer(look: $0) }
    for index in layers.indices {
      for (id, tile) in tiles {
        for part in tile.parts where Int(part.kind.rawValue) == layers[index].look.kind {
          layers[index].path.add(part, of: id, in: view, detail)
        }
      }
    }
    return layers.filter { !$0.path.isEmpty }
  }

  private mutating func placeNames(
    _ tiles: [(id: BackdropTile.ID, tile: BackdropTile)], _ view: StillView, _ placer: inout LabelPlacer
  ) {
    let places = tiles.flatMap { id, tile in tile.parts.filter { $0.kind.form == .point }.map { (id, $0) } }
      .sorted { ($0.1.kind.rawValue, -$0.1.weight, $0.1.name) < ($1.1.kind.rawValue, -$1.1.weight, $1.1.name) }
    for (id, part) in places {
      guard let look = Look.places[Int(part.kind.rawValue)], look.from <= zoom, zoom <= look.to else { continue }
      let point = view.point(part.points[0].onEarth(in: id).place)
      let width = TextWidth.of(part.name, size: look.size) + 8
      let box = StillBox(x: point.x - width / 2, y: point.y - look.size * 0.7, width: width, height: look.size * 1.4)
      guard placer.take(box) else { continue }
      names.append((part.name, point, look.size, part.kind == .peak))
    }
  }

  // MARK: Drawing

  func draw(on svg: inout SVGWriter, _ palette: StillPalette) {
    svg.group("g", ["id": "ground", "stroke-linejoin": "round"]) { svg in
      for layer in layers[.far] ?? [] { draw(layer, on: &svg, palette) }
      if !nearTiles.isEmpty {
        svg.element("path", ["d": .text(nearTiles.text), "fill": .text(palette["background"])])
      }
      for layer in layers[.near] ?? [] { draw(layer, on: &svg, palette) }
    }
  }

  private func draw(_ layer: Layer, on svg: inout SVGWriter, _ palette: StillPalette) {
    let colour = SVGValue.text(palette[layer.look.name])
    guard layer.look.isLine else { return svg.element("path", ["d": .text(layer.path.text), "fill": colour]) }
    svg.element(
      "path",
      [
        "d": .text(layer.path.text), "fill": "none", "stroke": colour,
        "stroke-width": .number(max(0.5, layer.look.width(at: zoom))),
        "stroke-dasharray": .text(layer.look.dashes ?? "none"),
      ])
  }

  func drawNames(on svg: inout SVGWriter, _ palette: StillPalette) {
    for (text, point, size, isPeak) in names {
      svg.group("g", ["font-size": .number(size), "text-anchor": "middle", "font-weight": isPeak ? "normal" : "bold"]) {
        $0.haloed(
          text, at: StillPoint(x: point.x, y: point.y + size * 0.35), palette[isPeak ? "peak" : "place_name"],
          palette["label_halo"])
      }
    }
  }
}

extension SVGPath {
  /// The square of a tile, where it is in the picture.
  fileprivate mutating func add(squareOf id: BackdropTile.ID, in view: StillView) {
    let side = Int32(BackdropLevel.unitsPerTile)
    let corners = [(0, 0), (side, 0), (side, side), (0, side)].map { BackdropTile.Point(x: $0.0, y: $0.1) }
    let ring = corners.map { view.point($0.onEarth(in: id).place) }.clipped(to: view.frame.grown(by: 4))
    if ring.count > 2 { add(ring, isClosed: true) }
  }

  /// A ring or a line, where it is in the picture and large enough to be seen.
  fileprivate mutating func add(
    _ part: BackdropTile.Part, of id: BackdropTile.ID, in view: StillView, _ detail: Double
  ) {
    let points = part.points.map { view.point($0.onEarth(in: id).place) }
    guard part.kind.form == .area else {
      for line in points.parts(in: view.frame.grown(by: 12)) { add(line.simplified(detail)) }
      return
    }
    let ring = points.clipped(to: view.frame.grown(by: 4)).simplified(detail)
    if ring.count > 2, ring.extent > 2 * detail { add(ring, isClosed: true) }
  }
}

extension [StillPoint] {
  /// The longer side of the box around the points, in pixels.
  fileprivate var extent: Double {
    let (x, y) = (map(\.x), map(\.y))
    return Swift.max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
  }

  /// The part of a ring in a box; where it leaves, it runs along the edge.
  ///
  /// - Source: Sutherland & Hodgman, CACM 17 (1974), doi:10.1145/360767.360802.
  fileprivate func clipped(to box: StillBox) -> [StillPoint] {
    clipped { $0.x - box.x }.clipped { box.right - $0.x }.clipped { $0.y - box.y }.clipped { box.bottom - $0.y }
  }

  /// The part where a linear function is not negative.
  private func clipped(_ inside: (StillPoint) -> Double) -> [StillPoint] {
    guard var last = last else { return [] }
    var kept: [StillPoint] = []
    for point in self {
      let (before, here) = (inside(last), inside(point))
      if (before >= 0) != (here >= 0) { kept.append(last.between(point, before / (before - here))) }
      if here >= 0 { kept.append(point) }
      last = point
    }
    return kept
  }
}

/// How a kind of ground is drawn: the table of the page.
private struct Look {
  let kind: Int
  let name: String
  let from: Double
  /// In pixels at the zooms 8, 12, 16 and 20; none for areas.
  private let widths: [Double]
  let dashes: String?

  var isLine: Bool { !widths.isEmpty }

  private init(_ value: JSONValue) {
    kind = value["kind"]?.integer ?? -1
    name = value["name"]?.text ?? ""
    from = value["from"]?.number ?? 0
    widths = (value["widths"]?.list ?? []).compactMap(\.number)
    dashes = value["dash"]?.list?.map { String(decoding: $0.line(), as: UTF8.self) }.joined(separator: " ")
  }

  func width(at zoom: Double) -> Double {
    let place = min(Double(widths.count - 1), max(0, (zoom - 8) / 4))
    let first = min(widths.count - 2, Int(place))
    return widths[first] * pow(widths[first + 1] / widths[first], place - Double(first))
  }

  /// When the name of a kind of place stands, and how large it is.
  struct Place {
    let from: Double
    let to: Double
    let size: Double
  }

  private static let look = (try? JSONValue(parsing: Array(PageFile.json(inModule: "groundlook.js").utf8))) ?? .null
  static let nearFrom = look["near_from"]?.number ?? 0
  static let all = (look["kinds"]?.list ?? []).map(Look.init)
  static let places = Dictionary(
    (look["places"]?.list ?? []).compactMap { value in
      value["kind"]?.integer.map { kind in
        (
          kind,
          Place(
            from: value["from"]?.number ?? 0, to: value["to"]?.number ?? 0, size: value["size"]?.number ?? 0)
        )
      }
    }, uniquingKeysWith: { first, _ in first })
}
