import Comparison
import Extracts
import Foundation
import Geodesy
import MapImport
import Moments
import Plans
import Presets
import Requests
import RoadGraph
import RoadRules
import Settings
import Storage
import Summaries
import Traces
import Work

/// What reads the inputs.
enum FuzzedReader: String, CaseIterable {
  case traces, stream, graph, requests, plans, assignments, places, policy, traffic, area, handles, lines, comparison,
    points
  case edges, osm, texts, configuration, summary, recognition, presets, items, changes

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  func read(_ bytes: [UInt8]) {
    switch self {
    case .traces: readTraces(bytes)
    case .graph: readGraph(bytes)
    case .handles: readHandle(bytes)
    case .texts: readTexts(bytes)
    case .configuration: readConfiguration(bytes)
    case .summary: try? readSummary(bytes)
    case .presets: try? readPreset(bytes)
    case .items: readItems(bytes)
    case .recognition:
      _ = writtenFile(bytes, name: "manifest.json")
      _ = EarlierReports().contain(writtenFile(bytes))
    default: try? read(file: writtenFile(bytes))
    }
  }

  /// Errors of the reader are answers.
  private func read(file: String) throws {
    switch self {
    case .stream: try readStream(file)
    case .requests: try readRequests(file)
    case .plans: _ = try PlanFile(fileOrHandle: file) { _ in true }
    case .assignments: _ = try PlanAssignments(path: file, known: nil) { _ in true }
    case .places: try readPlaces(file)
    case .policy: _ = try RoadPolicy(path: file, on: SampleMap.graph)
    case .traffic: _ = try TrafficFile(path: file, on: SampleMap.graph)
    case .area: _ = try RoadArea(fileOrText: file).edges(on: SampleMap.graph)
    case .lines: _ = try WrittenRoute.routes(fileOrHandle: file)
    case .comparison: try readComparison(file)
    case .points: try readPoints(file)
    case .edges: _ = try importEdgeList(nodes: file, edges: file)
    case .osm: try readExtract(file)
    case .changes: try readChanges(file)
    case .traces, .graph, .handles, .texts, .configuration, .summary, .recognition, .presets, .items: break
    }
  }
}

/// A folder in memory for the files of this process: the variable `FOLDER` names it.
private let folder: String = {
  let process = ProcessInfo.processInfo
  let folder = process.environment["FOLDER"] ?? "/dev/shm/tracemill-fuzz-\(process.processIdentifier)"
  try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  return folder
}()

/// Writes the input into a file in memory.
private func writtenFile(_ bytes: [UInt8], name: String = "input") -> String {
  let path = folder + "/" + name
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  let count = unsafe write(file, bytes, bytes.count)
  precondition(count == bytes.count, "\(path) cannot be written")
  close(file)
  return path
}

private func readTraces(_ bytes: [UInt8], _ settings: TraceReadingSettings = TraceReadingSettings()) {
  let reader = TraceReader(bytes, path: "fuzz", settings: settings)
  var count = 0
  while let item = reader.next() {
    if case .trace(let trace) = item { count += trace.fixes.count }
  }
  precondition(count <= 2 * bytes.count + 2, "\(count) fixes of \(bytes.count) bytes")
}

private func readStream(_ path: String) throws {
  let rows = RowStream(path: path)
  while try rows.read({ _ in }, refuse: { _ in }) {}
}

private func readRequests(_ path: String) throws {
  let file = try RequestFile(path: path)
  while let line = file.next() {
    guard let request = try? file.form.request(line) else { continue }
    _ = try? SampleMap.resolver.request(request.options)
  }
}

/// A preset up to the first line that is a dash, and after it a file that is read by it.
private func readPreset(_ bytes: [UInt8]) throws {
  let (document, file) = parts(of: bytes)
  let preset = try Preset(parsing: String(decoding: document, as: UTF8.self), path: "fuzz.toml")
  var settings = TraceReadingSettings()
  preset.apply(to: &settings)
  readTraces(file, settings)
}

/// What `--items` says up to the first line that is a dash, and after it a file of JSON.
private func readItems(_ bytes: [UInt8]) {
  let (path, file) = parts(of: bytes)
  var settings = TraceReadingSettings()
  settings.items = JSONPath.names(String(decoding: path, as: UTF8.self))
  readTraces(file, settings)
}

