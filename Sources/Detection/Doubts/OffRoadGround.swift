internal import Geodesy
internal import Matching
internal import Traces
internal import Trips

/// Lays the drives of a trip off the road on the grid of ``GroundCell``.
struct OffRoadGround {
  /// Places further apart than this are not joined: the ground between them is unknown.
  private static let longestStep: Metres = 150
  /// From one point of a drive to the next: two or three in each cell.
  private static let step: Metres = 10

  private var sums: [GroundCell: (latitude: Int64, longitude: Int64, count: Int64)] = [:]

  /// The cells of a trip's drives off the road, from the last fix on a road to the first one back on it.
  static func cells(of trip: Trip, _ events: [Event]) -> [CellVisit] {
    var ground = OffRoadGround()
    for event in events where event.type == .offRoad { ground.add(places(of: event.fixes, in: trip)) }
    return ground.sums.map { cell, sum in
      let mean = Place(
        latitudeE7: Int32(clamping: sum.latitude / sum.count), longitudeE7: Int32(clamping: sum.longitude / sum.count))
      return CellVisit(cell: cell, place: mean)
    }.sorted { $0.cell < $1.cell }
  }

  /// Includes the places on the road just before and after the drive.
  private static func places(of fixes: ClosedRange<Int>, in trip: Trip) -> [Place] {
    let matched = trip.matched.fixes
    func onRoad(_ fix: Int) -> Place? { matched.indices.contains(fix) ? matched[fix].position?.place : nil }
    let own = fixes.compactMap { fix in
      [.offRoad, .unmatched].contains(matched[fix].status) ? trip.matched.trace.fixes[fix].place : nil
    }
    return [onRoad(fixes.lowerBound - 1)].compactMap { $0 } + own + [onRoad(fixes.upperBound + 1)].compactMap { $0 }
  }

  private mutating func add(_ places: [Place]) {
    if let first = places.first { add(first) }
    for (begin, end) in zip(places, places.dropFirst()) {
      let length = groundDistance(begin, end)
      let count = length <= Self.longestStep ? stepCount(along: length, atMost: Self.step) : 1
      for part in 1...count { add(begin.interpolated(to: end, fraction: Double(part) / Double(count))) }
    }
  }

  private mutating func add(_ place: Place) {
    var sum = sums[GroundCell(place)] ?? (0, 0, 0)
    sum.latitude += Int64(place.latitudeE7)
    sum.longitude += Int64(place.longitudeE7)
    sum.count += 1
    sums[GroundCell(place)] = sum
  }
}
