internal import Geodesy
internal import RoadGraph

/// A row that others may see, as ``Publication`` keeps it.
protocol PublicRow: Sendable {
  associatedtype Subject: Comparable
  static var table: LearnedTable { get }
  /// What it is about, roughly: rows of a table ascend by it, and rows of different subjects never overlap.
  var subject: Subject { get }
  var support: Support { get set }

  /// The order of rows of one subject.
  func precedes(_ other: Self) -> Bool
  /// Whether both are about the same thing at some hour.
  func overlaps(_ other: Self) -> Bool
  /// The rows about what it is about and another one is not.
  func remains(besides other: Self) -> [Self]
  /// As others see it: counts in classes, and nothing that a single drive says.
  func published(by rule: PublicSupport) -> Self

  func write(to line: inout PublicLine)
  init(from line: inout PublicLine)

  /// The rows on another map that are about the same thing, or a part of it.
  func carried(by carrier: EdgeCarrier) -> [CarriedRow<Self>]
  /// It names edges of a map.
  static var isOfMap: Bool { get }
}

/// A row on another map.
struct CarriedRow<Row> {
  var row: Row
  /// It is about the same; otherwise about a part, of which its values say nothing.
  var isSame: Bool
}

extension PublicRow {
  static var isOfMap: Bool { true }
  func remains(besides other: Self) -> [Self] { [] }
}

/// A row about hours of the week.
protocol HourlyRow {
  var hours: WeekHours { get set }
}

extension PublicRow where Self: HourlyRow {
  func published(by rule: PublicSupport) -> Self {
    var row = self
    row.support = rule.publicSupport(support)
    return row
  }

  func remains(besides other: Self) -> [Self] {
    let (all, taken) = (hours.hours, other.hours.hours)
    return [all.lowerBound..<taken.lowerBound.clamped(to: all), taken.upperBound.clamped(to: all)..<all.upperBound]
      .filter { !$0.isEmpty }
      .map { range in
        var row = self
        row.hours.hours = range
        return row
      }
  }
}

