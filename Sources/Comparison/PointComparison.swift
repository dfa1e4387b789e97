internal import Records
package import RoadGraph

/// How many points the result placed on the edge they were truly on.
package struct PointComparison: Hashable, Sendable {
  /// Points whose truth is known.
  package internal(set) var labelled = 0
  /// Of these, points truly on a road.
  package internal(set) var onRoad = 0
  /// On the true edge, in its direction.
  package internal(set) var right = 0
  /// On another edge.
  package internal(set) var wrong = 0
  /// Truly on a road, but placed on none by the result or absent from it.
  package var unplaced: Int { onRoad - right - wrong }
  /// Truly off the road, but placed on one.
  package internal(set) var wronglyOnRoad = 0
  /// Points of the result whose truth is not known.
  package internal(set) var unlabelled = 0
  /// For the points placed on an edge, with the confidence that the result states.
  package internal(set) var reliability: Reliability

  init(bins: Int) { reliability = Reliability(bins: bins) }

  /// right / on road, 0 … 1; a point that is not placed is not right.
  package var accuracy: Double? { onRoad > 0 ? Double(right) / Double(onRoad) : nil }
}

/// Compares points by trace and index.
///
/// Shapes:
///
///     truth     trace_id, index, from_node, to_node, on_road if present
///     result    trace_id, index, status, confidence, and edge (of the map) or from_node and to_node
///
/// With a map, the two nodes may be any neighbours on the edge: the point is right if the edge is. Without one, the
/// nodes themselves must be equal.
///
/// - Throws: ``ComparisonError``.
package func comparePoints(
  truth: String, result: String, on graph: RoadGraph?, settings: ComparisonSettings = ComparisonSettings(),
  _ refusals: inout RefusalLedger
) throws(ComparisonError) -> PointComparison {
  var labels = try PointLabels(path: truth, &refusals)
  var points = try PointTable(path: result, hasMap: graph != nil)
  let edges = graph.map { PairEdges(of: labels, in: $0) }
  var comparison = PointComparison(bins: settings.bins)
  comparison.labelled = labels.count
  comparison.onRoad = labels.onRoadCount
  while try points.table.nextRow() {
    do throws(RowRefusal) {
      let point = try points.point()
      guard let label = try labels.take(point.index, of: points.table.text(points.trace)) else {
        comparison.unlabelled += 1
        continue
      }
      let isRight = point.place.map { label.isOnRoad && isSame($0, as: label.pair, edges) } ?? false
      comparison.count(point, label, isRight: isRight)
    } catch {
      let trace = points.table.text(points.trace)
      refusals.refuse(error.reason, file: result, line: points.table.line, traceID: trace)
    }
  }
  return comparison
}

private func isSame(_ place: PointTable.Point.Place, as pair: PieceKey, _ edges: PairEdges?) -> Bool {
  switch place {
  case .edge(let edge): edges?.edges(of: pair).contains(edge) ?? false
  case .pair(let found):
    found == pair || edges.map { !Set($0.edges(of: found)).isDisjoint(with: $0.edges(of: pair)) } ?? false
  }
}

extension PointComparison {
  fileprivate mutating func count(_ point: PointTable.Point, _ label: PointLabels.Label, isRight: Bool) {
    guard point.place != nil else { return }
    if label.isOnRoad { if isRight { right += 1 } else { wrong += 1 } } else { wronglyOnRoad += 1 }
    if let confidence = point.confidence { reliability.add(confidence, isRight: isRight) }
  }
}

/// The rows of the result's points.
private struct PointTable {
  struct Point {
    enum Place {
      case edge(EdgeID)
      case pair(PieceKey)
    }

    var index: Int
    /// `nil` if the result places the point on no road.
    var place: Place?
    var confidence: Double?
  }

  var table: CSVTable
  let trace: Int?
  private let index, status, edge, from, to, confidence: Int?

  init(path: String, hasMap: Bool) throws(ComparisonError) {
    table = try openTable(openStream(path))
    trace = table.column("trace_id")
    index = table.column("index")
    status = table.column("status")
    from = table.column("from_node")
    to = table.column("to_node")
    edge = from != nil && to != nil ? nil : table.column("edge")
    confidence = table.column("confidence")
    guard trace != nil, index != nil else { throw .columnsUnknown(path: path, wanted: "trace_id and index") }
    if from == nil || to == nil, edge == nil || !hasMap { throw .pointsNeedMap(path: path) }
  }

  /// The point of the current row.
  func point() throws(RowRefusal) -> Point {
    guard table.flaw == nil else { throw RowRefusal(.badRecord) }
    guard let index = table.integer(index), index >= 0 else { throw RowRefusal(.badIndex) }
    var point = Point(index: Int(index))
    if table.has(status) && table.text(status) != "matched" { return point }
    if let edge {
      if table.has(edge) { point.place = .edge(try self.edge(edge)) }
    } else if table.has(from) || table.has(to) {
      guard let from = table.integer(from), let to = table.integer(to) else { throw RowRefusal(.badNode) }
      point.place = .pair(PieceKey(from: from, to: to))
    }
    if table.has(confidence) {
      guard let value = table.number(confidence), (0...1).contains(value) else { throw RowRefusal(.badConfidence) }
      point.confidence = value
    }
    return point
  }

  private func edge(_ column: Int) throws(RowRefusal) -> EdgeID {
    guard let number = table.integer(column), (0..<Int64(UInt32.max)).contains(number) else {
      throw RowRefusal(.badWay)
    }
    return EdgeID(Int(number))
  }
}
