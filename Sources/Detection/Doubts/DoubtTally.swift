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
    private var keptBy = VehicleCount()
    private var brokenBy = VehicleCount()
    /// Where the first trip broke it.
    var first: BrokenRule?
    /// Every event that broke it broke the rule that leads its first one for a greater length.
    private var isLed = true

    /// The rule with which it was always broken, and less; `nil` if it stands for itself.
    var leader: RuleID? { isLed ? first?.leader : nil }

    mutating func keep(_ vehicle: VehicleNumber) {
      kept += 1
      keptBy.insert(vehicle)
    }

    mutating func `break`(_ breach: BrokenRule, _ vehicle: VehicleNumber) {
      broken += 1
      brokenBy.insert(vehicle)
      first = first ?? breach
      isLed = isLed && breach.leader != breach.rule && breach.leader == first?.leader
    }

    /// The vehicles that broke it at least once, and the others that met it.
    var vehicles: (kept: Int, broken: Int) {
      var all = keptBy
      all.formUnion(brokenBy)
      return (max(0, all.count - brokenBy.count), brokenBy.count)
    }
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
  /// The ways with speed limits, by index: kept by trips that came near the limit, broken by the others.
  private(set) var limits: [UInt32: RuleCounts] = [:]
  private(set) var ground: [GroundCell: Ground] = [:]
  /// How many trips drove each edge, at most 65,535; edges beyond the end were not driven.
  private var drives: [UInt16] = []

  package init() {}

  package mutating func take(_ trip: TripEvidence) {
    for rule in trip.kept { rules[rule, default: RuleCounts()].keep(trip.vehicle) }
    for breach in trip.broken { rules[breach.rule, default: RuleCounts()].break(breach, trip.vehicle) }
    for visit in trip.limits { take(visit, of: trip.vehicle) }
    for visit in trip.cells {
      var cell = ground[visit.cell] ?? Ground()
      cell.trips += 1
      cell.latitudes += Int64(visit.place.latitudeE7)
      cell.longitudes += Int64(visit.place.longitudeE7)
      ground[visit.cell] = cell
    }
    for edge in trip.edges { addDrive(on: edge) }
  }

  private mutating func take(_ visit: LimitVisit, of vehicle: VehicleNumber) {
    if visit.comesNear { return limits[visit.way, default: RuleCounts()].keep(vehicle) }
    let breach = BrokenRule(rule: RuleID(.speedLimit, index: visit.way), place: visit.place, edge: visit.edge)
    limits[visit.way, default: RuleCounts()].break(breach, vehicle)
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
}

extension DoubtTally.RuleCounts {
  /// Most trips broke it, and most vehicles did.
  func isDoubtful(_ settings: DoubtSettings) -> Bool {
    guard broken >= settings.leastTrips, Self.isMost(broken, kept, settings.leastShare) else { return false }
    let vehicles = vehicles
    return vehicles.broken >= settings.leastVehicles
      && Self.isMost(vehicles.broken, vehicles.kept, settings.leastShare)
  }

  /// Nearly all trips and vehicles stayed far below a limit.
  func isUnreached(_ settings: DoubtSettings) -> Bool {
    guard broken >= settings.leastSlow, Self.isMost(broken, kept, settings.leastSlowShare) else { return false }
    let vehicles = vehicles
    return vehicles.broken >= settings.leastVehicles
      && Self.isMost(vehicles.broken, vehicles.kept, settings.leastSlowShare)
  }

  private static func isMost(_ some: Int, _ others: Int, _ share: Double) -> Bool {
    Double(some) > share * Double(some + others)
  }
}
