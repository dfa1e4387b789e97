internal import Records
internal import RoadGraph

/// Reads routes that are lists of edges in one of these forms, and ignores other columns:
///
///     from_node, to_node                    pieces between two nodes, in the order driven (table `segments`)
///     from_node, to_node, way, forward      likewise, but the nodes are in the way's order, and 0 means against it;
///                                           the whole way if a map has merged these nodes away
///     way, direction | forward              whole ways
///     edge, begin_offset_m, end_offset_m    with a map, edges of its file (table `edges`)
///
/// `begin`, `end` (fractions in driving order) and `length_m` (as travelled) are used if present; `trace_id` separates
/// traces.
struct EdgeListReader {
  private var table: CSVTable
  private let columns: Columns
  private let graph: RoadGraph?
  private var routes = Grouped<ListedPiece>()
  private var refusals: RefusalLedger

  private struct Columns {
    let trace, from, to, way, direction, forward, begin, end, length, edge, beginOffset, endOffset: Int?

    init(_ table: CSVTable, hasMap: Bool) {
      trace = table.column("trace_id", "trip_id")
      from = table.column("from_node")
      to = table.column("to_node")
      way = table.column("way", "way_id")
      direction = table.column("direction")
      forward = table.column("forward")
      begin = table.column("begin")
      end = table.column("end")
      length = table.column("length_m")
      beginOffset = table.column("begin_offset_m")
      endOffset = table.column("end_offset_m")
      edge = hasMap && beginOffset != nil && endOffset != nil ? table.column("edge") : nil
    }

    var areEdges: Bool { edge != nil || from != nil && to != nil || way != nil }
  }

  /// - Throws: ``ComparisonError/columnsUnknown(path:wanted:)``.
  static func routes(
    _ table: CSVTable, on graph: RoadGraph?, _ refusals: inout RefusalLedger
  ) throws(ComparisonError) -> Grouped<ListedPiece> {
    var reader = EdgeListReader(table: table, columns: Columns(table, hasMap: graph != nil), graph: graph, refusals)
    guard reader.columns.areEdges else {
      throw .columnsUnknown(path: table.path, wanted: "from_node and to_node, no way, and no wkt")
    }
    try reader.readRows()
    refusals = reader.refusals
    return reader.routes
  }

  private init(table: CSVTable, columns: Columns, graph: RoadGraph?, _ refusals: RefusalLedger) {
    self.table = table
    self.columns = columns
    self.graph = graph
    self.refusals = refusals
  }

  private mutating func readRows() throws(ComparisonError) {
    routes.isNameless = columns.trace == nil
    var last = (id: "", number: -1)
    while try table.nextRow() {
      do throws(RowRefusal) {
        guard table.flaw == nil else { throw RowRefusal(.badRecord) }
        let id = table.text(columns.trace)
        if columns.trace != nil && id.isEmpty { throw RowRefusal(.missingTrace) }
        if id != last.id || last.number < 0 { last = (id, routes.number(adding: id)) }
        try addRow(to: last.number)
      } catch {
        refusals.refuse(error.reason, file: table.path, line: table.line, traceID: table.text(columns.trace))
      }
    }
  }

  private mutating func addRow(to trace: Int) throws(RowRefusal) {
    if let graph, let edge = columns.edge { return try addEdge(edge, of: graph, to: trace) }
    var piece = ListedPiece(key: PieceKey(from: 0, to: 1), line: Int32(clamping: table.line))
    try takeCourse(&piece)
    if table.has(columns.begin) || table.has(columns.end) {
      guard let begin = table.number(columns.begin), let end = table.number(columns.end), begin >= 0, begin < end,
        end <= 1
      else { throw RowRefusal(.badFraction) }
      (piece.begin, piece.end) = (begin, end)
    }
    if table.has(columns.length) {
      guard let length = table.number(columns.length), length >= 0 else { throw RowRefusal(.badLength) }
      piece.length = length / (piece.end - piece.begin)
    }
    routes.elements[trace].append(piece)
  }

  /// Finds the piece and its direction.
  private func takeCourse(_ piece: inout ListedPiece) throws(RowRefusal) {
    if columns.way != nil {
      guard let way = table.integer(columns.way) else { throw RowRefusal(.badWay) }
      piece.key.way = way
      piece.isForward = try isForward()
      piece.isWholeWay = columns.forward != nil
    }
    guard columns.from != nil, columns.to != nil else {
      piece.hasNodes = false
      if piece.isForward == false { (piece.key.from, piece.key.to) = (1, 0) }
      return
    }
    guard let from = table.integer(columns.from), let to = table.integer(columns.to) else { throw RowRefusal(.badNode) }
    let isAgainst = columns.forward != nil && piece.isForward == false
    (piece.key.from, piece.key.to) = isAgainst ? (to, from) : (from, to)
  }

  private func isForward() throws(RowRefusal) -> Bool? {
    guard let column = columns.forward ?? columns.direction else { return nil }
    switch table.text(column).lowercased() {
    case "1", "true", "yes", "forward": return true
    case "0", "false", "no", "backward", "-1": return false
    default: throw RowRefusal(.badDirection)
    }
  }

  /// Adds an edge of the map, given by its number, as its pairs of source nodes.
  private mutating func addEdge(_ column: Int, of graph: RoadGraph, to trace: Int) throws(RowRefusal) {
    guard let number = table.integer(column) else { throw RowRefusal(.badWay) }
    guard (0..<Int64(graph.edgeCount)).contains(number), hasEnds(EdgeID(Int(number)), of: graph) else {
      throw RowRefusal(.unknownEdge)
    }
    guard let begin = table.number(columns.beginOffset), let end = table.number(columns.endOffset) else {
      throw RowRefusal(.badLength)
    }
    let line = Int32(clamping: table.line)
    graph.forEachPair(along: EdgeStretch(edge: EdgeID(Int(number)), begin: begin, end: end)) { pair in
      guard let from = pair.from, let to = pair.to else { return }
      routes.elements[trace].append(
        ListedPiece(
          key: PieceKey(from: from.rawValue, to: to.rawValue), begin: pair.begin, end: pair.end, length: pair.length,
          line: line))
    }
  }

  /// Whether the row's nodes, if it has any, are the ends of the edge; if not, the row refers to another map.
  private func hasEnds(_ edge: EdgeID, of graph: RoadGraph) -> Bool {
    let ends = [(columns.from, graph.tail(of: edge)), (columns.to, graph.head(of: edge))]
    return ends.allSatisfy { column, node in
      !table.has(column) || table.integer(column) == graph.source(of: node)?.rawValue
    }
  }
}

struct RowRefusal: Error {
  let reason: ComparisonReason
  init(_ reason: ComparisonReason) { self.reason = reason }
}
