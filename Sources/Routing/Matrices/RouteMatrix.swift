package import Geodesy
internal import Hierarchies
internal import RoadRules

/// What a matrix holds for one pair of places.
package enum MatrixCell: Equatable, Sendable {
  /// The duration is the one in traffic where traffic or times are given.
  case found(duration: Seconds, length: Metres, isLawful: Bool)
  case failed(RouteError)
}

/// Times and lengths of the routes from any place to the same many places, the columns, with the same options.
///
/// Each cell is what ``Router/route(_:surcharges:)`` answers for its pair. Lawful paths are found for a whole row at a
/// time; the few pairs without one are asked for by themselves, as are all pairs if times of passing matter or there is
/// no hierarchy of all the roads.
package struct RouteMatrix: Sendable {
  /// The options; its waypoints do not matter.
  let request: RouteRequest
  let targets: [Waypoint]
  /// The costs by which places are snapped.
  let yielding: RoadCosts
  let isMatched: [Bool]
  /// `nil` if each pair is asked for by itself.
  let columns: MatrixColumns?

  /// - Parameter router: finds the routes; of its hierarchy, the default options are used.
  /// - Complexity: O(arcs of the hierarchy + columns).
  package init(to targets: [Waypoint], _ request: RouteRequest, using router: inout Router) {
    self.request = request
    self.targets = targets
    let snapshot = router.snapshot(for: request)
    yielding = RoadCosts(
      graph: router.graph, options: request.options, strictness: .yielding, changes: snapshot.searched)
    var snapped: [SnappedWaypoint?] = []
    for target in targets {
      snapped.append(
        target.snapped ?? router.snapper.snap(target, as: WaypointUse(waypoint: 1, of: 2), costs: yielding))
    }
    isMatched = snapped.map { $0 != nil }
    let isTimed = snapshot.time != nil || !router.timetable.isEmptyWithoutTime
    guard !isTimed, let prepared = router.prepared, prepared.costs.options == request.options, snapshot.isAsPrepared
    else {
      columns = nil
      return
    }
    columns = MatrixColumns(snapped, by: prepared)
  }

  package var columnCount: Int { targets.count }

  /// The columns without a road near enough.
  package var unmatched: [Int] { isMatched.indices.filter { !isMatched[$0] } }

  /// Whole rows are searched at a time.
  package var isByRows: Bool { columns != nil }
}

/// Finds the rows of one matrix.
///
/// The value is scratch: keep one per worker.
package struct MatrixSearch: ~Copyable, Sendable {
  private let matrix: RouteMatrix
  private var rows: RowSearch?
  private var begins: [MeasuredSeed] = []

  package init(of matrix: RouteMatrix) {
    self.matrix = matrix
    rows = matrix.columns.map { RowSearch(for: $0.roads.hierarchy, to: $0.ends) }
  }

  /// The cells from one place to every column.
  ///
  /// - Parameter router: one with the settings, the timetable and the hierarchy of the matrix.
  package mutating func row(from origin: Waypoint, using router: inout Router) -> [MatrixCell] {
    let use = WaypointUse(waypoint: 0, of: 2)
    guard let snapped = origin.snapped ?? router.snapper.snap(origin, as: use, costs: matrix.yielding) else {
      return matrix.targets.map { _ in .failed(.couldNotMatch(waypoint: 0, of: 2)) }
    }
    let arrivals = arrivals(from: snapped)
    var cells: [MatrixCell] = []
    cells.reserveCapacity(matrix.columnCount)
    for column in matrix.targets.indices {
      // A route from a place to itself stays where it begins.
      let isHere = matrix.targets[column].repeats(origin)
      if let measures = arrivals?[column]?.measures, !isHere || measures.length == 0 {
        cells.append(.found(duration: measures.duration, length: measures.length, isLawful: true))
      } else if matrix.isMatched[column] {
        cells.append(pair(origin, matrix.targets[column], using: &router))
      } else {
        cells.append(.failed(.couldNotMatch(waypoint: 1, of: 2)))
      }
    }
    return cells
  }

  /// The lawful paths from a place to each column; `nil` if each pair is to be asked for by itself.
  private mutating func arrivals(from origin: SnappedWaypoint) -> [MatrixColumns.Arrival?]? {
    guard let columns = matrix.columns else { return nil }
    let starts = origin.starts(columns.costs)
    guard let metric = columns.prepared.metric(from: starts) else { return nil }
    columns.sow(starts, into: &begins)
    rows?.run(from: begins, to: columns.ends, on: columns.roads.hierarchy, metric, columns.arcs)
    var row = columns.arrivals { rows?.path(to: $0) }
    columns.addNearPaths(from: origin, starts, to: &row)
    return row
  }

  private func pair(_ origin: Waypoint, _ target: Waypoint, using router: inout Router) -> MatrixCell {
    var request = matrix.request
    request.waypoints = [origin, target]
    do throws(RouteError) {
      let route = try router.route(request)
      let duration = route.durationInTraffic ?? route.duration
      return .found(duration: duration, length: route.length, isLawful: route.violations.isEmpty)
    } catch {
      return .failed(error)
    }
  }
}
