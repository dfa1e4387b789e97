internal import Foundation
internal import Geodesy
internal import Records
internal import Storage
internal import Traces

/// Lines of a CSV table with well-known text, one trace per `trace_id`.
func readLines(
  _ table: CSVTable, column: Int, _ refusals: inout RefusalLedger
) throws(ComparisonError) -> Grouped<[Place]> {
  var table = table
  let trace = table.column("trace_id", "trip_id")
  var routes = Grouped<[Place]>()
  routes.isNameless = trace == nil
  while try table.nextRow() {
    let id = table.text(trace)
    if table.flaw != nil {
      refusals.refuse(.badRecord, file: table.path, line: table.line)
    } else if trace != nil && id.isEmpty {
      refusals.refuse(.missingTrace, file: table.path, line: table.line)
    } else if let lines = lines(ofWKT: table.text(column)) {
      routes.elements[routes.number(adding: id)] += lines
    } else {
      refusals.refuse(.badGeometry, file: table.path, line: table.line, traceID: id)
    }
  }
  return routes
}

/// The lines of `LINESTRING (…)` or `MULTILINESTRING ((…), …)`; `nil` if the text is neither.
///
/// - Source: OGC 06-103r4 §7, well-known text; longitude first; heights are ignored.
func lines(ofWKT text: String) -> [[Place]]? {
  guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
  let head = text[..<open].uppercased().split(separator: " ").first ?? ""
  let content = text[text.index(after: open)...].dropLast()
  switch head {
  case "LINESTRING": return line(ofWKT: content).map { [$0] }
  case "MULTILINESTRING":
    let parts = content.split(separator: "(", omittingEmptySubsequences: true).filter { $0.contains { $0.isNumber } }
    let lines = parts.map { line(ofWKT: $0.prefix { $0 != ")" }) }
    return lines.contains(where: { $0 == nil }) ? nil : lines.compactMap(\.self)
  default: return nil
  }
}

private func line(ofWKT text: Substring) -> [Place]? {
  let places = text.split(separator: ",").map { pair in
    place(pair.split(separator: " ").map { Double($0) })
  }
  return places.contains(where: { $0 == nil }) ? nil : places.compactMap(\.self)
}

/// Longitude and latitude.
private func place(_ numbers: [Double?]) -> Place? {
  guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1],
    Place.isValid(latitude: latitude, longitude: longitude)
  else { return nil }
  return Place(latitude: latitude, longitude: longitude)
}

/// The tracks of a GPX file: one trace per `trk`, without a name where there is only one.
func readTracks(_ stream: ByteStream, _ refusals: inout RefusalLedger) throws(ComparisonError) -> Grouped<[Place]> {
  let reader = TraceReader(try allBytes(of: stream), path: stream.path)
  var tracks: [(id: String, line: [Place])] = []
  while let item = reader.next() {
    switch item {
    case .trace(let trace):
      tracks.append(("track \(trace.source.track ?? 1)", trace.fixes.filter { $0.refusal == nil }.compactMap(\.place)))
    case .refusal(let refusal): refusals.add(refusal)
    }
  }
  var routes = Grouped<[Place]>()
  routes.isNameless = Set(tracks.map(\.id)).count <= 1
  for track in tracks { routes.elements[routes.number(adding: routes.isNameless ? "" : track.id)].append(track.line) }
  return routes
}
