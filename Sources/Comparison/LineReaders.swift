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

/// The tracks of a GPX file: one trace per `trk`, by its name or else its number; without a name if there is only one.
func readTracks(_ stream: ByteStream, _ refusals: inout RefusalLedger) throws(ComparisonError) -> Grouped<[Place]> {
  let bytes = try allBytes(of: stream)
  let names = trackNames(in: bytes)
  let reader = TraceReader(bytes, path: stream.path)
  var tracks: [(id: String, line: [Place])] = []
  while let item = reader.next() {
    switch item {
    case .trace(let trace):
      let number = trace.source.track ?? 1
      let name = names.flatMap { $0.indices.contains(number - 1) ? $0[number - 1] : nil }
      tracks.append((name ?? "track \(number)", trace.fixes.filter { $0.refusal == nil }.compactMap(\.place)))
    case .refusal(let refusal): refusals.add(refusal)
    }
  }
  var routes = Grouped<[Place]>()
  routes.isNameless = Set(tracks.map(\.id)).count <= 1
  for track in tracks { routes.elements[routes.number(adding: routes.isNameless ? "" : track.id)].append(track.line) }
  return routes
}
