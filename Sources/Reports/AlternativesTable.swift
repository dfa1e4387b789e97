internal import Geodesy
internal import Records
internal import RoadGraph
internal import Trips

extension TableSchema {
  static let alternatives = TableSchema(
    .alternatives, "One row per edge of the stretch on which another likely path differs from the trip, in order.",
    identity + [
      ColumnSchema("alternative", .integer, "Number of the alternative within the trip, from 1, likeliest first."),
      ColumnSchema("seq", .integer, "Number within the alternative, from 0."),
      ColumnSchema("margin", .quantity(.logarithm), "How much less likely than the trip, as a natural logarithm."),
      ColumnSchema(
        "relative_probability", .quantity(.probability),
        "How likely beside the trip, whose own would be 1: e^−`margin`."),
      ColumnSchema("edge", .integer, "Number of the edge in the map file."),
      ColumnSchema("way", .id, "Id of the way in the map's source."),
      ColumnSchema(
        "from_node", .id, "Source id of the node at its begin, as driven.", nullWhen: "the map was built without"),
      ColumnSchema(
        "to_node", .id, "Source id of the node at its end, as driven.", nullWhen: "the map was built without"),
      ColumnSchema("direction", .code(["forward", "backward"]), "With or against the way's order of nodes."),
      ColumnSchema("length_m", .quantity(.metres), "Length driven on it."),
      ColumnSchema("begin_offset_m", .quantity(.metres), "Where on the edge travel began."),
      ColumnSchema("end_offset_m", .quantity(.metres), "Where on the edge travel ended."),
      ColumnSchema("wrong_way", .flag, "It would have been driven against the allowed direction."),
      ColumnSchema("name", .text, "Name of the road.", nullWhen: "it has none"),
      ColumnSchema("ref", .text, "Number of the road.", nullWhen: "it has none"),
      ColumnSchema(
        "parts_from_seq", .integer, "`seq` in `edges` of the last edge before the stretch.",
        nullWhen: "it begins elsewhere"),
      ColumnSchema(
        "rejoins_at_seq", .integer, "`seq` in `edges` of the first edge after the stretch.",
        nullWhen: "it ends elsewhere"),
      ColumnSchema("first_fix", .integer, "`index` in `points` of the first fix that would lie elsewhere."),
      ColumnSchema("last_fix", .integer, "`index` in `points` of the last fix that would lie elsewhere."),
    ])
}

extension TripReport {
  /// The edges of all alternatives, one for each row.
  var alternativeRows: [(alternative: Int, seq: Int)] {
    (trip.alternatives ?? []).enumerated().flatMap { number, alternative in
      alternative.edges.indices.map { (number, $0) }
    }
  }

  func writeAlternative(_ index: Int, to row: inout some RowWriter & ~Copyable) {
    let (number, seq) = alternativeRows[index]
    guard let alternative = trip.alternatives?[number] else { return }
    let edge = alternative.edges[seq]
    row.beginRow()
    row.integer(number + 1)
    row.integer(seq)
    row.quantity(alternative.margin, .logarithm)
    row.quantity(alternative.relativeProbability, .probability)
    row.integer(edge.edge.index)
    row.id(graph.way(of: edge.edge).rawValue)
    row.id(graph.source(of: graph.tail(of: edge.edge))?.rawValue)
    row.id(graph.source(of: graph.head(of: edge.edge))?.rawValue)
    row.text(edge.edge.isForward ? "forward" : "backward")
    row.quantity(edge.length, .metres)
    row.quantity(edge.begin, .metres)
    row.quantity(edge.end, .metres)
    row.flag(edge.isWrongWay)
    row.name(graph.name(of: edge.edge))
    row.name(graph.ref(of: edge.edge))
    row.integer(alternative.partsFrom)
    row.integer(alternative.rejoinsAt)
    row.integer(alternative.fixes.lowerBound)
    row.integer(alternative.fixes.upperBound)
    row.endRow()
  }
}
