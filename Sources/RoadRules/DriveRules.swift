package import Moments
package import RoadGraph

/// The rules that a recorded drive is checked against: the rules of the map, of a policy and of traffic, as they bind
/// the vehicle at the time of passing.
///
/// A rule that cannot be evaluated accuses nobody: a limit on a measure that was not given, a rule by time if the time
/// or the clock of the place is unknown, or a condition that cannot be read.
package struct DriveRules: Sendable {
  package let graph: RoadGraph
  /// Only its known measures: the usual measures of its mode are not evidence.
  package let traveller: Traveller
  /// Without the clock of the place, only what does not depend on it.
  package let timetable: RoadTimetable
  /// `nil` if it is unknown; rules by time are then not in force.
  package let clock: LocalClock?

  package init(
    graph: RoadGraph, mode: TravelMode, vehicle: Vehicle = Vehicle(), timetable: RoadTimetable = RoadTimetable(),
    clock: LocalClock? = nil
  ) {
    self.graph = graph
    var traveller = Traveller(mode)
    traveller.vehicle = vehicle
    self.traveller = traveller
    self.timetable = clock == nil ? timetable.filesWithoutHours : timetable
    self.clock = clock
    let hasRules = timetable.rules?.isEmpty == false && (clock != nil || !vehicle.isEmpty)
    hasChanges = hasRules || !self.timetable.isEmptyWithoutTime
  }

  package var mode: TravelMode { traveller.mode }

  /// Whether any edge may differ from the map under some circumstances.
  package let hasChanges: Bool

  /// - Parameter time: of passing, `nil` if it is unknown.
  package func circumstances(at time: Timestamp?) -> Circumstances {
    Circumstances(at: time.flatMap { time in clock.map { $0.time(time) } }, traveller)
  }

  /// The time at which a policy and traffic are evaluated: instants need no clock.
  ///
  /// - Parameter time: of passing, `nil` if it is unknown.
  package func fileTime(at time: Timestamp?) -> ZonedTime? {
    time.map { clock?.time($0) ?? ZonedTime(moment: $0, offsetInMinutes: 0) }
  }

  /// The restriction that bans driving onto `edge` after `previous` at a time, or `nil`.
  ///
  /// - Parameter previous: the edge driven *i* + 1 before `edge`, for *i* = 0, 1, …; `nil` before the start.
  package func ban(onto edge: EdgeID, at time: Timestamp?, after previous: (Int) -> EdgeID?) -> TurnBan? {
    graph.ban(onto: edge, for: mode, after: previous) { isInForce(restriction: $0, at: time) }
  }

  /// Whether a restriction with a condition holds at a time.
  package func isInForce(restriction: Int, at time: Timestamp?) -> Bool {
    timetable.rules?.isInForce(restriction: restriction, in: circumstances(at: time)) ?? false
  }

  /// How an edge differs from the map at a time; `nil` if it does not.
  package func change(of edge: EdgeID, at time: Timestamp?) -> RoadChange? {
    guard hasChanges else { return nil }
    return timetable.change(
      of: edge, in: circumstances(at: time), filesAt: fileTime(at: time), on: graph, withTraffic: true)
  }

  /// Whether driving on an edge at a time is driving against a oneway: of the map, or of a condition in force. A oneway
  /// that may be lifted by a condition that cannot be evaluated accuses nobody.
  package func isAgainstOneway(_ edge: EdgeID, at time: Timestamp?) -> Bool {
    guard let rules = timetable.rules, rules.hasOneway(edge) else { return graph.isAgainstOneway(edge, for: mode) }
    let now = circumstances(at: time)
    if let isAgainst = rules.isAgainstOneway(edge, in: now) { return isAgainst }
    return graph.isAgainstOneway(edge, for: mode) && !rules.mayLiftOneway(edge, in: now)
  }

  /// Whether a oneway of an edge may hold only at times.
  package func mayHaveTimedOneway(_ edge: EdgeID) -> Bool { timetable.rules?.hasOneway(edge) ?? false }

  /// Whether any road of the map is a oneway at times.
  package var hasTimedOneways: Bool { timetable.rules?.hasOneways ?? false }

  /// The limits of a sign at a node that the vehicle exceeds.
  package func misfit(at node: NodeID, at time: Timestamp?) -> Misfit {
    guard hasChanges else { return [] }
    return timetable.rules?.misfit(at: node, in: circumstances(at: time)) ?? []
  }

  /// Whether a closed road may be open by a condition that cannot be evaluated, as for residents.
  package func mayBeOpen(_ edge: EdgeID, at time: Timestamp?) -> Bool {
    timetable.rules?.mayOpen(edge, in: circumstances(at: time)) ?? false
  }

  /// Whether some rule of a time or of a vehicle may hold on an edge.
  package func mayDiffer(_ edge: EdgeID) -> Bool {
    hasChanges || timetable.rules?.hasRules(edge) ?? false
  }

  /// The highest speed limit, in km/h, of conditions that cannot be evaluated; 0 without such conditions.
  package func highestDoubtfulLimit(of edge: EdgeID, at time: Timestamp?) -> Double {
    timetable.rules?.highestDoubtfulLimit(of: edge, in: circumstances(at: time)) ?? 0
  }
}
