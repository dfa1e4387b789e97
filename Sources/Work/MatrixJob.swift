internal import Plans
package import Records
package import Reports
package import RoadGraph
package import Routing
internal import Synchronization

/// The places of a matrix.
package struct MatrixPlaces: Sendable {
  /// A file, and what is on the road of each of its places.
  package struct List: Sendable {
    let path: String
    let ids: [String]
    let waypoints: [Waypoint]
    let refusals: [Refusal]

    package init(path: String, ids: [String], waypoints: [Waypoint], refusals: [Refusal]) {
      self.path = path
      self.ids = ids
      self.waypoints = waypoints
      self.refusals = refusals
    }

    fileprivate func within(_ radius: Double?) -> List {
      let waypoints = waypoints.map { waypoint in
        var waypoint = waypoint
        waypoint.radius = waypoint.radius ?? radius
        return waypoint
      }
      return List(path: path, ids: ids, waypoints: waypoints, refusals: refusals)
    }
  }

  let rows: List
  let columns: List
  let isSquare: Bool

  /// - Parameter columns: `nil` if they are the rows.
  package init(rows: List, columns: List?) {
    self.rows = rows
    self.columns = columns ?? rows
    isSquare = columns == nil
  }

  package var pairCount: Int { rows.ids.count * columns.ids.count }

  /// The same places, for which roads are looked up within a radius.
  package func within(_ radius: Double?) -> MatrixPlaces {
    MatrixPlaces(rows: rows.within(radius), columns: isSquare ? nil : columns.within(radius))
  }
}

/// Finds the rows of a matrix. The pairs are counted as requests.
///
/// Memory: the distances of up to ``mostKept`` pairs for a format that lists them after the durations; the rows behind
/// these are found again.
package struct MatrixJob: RunJob {
  package enum Input: Sendable {
    case refusals([Refusal])
    case row(Int)
    case distances(ofRow: Int)
  }

  package let content: OutputContent
  private let graph: RoadGraph
  private let settings: RequestSettings
  private let places: MatrixPlaces
  private let matrix: RouteMatrix
  private let report: MatrixReport
  private let prepared: PreparedRoads?
  private let kept: KeptDistances

  /// 5,000 × 5,000 pairs, in 100 MB.
  private static let mostKept = 25_000_000

  /// - Parameters:
  ///   - request: the options of all pairs.
  ///   - prepared: the hierarchy, with the costs of the request.
  ///   - mostKept: the number of pairs whose distances are kept.
  package init(
    _ places: MatrixPlaces, _ request: RouteRequest, on graph: RoadGraph, settings: RequestSettings,
    prepared: PreparedRoads?, format: MatrixFormat, mostKept: Int? = nil
  ) {
    self.graph = graph
    self.settings = settings
    self.places = places
    self.prepared = prepared
    content = OutputContent(.requests, of: settings.report)
    report = MatrixReport(
      from: places.rows.ids, to: places.isSquare ? nil : places.columns.ids, as: format, settings.report.compression)
    var router = Router(on: graph, settings: settings.routing, timetable: settings.timetable, prepared: prepared)
    matrix = RouteMatrix(to: places.columns.waypoints, request, using: &router)
    kept = KeptDistances(most: mostKept ?? Self.mostKept)
  }

  package var frames: [OutputFrame] { [report.frame] }
  package var indexPage: Int? { nil }
  package var namedFiles: [String] { [] }

  package func reportCount(_ input: Input) -> Int { 0 }

  package func makeWorker() -> Worker {
    Worker(router: Router(on: graph, settings: settings.routing, timetable: settings.timetable, prepared: prepared))
  }

  package func work(on input: Input, using worker: inout Worker, _ counts: inout RunCounts) -> [RenderedOutcome] {
    switch input {
    case .refusals(let refusals):
      for refusal in refusals { counts.addRefusal(reason: refusal.reason) }
      return [RenderedOutcome(outcome: Outcome(refusals: refusals))]
    case .row(let number):
      let cells = cells(number, using: &worker)
      var outcome = Outcome(id: places.rows.ids[number], file: places.rows.path)
      counts.add(cells)
      if !places.isSquare, cells.first == .failed(.couldNotMatch(waypoint: 0, of: 2)) {
        outcome.refusals = [
          refusal(of: number, in: places.rows, code: RouteError.couldNotMatch(waypoint: 0, of: 2).code)
        ]
        for refusal in outcome.refusals { counts.addRefusal(reason: refusal.reason) }
      }
      let entries = cells.map(\.entry)
      if report.format.isInTwoParts { kept.keep(entries.map { $0?.distance }, ofRow: number) }
      return [RenderedOutcome(outcome: outcome, rendered: [[report.row(number, entries)]])]
    case .distances(let number):
      let distances = kept.take(number) ?? cells(number, using: &worker).map { $0.entry?.distance }
      return [RenderedOutcome(outcome: Outcome(), rendered: [[report.distances(number, distances)]])]
    }
  }

  private func cells(_ row: Int, using worker: inout Worker) -> [MatrixCell] {
    var search = worker.matrix.take() ?? MatrixSearch(of: matrix)
    let cells = search.row(from: places.rows.waypoints[row], using: &worker.planner.router)
    worker.matrix = consume search
    return cells
  }

  // MARK: Inputs

  /// The next bundle of inputs for each call.
  package func inputs() -> () -> [Input]? {
    let rows = places.rows.ids.count
    let size = max(
      1, Self.pairsPerBundle / max(1, matrix.columnCount) / (matrix.isByRows ? 1 : Self.pairsPerBundle / 16))
    let parts = report.format.isInTwoParts ? 2 : 1
    var (next, isBegun) = (0, false)
    return {
      if !isBegun {
        isBegun = true
        return [.refusals(refusals)]
      }
      guard next < parts * rows else { return nil }
      let end = min(next + size, next < rows ? rows : 2 * rows)
      defer { next = end }
      return (next..<end).map { $0 < rows ? .row($0) : .distances(ofRow: $0 - rows) }
    }
  }

  /// Some milliseconds of work.
  private static let pairsPerBundle = 16_384

  private var refusals: [Refusal] {
    let code = RouteError.couldNotMatch(waypoint: 1, of: 2).code
    return places.rows.refusals + (places.isSquare ? [] : places.columns.refusals)
      + matrix.unmatched.map { refusal(of: $0, in: places.columns, code: code) }
  }

  private func refusal(of place: Int, in list: MatrixPlaces.List, code: String) -> Refusal {
    let what = places.isSquare ? "begins or ends" : list.path == places.rows.path ? "begins" : "ends"
    return Refusal(
      file: list.path, line: nil, traceID: list.ids[place], reason: code,
      message: "no road of this mode is near the place \(list.ids[place]), at \(list.waypoints[place].place); no route "
        + "\(what) there. --snap-radius looks farther.")
  }
}

