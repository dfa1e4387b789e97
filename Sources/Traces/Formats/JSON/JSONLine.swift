internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// A line of GeoJSON with a time for each of its places.
///
/// The times are in the properties as `coordTimes` or `times`, or in `coordinateProperties.times`, one for each place,
/// and for several lines one list for each. Lines without them have no times.
struct JSONLine {
  /// The fixes of each line.
  let lines: [[Fix]]
  /// What is wrong with refused fixes, in their order.
  let complaints: [String]

  /// The types of geometry that are not points.
  static let geometries: Set<String> = [
    "LineString", "MultiPoint", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Why a feature is not a line.
  struct Flaw: Error, Equatable {
    let clause: String
  }

  /// - Parameter feature: a feature, or a geometry alone.
  /// - Returns: `nil` if it has no geometry or only a point.
  init?(_ feature: JSONValue, line: Int, times reading: TimeReading) throws(Flaw) {
    let geometry = feature["geometry"] ?? feature
    guard let type = geometry["type"]?.text, Self.geometries.contains(type) else { return nil }
    let times = Self.times(feature["properties"])
    switch type {
    case "LineString", "MultiPoint": try self.init([geometry["coordinates"]], [times], line, reading)
    case "MultiLineString":
      guard let parts = geometry["coordinates"]?.list else { throw Flaw(clause: "a \(type) has no coordinates") }
      guard times == nil || times?.list?.count == parts.count else {
        throw Flaw(clause: "there is not a list of times for each line")
      }
      try self.init(parts.map { .some($0) }, parts.indices.map { times?.list?[$0] }, line, reading)
    default: throw Flaw(clause: "a \(type) is no trace")
    }
  }

  private init(_ parts: [JSONValue?], _ times: [JSONValue?], _ line: Int, _ reading: TimeReading) throws(Flaw) {
    var lines: [[Fix]] = []
    var complaints: [String] = []
    for (part, times) in zip(parts, times) {
      guard let places = part?.list else { throw Flaw(clause: "a line has no list of coordinates") }
      if let times, times.list?.count != places.count {
        throw Flaw(clause: "\(times.list?.count ?? 0) times do not fit \(places.count) places")
      }
      let points = places.indices.map { Point(places[$0], time: times?.list?[$0], reading) }
      var fixes = points.map { $0.fix(line: line) }
      var told: [Int: String] = [:]
      let areLocal = points.contains(where: \.hasLocalTime)
      let clock = RepeatedHours.clock(reading.clock, hasLocalTimes: areLocal)
      for index in fixes.indices { fixes[index].line = UInt32(clamping: index) }
      RepeatedHours.settle(&fixes, by: clock) { told[$0] = $1 }
      for index in fixes.indices { fixes[index].line = UInt32(clamping: line) }
      complaints += fixes.indices.compactMap { index in
        fixes[index].refusal == nil ? nil : told[index] ?? points[index].complaint
      }
      lines.append(fixes)
    }
    self.lines = lines
    self.complaints = complaints
  }

  private static func times(_ properties: JSONValue?) -> JSONValue? {
    let names = ["coordTimes", "times", "timestamps", "coordinateTimes"]
    let inner = properties?["coordinateProperties"]
    let found = (names.lazy.compactMap { properties?[$0] } + names.lazy.compactMap { inner?[$0] }).first
    return found == .null ? nil : found
  }

  /// One place and its time.
  private struct Point {
    private let north: CoordinateReading
    private let east: CoordinateReading
    private let time: Timestamp?
    private let timeText: String
    private let timeFlaw: TimeFlaw?
    private let reading: TimeReading

    init(_ place: JSONValue, time: JSONValue?, _ reading: TimeReading) {
      let numbers = place.list ?? []
      east = Self.coordinate(numbers.first, limit: 180)
      north = Self.coordinate(numbers.dropFirst().first, limit: 90)
      self.reading = reading
      timeText = time?.unwrapped.plainText ?? ""
      let bytes = Array(timeText.utf8)
      let found = bytes.isEmpty ? nil : reading.time(ByteCursor(bytes.span))
      timeFlaw = bytes.isEmpty || found != nil ? nil : reading.flaw(of: ByteCursor(bytes.span))
      // A time that the clocks showed twice is read as the first of the two until the order of the line decides.
      if case .repeatedHour(let first) = timeFlaw { self.time = first } else { self.time = found }
    }

    /// The time has no offset.
    var hasLocalTime: Bool { isLocalTime(Array(timeText.utf8)[...]) }

    private var refusal: FixReason? {
      positionRefusal(north, east) ?? timeFlaw?.reason
    }

    var complaint: String? {
      guard refusal != nil else { return nil }
      return RefusalSentence.coordinate("latitude", north, limit: 90, text: [])
        ?? RefusalSentence.coordinate("longitude", east, limit: 180, text: [])
        ?? timeFlaw.map { RefusalSentence.time(Array(timeText.utf8), $0, as: reading) }
    }

    func fix(line: Int) -> Fix {
      Fix(place: place(north, east), time: time, line: UInt32(clamping: line), refusal: refusal)
    }

    private static func coordinate(_ value: JSONValue?, limit: Int) -> CoordinateReading {
      guard let value, value != .null else { return .missing }
      let text = Array((value.numberText ?? "").utf8)
      guard !text.isEmpty else { return .notANumber }
      var cursor = ByteCursor(text.span)
      return cursor.coordinate(limit: limit, NumberStyle())
    }
  }
}
