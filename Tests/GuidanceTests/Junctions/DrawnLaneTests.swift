import Foundation
import Guidance
import MapImport
import RoadGraph
import RoadRules
import Routing
import Testing

/// What must be right on the maps of the folder Maps/Lanes, in percent. Raised when guidance gets better.
private enum Threshold {
  static let lanes = 99.0
  static let arrivals = 99.0
}

/// The side of the road on which each halt of a visit is said to lie.
private func sides(
  _ visit: JunctionMap.Visit, onSheet number: Int, of country: DrawnCountry, by router: inout Router
) throws -> [String] {
  let sheet = country.sheets[number]
  let stops = visit.stops.compactMap { sheet.map.index(of: $0) }
  var request = RouteRequest(waypoints: stops.map { Waypoint(place: country.place(of: $0, onSheet: number)) })
  request.options.mode = visit.mode
  let route = try router.route(request)
  return itinerary(of: route, on: country.graph).maneuvers.filter { $0.type == .arrive }.map { arrival in
    let side = arrival.modifier?.rawValue ?? "none"
    return sheet.variant.isMirrored ? mirroredCode(side) : side
  }
}

@Suite struct `Drawn lanes and signs` {
  /// `JUNCTIONS=/` prints what failed.
  @Test func `are shown as they are on the road`() throws {
    let total = printed(try judge(writtenMaps(in: "Maps/Lanes")))
    #expect(total.decisions >= Threshold.lanes)
  }

  @Test func `and so is the side of the road on which one arrives`() throws {
    var (right, all, wrong) = (0, 0, "")
    for side in [DrivingSide.right, .left] {
      let variants = Variant.all.filter { $0.isMirrored == (side == .left) && $0.approach == nil }
      let maps = try writtenMaps(in: "Maps/Lanes").filter { !$0.visits.isEmpty }
      let sheets = maps.flatMap { map in
        variants.compactMap { variant in variant.drawn(map).map { DrawnCountry.Sheet(map: $0, variant: variant) } }
      }
      let country = try DrawnCountry(sheets, drivingSide: side)
      var router = Router(on: country.graph)
      for (number, sheet) in sheets.enumerated() {
        for visit in sheet.map.visits {
          let said = try sides(visit, onSheet: number, of: country, by: &router)
          let isRight = said.count == visit.sides.count && zip(visit.sides, said).allSatisfy { $0.contains($1) }
          (right, all) = (right + (isRight ? 1 : 0), all + 1)
          if !isRight { wrong += "\(sheet.map.name), \(sheet.variant.name): \(visit.text), got \(said)\n" }
        }
      }
    }
    if ProcessInfo.processInfo.environment["JUNCTIONS"] != nil { print(wrong) }
    print("arrivals on the right side: \(right) of \(all)")
    #expect(100 * Double(right) / Double(all) >= Threshold.arrivals)
  }
}
