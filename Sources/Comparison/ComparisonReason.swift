package import Records

/// Why a row or feature is left out of a comparison. The raw values are stable codes.
package enum ComparisonReason: String, CaseIterable, Sendable {
  /// The row has more or fewer fields than the header, or a quote that is not closed.
  case badRecord = "bad_record"
  case missingTrace = "missing_trace"
  case badNode = "bad_node"
  case badWay = "bad_way"
  case badDirection = "bad_direction"
  /// `begin` and `end` do not satisfy 0 ≤ begin < end ≤ 1.
  case badFraction = "bad_fraction"
  case badLength = "bad_length"
  /// Neither the map nor a column gives a length.
  case noLength = "no_length"
  /// The two nodes are not neighbours in the map.
  case unknownPair = "unknown_pair"
  /// The way is not in the map, or does not connect the two nodes.
  case unknownWay = "unknown_way"
  /// The map has no such edge, or the edge ends at other nodes.
  case unknownEdge = "unknown_edge"
  case badGeometry = "bad_geometry"
  /// Two neighbouring places of a line are too far apart; see ``ComparisonSettings/longestStep``.
  case longStep = "long_step"
  /// The lines of a trace would fill the memory; see ``ComparisonSettings/pieceLimit``.
  case longLine = "long_line"
  /// A feature or record without a line.
  case noLine = "no_line"
  case badIndex = "bad_index"
  case badConfidence = "bad_confidence"
  /// A second row for one point.
  case repeatedPoint = "repeated_point"

  /// Node and edge numbers of two maps have nothing in common.
  private static let otherMap = "; if the truth is of another map than the result, name both with --truth-map and --map"

  /// One clause for people.
  package var meaning: String {
    switch self {
    case .badRecord: "the row has another number of fields than the header, or a broken quote"
    case .missingTrace: "the row names no trace"
    case .badNode: "from_node or to_node is not a whole number"
    case .badWay: "the way or edge is not a whole number"
    case .badDirection: "the direction is neither forward nor backward, 1 nor 0"
    case .badFraction: "begin and end are not 0 ≤ begin < end ≤ 1"
    case .badLength: "the length is not a number of metres"
    case .noLength: "no length is known for these nodes"
    case .unknownPair: "the nodes are not neighbours in the map" + Self.otherMap
    case .unknownWay: "the map has no such way between these nodes" + Self.otherMap
    case .unknownEdge: "the map has no such edge between these nodes" + Self.otherMap
    case .badGeometry: "the geometry is not a line of longitudes and latitudes"
    case .longStep: "two neighbouring places of the line lie more than 1000 km apart, which no road does"
    case .longLine:
      "the lines of the trace are longer than 4,000,000 pieces of half the tolerance, or of 0.5 m; a greater --tolerance "
        + "compares them"
    case .noLine: "it holds no line"
    case .badIndex: "the index is not a whole number"
    case .badConfidence: "the confidence is not within 0…1"
    case .repeatedPoint: "the point occurred before"
    }
  }
}

/// Everything that was left out: counted by reason, with the sentences of the first ones.
package struct RefusalLedger: Sendable {
  package private(set) var countByReason: [String: Int] = [:]
  /// In the order of occurrence.
  package private(set) var told: [Refusal] = []
  private let limit: Int

  package init(limit: Int) { self.limit = limit }

  package var count: Int { countByReason.values.reduce(0, +) }

  mutating func refuse(
    _ reason: ComparisonReason, file: String, line: Int?, traceID: String? = nil, what: String = "row"
  ) {
    add(
      Refusal(
        file: file, line: line, traceID: traceID, reason: reason.rawValue,
        message: "\(reason.meaning). The \(what) was skipped."))
  }

  mutating func add(_ refusal: Refusal) {
    countByReason[refusal.reason, default: 0] += 1
    if told.count < limit { told.append(refusal) }
  }
}
