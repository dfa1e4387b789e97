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
/// Each cell is what ``Router/route(_:surcharges:)`` answers for its pair. Paths are found for a whole row at a time:
/// first the lawful ones, then those between places moved to the mainland, then those that violate something. Pairs without
/// any are asked for by themselves, as are all pairs if times of passing matter or there is no hierarchy of all the roads.
package struct RouteMatrix: Sendable {
  /// The options; its waypoints do not matter.
  let request: RouteRequest
  let targets: [Waypoint]
  /// The costs by which places are snapped.
  let yielding: RoadCosts
  let isMatched: [Bool]
  /// `nil` if each pair is asked for by itself.
  let columns: MatrixColumns?
  /// For pairs without a lawful path; `nil` where `columns` is.
  let later: LaterColumns?

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
      (columns, later) = (nil, nil)
      return
    }
    columns = MatrixColumns(snapped, by: prepared)
    later = columns.map { LaterColumns(snapped, targets, besides: $0, by: prepared) }
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
  private var lawful = ColumnSearch()
  private var moved = ColumnSearch()
  private var ashore = ColumnSearch()
  private var yielding = ColumnSearch()

  package init(of matrix: RouteMatrix) { self.matrix = matrix }

  /// The cells from one place to every column.
  ///
  /// - Parameter router: one with the settings, the timetable and the hierarchy of the matrix.
  package mutating func row(from origin: Waypoint, using router: inout Router) -> [MatrixCell] {
    let use = WaypointUse(waypoint: 0, of: 2)
    guard let snapped = origin.snapped ?? router.snapper.snap(origin, as: use, costs: matrix.yielding) else {
      return matrix.targets.map { _ in .failed(.couldNotMatch(waypoint: 0, of: 2)) }
    }
    let known = known(from: origin, snapped, using: &router)
    var cells: [MatrixCell] = []
    cells.reserveCapacity(matrix.columnCount)
    for column in matrix.targets.indices {
      if let cell = known?[column] {
        cells.append(cell)
      } else if matrix.isMatched[column] {
        cells.append(pair(origin, matrix.targets[column], using: &router))
      } else {
        cells.append(.failed(.couldNotMatch(waypoint: 1, of: 2)))
      }
    }
    return cells
  }

  /// The cells found for the row as a whole; `nil` for those to be asked for by themselves.
  private mutating func known(
    from origin: Waypoint, _ snapped: SnappedWaypoint, using router: inout Router
  ) -> [MatrixCell?]? {
    guard let columns = matrix.columns, let arrivals = lawful.arrivals(from: snapped, at: columns) else { return nil }
    var cells = arrivals.map { $0.map { MatrixCell(of: $0.measures, isLawful: true) } }
    // A route from a place to itself stays where it begins.
    let here = matrix.targets.indices.filter { matrix.targets[$0].repeats(origin) }
    for column in here where arrivals[column]?.measures.length != 0 { cells[column] = nil }
    var missing = cells.indices.filter { cells[$0] == nil && matrix.isMatched[$0] && !here.contains($0) }
    if missing.isEmpty || matrix.request.isStrict { return cells }
    addAshore(from: origin, snapped, &missing, to: &cells, using: &router)
    guard !missing.isEmpty, let columns = matrix.later?.yielding,
      let arrivals = yielding.arrivals(from: snapped, at: columns)
    else { return cells }
    for column in missing { cells[column] = arrivals[column].map { MatrixCell(of: $0.measures, isLawful: false) } }
    return cells
  }

  /// Adds the lawful paths between places moved to the mainland.
  ///
  /// - Parameter missing: the columns without a path.
  private mutating func addAshore(
    from origin: Waypoint, _ snapped: SnappedWaypoint, _ missing: inout [Int], to cells: inout [MatrixCell?],
    using router: inout Router
  ) {
    guard let later = matrix.later else { return }
    let shore = Shore(of: router.mainland(for: matrix.request.options.mode))
    let begin = router.ashore(origin, at: snapped, as: WaypointUse(waypoint: 0, of: 2), shore, costs: matrix.yielding)
    let isMoved = !begin.isSamePlace(as: snapped)
    let isColumnMoved = later.places(on: shore, costs: matrix.yielding, using: &router).isMoved
    let wanted = missing.filter { isMoved || isColumnMoved[$0] }
    guard !wanted.isEmpty, let columns = isMoved ? later.ashore : later.moved else { return }
    let arrivals = isMoved ? ashore.arrivals(from: begin, at: columns) : moved.arrivals(from: begin, at: columns)
    // Without weights, the pairs are asked for by themselves.
    for column in wanted { cells[column] = arrivals?[column].map { MatrixCell(of: $0.measures, isLawful: true) } }
    missing.removeAll { cells[$0] != nil || arrivals == nil && (isMoved || isColumnMoved[$0]) }
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

extension MatrixCell {
  fileprivate init(of measures: PathMeasures, isLawful: Bool) {
    self = .found(duration: measures.duration, length: measures.length, isLawful: isLawful)
  }
}
