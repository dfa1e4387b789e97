internal import Hierarchies

/// Finds the paths from one place at a time to all of some columns.
///
/// The value is scratch of a ``RowSearch``, once it is used: keep one per worker and columns.
struct ColumnSearch: ~Copyable, Sendable {
  private var rows: RowSearch?
  private var begins: [MeasuredSeed] = []

  /// The paths from a place to each column; `nil` if the hierarchy may not contain all roads that can be driven from there.
  mutating func arrivals(from origin: SnappedWaypoint, at columns: MatrixColumns) -> [MatrixColumns.Arrival?]? {
    let starts = origin.starts(columns.lawfulCosts)
    guard let metric = columns.metric(from: starts) else { return nil }
    columns.sow(starts, into: &begins)
    if rows == nil { rows = RowSearch(for: columns.roads.hierarchy, to: columns.ends) }
    rows?.run(from: begins, to: columns.ends, on: columns.roads.hierarchy, metric, columns.arcs)
    var row = columns.arrivals { rows?.path(to: $0) }
    columns.addNearPaths(from: origin, starts, to: &row)
    return row
  }
}
