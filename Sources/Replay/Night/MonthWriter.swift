internal import Detection
internal import Geodesy
internal import Knowledge
internal import Moments
internal import Records
internal import Reports
internal import RoadGraph
internal import RoadRules

/// Writes a ``FleetMonth`` as the JSON that the script of its page reads, in the same manner as a night.
extension NightWriter {
  mutating func write(_ month: FleetMonth, _ head: MonthHead, ground: SurroundingGround?, style: ReplayStyle) {
    bytes.text("{")
    member("schema", isFirst: true)
    bytes.jsonString("tracemill/month/1")
    for (name, text) in head.texts { word(name, text) }
    sums(head)
    if let least = month.atLeast { number("at_least", least) }
    hours(month.pictures)
    roads(month)
    if month.hasTurns { turns(month) }
    if month.hasChanges { changes(month) }
    if month.hasDoubts { doubts(month) }
    around(month.roads)
    if let ground { write(ground, style) }
    member("words")
    list(words) { $0.bytes.jsonString($1) }
    bytes.text("}")
  }

  private mutating func sums(_ head: MonthHead) {
    member("figures")
    list(head.figures) { writer, figure in
      writer.list([figure.value, figure.words]) { $0.bytes.jsonString($1) }
    }
    member("nights")
    bytes.text("{")
    member("names", isFirst: true)
    list(NightSums.names) { $0.bytes.jsonString($1) }
    member("dates")
    list(head.nights) { $0.bytes.jsonString($1.date) }
    member("values")
    list(head.nights) { $0.numbers($1.values) }
    bytes.text("}")
  }

  /// The classes of hours in which anybody drove, and what share of the time was lost in each, in tenths of a percent;
  /// none where free flow is unknown.
  private mutating func hours(_ pictures: LearnedPictures) {
    let (classes, driven) = (pictures.grid.classes, pictures.drivenClasses)
    member("hours")
    bytes.text("{")
    member("days", isFirst: true)
    list(Array(classes.days.indices)) { $0.bytes.jsonString(classes.dayName($1)) }
    integers("set", driven.map { Int64(classes.parts(of: $0).days) })
    integers("begin", driven.map { Int64(classes.parts(of: $0).hours.lowerBound) })
    integers("end", driven.map { Int64(classes.parts(of: $0).hours.upperBound) })
    integers(
      "lost",
      driven.map { pictures.grid.isDriven(in: $0) ? Int64((pictures.grid.lost(in: $0) * 1000).rounded()) : nil })
    number("slowest", pictures.slowestClass.flatMap(driven.firstIndex) ?? 0)
    bytes.text("}")
  }

  /// Roads, each with its forward piece and its backward one.
  ///
  /// A piece with a known speed has a percentage in each class of hours: of free flow, or else of 100 km/h. Those of all
  /// pieces stand one after the other.
  private mutating func roads(_ month: FleetMonth) {
    let (graph, segments, grid) = (month.graph, month.roads.segments, month.pictures.grid)
    let pieces = segments.flatMap { [$0.forward, $0.forward.reversed] }
    let uses = pieces.map { month.pictures.uses[$0]?.support }
    member("roads")
    bytes.text("{")
    member("classes", isFirst: true)
    list(RoadClass.allCases) { $0.bytes.jsonString($1.name) }
    shapes(of: segments, on: graph, tolerance: NightCutOut.tolerance(of: month.roads))
    column("name", segments.map { graph.label(of: $0) })
    integers("way", segments.map { graph.wayNumber(of: $0) })
    integers("length", segments.map { Int64(graph.length(of: $0.forward).rounded()) })
    integers("passages", uses.map { Int64($0?.passages ?? 0) })
    integers("trips", uses.map { Int64($0?.trips ?? 0) })
    integers("vehicles", uses.map { Int64($0?.vehicles ?? 0) })
    integers("free", pieces.map { grid.freeFlow(of: $0).map { Int64(($0 * 10).rounded()) } })
    integers("limit", pieces.map { graph.postedLimit(of: $0).map(Int64.init) })
    integers("known", pieces.map { grid.isKnown($0) ? 1 : 0 })
    let hours = month.pictures.drivenClasses
    deltas(
      "shares",
      pieces.filter(grid.isKnown).flatMap { piece in
        hours.map { grid.percent(of: piece, in: $0).map(Int64.init) }
      })
    bytes.text("}")
  }

