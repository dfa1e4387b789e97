package import RoadGraph
package import Traces

/// When a change holds.
package struct Validity: Hashable, Sendable {
  /// Its begin; `nil` for always before.
  package var from: Timestamp?
  /// Its end, which does not belong to it.
  package var to: Timestamp?
  /// At some times of the day, the week or the year only.
  package var hours: OpeningHours?

  package init(from: Timestamp? = nil, to: Timestamp? = nil, hours: OpeningHours? = nil) {
    self.from = from
    self.to = to
    self.hours = hours
  }

  package var isAlways: Bool { from == nil && to == nil && hours == nil }

  /// - Parameter time: where it is `nil`, only what always holds does.
  package func holds(at time: ZonedTime?) -> Bool {
    guard let time else { return isAlways }
    if let from, time.moment < from { return false }
    if let to, time.moment >= to { return false }
    return hours?.holds(at: time) ?? true
  }
}

/// How some edges differ from the map, and when.
package struct TimedChanges: Sendable {
  private struct Entry: Sendable {
    var change: RoadChange
    var validity: Validity
  }

  private var byEdge: [EdgeID: [Entry]] = [:]

  package init() {}

  package var isEmpty: Bool { byEdge.isEmpty }
  package var edgeCount: Int { byEdge.count }

  package mutating func add(_ change: RoadChange, to edges: some Sequence<EdgeID>, _ validity: Validity) {
    for edge in edges { byEdge[edge, default: []].append(Entry(change: change, validity: validity)) }
  }

  /// All changes of an edge at a time at once; `nil` where none holds.
  func change(of edge: EdgeID, at time: ZonedTime?) -> RoadChange? {
    guard !byEdge.isEmpty, let entries = byEdge[edge] else { return nil }
    var found: RoadChange?
    for entry in entries where entry.validity.holds(at: time) {
      found = found?.joined(with: entry.change) ?? entry.change
    }
    return found
  }

  func addChanges(at time: ZonedTime?, to changes: inout RoadChanges) {
    for edge in byEdge.keys {
      if let change = change(of: edge, at: time) { changes.add(change, to: edge) }
    }
  }
}
