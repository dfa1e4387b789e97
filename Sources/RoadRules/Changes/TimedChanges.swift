package import Moments
package import RoadGraph

/// When a change is in force.
package struct Validity: Hashable, Sendable {
  /// Its start; `nil` if it has none.
  package var from: Timestamp?
  /// Its end, exclusive; `nil` if it has none.
  package var to: Timestamp?
  /// Restricts it to certain times of the day, the week or the year.
  package var hours: OpeningHours?

  package init(from: Timestamp? = nil, to: Timestamp? = nil, hours: OpeningHours? = nil) {
    self.from = from
    self.to = to
    self.hours = hours
  }

  package var isAlways: Bool { from == nil && to == nil && hours == nil }

  /// - Parameter time: if it is `nil`, only changes that are always in force are considered.
  package func holds(at time: ZonedTime?) -> Bool {
    guard let time else { return isAlways }
    if let from, time.moment < from { return false }
    if let to, time.moment >= to { return false }
    return hours?.holds(at: time) ?? true
  }
}

extension Validity {
  /// It may hold at some time of a period.
  fileprivate func meets(_ period: ClosedRange<Timestamp>) -> Bool {
    from ?? period.lowerBound <= period.upperBound && to.map { $0 > period.lowerBound } ?? true
  }
}

/// The differences of some edges from the map, with the times and modes for which they apply.
package struct TimedChanges: Sendable {
  private struct Entry: Sendable {
    var change: RoadChange
    var validity: Validity
    var modes: TravelModeSet
  }

  private var byEdge: [EdgeID: [Entry]] = [:]
  /// Some road may become cheaper than its time.
  package private(set) var hasBonus = false

  package init() {}

  package var isEmpty: Bool { byEdge.isEmpty }
  package var edgeCount: Int { byEdge.count }

  package mutating func add(
    _ change: RoadChange, to edges: some Sequence<EdgeID>, _ validity: Validity, for modes: TravelModeSet = .all
  ) {
    let entry = Entry(change: change, validity: validity, modes: modes)
    hasBonus = hasBonus || change.costFactor < 1
    for edge in edges { byEdge[edge, default: []].append(entry) }
  }

  /// Adds all changes of another file.
  package mutating func add(_ others: TimedChanges) {
    hasBonus = hasBonus || others.hasBonus
    byEdge.merge(others.byEdge, uniquingKeysWith: +)
  }

  /// All changes of an edge at a time, joined; `nil` if none is in force.
  func change(of edge: EdgeID, at time: ZonedTime?, for mode: TravelMode) -> RoadChange? {
    guard !byEdge.isEmpty, let entries = byEdge[edge] else { return nil }
    var found: RoadChange?
    for entry in entries where entry.modes.contains(TravelModeSet(mode)) && entry.validity.holds(at: time) {
      found = found?.joined(with: entry.change) ?? entry.change
    }
    return found
  }

  /// The changes in force at a time, as if they always were.
  func known(at time: ZonedTime) -> TimedChanges {
    var known = TimedChanges()
    for (edge, entries) in byEdge {
      for entry in entries where entry.validity.holds(at: time) {
        known.add(entry.change, to: CollectionOfOne(edge), Validity(), for: entry.modes)
      }
    }
    return known
  }

  /// All changes that are in force at some time of a period, as if they always were.
  func during(_ period: ClosedRange<Timestamp>) -> TimedChanges {
    var met = TimedChanges()
    for (edge, entries) in byEdge {
      for entry in entries where entry.validity.meets(period) {
        met.add(entry.change, to: CollectionOfOne(edge), Validity(), for: entry.modes)
      }
    }
    return met
  }

  /// The moments at which changes of some edges begin or end, except changes by hours of the day.
  func changeTimes(on edges: some Sequence<EdgeID>) -> [Timestamp] {
    guard !byEdge.isEmpty else { return [] }
    return edges.flatMap { byEdge[$0] ?? [] }.flatMap { [$0.validity.from, $0.validity.to].compactMap(\.self) }
  }

  /// The same for all edges.
  var changeTimes: [Timestamp] { changeTimes(on: byEdge.keys) }

  /// The changes without the ones that depend on the local time.
  var withoutHours: TimedChanges {
    var others = TimedChanges()
    others.hasBonus = hasBonus
    others.byEdge = byEdge.compactMapValues { entries in
      let kept = entries.filter { $0.validity.hours == nil }
      return kept.isEmpty ? nil : kept
    }
    return others
  }

  func addChanges(at time: ZonedTime?, for mode: TravelMode, to changes: inout RoadChanges) {
    for edge in byEdge.keys {
      if let change = change(of: edge, at: time, for: mode) { changes.add(change, to: edge) }
    }
  }
}