/// The distances of finished rows, until they are written; 4 bytes for each.
private final class KeptDistances: Sendable {
  private struct Rows {
    var distances: [Int: [UInt32]] = [:]
    var count = 0
  }

  private let rows = Mutex(Rows())
  private let most: Int
  /// There is no route.
  private static let none = UInt32.max

  init(most: Int) { self.most = most }

  func keep(_ distances: [Int64?], ofRow row: Int) {
    let kept = distances.map { $0.map { UInt32(clamping: $0) } ?? Self.none }
    rows.withLock { rows in
      guard rows.count + kept.count <= most else { return }
      rows.count += kept.count
      rows.distances[row] = kept
    }
  }

  /// `nil` if the row was not kept.
  func take(_ row: Int) -> [Int64?]? {
    let kept = rows.withLock { rows in
      let found = rows.distances.removeValue(forKey: row)
      rows.count -= found?.count ?? 0
      return found
    }
    return kept?.map { $0 == Self.none ? nil : Int64($0) }
  }
}

extension MatrixCell {
  fileprivate var entry: MatrixReport.Entry {
    guard case .found(let duration, let length, _) = self else { return nil }
    return (Int64(duration.rounded()), Int64(length.rounded()))
  }
}

extension RunCounts {
  /// Adds a row of a matrix.
  fileprivate mutating func add(_ cells: [MatrixCell]) {
    var (lawful, violating) = (0, 0)
    for cell in cells {
      switch cell {
      case .found(_, _, isLawful: true): lawful += 1
      case .found: violating += 1
      case .failed(let error): addReport(status: RouteStatus.failed.rawValue, reason: error.code)
      }
    }
    reports += lawful + violating
    if lawful > 0 { byStatus[RouteStatus.ok.rawValue, default: 0] += lawful }
    if violating > 0 { byStatus[RouteStatus.violating.rawValue, default: 0] += violating }
  }
}