extension Int {
  fileprivate func clamped(to range: Range<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension CarriedEdge {
  /// The edges that have a part of it.
  fileprivate var edges: [EdgeID] { stretches.map(\.edge) }
}

// MARK: By road

extension RoadSpeed: PublicRow, HourlyRow {
  static var table: LearnedTable { .speeds }
  var subject: UInt32 { edge.rawValue }
  func precedes(_ other: RoadSpeed) -> Bool { hours < other.hours }
  func overlaps(_ other: RoadSpeed) -> Bool { edge == other.edge && hours.overlaps(other.hours) }

  func write(to line: inout PublicLine) {
    line.add(edge)
    line.add(hours)
    for value in [mean, median, p15, p85, freeFlow, expected, low, high, moving] { line.add(value) }
    line.add(basis.rawValue)
  }

  init(from line: inout PublicLine) {
    self.init(
      edge: line.edge(), hours: line.hours(), mean: line.optional(), median: line.optional(), p15: line.optional(),
      p85: line.optional(), freeFlow: line.optional(), expected: line.number(), low: line.number(),
      high: line.number(), moving: line.number(), basis: line.code())
  }

  func carried(by carrier: EdgeCarrier) -> [CarriedRow<RoadSpeed>] {
    guard let carried = carrier.carried(edge) else { return [] }
    return carried.edges.map { edge in
      var row = self
      row.edge = edge
      return CarriedRow(row: row, isSame: carried.isSame)
    }
  }
}

extension RoadUse: PublicRow {
  static var table: LearnedTable { .use }
  var subject: UInt32 { edge.rawValue }
  func precedes(_ other: RoadUse) -> Bool { false }
  func overlaps(_ other: RoadUse) -> Bool { edge == other.edge }

  func published(by rule: PublicSupport) -> RoadUse {
    var row = RoadUse(edge: edge)
    (row.support, row.covered) = (rule.publicSupport(support), covered)
    return row
  }

  func write(to line: inout PublicLine) {
    line.add(edge)
    line.add(covered)
  }

  init(from line: inout PublicLine) {
    self.init(edge: line.edge())
    covered = line.number()
  }

  func carried(by carrier: EdgeCarrier) -> [CarriedRow<RoadUse>] {
    guard let carried = carrier.carried(edge) else { return [] }
    return carried.edges.map { edge in
      var row = self
      row.edge = edge
      return CarriedRow(row: row, isSame: carried.isSame)
    }
  }
}

extension TurnDelay: PublicRow, HourlyRow {
  static var table: LearnedTable { .delays }
  var subject: UInt32 { from.rawValue }
  func precedes(_ other: TurnDelay) -> Bool { (onto, hours) < (other.onto, other.hours) }
  func overlaps(_ other: TurnDelay) -> Bool {
    from == other.from && onto == other.onto && hours.overlaps(other.hours)
  }

  func write(to line: inout PublicLine) {
    line.add(from)
    line.add(onto)
    line.add(hours)
    for value in [mean, median, p85, stood, expected] { line.add(value) }
  }

  init(from line: inout PublicLine) {
    self.init(
      from: line.edge(), onto: line.edge(), hours: line.hours(), support: Support(), mean: line.number(),
      median: line.number(), p85: line.number(), stood: line.optional(), expected: line.number())
  }

  func carried(by carrier: EdgeCarrier) -> [CarriedRow<TurnDelay>] {
    guard let before = carrier.carried(from), let after = carrier.carried(onto), let last = before.edges.last,
      let first = after.edges.first
    else { return [] }
    var row = self
    (row.from, row.onto) = (last, first)
    return [CarriedRow(row: row, isSame: before.isSame && after.isSame)]
  }
}

// MARK: By ground

/// From where to where.
struct ZonePair: Comparable {
  let from: String
  let to: String

  static func < (a: ZonePair, b: ZonePair) -> Bool { (a.from, a.to) < (b.from, b.to) }
}

extension ZoneFlow: PublicRow, HourlyRow {
  static var table: LearnedTable { .flows }
  static var isOfMap: Bool { false }
  var subject: ZonePair { ZonePair(from: from, to: to) }
  func precedes(_ other: ZoneFlow) -> Bool { hours < other.hours }
  func overlaps(_ other: ZoneFlow) -> Bool { subject == other.subject && hours.overlaps(other.hours) }

  func write(to line: inout PublicLine) {
    line.add(from)
    line.add(to)
    line.add(hours)
    for value in [medianDuration, p85Duration, medianLength, p85Length] { line.add(value) }
    for road in corridor { line.add(road) }
  }

  init(from line: inout PublicLine) {
    self.init(
      from: line.text(), to: line.text(), hours: line.hours(), support: Support(), medianDuration: line.number(),
      p85Duration: line.number(), medianLength: line.number(), p85Length: line.number(), corridor: line.rest())
  }

  func carried(by carrier: EdgeCarrier) -> [CarriedRow<ZoneFlow>] { [CarriedRow(row: self, isSame: true)] }
}

extension StayPlace: PublicRow {
  static var table: LearnedTable { .stays }
  static var isOfMap: Bool { false }
  /// Places move a little as stops are added, so all of them are compared.
  var subject: Int { 0 }

  func precedes(_ other: StayPlace) -> Bool {
    (other.support.passages, place.latitudeE7, place.longitudeE7)
      < (support.passages, other.place.latitudeE7, other.place.longitudeE7)
  }

  /// Their circles touch, or nearly so.
  func overlaps(_ other: StayPlace) -> Bool {
    abs(place.latitudeE7 - other.place.latitudeE7) < 1_000_000
      && groundDistance(place, other.place) <= radius + other.radius + StaySettings().reach
  }

  /// All of it: circles that touch it need not touch what takes its place.
  func remains(besides other: StayPlace) -> [StayPlace] { [self] }

  func published(by rule: PublicSupport) -> StayPlace {
    StayPlace(
      place: place, radius: radius, support: rule.publicSupport(support), medianDuration: medianDuration,
      totalDuration: totalDuration, first: nil, last: nil, nights: rule.publicCount(nights))
  }

  func write(to line: inout PublicLine) {
    line.add(Int(place.latitudeE7))
    line.add(Int(place.longitudeE7))
    for value in [radius, medianDuration, totalDuration] { line.add(value) }
    line.add(nights)
  }

  init(from line: inout PublicLine) {
    let (latitude, longitude) = (line.integer(), line.integer())
    self.init(
      place: Place(latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude)),
      radius: line.number(), support: Support(), medianDuration: line.number(), totalDuration: line.number(),
      first: nil, last: nil, nights: line.integer())
  }

  func carried(by carrier: EdgeCarrier) -> [CarriedRow<StayPlace>] { [CarriedRow(row: self, isSame: true)] }
}
