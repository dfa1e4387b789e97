package import Geodesy
internal import Plans
internal import Records
internal import Routing
internal import Traces

/// A line as written, from which a route is made.
package struct WrittenLine: Sendable {
  package var id: String
  /// Other ids under which it may be asked for: lines may share these.
  var otherIDs: [String] = []
  /// It is of a trip: its places are on roads, however far apart.
  var isOnRoads = false
  /// Its places, or the reason why it has none.
  package var places: Result<[Place], RequestRefusal>

  init(id: String, _ read: () throws(RequestRefusal) -> [Place]) {
    self.id = id
    places = Result { () throws(RequestRefusal) in
      let places = try read()
      guard Set(places).count >= 2 else {
        throw RequestRefusal(.badLine, "a line has two different places at least", id: id)
      }
      return places
    }
  }
}

extension WrittenLine {
  /// The request for a route along the line, or why it was refused.
  package var request: Result<WrittenRequest, RequestRefusal> {
    places.map { WrittenRequest(id: id, .along(DrawnLine(places: $0, isOnRoads: isOnRoads))) }.mapError { refusal in
      var refusal = refusal
      refusal.id = id
      return refusal
    }
  }
}

extension WrittenLine {
  /// The lines of a file. The content determines the format: GeoJSON, documents of trips, GPX (tracks or routes), CSV of
  /// positions, or encoded polylines, one per line.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - isOnMap: distinguishes polylines of six decimals from polylines of five.
  /// - Throws: ``ChangeFileError`` if there is no such file, or no line in it.
  package static func lines(
    of path: String, isOnMap: (Place) -> Bool
  ) throws(ChangeFileError) -> [WrittenLine] {
    let bytes = try wholeFile(path)
    let blanks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20]
    let lines: [WrittenLine]
    switch bytes.first(where: { !blanks.contains($0) }) {
    case nil: lines = []
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: lines = try geoJSONLines(bytes, path)
    case _ where isPolyline(bytes): lines = polylines(bytes, isOnMap)
    default: lines = try recordedLines(bytes, path)
    }
    guard !lines.isEmpty else { throw .noLines(path: path, "there is no line in it") }
    return lines
  }

  // MARK: Encoded polylines

  /// Whether the bytes are only characters of the encoding, which has no digit, comma or blank.
  private static func isPolyline(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (63...126).contains($0) || [0x0A, 0x0D, 0x20].contains($0) }
  }

  private static func polylines(_ bytes: [UInt8], _ isOnMap: (Place) -> Bool) -> [WrittenLine] {
    let texts = bytes.split { [0x0A, 0x0D, 0x20].contains($0) }
    return texts.enumerated().map { i, text in
      WrittenLine(id: String(i + 1)) { () throws(RequestRefusal) in try polyline(text, isOnMap) }
    }
  }

  /// The places of an encoded polyline of five decimals, or of six if only that reading is on the map.
  ///
  /// - Source: Google's Encoded Polyline Algorithm Format.
  package static func polyline(
    _ text: some Sequence<UInt8>, _ isOnMap: (Place) -> Bool
  ) throws(RequestRefusal) -> [Place] {
    var numbers: [Int64] = []
    var (value, shift) = (Int64(0), Int64(0))
    for byte in text {
      guard (63...126).contains(byte), shift <= 35 else {
        throw RequestRefusal(.badLine, "an encoded polyline has a character that does not belong there")
      }
      value |= Int64((byte - 63) & 0x1F) << shift
      shift += 5
      guard byte - 63 < 0x20 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : ~(value >> 1))
      (value, shift) = (0, 0)
    }
    guard shift == 0, numbers.count % 2 == 0 else {
      throw RequestRefusal(.badLine, "an encoded polyline is cut short")
    }
    let readings = [100, 10].compactMap { places(numbers, unitsE7: $0) }
    guard let reading = readings.first(where: { $0.first.map(isOnMap) ?? false }) ?? readings.first else {
      throw RequestRefusal(.badLine, "an encoded polyline leads outside the earth")
    }
    return reading
  }

  /// - Returns: `nil` if a place is outside the earth.
  private static func places(_ differences: [Int64], unitsE7 unit: Int64) -> [Place]? {
    var places: [Place] = []
    var (latitude, longitude) = (Int64(0), Int64(0))
    for i in stride(from: 0, to: differences.count, by: 2) {
      latitude += differences[i] * unit
      longitude += differences[i + 1] * unit
      guard abs(latitude) <= 900_000_000, abs(longitude) <= 1_800_000_000 else { return nil }
      places.append(Place(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude)))
    }
    return places
  }

  // MARK: Tracks, routes and positions

  private static func recordedLines(_ bytes: [UInt8], _ path: String) throws(ChangeFileError) -> [WrittenLine] {
    var settings = TraceReadingSettings()
    settings.readsRoutes = true
    let reader = TraceReader(bytes, path: path, settings: settings)
    var lines: [RecordedLine] = []
    var refusal: String?
    while let item = reader.next() {
      switch item {
      case .trace(let trace):
        let places = trace.fixes.compactMap { $0.refusal == nil ? $0.place : nil }
        lines.append((id: trace.id, name: trace.trackName, places: places))
      case .refusal(let told): refusal = refusal ?? told.message
      }
    }
    if lines.isEmpty, let refusal { throw .noLines(path: path, refusal) }
    return named(lines)
  }

  private typealias RecordedLine = (id: String, name: String?, places: [Place])

  /// The lines by their names. Where several have one name, or have the name of another's place in the file, the place
  /// is the id.
  private static func named(_ lines: [RecordedLine]) -> [WrittenLine] {
    let uses = Dictionary(lines.flatMap { [$0.id] + [$0.name].compactMap(\.self) }.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.map { line in
      let isUnique = line.name.map { uses[$0] == 1 } ?? false
      let names = [line.name, line.id].compactMap(\.self)
      let ids = isUnique ? names : names.reversed()
      var written = WrittenLine(id: ids[0]) { () throws(RequestRefusal) in line.places }
      written.otherIDs = Array(ids.dropFirst())
      return written
    }
  }

  // MARK: GeoJSON

  private static func geoJSONLines(_ bytes: [UInt8], _ path: String) throws(ChangeFileError) -> [WrittenLine] {
    let values: [JSONValue]
    do throws(JSONError) { values = try JSONValue.sequence(in: bytes) } catch { throw .badJSON(path: path, error) }
    let documents = values.count == 1 ? values[0].list ?? values : values
    if !documents.isEmpty, documents.allSatisfy(\.isTripDocument) {
      return documents.enumerated().map { WrittenLine(trip: $1, number: $0) }
    }
    let found = values.compactMap(GeoJSONLine.init)
    guard found.count == values.count else {
      throw .noLines(path: path, "this is neither GeoJSON, documents of trips, GPX, CSV nor an encoded polyline")
    }
    if found.contains(where: \.isRouteDocument) {
      throw .noLines(path: path, "these are route documents, which --refresh takes")
    }
    return found.flatMap(\.lines).enumerated().map { i, line in
      WrittenLine(id: line.id ?? String(i + 1)) { () throws(RequestRefusal) in try line.positions.map(place) }
    }
  }

  private static func place(_ position: [Double]) throws(RequestRefusal) -> Place {
    guard position.count >= 2 else {
      throw RequestRefusal(.badLine, "a position of a line is longitude and latitude")
    }
    return try waypoint(latitude: position[1], longitude: position[0], "line").place
  }

  /// The line of a GeoJSON object.
  init(json line: GeoJSONLine) throws(RequestRefusal) {
    guard let first = line.lines.first, line.lines.count == 1 else {
      throw RequestRefusal(.badLine, "line is an encoded polyline or a LineString of GeoJSON")
    }
    self.init(id: "") { () throws(RequestRefusal) in try first.positions.map(Self.place) }
  }
}

