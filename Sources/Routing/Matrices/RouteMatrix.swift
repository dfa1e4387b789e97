package import Geodesy
internal import Hierarchies
internal import RoadRules
private import Synchronization

/// What a matrix holds for one pair of places.
package enum MatrixCell: Equatable, Sendable {
  /// The duration is the one in traffic where traffic or times are given.
  case found(duration: Seconds, length: Metres, isLawful: Bool)
  case failed(RouteError)
}

/// Times and lengths of the routes from any place to the same many places, the columns, with the same options.
///
/// Each cell is what ``Router/route(_:surcharges:)`` answers for its pair. Paths are found for a whole row at a time. If
/// times of passing matter, or there is no hierarchy of all the roads, each pair is asked for by itself.
package struct RouteMatrix: Sendable {
  /// The options; its waypoints do not matter.
  let request: RouteRequest
  let targets: [Waypoint]
  /// The costs by which places are snapped.
  let yielding: RoadCosts
  let isMatched: [Bool]
  let prepared: PreparedRoads?
  /// `nil` if each pair is asked for by itself.
  let columns: MatrixColumns?
  private let others = OtherColumns()

  /// - Parameter router: finds the routes; of its hierarchy, the default options are used.
  /// - Complexity: O(arcs of the hierarchy + columns).
  package init(to targets: [Waypoint], _ request: RouteRequest, using router: inout Router) {
    self.request = request
    self.targets = targets
    prepared = router.prepared
    let snapshot = router.snapshot(for: request)
    yielding = RoadCosts(
      graph: router.graph, options: request.options, strictness: .yielding,
      changes: snapshot.searched)
    var snapped: [SnappedWaypoint?] = []
    for target in targets { snapped.append(router.snapped(target, asWaypoint: 1, costs: yielding)) }
    isMatched = snapped.map { $0 != nil }
    let isTimed = snapshot.time != nil || !router.timetable.isEmptyWithoutTime
    guard !isTimed, let prepared, prepared.costs.options == request.options, snapshot.isAsPrepared,
      let metric = prepared.metric(from: []), prepared.holdsAllRoads
    else {
      columns = nil
      return
    }
    columns = MatrixColumns(snapped, on: prepared.roads, costs: prepared.costs, metric)
  }

  package var columnCount: Int { targets.count }

  /// The columns without a road near enough.
  package var unmatched: [Int] { isMatched.indices.filter { !isMatched[$0] } }

  /// Whole rows are searched at a time.
  package var isByRows: Bool { columns != nil }

  /// The columns on roads that are connected to the others, for pairs without a lawful path.
  func ashore(_ columns: MatrixColumns, using router: inout Router) -> MatrixColumns {
    others.ashore.withLock { known in
      if let known { return known }
      var snapped: [SnappedWaypoint?] = []
      for (column, target) in targets.enumerated() {
        let place = columns.place(of: column)
        snapped.append(
          place.flatMap { router.ashore(target, asWaypoint: 1, costs: yielding) ?? $0 })
      }
      let made = MatrixColumns(
        snapped, on: columns.roads, costs: columns.costs, columns.metric, arcs: columns.arcs)
      known = made
      return made
    }
  }

  /// The columns where rules may be violated; `nil` if the hierarchy may not contain all roads.
  func violating(_ columns: MatrixColumns) -> MatrixColumns? {
    others.violating.withLock { known in
      if let known { return known }
      guard let metric = prepared?.yielding else { return nil }
      let snapped = (0..<columns.count).map { columns.place(of: $0) }
      known = MatrixColumns(snapped, on: columns.roads, costs: yielding, metric)
      return known
    }
  }
}

/// Columns for pairs without a lawful path. They are made when first needed, for all workers.
private final class OtherColumns: Sendable {
  let ashore = Mutex<MatrixColumns?>(nil)
  let violating = Mutex<MatrixColumns?>(nil)
}

