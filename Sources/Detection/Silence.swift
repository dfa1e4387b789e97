internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// Finds long silences within a leg: the path is known but has no fixes.
///
/// In a tunnel no receiver has a fix, so a silence that tunnels explain is no gap. That needs the edges between the
/// fixes, which may become certain after them.
struct SilenceDetector: Detector {
  /// The last usable fix.
  private var last: GapEnd?
  /// The edges since that fix, or since the first silence that waits.
  private var edges = Numbered<TripEdge>([])
  private var waiting: [Silence] = []

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    let threshold = max(scene.settings.shortestSilence, scene.settings.silencePeriods * update.usualPeriod)
    var previous: Int?
    for fix in update.fixes.indices where update.isUsable(fix) {
      defer { previous = fix }
      guard let begin = previous.map({ update.fixes[$0].time }) ?? last?.time, let end = update.fixes[fix].time,
        end.seconds(since: begin) > threshold
      else { continue }
      let (from, to) = (previous.map { GapEnd($0, of: update) } ?? last, GapEnd(fix, of: update))
      guard let from, from.leg != nil, from.leg == to.leg else { continue }
      waiting.append(Silence(from: from, to: to, duration: end.seconds(since: begin), threshold: threshold))
    }
    if let previous { last = GapEnd(previous, of: update) }
    append(update.edges)
    settle(in: scene, isEnd: false, into: &events)
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) { settle(in: scene, isEnd: true, into: &events) }

  /// Keeps the edges that a silence may still need: none of most drives.
  private mutating func append(_ new: Numbered<TripEdge>) {
    let first = waiting.first?.from.edge ?? last?.edge ?? 0
    edges.forget(before: first)
    if edges.isEmpty { edges = Numbered([], from: min(max(first, new.startIndex), new.endIndex)) }
    for number in edges.endIndex..<max(edges.endIndex, new.endIndex) { edges.append(new[number]) }
  }

  /// Decides the silences whose edges have all arrived.
  private mutating func settle(in scene: Scene, isEnd: Bool, into events: inout [Event]) {
    while let next = waiting.first, isEnd || next.to.edge ?? 0 <= edges.endIndex {
      waiting.removeFirst()
      if !next.isExplained(by: edges, on: scene.graph), let event = next.event { events.append(event) }
    }
    edges.forget(before: waiting.first?.from.edge ?? last?.edge ?? edges.startIndex)
  }
}

/// A long time between two neighbouring fixes of a leg.
private struct Silence {
  let from: GapEnd
  let to: GapEnd
  let duration: Seconds
  /// A shorter one is none.
  let threshold: Seconds

  var event: Event? { from.event(to: to, .silence, length: straightLine(from.readPlace, to.readPlace)) }

  /// Whether no more time than without any silence passed outside of tunnels, at an even pace.
  ///
  /// - Parameter edges: those before the edge of the last fix, from that of the first one on.
  func isExplained(by edges: Numbered<TripEdge>, on graph: RoadGraph) -> Bool {
    guard let first = from.edge, let last = to.edge, let end = to.offset else { return false }
    var (length, tunnel) = (0.0, 0.0)
    func drive(_ road: EdgeID?, _ piece: Metres) {
      length += max(0, piece)
      if let road, graph.flags(of: road).contains(.tunnel) { tunnel += max(0, piece) }
    }
    if first == last {
      drive(to.road, end - (from.offset ?? 0))
    } else {
      for number in edges.indices where number >= first && number < last {
        let begin = number == first ? from.offset ?? edges[number].begin : edges[number].begin
        drive(edges[number].edge, edges[number].end - begin)
      }
      drive(to.road, end)
    }
    return tunnel > 0 && duration * (length - tunnel) / length <= threshold
  }
}
