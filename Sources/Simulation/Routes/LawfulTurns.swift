internal import RoadGraph
internal import RoadRules

/// The roads and turns of a vehicle that obeys every rule of the road and never turns round.
struct LawfulTurns: Sendable {
  let graph: RoadGraph
  let mode: TravelMode

  /// Open to the mode, even if only with permission.
  func isOpen(_ edge: EdgeID) -> Bool { graph.access(of: edge)[mode] > .no }

  /// Whether it is open to everybody, or to traffic that begins or ends there, and is not a ferry: drives are laid out
  /// along such edges.
  func isPublic(_ edge: EdgeID) -> Bool {
    graph.access(of: edge)[mode] >= .destination && !graph.flags(of: edge).contains(.ferry)
  }

  /// Whether one may continue from `edge` onto `next`, which leaves its head.
  func leads(from edge: EdgeID, onto next: EdgeID) -> Bool {
    next != edge.reversed && isOpen(next) && graph.barrier(at: graph.head(of: edge))[mode] > .no
      && !graph.isTurnBanned(onto: next, for: mode) { $0 == 0 ? edge : nil }
  }

  /// The rules of a search that finds only lawful paths.
  var rules: TravelRules { .lawful(mode) }
}
