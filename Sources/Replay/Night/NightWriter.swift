internal import Geodesy
internal import Records
internal import RoadGraph
internal import Storage

/// Writes a ``Night`` as the JSON that the script of its page reads.
///
/// A table is an object of columns. Columns that grow or wander are differences between neighbouring rows, since these
/// are small numbers; places are in 10⁻⁵ degrees, about a metre. Words stand once in a list, and columns name their
/// places there.
struct NightWriter: ~Copyable {
  var bytes = ByteWriter(capacity: 1 << 20)
  private var words: [String] = [""]
  private var numberOfWord: [String: Int] = ["": 0]

  mutating func write(_ night: Night, _ head: NightHead, links: [String?], _ settings: ReplaySettings) {
    bytes.text("{")
    member("schema", isFirst: true)
    bytes.jsonString("tracemill/night/1")
    for (name, text) in head.texts { word(name, text) }
    number("offset_minutes", night.offsetInMinutes)
    member("sums")
    sums(head)
    member("trips")
    trips(night, links, settings.words)
    if night.parts.events { events(night) }
    if night.parts.stops { stops(night) }
    if night.parts.deviations { deviations(night) }
    if night.parts.refusals { refusals(night) }
    if night.parts.doubts { doubts(night) }
    if let roads = night.roads, night.parts.roads {
      write(roads)
      if let ground = SurroundingGround(on: roads.graph, around: roads.places) { write(ground, settings.style) }
    }
    member("words")
    list(words) { $0.bytes.jsonString($1) }
    bytes.text("}")
  }

  private mutating func sums(_ head: NightHead) {
    bytes.text("{")
    member("names", isFirst: true)
    list(NightSums.names) { $0.bytes.jsonString($1) }
    member("values")
    numbers(head.sums.values)
    if let last = head.lastNight {
      member("last")
      numbers(last)
      member("usual")
      numbers(head.usual)
    }
    member("nights")
    list(head.nights) { writer, night in
      writer.bytes.text("[")
      writer.bytes.jsonString(night.date)
      writer.bytes.text(",")
      writer.numbers(night.values)
      writer.bytes.text("]")
    }
    bytes.text("}")
  }

  /// The ground, and the colours in which it is drawn.
  private mutating func write(_ ground: SurroundingGround, _ style: ReplayStyle) {
    let packed = ground.packed
    member("ground")
    bytes.text("{")
    member("tiles", isFirst: true)
    list(packed.tiles) { $0.bytes.integer(Int64($1)) }
    member("bytes")
    bytes.jsonString(packed.base64)
    bytes.text("}")
    member("style")
    bytes.bytes(style.json)
  }

  // MARK: Tables

  private mutating func trips(_ night: Night, _ links: [String?], _ language: PageWords) {
    let trips = night.trips
    bytes.text("{")
    column("id", trips.map(\.id), isFirst: true)
    column("vehicle", trips.map { $0.vehicle.map { night.vehicles[$0] } ?? "" })
    deltas("begin", trips.map { $0.begin.map { $0 / 1000 } })
    integers("duration", trips.map { $0.duration.map { Int64($0.rounded()) } })
    integers("length", trips.map { Int64($0.length.rounded()) })
    integers("wrong_way", trips.map { Int64($0.wrongWay.rounded()) })
    integers("fixes", trips.map { Int64($0.fixes) })
    integers("matched", trips.map { Int64($0.matched) })
    integers("coverage", trips.map { $0.coverage.map { Int64(($0 * 100).rounded(.down)) } })
    integers("confidence", trips.map { $0.confidence.map { Int64(($0 * 100).rounded(.down)) } })
    column("status", trips.map { $0.reason.isEmpty ? $0.status : "\($0.status): \($0.reason)" })
    integers("score", trips.map { Int64(($0.concerns.sum * 100).rounded()) })
    column("page", links.map { $0 ?? "" })
    let flagged = night.flagged
    member("flagged")
    list(flagged) { $0.bytes.integer(Int64($1)) }
    member("why")
    list(flagged) { $0.bytes.jsonString(trips[$1].concerns.sentence(stops: trips[$1].stops, language)) }
    integers("look", flagged.map { trips[$0].concerns.gravest?.time.map { $0 / 1000 } })
    bytes.text("}")
  }

