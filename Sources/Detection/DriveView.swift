internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces
internal import Trips

/// A fix on a road.
struct SeenFix: Sendable {
  var number: Int
  /// The number in the trip of its edge.
  var edge: Int
  var time: Timestamp?
  /// The time of the last fix with a time up to it.
  var lastTime: Timestamp?
  /// Its place on that edge.
  var position: EdgePosition?
}

/// What a detector remembers of earlier updates: the newest edges of the leg in progress, and the fixes on them and on
/// edges that have not arrived. A whole trip needs no memory, since it is one update.
struct LegMemory: Sendable {
  /// The first edge of the leg in progress, or of the next one.
  fileprivate(set) var firstEdge = 0
  fileprivate var edges = Numbered<TripEdge>([])
  fileprivate var fixes: [SeenFix] = []

  init(firstEdge: Int = 0) { self.firstEdge = firstEdge }

  /// How many edges back are needed: no source of maps bans longer paths.
  static let mostEdgesBack = 16
}

/// An update together with what is remembered of its first leg.
struct DriveView {
  private let update: TripUpdate
  private let memory: LegMemory

  init(_ update: TripUpdate, _ memory: LegMemory) {
    self.update = update
    self.memory = memory
  }

  /// An edge by its number in the trip.
  subscript(number: Int) -> TripEdge {
    number >= update.edges.startIndex ? update.edges[number] : memory.edges[number]
  }

  /// The last fix on an edge or on an earlier one of its leg.
  ///
  /// - Parameter first: the first edge of the leg.
  func lastFix(notAfter edge: Int, from first: Int) -> SeenFix? {
    for fix in update.edgeOfFix.indices.reversed() {
      if let found = update.edgeOfFix[fix], found.edge <= edge {
        return found.edge < first ? nil : seen(fix, on: found)
      }
    }
    return memory.fixes.last { $0.edge <= edge && $0.edge >= first }
  }

  /// The first fix on an edge or on a later one.
  func firstFix(notBefore edge: Int) -> SeenFix? {
    if let known = memory.fixes.first(where: { $0.edge >= edge }) { return known }
    for fix in update.edgeOfFix.indices {
      if let found = update.edgeOfFix[fix], found.edge >= edge { return seen(fix, on: found) }
    }
    return nil
  }

  /// The last fix on a road before another one, in the same leg.
  ///
  /// - Parameter first: the first edge of the leg.
  func fix(before fix: SeenFix, from first: Int) -> SeenFix? {
    for number in update.edgeOfFix.indices.reversed() where number < fix.number {
      if let found = update.edgeOfFix[number] { return found.edge < first ? nil : seen(number, on: found) }
    }
    return memory.fixes.last { $0.number < fix.number && $0.edge >= first }
  }

  /// The next fix on a road after another one.
  func fix(behind fix: SeenFix) -> SeenFix? {
    if let known = memory.fixes.first(where: { $0.number > fix.number }) { return known }
    for number in update.edgeOfFix.indices where number > fix.number {
      if let found = update.edgeOfFix[number] { return seen(number, on: found) }
    }
    return nil
  }

  /// What later updates need.
  ///
  /// - Parameters:
  ///   - first: the first edge of the leg that was looked at last.
  ///   - needed: the first edge that something found in it still needs; `nil` for nothing.
  func memory(first: Int, needed: Int?) -> LegMemory {
    let end = update.edges.endIndex
    let hasEnded = update.legs.last.map { $0.edges.upperBound >= end } ?? (first >= end)
    var kept = LegMemory(firstEdge: hasEnded ? end : first)
    var begin = end
    if !hasEnded {
      let oldest = max(first, min(needed ?? end, end - LegMemory.mostEdgesBack))
      let last = lastFix(notAfter: oldest, from: first)
      let before = last.flatMap { fix(before: $0, from: first) } ?? last
      let earlier = before.flatMap { fix(before: $0, from: first) } ?? before
      begin = min(oldest, earlier?.edge ?? oldest)
    }
    kept.edges = Numbered((begin..<end).map { self[$0] }, from: begin)
    kept.fixes = fixes(notBefore: begin)
    return kept
  }

  private func fixes(notBefore edge: Int) -> [SeenFix] {
    var fixes: [SeenFix] = []
    for fix in update.edgeOfFix.indices.reversed() {
      guard let found = update.edgeOfFix[fix] else { continue }
      if found.edge < edge { return fixes.reversed() }
      fixes.append(seen(fix, on: found))
    }
    return memory.fixes.filter { $0.edge >= edge } + fixes.reversed()
  }

  private func seen(_ fix: Int, on edge: FixEdge) -> SeenFix {
    let position = update.matched[fix].position
    return SeenFix(
      number: fix, edge: edge.edge, time: update.fixes[fix].time, lastTime: update.lastTime(notAfter: fix),
      position: position.map { EdgePosition(edge: $0.edge, offset: $0.offset) })
  }
}
