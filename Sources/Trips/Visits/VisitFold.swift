package import Geodesy
internal import Moments
package import Traces

/// Finds when a vehicle was at sites: runs of fixes there, by the places that the device reported.
///
/// A vehicle that drove through between two fixes is not seen.
///
/// - Complexity: O(1) for a fix away from all sites, else O(sites there).
package struct VisitFold: Sendable {
  private let index: SiteIndex
  private let settings: VisitSettings
  private var open: [Visit] = []
  private var closed: [Visit] = []
  private var found: [Int] = []
  /// The last usable fix.
  private var last: Int?

  package init(_ index: SiteIndex, settings: VisitSettings = VisitSettings()) {
    self.index = index
    self.settings = settings
  }

  /// Takes the next usable fix.
  package mutating func take(_ fix: Fix, number: Int) {
    guard let place = fix.place else { return }
    index.sites(at: place, into: &found)
    if !open.isEmpty { closeLeft(at: fix.time) }
    for site in found {
      if let place = open.firstIndex(where: { $0.site == site }) {
        open[place].fixes = open[place].fixes.lowerBound...number
        open[place].departure = fix.time ?? open[place].departure
      } else {
        open.append(
          Visit(
            site: site, fixes: number...number, arrival: fix.time, departure: fix.time, isAtBegin: last == nil,
            place: place))
      }
    }
    last = number
  }

  /// The visits that have ended since the last call, up to the first one that goes on, in the order in which they began.
  package mutating func takeEnded() -> [Visit] {
    guard !closed.isEmpty else { return [] }
    let first = open.lazy.map { ($0.fixes.lowerBound, $0.site) }.min { $0 < $1 } ?? (.max, .max)
    let ended = closed.filter { ($0.fixes.lowerBound, $0.site) < first }
    closed.removeAll { ($0.fixes.lowerBound, $0.site) < first }
    return inOrder(ended)
  }

  /// All visits that were not taken, in the order in which they began.
  package mutating func finish() -> [Visit] {
    closed += open
    open = []
    for index in closed.indices where closed[index].fixes.upperBound == last { closed[index].isAtEnd = true }
    return inOrder(closed)
  }

  private func inOrder(_ visits: [Visit]) -> [Visit] {
    visits.sorted { ($0.fixes.lowerBound, $0.site) < ($1.fixes.lowerBound, $1.site) }
  }

  /// Closes the visits of sites that the vehicle has left, if they can no longer continue.
  private mutating func closeLeft(at time: Timestamp?) {
    let found = found
    func hasEnded(_ visit: Visit) -> Bool {
      guard let last, visit.fixes.upperBound != last || !found.contains(visit.site) else { return false }
      guard let time, let departure = visit.departure else { return !found.contains(visit.site) }
      return time.seconds(since: departure) > settings.longestExcursion
    }
    closed += open.filter(hasEnded)
    open.removeAll(where: hasEnded)
  }
}

/// The visits of one trip, and the sites visited.
package struct SiteVisits: Sendable {
  package let list: [Visit]
  package let sites: SiteIndex
  package let settings: VisitSettings

  /// - Complexity: as ``VisitFold`` for each fix.
  package init(of trace: Trace, to sites: SiteIndex, settings: VisitSettings) {
    var fold = VisitFold(sites, settings: settings)
    for (number, fix) in trace.fixes.enumerated() where fix.refusal == nil { fold.take(fix, number: number) }
    list = fold.finish()
    self.sites = sites
    self.settings = settings
  }
}