  private mutating func events(_ night: Night) {
    let events = night.events
    member("events")
    bytes.text("{")
    deltas("trip", events.map { Int64($0.trip) }, isFirst: true)
    column("type", events.map(\.type))
    integers(
      "begin", events.map { event in event.begin.map { $0 / 1000 - (night.trips[event.trip].begin ?? 0) / 1000 } })
    integers("duration", events.map { event in event.begin.flatMap { begin in event.end.map { ($0 - begin) / 1000 } } })
    places(events.map { ($0.latitude, $0.longitude) })
    integers("length", events.map { $0.length.map { Int64($0.rounded()) } })
    integers("doubtful", events.map { $0.isDoubtful ? 1 : 0 })
    bytes.text("}")
  }

  private mutating func stops(_ night: Night) {
    let stops = night.stops
    member("stops")
    bytes.text("{")
    deltas("trip", stops.map { $0.trip.map(Int64.init) }, isFirst: true)
    column("name", stops.map(\.name))
    places(stops.map { ($0.latitude, $0.longitude) })
    deltas("planned", stops.map { $0.planned.map { $0 / 1000 } })
    integers("late", stops.map { $0.late.map { Int64($0.rounded()) } })
    integers("arrived", stops.map { stop in stop.arrived.map { $0 / 1000 - (stop.planned ?? 0) / 1000 } })
    integers("dwell", stops.map { $0.dwell.map { Int64($0.rounded()) } })
    column("state", stops.map(\.state.rawValue))
    bytes.text("}")
  }

  private mutating func deviations(_ night: Night) {
    let deviations = night.deviations
    member("deviations")
    bytes.text("{")
    deltas("trip", deviations.map { Int64($0.trip) }, isFirst: true)
    column("cause", deviations.map(\.cause))
    integers("length", deviations.map { $0.extraLength.map { Int64($0.rounded()) } })
    integers("duration", deviations.map { $0.extraDuration.map { Int64($0.rounded()) } })
    integers("returned", deviations.map { $0.hasReturned ? 1 : 0 })
    bytes.text("}")
  }

  private mutating func refusals(_ night: Night) {
    member("refusals")
    bytes.text("{")
    column("reason", night.refusals.map(\.refusal.reason), isFirst: true)
    column("file", night.refusals.map(\.refusal.file))
    integers("count", night.refusals.map { Int64($0.count) })
    bytes.text("}")
  }

  private mutating func doubts(_ night: Night) {
    let doubts = night.doubts
    member("doubts")
    bytes.text("{")
    column("type", doubts.map(\.type), isFirst: true)
    column("way", doubts.map(\.way))
    column("road", doubts.map(\.road))
    column("detail", doubts.map(\.detail))
    integers("kept", doubts.map { Int64($0.kept) })
    integers("broken", doubts.map { Int64($0.broken) })
    places(doubts.map { ($0.latitude, $0.longitude) })
    bytes.text("}")
  }

  // MARK: Roads

  private mutating func write(_ roads: NightRoads) {
    let (graph, sums, chains) = (roads.graph, roads.sums, roads.chains)
    let tolerance = NightCutOut.tolerance(of: roads)
    member("roads")
    bytes.text("{")
    member("classes", isFirst: true)
    list(RoadClass.allCases) { $0.bytes.jsonString($1.name) }
    shapes(of: roads.segments, on: graph, tolerance: tolerance)
    column("name", roads.segments.map { graph.label(of: $0) })
    integers("trips", sums.map { Int64($0.trips) })
    integers("speed", sums.map { $0.speed.map { Int64($0.rounded()) } })
    integers("limit", sums.map { $0.limit.map { Int64($0.rounded()) } })
    integers(
      "confidence", sums.map { $0.wholeLength > 0 ? Int64(($0.sureLength / $0.wholeLength * 100).rounded()) : nil })
    integers("wrong", sums.map { Int64($0.wrongTrips) })
    integers("way", zip(roads.segments, sums).map { $1.wrongTrips > 0 ? graph.wayNumber(of: $0) : nil })
    member("followers")
    list(Array(chains.followers.enumerated())) { writer, road in
      writer.list(road.element) { $0.bytes.integer(Int64($1) - Int64(road.offset)) }
    }
    integers("first", chains.first.map(Int64.init))
    member("paths")
    list(chains.steps) { $0.bytes.jsonString($1) }
    bytes.text("}")
    member("around")
    bytes.text("{")
    member("classes", isFirst: true)
    list(RoadClass.allCases) { $0.bytes.jsonString($1.name) }
    shapes(of: NightCutOut(around: roads).segments, on: graph, tolerance: tolerance * 2)
    bytes.text("}")
  }