/// Finds the rows of one matrix.
///
/// The value is scratch: keep one per worker.
package struct MatrixSearch: ~Copyable, Sendable {
  private let matrix: RouteMatrix
  private var begins: [MeasuredSeed] = []
  /// Created when first needed.
  private var lawful: RowSearch?
  private var ashore: RowSearch?
  private var violating: RowSearch?

  package init(of matrix: RouteMatrix) { self.matrix = matrix }

  /// The cells from one place to every column.
  ///
  /// - Parameter router: one with the settings, the timetable and the hierarchy of the matrix.
  package mutating func row(from origin: Waypoint, using router: inout Router) -> [MatrixCell] {
    guard let snapped = router.snapped(origin, asWaypoint: 0, costs: matrix.yielding) else {
      return matrix.targets.map { _ in .failed(.couldNotMatch(waypoint: 0, of: 2)) }
    }
    var cells: [MatrixCell?] = matrix.isMatched.map {
      $0 ? nil : .failed(.couldNotMatch(waypoint: 1, of: 2))
    }
    if let columns = matrix.columns,
      matrix.prepared?.metric(from: snapped.starts(columns.costs)) != nil
    {
      fill(&cells, isLawful: true, Self.arrivals(from: snapped, to: columns, &lawful, &begins)) {
        _ in true
      }
      if cells.contains(nil) {
        addOthers(to: &cells, from: origin, snapped, columns, using: &router)
      }
    }
    var row: [MatrixCell] = []
    row.reserveCapacity(cells.count)
    for (column, cell) in cells.enumerated() {
      row.append(cell ?? pair(origin, matrix.targets[column], using: &router))
    }
    return row
  }

  /// Fills cells without a lawful path, as ``Router`` does: from roads that are connected to the others, then by
  /// violating rules.
  private mutating func addOthers(
    to cells: inout [MatrixCell?], from origin: Waypoint, _ snapped: SnappedWaypoint,
    _ columns: MatrixColumns,
    using router: inout Router
  ) {
    let other = router.ashore(origin, asWaypoint: 0, costs: matrix.yielding) ?? snapped
    let places = matrix.ashore(columns, using: &router)
    let isMoved = !other.isSamePlace(as: snapped)
    if matrix.prepared?.metric(from: other.starts(columns.costs)) == nil { return }
    fill(&cells, isLawful: true, Self.arrivals(from: other, to: places, &ashore, &begins)) {
      column in
      guard let before = columns.place(of: column), let after = places.place(of: column) else {
        return false
      }
      return isMoved || !after.isSamePlace(as: before)
    }
    guard cells.contains(nil), let rules = matrix.violating(columns) else { return }
    fill(&cells, isLawful: false, Self.arrivals(from: snapped, to: rules, &violating, &begins)) {
      _ in true
    }
    for column in cells.indices where cells[column] == nil {
      cells[column] = .failed(.noRoute(leg: 0))
    }
  }

  /// Fills the empty cells of some columns.
  private func fill(
    _ cells: inout [MatrixCell?], isLawful: Bool, _ arrivals: [MatrixColumns.Arrival?],
    where isMeant: (Int) -> Bool
  ) {
    for (column, arrival) in arrivals.enumerated() where cells[column] == nil {
      guard let measures = arrival?.measures, isMeant(column) else { continue }
      cells[column] =
        isLawful || !matrix.request.isStrict
        ? .found(duration: measures.duration, length: measures.length, isLawful: isLawful)
        : .failed(.onlyViolating(leg: 0))
    }
  }

  private static func arrivals(
    from origin: SnappedWaypoint, to columns: MatrixColumns, _ rows: inout RowSearch?,
    _ begins: inout [MeasuredSeed]
  ) -> [MatrixColumns.Arrival?] {
    var search = rows.take() ?? RowSearch(for: columns.roads.hierarchy, to: columns.ends)
    let starts = origin.starts(columns.costs)
    columns.sow(starts, into: &begins)
    search.run(
      from: begins, to: columns.ends, on: columns.roads.hierarchy, columns.metric, columns.arcs)
    var row = columns.arrivals { search.path(to: $0) }
    columns.addNearPaths(from: origin, starts, to: &row)
    rows = consume search
    return row
  }

  private func pair(_ origin: Waypoint, _ target: Waypoint, using router: inout Router)
    -> MatrixCell
  {
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

extension Router {
  /// The place of the first or the second of two waypoints.
  fileprivate mutating func snapped(_ waypoint: Waypoint, asWaypoint number: Int, costs: RoadCosts)
    -> SnappedWaypoint?
  {
    waypoint.snapped
      ?? snapper.snap(waypoint, as: WaypointUse(waypoint: number, of: 2), costs: costs)
  }

  /// The same on roads that are connected to the others.
  fileprivate mutating func ashore(_ waypoint: Waypoint, asWaypoint number: Int, costs: RoadCosts)
    -> SnappedWaypoint?
  {
    let shore = Shore(of: mainland(for: costs.options.mode))
    return waypoint.snapped
      ?? snapper.snap(
        waypoint, as: WaypointUse(waypoint: number, of: 2), costs: costs, shore: shore)
  }
}

extension PreparedRoads {
  /// The hierarchy of motor vehicles holds all that the map opens to them.
  fileprivate var holdsAllRoads: Bool {
    RoutingHierarchy.modes.contains(costs.options.mode) || roads.turns.holdsAll(of: costs)
  }
}
