internal import Moments
internal import Records

/// Finds the trace and the vehicle that the properties of lines of GeoJSON name, by the names that columns of CSV have.
struct JSONNames {
  private let settings: TraceReadingSettings
  /// Which of the properties they are, by the names of all of them.
  private var known: [[String]: (trace: String?, vehicle: String?)] = [:]

  init(settings: TraceReadingSettings) {
    self.settings = settings
  }

  mutating func find(in feature: JSONValue) -> (trace: String?, vehicle: String?) {
    let row = JSONRow(feature["properties"] ?? .null, line: 0)
    let names = row.fields.map(\.name)
    let found = known[names] ?? recognise(row)
    known[names] = found
    func text(_ name: String?) -> String? { name.map { trimmedID(row[$0]) }.flatMap { $0.isEmpty ? nil : $0 } }
    return (text(found.trace), text(found.vehicle))
  }

  /// The properties as the row of a table that also has a place.
  private func recognise(_ row: JSONRow) -> (trace: String?, vehicle: String?) {
    var place = row
    place.put("47.1234567", ["lat"])
    place.put("9.1234567", ["lon"])
    var settings = settings
    settings.keep = []
    settings.timeFormat = .dayFirst  // ambiguous dates do not matter for names
    guard let layout = try? JSONTable([place], kind: .geoJSON, settings: settings).layout else { return (nil, nil) }
    func name(_ column: CSVColumn) -> String? { layout.columns[column].flatMap { layout.header?[$0] } }
    return (name(.trace), name(.vehicle))
  }
}
