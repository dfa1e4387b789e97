internal import Geodesy
internal import RoadGraph

/// What the trips of a run say together about the map.
///
/// Memory is bounded by the rules that were met, the edges that were driven and the ground that was crossed off the
/// roads, and not by the number of trips. The order of the trips decides only which of equal places a rule gets.
package struct DoubtTally: Sendable {
  struct RuleCounts: Sendable {
    var kept = 0
    var broken = 0
    /// Where the first trip broke it.
    var first: BrokenRule?
  }

  struct Ground: Sendable {
    var trips = 0
    var latitudes: Int64 = 0
    var longitudes: Int64 = 0

    /// The mean of the trips.
    var place: Place {
      let count = Int64(max(1, trips))
      return Place(
        latitudeE7: Int32(clamping: latitudes / count), longitudeE7: Int32(clamping: longitudes / count))
    }
  }

  private(set) var rules: [RuleID: RuleCounts] = [:]
  private(set) var ground: [GroundCell: Ground] = [:]
  /// How many trips drove each edge, at most 65,535; edges beyond the end were not driven.
  private var drives: [UInt16] = []

  package init() {}

  package mutating func take(_ trip: TripEvidence) {
    for rule in trip.kept { rules[rule, default: RuleCounts()].kept += 1 }
    for breach in trip.broken {
      var counts = rules[breach.rule] ?? RuleCounts()
      counts.broken += 1
      counts.first = counts.first ?? breach
      rules[breach.rule] = counts
    }
    for visit in trip.cells {
      var cell = ground[visit.cell] ?? Ground()
      cell.trips += 1
      cell.latitudes += Int64(visit.place.latitudeE7)
      cell.longitudes += Int64(visit.place.longitudeE7)
      ground[visit.cell] = cell
    }
    for edge in trip.edges { addDrive(on: edge) }
  }

  private mutating func addDrive(on edge: EdgeID) {
    if edge.index >= drives.count {
      drives += [UInt16](repeating: 0, count: edge.index + 1 - drives.count)
    }
    if drives[edge.index] < .max { drives[edge.index] += 1 }
  }

  /// How many trips drove an edge, at most 65,535.
  func drives(on edge: EdgeID) -> Int { edge.index < drives.count ? Int(drives[edge.index]) : 0 }

  /// The edges that at least `least` trips drove, in order.
  func edges(drivenBy least: Int) -> [EdgeID] { drives.indices.filter { drives[$0] >= least }.map { EdgeID($0) } }

  /// Whether most trips that met a rule broke it, and enough of them.
  package func isDoubtful(_ rule: RuleID, _ settings: DoubtSettings = DoubtSettings()) -> Bool {
    guard let counts = rules[rule] else { return false }
    return counts.isDoubtful(settings)
  }

  /// Whether any rule is doubtful.
  package func hasDoubtfulRules(_ settings: DoubtSettings = DoubtSettings()) -> Bool {
    rules.values.contains { $0.isDoubtful(settings) }
  }
}

extension DoubtTally.RuleCounts {
  func isDoubtful(_ settings: DoubtSettings) -> Bool {
    broken >= settings.leastTrips && Double(broken) > settings.leastShare * Double(kept + broken)
  }
}
