internal import Geodesy
internal import Moments
internal import Records
internal import Reports
internal import RoadGraph

/// What the list of pages says about one drive.
struct IndexRow: Sendable {
  private let fields: [JSONValue.Field]

  init(of drive: Drive) {
    var fields = [JSONValue.Field(name: "id", value: .text(drive.title))]
    let table = drive["trips"] ?? drive["routes"]
    for (name, column) in Self.columns {
      guard let value = table?[column]?.firstValue else { continue }
      fields.append(JSONValue.Field(name: name, value: value))
    }
    for column in Self.columnsOfTours {
      guard let value = drive["tours"]?[column]?.firstValue else { continue }
      fields.append(JSONValue.Field(name: column, value: value))
    }
    if drive.kind == .trip, drive["tours"] == nil { fields += Self.plan(of: drive.concerns) }
    fields.append(JSONValue.Field(name: "line", value: .list(drive.sketch.map(\.asPair))))
    self.fields = fields
  }

  /// What became of the plan of a trip: stops missed, and whether it was left for good.
  private static func plan(of concerns: [Concern]) -> [JSONValue.Field] {
    let missed = concerns.count { $0.kind == .missedStop }
    let isLeft = concerns.contains { $0.kind == .notRejoined }
    return (missed > 0 ? [JSONValue.Field(name: "missed", value: .number(Double(missed), places: 0))] : [])
      + (isLeft ? [JSONValue.Field(name: "left_plan", value: .flag(true))] : [])
  }

  /// On one line.
  ///
  /// - Parameter address: of the page; `nil` without one.
  func line(_ address: String?) -> ByteWriter {
    let page = address.map { [JSONValue.Field(name: "page", value: .text($0))] } ?? []
    let row = JSONValue.object(page + fields)
    var bytes = ByteWriter()
    bytes.text(String(decoding: row.line(), as: UTF8.self).replacing("<", with: "\\u003c"))
    return bytes
  }

  /// The names in the list, and the columns of trips and routes.
  private static let columns = [
    ("status", "status"), ("reason", "reason"), ("begin", "begin_time"), ("begin", "departure"), ("end", "end_time"),
    ("end", "arrival"), ("utc_offset", "utc_offset"), ("length_m", "length_m"), ("duration_s", "duration_s"),
    ("confidence", "confidence"), ("coverage", "coverage"), ("events", "events"),
    ("wrong_way_m", "wrong_way_length_m"), ("file", "file"),
  ]

  /// What the list says of the tour to which a trip belongs.
  private static let columnsOfTours = ["jobs", "done", "late", "missed"]
}

extension CellColumn {
  /// The value of the first row; `nil` if it has none.
  fileprivate var firstValue: JSONValue? {
    guard !values.isEmpty, values[0] != Self.null else { return nil }
    switch kind {
    case .words: return word(0).map { .text($0) }
    case .numbers(let places): return number(0).map { .number($0, places: places) }
    case .times: return .text(Timestamp(millisecondsSince1970: values[0]).fullISO8601)
    case .flags: return .flag(values[0] == 1)
    }
  }
}

extension Drive {
  /// Some places along it, for a small picture.
  fileprivate var sketch: [Place] {
    let places = fixesOnRoads.isEmpty ? nodes : fixesOnRoads
    guard places.count > Self.sketchPlaces else { return places }
    return (0..<Self.sketchPlaces).map { places[$0 * (places.count - 1) / (Self.sketchPlaces - 1)] }
  }

  private static let sketchPlaces = 40

  private var fixesOnRoads: [Place] {
    guard let points = self["points"], let latitudes = points["matched_lat"], let longitudes = points["matched_lon"]
    else { return [] }
    return zip(latitudes.values, longitudes.values).compactMap(Place.init)
  }

  /// The nodes along the best route.
  private var nodes: [Place] {
    guard let graph = roads?.graph, let elements = self["elements"], let edges = elements["edge"],
      let alternatives = elements["alternative"]
    else { return [] }
    return zip(edges.values, alternatives.values).filter { $0.1 == 0 }.map {
      graph.place(of: graph.head(of: EdgeID(Int($0.0))))
    }
  }
}

extension Place {
  /// - Parameters: in 10⁻⁷ degrees; `nil` for none.
  init?(_ latitude: Int64, _ longitude: Int64) {
    guard latitude != CellColumn.null, longitude != CellColumn.null else { return nil }
    self.init(latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude))
  }

  fileprivate var asPair: JSONValue {
    .list([.number(Double(latitudeE7) / 1e7, places: 5), .number(Double(longitudeE7) / 1e7, places: 5)])
  }
}
