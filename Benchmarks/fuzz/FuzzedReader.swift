import Comparison
import Foundation
import Geodesy
import MapImport
import Requests
import RoadGraph
import Storage
import Traces

/// What reads the inputs.
enum FuzzedReader: String, CaseIterable {
  case traces, stream, graph, requests, plans, assignments, lines, comparison, edges, osm

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  func read(_ bytes: [UInt8]) {
    switch self {
    case .traces: readTraces(bytes)
    case .stream: onFile(bytes) { try readStream($0) }
    case .graph: readGraph(bytes)
    case .requests: onFile(bytes) { try readRequests($0) }
    case .plans: onFile(bytes) { _ = try PlanFile(fileOrHandle: $0) { _ in true } }
    case .assignments: onFile(bytes) { _ = try PlanAssignments(path: $0, known: nil) { _ in true } }
    case .lines: onFile(bytes) { _ = try WrittenRoute.routes(fileOrHandle: $0) }
    case .comparison: onFile(bytes) { _ = try compare(truth: $0, result: $0, on: nil) }
    case .edges: onFile(bytes) { _ = try importEdgeList(nodes: $0, edges: $0) }
    case .osm: onFile(bytes) { _ = try importOSM(path: $0) }
    }
  }

  /// Writes the input into a file in memory; errors of the reader are answers.
  private func onFile(_ bytes: [UInt8], _ read: (String) throws -> Void) {
    let path = "/dev/shm/tracemill-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    try? read(path)
  }
}

private func readTraces(_ bytes: [UInt8]) {
  let reader = TraceReader(bytes, path: "fuzz")
  var count = 0
  while let item = reader.next() {
    if case .trace(let trace) = item { count += trace.fixes.count }
  }
  precondition(count <= 2 * bytes.count + 2, "\(count) fixes of \(bytes.count) bytes")
}

private func readStream(_ path: String) throws {
  let rows = CSVRowStream(path: path)
  while try rows.read({ _ in }, refuse: { _ in }) {}
}

private func readRequests(_ path: String) throws {
  let file = try RequestFile(path: path)
  while let line = file.next() { _ = try? file.form.request(line) }
}

/// Opens the bytes as a map, once as they are and once with right checksums, and follows its numbers.
private func readGraph(_ bytes: [UInt8]) {
  for bytes in [bytes, sealed(bytes)] {
    guard let graph = try? RoadGraph(file: MappedFile(copying: bytes), path: "fuzz.tmg") else { continue }
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    for node in (0..<graph.nodeCount).map({ NodeID($0) }) {
      precondition(graph.edges(leaving: node).allSatisfy { graph.tail(of: $0) == node })
      graph.roads(near: graph.place(of: node), within: 50, into: &found, using: &scratch)
    }
    for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
      _ = (graph.name(of: edge), graph.destination(of: edge), graph.conditions(of: edge), graph.shape(of: edge))
      _ = (graph.zonedStretches(of: edge), graph.enforcements(on: edge))
    }
  }
}

/// The bytes with the checksums that Documentation/GraphFormat.md describes.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  func word(_ at: Int) -> Int? {
    guard at >= 0, at + 8 <= bytes.count else { return nil }
    return Int(exactly: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) })
  }
  func put(_ value: UInt64, _ at: Int) {
    for index in 0..<8 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
  }
  guard bytes.count >= 128, let table = word(24), (128...bytes.count).contains(table) else { return bytes }
  put(UInt64(bytes.count), 16)
  for entry in stride(from: table, to: bytes.count - 31, by: 32) {
    guard let offset = word(entry + 8), let count = word(entry + 16), let head = word(entry) else { continue }
    let (size, overflow) = (head >> 32).multipliedReportingOverflow(by: count)
    guard !overflow, offset <= bytes.count, size <= bytes.count - offset else { continue }
    put(checksum(Array(bytes[offset..<offset + size])), entry + 24)
  }
  put(checksum(Array(bytes[table...])), 40)
  put(checksum(Array(bytes[..<120])), 120)
  return bytes
}