/// What stands before the first line that is a dash, and after it.
private func parts(of bytes: [UInt8]) -> (before: [UInt8], after: [UInt8]) {
  let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let end = parts.firstIndex { $0.elementsEqual("-".utf8) } ?? parts.endIndex
  func joined(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
    Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
  return (joined(parts[..<end]), joined(parts[end...].dropFirst()))
}

/// Applies changes to an extract, with two objects in memory at a time and with all of them: to the same bytes.
private func readChanges(_ path: String) throws {
  let outputs = try [400, 64 << 20].map { byteCount in
    let output = folder + "/\(byteCount).osm.pbf"
    let changes = try ChangeSet(paths: [path, path], memory: ChangeMemory(byteCount: byteCount, folder: folder))
    _ = try apply(changes, to: "Benchmarks/fuzz/corpus/osm/kai.osm.pbf", output: output, header: ExtractHeader()) {
      $0.longitudeE7 < 95_015_000
    }
    return try Data(contentsOf: URL(fileURLWithPath: output))
  }
  precondition(outputs[0] == outputs[1], "the size of memory changes the extract")
}

/// Closes what libosmium 2.19 leaves open of a damaged PBF file: one file for each would exhaust the process.
private func readExtract(_ path: String) throws {
  let next = dup(0)
  close(next)
  defer { for descriptor in next..<next + 4 { close(descriptor) } }
  _ = try importOSM(path: path)
}

private func readPlaces(_ path: String) throws {
  let index = try SiteFile(path: path).index
  for place in [Place(latitude: 0, longitude: 0), Place(latitude: 47.1, longitude: 9.5)] { _ = index.site(at: place) }
}

/// Compares a file with itself. The tolerance is wide, so that a line of 100 km has few pieces.
private func readComparison(_ path: String) throws {
  var settings = ComparisonSettings()
  settings.tolerance = 1000
  _ = try compare(truth: path, result: path, on: nil, settings: settings)
}

private func readPoints(_ path: String) throws {
  var refusals = RefusalLedger(limit: 20)
  _ = try comparePoints(truth: path, result: path, on: nil, &refusals)
}

/// What is written in tags of a map and in options: opening hours, conditions, zones, durations, lines.
private func readTexts(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let clock = LocalClock(text)
  for moment in [Timestamp(millisecondsSince1970: 0), Timestamp(millisecondsSince1970: 1_790_000_000_000)] {
    let time = (clock ?? LocalClock(offsetInMinutes: 60)).time(moment)
    _ = OpeningHours(text)?.holds(at: time)
    _ = RoadCondition(text).state(in: Circumstances(at: time, Traveller(.car)))
  }
  _ = try? TimeFormat(text)
  _ = (line(ofWKT: text), lines(ofWKT: text), try? polygons(ofWKT: text))
}

/// Reads a configuration, checks it against the commands, and makes arguments of it.
private func readConfiguration(_ bytes: [UInt8]) {
  let path = writtenFile(bytes)
  for variable in ["TRACEMILL_CONFIG", "TRACEMILL_JOBS"] {
    let value = variable == "TRACEMILL_CONFIG" ? path : String(decoding: bytes, as: UTF8.self)
    let none = variable == "TRACEMILL_CONFIG" ? [:] : ["TRACEMILL_CONFIG": ""]
    let environment = none.merging([variable: value]) { $1 }
    guard let configuration = try? Configuration(environment: environment, tree: SampleCommands.tree) else { continue }
    _ = configuration.arguments(adding: ["match", "-qj4", "day.csv"])
  }
}

/// The manifest of a folder up to the first line that is a dash, and after it the rows of its trips in two formats.
private func readSummary(_ bytes: [UInt8]) throws {
  let (document, rows) = parts(of: bytes)
  var manifest = document
  for name in ["trips.csv", "events.ndjson"] { _ = writtenFile(rows, name: name) }
  // The sizes in the manifest are those of the files.
  let size = Array("\(rows.count)".utf8)
  while let place = manifest.indices.first(where: { manifest[$0...].starts(with: "SIZE".utf8) }) {
    manifest.replaceSubrange(place..<place + 4, with: size)
  }
  _ = writtenFile(manifest, name: "manifest.json")
  let summary = try RunSummary(of: folder, worst: 3)
  _ = (summary.text, summary.json)
}