  private mutating func shapes(of segments: [SegmentID], on graph: RoadGraph, tolerance: Double) {
    let lines = segments.map { NightCutOut.line(of: $0, on: graph, tolerance) }
    integers("class", segments.map { Int64(graph.roadClass(of: $0.forward).rawValue) })
    integers("counts", lines.map { Int64($0.count) })
    places(lines.flatMap { $0.map { ($0.latitude, $0.longitude) } })
  }
}

// MARK: - Columns

extension NightWriter {
  private mutating func member(_ name: String, isFirst: Bool = false) {
    if !isFirst { bytes.text(",\n") }
    bytes.jsonString(name)
    bytes.text(":")
  }

  private mutating func word(_ name: String, _ text: String) {
    member(name)
    bytes.jsonString(text)
  }

  private mutating func number(_ name: String, _ number: Int) {
    member(name)
    bytes.integer(Int64(number))
  }

  private mutating func numbers(_ values: [Double?]) {
    list(values) { writer, value in
      if let value { writer.bytes.integer(Int64(value.rounded())) } else { writer.bytes.word(.null) }
    }
  }

  private mutating func list<Element>(_ elements: [Element], _ write: (inout NightWriter, Element) -> Void) {
    bytes.text("[")
    for (number, element) in elements.enumerated() {
      if number > 0 { bytes.text(",") }
      write(&self, element)
    }
    bytes.text("]")
  }

  private mutating func column(_ name: String, _ texts: [String], isFirst: Bool = false) {
    integers(name, texts.map { Int64(place(of: $0)) }, isFirst: isFirst)
  }

  private mutating func place(of word: String) -> Int {
    if let number = numberOfWord[word] { return number }
    numberOfWord[word] = words.count
    words.append(word)
    return words.count - 1
  }

  private mutating func integers(_ name: String, _ values: [Int64?], isFirst: Bool = false) {
    member(name, isFirst: isFirst)
    list(values) { writer, value in
      if let value { writer.bytes.integer(value) } else { writer.bytes.word(.null) }
    }
  }

  /// Each value as its difference from the last one that is there; the first from 0.
  private mutating func deltas(_ name: String, _ values: [Int64?], isFirst: Bool = false) {
    var last: Int64 = 0
    let differences = values.map { value -> Int64? in
      guard let value else { return nil }
      defer { last = value }
      return value - last
    }
    integers(name, differences, isFirst: isFirst)
  }

  /// In 10⁻⁵ degrees.
  private mutating func places(_ places: [(latitude: Double, longitude: Double)]) {
    deltas("lat", places.map { Int64(($0.latitude * 1e5).rounded()) })
    deltas("lon", places.map { Int64(($0.longitude * 1e5).rounded()) })
  }
}

extension RoadGraph {
  /// The name of a road, or else its number.
  func label(of segment: SegmentID) -> String {
    let edge = segment.forward
    return hasName(edge) ? name(of: edge) : ref(of: edge)
  }

  /// The id of its way in the source of the map; `nil` if the map is not OpenStreetMap's.
  fileprivate func wayNumber(of segment: SegmentID) -> Int64? {
    provenance.kind == "osm" ? wayID(at: wayIndex(of: segment.forward)).rawValue : nil
  }
}
