package import Geodesy
package import Moments
package import RoadGraph

/// What is a stay, and which stays are one place.
package struct StaySettings: Hashable, Sendable {
  /// Shorter stands are traffic: the longest red lights last three minutes, and jams rarely hold a vehicle on one spot
  /// for ten.
  package var leastDuration: Seconds = 600
  /// A place has this many stays around one of them.
  package var leastStays = 5
  /// Stays this near to each other are at one place: the depth of a yard.
  package var reach: Metres = 50
  /// A wider cluster is taken for several places that touch, such as the parked vans of a street, and is cut by shorter
  /// and shorter reaches, …
  package var widest: Metres = 150
  /// … down to this: the error of a place of standing, …
  package var leastReach: Metres = 6
  /// … unless fewer than this share of its stays would be left at places: then it is one wide yard.
  package var leastKept = 0.8
  /// A drive that begins within this distance of the end of the one before begins where that ended, …
  package var sameReach: Metres = 150
  /// … and stands within one drive follow each other if they are at most this far apart in time.
  package var longestDrift: Seconds = 120

  package init() {}
}

/// The places where vehicles stay again and again, and that are no known places.
///
/// A stay is a stand of ``StaySettings/leastDuration``, in a drive or between two drives of a vehicle. Its place belongs
/// to a cluster of ``DensityClusters``. The place of a cluster is the geometric median of its stays: half of them may be
/// wrong without moving it far.
///
/// Memory: some 200 bytes per stay.
package struct StayFold {
  /// What was counted, and what was left out, by reason.
  package struct Counts: Hashable, Sendable {
    package var drives = 0
    package var stays = 0
    /// Stays at known places.
    package var known = 0
    /// Stays at no place.
    package var alone = 0
  }

  package private(set) var counts = Counts()
  /// The places with the most stays first.
  package private(set) var places: [StayPlace] = []

  /// - Parameters:
  ///   - known: places that are left out.
  ///   - clock: of the local time of midnight; `nil` for UTC.
  package init(
    of source: some DriveSource, on graph: RoadGraph, besides known: SiteIndex? = nil, clock: LocalClock? = nil,
    settings: StaySettings = StaySettings()
  ) throws {
    var reader = LongStandReader(settings) { graph.place(on: $0.step.edge, at: Double($0.fix.offset) / 100) }
    for chunk in 0..<source.chunkCount {
      try source.forEachDrive(in: chunk) {
        reader.take($0)
        counts.drives += 1
      }
    }
    reader.finish()
    counts.stays = reader.stands.count
    let stands = reader.stands.filter { known?.site(at: $0.place) == nil }
    counts.known = counts.stays - stands.count
    var found = StayClusters(stands, settings)
    found.split(Array(stands.indices), reach: settings.reach)
    counts.alone = stands.count - found.clusters.reduce(0) { $0 + $1.count }
    var hours = LocalHours(clock)
    let hashes = VehicleHashes(reader.vehicles.names)
    places = found.clusters.map { StayPlace(of: $0.map { stands[$0] }, hashes, &hours) }.sorted {
      ($1.support.passages, $0.place.latitudeE7, $0.place.longitudeE7, $0.first ?? 0)
        < ($0.support.passages, $1.place.latitudeE7, $1.place.longitudeE7, $1.first ?? 0)
    }
  }
}

/// Clusters that are not too wide.
private struct StayClusters {
  private let settings: StaySettings
  private let points: [GroundPoint]
  private(set) var clusters: [[Int]] = []

  init(_ stands: [LongStand], _ settings: StaySettings) {
    self.settings = settings
    points = stands.map { GroundPoint($0.place) }
  }

  mutating func split(_ stands: [Int], reach: Metres) {
    for cluster in parts(of: stands, reach: reach) {
      if isTooWide(cluster), let finer = finerReach(for: cluster, below: reach) {
        split(cluster, reach: finer)
      } else {
        clusters.append(cluster)
      }
    }
  }

  /// The longest shorter reach that makes places of a cluster; `nil` if none does.
  private func finerReach(for cluster: [Int], below reach: Metres) -> Metres? {
    var finer = reach / 2
    while finer >= settings.leastReach {
      let parts = parts(of: cluster, reach: finer)
      let kept = parts.reduce(0) { $0 + $1.count }
      if Double(kept) < settings.leastKept * Double(cluster.count) { return nil }
      if parts.count > 1 { return finer }
      finer /= 2
    }
    return nil
  }

  private func parts(of stands: [Int], reach: Metres) -> [[Int]] {
    DensityClusters(of: stands.map { points[$0] }, reach: reach, least: settings.leastStays).clusters
      .map { $0.map { stands[$0] } }
  }

  private func isTooWide(_ cluster: [Int]) -> Bool {
    var low = points[cluster[0]].position
    var high = low
    for stand in cluster {
      low.replace(with: points[stand].position, where: points[stand].position .< low)
      high.replace(with: points[stand].position, where: points[stand].position .> high)
    }
    return GroundPoint(low).squaredDistance(to: GroundPoint(high)) > settings.widest * settings.widest
  }
}

extension StayPlace {
  /// - Parameter stands: of one place; at least one.
  fileprivate init(of stands: [LongStand], _ hashes: VehicleHashes, _ hours: inout LocalHours) {
    let place = geometricMedian(of: stands.map(\.place))
    let distances = stands.map { groundDistance(place, $0.place) }.sorted()
    let durations = stands.map(\.duration).sorted()
    self.init(
      place: place, radius: distances[(distances.count * 9 + 9) / 10 - 1],
      support: Support(of: stands.map(\.vehicle), drives: stands.map(\.drive), hashes),
      medianDuration: durations[(durations.count - 1) / 2], totalDuration: durations.reduce(0, +),
      first: stands.map(\.begin).min() ?? 0, last: stands.map(\.begin).max() ?? 0,
      nights: stands.count { hours.time($0.begin).day < hours.time($0.end).day })
  }
}
