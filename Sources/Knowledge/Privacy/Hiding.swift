package import Geodesy
internal import Matching
internal import Moments
package import RoadGraph
internal import Traces
package import Trips

/// What of trips is hidden in everything that is published.
package struct Hiding: Sendable {
  /// Discs around the ends of each trip; `nil` if they may be seen.
  package var ends: EndDiscs?
  /// Stops at least as long are ends, too; `nil` if none is.
  package var leastStop: Seconds?
  /// Ground that is hidden for all trips; `nil` without any.
  package private(set) var areas: SiteIndex?
  /// Makes names in place of ids; `nil` if ids stay.
  package var names: PrivacyKey?
  /// Times are multiples of it, in milliseconds; `nil` if they stay.
  package var timeStep: Int64?

  /// Eight digits that tell two keys apart and say nothing else; `nil` without a key.
  package var keyName: String?

  package init() {}

  /// The usual radius of discs.
  package static let usualRadius: Metres = 500

  package var isEmpty: Bool { ends == nil && areas == nil && names == nil && timeStep == nil }

  /// Any ground is hidden.
  package var hidesGround: Bool { ends != nil || areas != nil }

  /// Hides known places: polygons as they are, and around points discs as around ends, so that no point is in the middle.
  ///
  /// - Parameter discs: draws these discs.
  package mutating func hide(_ sites: [Site], _ discs: EndDiscs) {
    let hidden = sites.map { site in
      guard case .circle(let place, let radius) = site.extent else { return site }
      let disc = discs.disc(around: place, reaching: radius)
      return Site(id: site.id, .circle(disc.middle, radius: disc.radius))
    }
    areas = SiteIndex(hidden, aroundPolygons: HiddenGround.step)
  }

  /// The ground that is hidden in the outputs about a trip.
  ///
  /// Its ends are its first and last fix that can be used, where the device was; also those of a trip that was not
  /// matched.
  package func ground(of trip: Trip) -> HiddenGround {
    let (trace, matched) = (trip.matched.trace.fixes, trip.matched.fixes)
    let isUsable = { (fix: MatchedFix) in fix.status != .dropped && fix.status != .rejected }
    var places = [matched.firstIndex(where: isUsable), matched.lastIndex(where: isUsable)]
      .compactMap { $0.flatMap { trace[$0].place } }
    if let leastStop {
      places += trip.stops.filter { $0.end.seconds(since: $0.begin) >= leastStop }.map(\.middle)
    }
    return ground(around: places)
  }

  /// The ground that is hidden in tables about many drives, by each of them.
  package func ground(of drive: DriveRecord, on graph: RoadGraph) -> HiddenGround {
    var places: [Place] = []
    if let path = drive.paths.first, let fix = path.fixes.first { places.append(path.place(of: fix, on: graph)) }
    if let path = drive.paths.last, let fix = path.fixes.last { places.append(path.place(of: fix, on: graph)) }
    if let leastStop {
      places += drive.stands.filter { Double($0.end - $0.begin) / 1000 >= leastStop }.map(\.place)
    }
    return ground(around: places)
  }

  private func ground(around places: [Place]) -> HiddenGround {
    HiddenGround(discs: ends.map { ends in places.map { ends.disc(around: $0) } } ?? [], areas: areas)
  }
}

extension DrivenPath {
  fileprivate func place(of fix: PathFix, on graph: RoadGraph) -> Place {
    graph.place(at: EdgePosition(edge: steps[Int(fix.step)].edge, offset: Double(fix.offset) / 100))
  }
}
