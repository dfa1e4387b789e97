import Foundation
import Guidance
import MapImport
import RoadGraph
import RoadRules
import Routing
import Testing

/// The share of the drawn drives that the router must find, in percent. Raise it when the router finds more.
private let leastFound = 99.0

/// The router's way through the nodes that a drive names, where it halts at the ends only.
private func route(
  _ drive: JunctionMap.Drive, onSheet number: Int, of country: DrawnCountry, by router: inout Router
) throws -> Route {
  let stops = drive.legs[0].compactMap { country.sheets[number].map.index(of: $0) }
  var request = RouteRequest(
    waypoints: stops.map { Waypoint(place: country.place(of: $0, onSheet: number)) })
  for i in stops.indices.dropFirst().dropLast() { request.waypoints[i].kind = .passThrough }
  request.options.mode = drive.mode
  return try router.route(request)
}

/// The edges that are driven, those that a waypoint divides counted once.
private func edges(_ stretches: [EdgeStretch]) -> [EdgeID] {
  stretches.filter { $0.length > 0.5 }.reduce(into: []) { edges, stretch in
    if edges.last != stretch.edge { edges.append(stretch.edge) }
  }
}

@Suite struct `Drawn drives` {
  /// `JUNCTIONS=/` prints those that it does not find.
  @Test func `are found by the router between the nodes that they name`() throws {
    let sheets = try writtenMaps().map { DrawnCountry.Sheet(map: $0, variant: Variant.all[0]) }
    let country = try DrawnCountry(sheets, drivingSide: .right)
    var router = Router(on: country.graph)
    var (found, all, missed) = (0, 0, "")
    for (number, sheet) in sheets.enumerated() {
      for drive in sheet.map.drives where drive.legs.count == 1 {
        let course = try sheet.map.courses(of: drive)[0]
        let expected = edges(try country.stretches(along: course, drive, onSheet: number))
        let route = try? route(drive, onSheet: number, of: country, by: &router)
        all += 1
        if let route, edges(route.legs.flatMap(\.elements).map(\.stretch)) == expected {
          found += 1
        } else {
          missed += "not routed as drawn: \(sheet.map.family)/\(sheet.map.name): \(drive.text)\n"
        }
      }
    }
    if ProcessInfo.processInfo.environment["JUNCTIONS"] != nil { print(missed) }
    print("routed as drawn: \(found) of \(all)")
    #expect(100 * Double(found) / Double(all) >= leastFound)
  }
}
