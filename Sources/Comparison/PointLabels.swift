internal import Records
internal import RoadGraph

/// Where every point truly was, according to the rows of `labels.csv`.
struct PointLabels {
  struct Label {
    var pair: PieceKey
    var isOnRoad: Bool
    fileprivate var isTaken = false
  }

  private var byTrace: [String: [Int: Label]] = [:]
  private(set) var count = 0
  private(set) var onRoadCount = 0

  /// - Throws: ``ComparisonError``; invalid rows are refused.
  init(path: String, _ refusals: inout RefusalLedger) throws(ComparisonError) {
    var table = try openTable(openStream(path))
    let columns = (trace: table.column("trace_id"), index: table.column("index"))
    guard columns.trace != nil, columns.index != nil, table.column("from_node") != nil, table.column("to_node") != nil
    else { throw .columnsUnknown(path: path, wanted: "trace_id, index, from_node and to_node") }
    let nodes = (table.column("from_node"), table.column("to_node"), table.column("on_road"))
    while try table.nextRow() {
      do throws(RowRefusal) {
        guard table.flaw == nil else { throw RowRefusal(.badRecord) }
        guard let index = table.integer(columns.index), index >= 0 else { throw RowRefusal(.badIndex) }
        try add(try Self.label(table, nodes), at: Int(index), of: table.text(columns.trace))
      } catch {
        refusals.refuse(error.reason, file: path, line: table.line, traceID: table.text(columns.trace))
      }
    }
  }

  private static func label(_ table: CSVTable, _ columns: (Int?, Int?, Int?)) throws(RowRefusal) -> Label {
    let isOffRoad = ["0", "false", "no"].contains(table.text(columns.2).lowercased())
    if isOffRoad { return Label(pair: PieceKey(from: 0, to: 0), isOnRoad: false) }
    guard let from = table.integer(columns.0), let to = table.integer(columns.1) else { throw RowRefusal(.badNode) }
    return Label(pair: PieceKey(from: from, to: to), isOnRoad: true)
  }

  private mutating func add(_ label: Label, at index: Int, of trace: String) throws(RowRefusal) {
    guard byTrace[trace]?[index] == nil else { throw RowRefusal(.repeatedPoint) }
    byTrace[trace, default: [:]][index] = label
    count += 1
    onRoadCount += label.isOnRoad ? 1 : 0
  }

  /// The label of a point, which can be taken once; `nil` if it has none.
  mutating func take(_ index: Int, of trace: String) throws(RowRefusal) -> Label? {
    guard let label = byTrace[trace]?[index] else { return nil }
    guard !label.isTaken else { throw RowRefusal(.repeatedPoint) }
    byTrace[trace]?[index]?.isTaken = true
    return label
  }

  var pairs: [PieceKey] { byTrace.values.flatMap { $0.values.filter(\.isOnRoad).map(\.pair) } }
}

/// For pairs of neighbouring nodes, the edges of a map that run along them.
struct PairEdges {
  private var edgesByPair: [PieceKey: [EdgeID]] = [:]

  /// Keeps only the pairs of the labels.
  init(of labels: PointLabels, in graph: RoadGraph) {
    for pair in labels.pairs { edgesByPair[pair] = [] }
    for number in 0..<graph.edgeCount {
      let edge = EdgeID(number)
      graph.forEachPair(along: graph.whole(edge)) { pair in
        guard let from = pair.from, let to = pair.to else { return }
        edgesByPair[PieceKey(from: from.rawValue, to: to.rawValue)]?.append(edge)
      }
    }
  }

  func edges(of pair: PieceKey) -> [EdgeID] { edgesByPair[pair] ?? [] }
}
