internal import Geodesy
internal import Records
internal import RoadGraph
internal import Storage
internal import Traces

/// The routes of one file.
enum Routes {
  case edges(Grouped<ListedPiece>)
  case lines(Grouped<[Place]>)

  /// Reads a file and recognizes its format by its content: edges as CSV, JSON, NDJSON or GeoPackage, lines as CSV or
  /// GeoJSON, or a file of traces.
  ///
  /// - Throws: ``ComparisonError``.
  init(path: String, on graph: RoadGraph?, _ refusals: inout RefusalLedger) throws(ComparisonError) {
    let before = refusals.count
    self = try Self.read(openStream(path), on: graph, &refusals)
    if isEmpty, refusals.count > before, let refusal = refusals.told.last {
      throw .nothingUsable(path: path, firstRefusal: refusal.description)
    }
  }

  private static func read(
    _ stream: ByteStream, on graph: RoadGraph?, _ refusals: inout RefusalLedger
  ) throws(ComparisonError) -> Routes {
    switch firstSign(of: stream) {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let bytes = try allBytes(of: stream)
      if let table = EdgeRows.table(ofJSON: bytes, path: stream.path) {
        return .edges(try EdgeListReader.routes(table, on: graph, &refusals))
      }
      return .lines(try readGeoJSON(ByteStream(bytes, path: stream.path), &refusals))
    case UInt8(ascii: "S") where stream.peek(16).starts(with: "SQLite format 3\0".utf8):
      if let table = try EdgeRows.table(ofDatabase: stream.path) {
        return .edges(try EdgeListReader.routes(table, on: graph, &refusals))
      }
      throw .columnsUnknown(path: stream.path, wanted: "table segments or edges")
    case UInt8(ascii: "<"): return .lines(try readTracks(stream, &refusals))
    case nil: _ = try openTable(stream)
    default: break
    }
    let table = try openTable(stream)
    let isOfEdges = table.column("from_node") != nil || table.column("way", "way_id") != nil
    if !isOfEdges, let column = table.column("wkt", "geometry", "geom") {
      return .lines(try readLines(table, column: column, &refusals))
    }
    return .edges(try EdgeListReader.routes(table, on: graph, &refusals))
  }

  /// The first byte that is neither blank nor part of a byte order mark.
  private static func firstSign(of stream: ByteStream) -> UInt8? {
    let passed: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20]
    return stream.peek(1 << 12).first { !passed.contains($0) }
  }

  private var isEmpty: Bool {
    switch self {
    case .edges(let routes): routes.elements.allSatisfy(\.isEmpty)
    case .lines(let routes): routes.ids.isEmpty
    }
  }
}
