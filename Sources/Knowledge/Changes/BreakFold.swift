internal import Geodesy
package import Moments
package import RoadGraph
internal import RoadRules

/// Roads that were driven differently from some day on, from many drives.
///
/// Each edge is followed day by day, and only what was known on a day decides what is found on it: drives up to any day
/// give the same rows for breaks that were detected by then. Only ``RoadBreak/Kind/congestion`` is about the last day
/// alone.
///
/// Memory grows with the vehicles and their days and with the edges, not with the passages, which wait in a scratch file by
/// parts of the map. The drives are read once.
package struct BreakFold: Sendable {
  /// Ascending by the day of detection, then by edge.
  package private(set) var breaks: [RoadBreak] = []
  private let graph: RoadGraph
  private let settings: ChangeSettings
  private let times: ExpectedTimes
  private let fleet: FleetActivity
  private let passages: PassagesByEdge

  /// - Parameter clock: the clocks of the place, for days and parts of the day.
  package init(
    of source: some DriveSource, on graph: RoadGraph, mode: TravelMode = .car, clock: LocalClock = .utc,
    settings: ChangeSettings = ChangeSettings()
  ) throws {
    self.graph = graph
    self.settings = settings
    times = ExpectedTimes(graph: graph, mode: mode)
    passages = try PassagesByEdge(
      of: source, EdgePassageReader(graph, mode, clock), edgeCount: graph.edgeCount, settings)
    fleet = FleetActivity(passages.vehicleDays, vehicles: passages.vehicleCount, settings)
    guard fleet.dayCount > 0, fleet.dayCount < Int(UInt16.max) else { return }
    let parts = try forEachPart { [self] part in try follow(part) }
    breaks = parts.flatMap(\.breaks)
    let lastDays = parts.flatMap(\.lastDays)
    let limit = Tails.limit(lastDays.map(\.pValue), share: settings.falseCongestion)
    breaks += lastDays.filter { $0.pValue <= limit && $0.after <= $0.before * (1 - settings.leastCongestion) }
    try findDetours()
    breaks.sort {
      ($0.detected, $0.edge, $0.kind.rawValue) < ($1.detected, $1.edge, $1.kind.rawValue)
    }
  }

  /// The edges of a part of the map.
  private struct Followed: Sendable {
    var breaks: [RoadBreak] = []
    var lastDays: [RoadBreak] = []
  }

  private func follow(_ part: Int) throws -> Followed {
    var followed = Followed()
    try passages.forEachEdge(of: part, from: fleet.firstDay) { edge, passages in
      guard passages.count > Self.fewPassages else { return }
      var use = UseWatch(edge, passages, fleet, settings)
      use.run()
      var speed = SpeedWatch(edge, profileSpeed: 3.6 * times.speed(on: edge), fleet, settings)
      speed.run(passages)
      followed.breaks += use.breaks + speed.breaks.filter { !follows($0, use.breaks) }
      if let last = speed.lastDay, !follows(last, use.breaks) { followed.lastDays.append(last) }
    }
    return followed
  }

  /// Whether a road that is known to be closed or opened seems to have changed otherwise as well: its passages are those of
  /// other roads then, mistaken for its own.
  private func follows(_ change: RoadBreak, _ uses: [RoadBreak]) -> Bool {
    uses.contains { use in
      use.detected <= change.detected
        && abs(change.day.daysSince1970 - use.day.daysSince1970) <= settings.longestWindow / 2
    }
  }

  /// Of so few nothing can be said.
  private static let fewPassages = 5

  private func forEachPart<Found: Sendable>(_ body: @escaping @Sendable (Int) throws -> Found) throws -> [Found] {
    try inParallel(passages.partCount, workers: settings.workers, body)
  }

  // MARK: Detours

  private mutating func findDetours() throws {
    let causes = breaks.filter { $0.kind == .closed || $0.kind == .opened }
    guard !causes.isEmpty else { return }
    let search = DetourSearch(of: causes, on: graph, fleet, settings)
    let parts = try forEachPart { [passages, fleet] part in
      var found: [RoadBreak] = []
      try passages.forEachEdge(of: part, from: fleet.firstDay, order: .any) { edge, passages in
        guard passages.count >= DetourSearch.leastPassages else { return }
        found += search.detours(edge, passages)
      }
      return found
    }
    let ownBreaks = Dictionary(grouping: causes, by: \.edge)
    breaks += Self.firstCauses(parts.flatMap(\.self).filter { !follows($0, ownBreaks[$0.edge] ?? []) })
  }

  /// One row for each edge and day; of several causes the one that was found first and explains it best.
  private static func firstCauses(_ detours: [RoadBreak]) -> [RoadBreak] {
    let order = detours.sorted {
      ($0.edge, $0.detected, $0.pValue, $0.cause?.rawValue ?? 0)
        < ($1.edge, $1.detected, $1.pValue, $1.cause?.rawValue ?? 0)
    }
    var first = 0
    return order.indices.filter { number in
      if order[number].edge != order[first].edge { first = number }
      return !order[first..<number].contains {
        abs($0.day.daysSince1970 - order[number].day.daysSince1970) < 8
      }
    }.map { order[$0] }
  }
}