  private mutating func turns(_ month: FleetMonth) {
    let (graph, turns) = (month.graph, month.turns)
    let place = Self.places(of: month.roads)
    member("turns")
    bytes.text("{")
    column("from", turns.map { graph.label(of: $0.from.segment) }, isFirst: true)
    column("onto", turns.map { graph.label(of: $0.onto.segment) })
    integers("road", turns.map { place[$0.from.segment] })
    integers("passages", turns.map { Int64($0.passages) })
    integers("delay", turns.map { Int64($0.delay.rounded()) })
    integers("mean", turns.map { Int64(($0.meanDelay * 10).rounded()) })
    column("worst", turns.map { month.pictures.grid.classes.openingHours(of: $0.worst) })
    places(turns.map { graph.place(of: graph.head(of: $0.from)) }.map { ($0.latitude, $0.longitude) })
    bytes.text("}")
  }

  private mutating func changes(_ month: FleetMonth) {
    let (graph, changes) = (month.graph, month.changes)
    let place = Self.places(of: month.roads)
    member("changes")
    bytes.text("{")
    column("kind", changes.map(\.kind.rawValue), isFirst: true)
    column("day", changes.map(\.day.iso8601))
    column("name", changes.map { graph.label(of: $0.surest.edge.segment) })
    integers("way", changes.map { graph.wayNumber(of: $0.surest.edge.segment) })
    integers("length", changes.map { Int64($0.breaks.reduce(0) { $0 + graph.length(of: $1.edge) }.rounded()) })
    integers("before", changes.map { Int64(($0.surest.before * 10).rounded()) })
    integers("after", changes.map { Int64(($0.surest.after * 10).rounded()) })
    member("roads")
    list(changes) { writer, change in
      let roads = Set(change.breaks.compactMap { place[$0.edge.segment] }).sorted()
      writer.list(roads) { $0.bytes.integer($1) }
    }
    places(changes.map { graph.middle(of: $0.surest.edge) }.map { ($0.latitude, $0.longitude) })
    bytes.text("}")
  }

  private mutating func doubts(_ month: FleetMonth) {
    let doubts = month.doubts.map(\.doubt)
    member("doubts")
    bytes.text("{")
    column("type", doubts.map(\.kind.code), isFirst: true)
    column("object", doubts.map { $0.source?.address ?? "" })
    column("road", doubts.map { $0.edge.map { month.graph.label(of: $0.segment) } ?? "" })
    column("detail", doubts.map(\.clause))
    places(doubts.map { ($0.place.latitude, $0.place.longitude) })
    bytes.text("}")
  }

  /// The place of each road in the list.
  private static func places(of roads: NightRoads) -> [SegmentID: Int64] {
    Dictionary(uniqueKeysWithValues: roads.segments.enumerated().map { ($1, Int64($0)) })
  }
}

extension RoadGraph {
  /// The limit that the map itself has, in km/h; `nil` for none and for defaults.
  fileprivate func postedLimit(of edge: EdgeID) -> Int? {
    guard let limit = speedLimit(of: edge), limit.source == .tag else { return nil }
    return limit.kmh
  }

  /// A place about the middle of an edge.
  fileprivate func middle(of edge: EdgeID) -> Place {
    let line = shape(of: edge)
    guard line.count == 2 else { return line[line.count / 2] }
    return line[0].interpolated(to: line[1], fraction: 0.5)
  }
}

extension RuleSource {
  /// The object on openstreetmap.org: `way/47`; `nil` if it has no id.
  fileprivate var address: String? {
    switch self {
    case .way(let id): "way/\(id)"
    case .relation(let id): "relation/\(id)"
    case .node(let id): id.map { "node/\($0)" }
    }
  }
}