extension WrittenLine {
  /// The roads along the matched places of an earlier trip.
  ///
  /// - Parameter number: of the document in its file, from 0.
  init(trip document: JSONValue, number: Int) {
    let id = document["trace_id"]?.text ?? String(number + 1)
    self.init(id: id) { () throws(RequestRefusal) in
      (document["points"]?.list ?? []).compactMap(Place.init(matched:))
    }
    isOnRoads = true
  }
}

extension JSONValue {
  /// What `match` writes as JSON or NDJSON.
  var isTripDocument: Bool { self["schema"]?.text?.hasPrefix("tracemill/trip/") == true }
}

extension Place {
  /// The place on the road of an object of `points`.
  fileprivate init?(matched point: JSONValue) {
    guard let latitude = point["matched_lat"]?.number, let longitude = point["matched_lon"]?.number,
      Place.isValid(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

/// A GeoJSON object, of which only the lines are read; the parts of a MultiLineString form one line.
struct GeoJSONLine: JSONReadable {
  private(set) var lines: [(id: String?, positions: [[Double]])] = []
  private(set) var isRouteDocument = false

  init?(_ json: JSONValue) {
    if json["schema"]?.text?.hasPrefix("tracemill/route/") == true {
      isRouteDocument = true
      return
    }
    guard let type = json["type"]?.text else { return nil }
    let found: [(id: String?, positions: [[Double]])]?
    switch type {
    case "FeatureCollection": found = json["features"].flatMap { [GeoJSONLine]($0) }?.flatMap(\.lines)
    case "Feature": found = Self.lines(ofFeature: json)
    case "LineString": found = json["coordinates"].flatMap { [[Double]]($0) }.map { [(nil, $0)] }
    case "MultiLineString":
      found = json["coordinates"].flatMap { [[[Double]]]($0) }.map { [(nil, $0.flatMap(\.self))] }
    default: found = []
    }
    guard let found else { return nil }
    lines = found
  }

  private static func lines(ofFeature json: JSONValue) -> [(id: String?, positions: [[Double]])]? {
    let properties = json["properties"]
    let id = json["id"]?.word ?? properties?["id"]?.word ?? properties?["trace_id"]?.word ?? properties?["name"]?.word
    let geometry = json["geometry"] ?? .null
    if geometry == .null { return [] }
    return GeoJSONLine(geometry)?.lines.map { (id, $0.positions) }
  }
}
