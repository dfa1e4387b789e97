import Foundation
import Geodesy
import Moments
import Records
import Routing
import TestSupport
import Testing

@testable import Requests

@Suite struct `Tables of places and plans are read as those of traces` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func utf16(_ text: String) -> Data {
    Data(([0xFEFF] + text.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
  }

  @Test(arguments: [
    "id,lat,lon,radius_m\ndepot,47.14,9.52,80\n",
    "id;lat;lon;radius_m\ndepot;47,14;9,52;80\n",
    "\u{FEFF}ID\tLatitude\tLongitude\tRadius (m)\r\ndepot\t47,14\t9,52\t80,0\r\n",
    "Place ID|Breitengrad|Längengrad|radius\ndepot|47.14|9.52|80\n",
    "site_id,gps_lat,gps_lng,radius_km\n\"depot\",\"47.14\",\"9.52\",0.08\n",
    "id,latitude,longitude,radius\ndepot,47°08'24\"N,9°31'12\"E,80\n".replacing("\"N", with: "''N").replacing(
      "\"E", with: "''E"),
    "id,lat,lon,radius\ndepot,N47.14,9.52 E,80\n",
    "id,lat,ns,lon,ew,radius\ndepot,47.14,N,9.52,E,80\n",
    "id,lat_e7,lon_e7,radius\ndepot,471400000,95200000,80\n",
    "id,position,radius\ndepot,\"47.14, 9.52\",80\n",
    "id,geom,radius\ndepot,POINT (9.52 47.14),80\n",
  ])
  func `places in each dialect are the same place`(text: String) throws {
    for (name, data) in [("a.csv", Data(text.utf8)), ("b.csv", utf16(text))] {
      try data.write(to: folder.url.appending(path: name))
      let file = try SiteFile(path: folder.path(name))
      let site = try #require(file.sites.first, "\(file.refusals)")
      #expect(file.sites.count == 1 && file.refusals.isEmpty && site.id == "depot")
      guard case .circle(let place, let radius) = site.extent else {
        Issue.record("no circle")
        return
      }
      #expect(abs(place.latitude - 47.14) < 1e-6 && abs(place.longitude - 9.52) < 1e-6 && abs(radius - 80) < 1e-9)
    }
  }

  @Test(arguments: [
    ("id,lat,ns,lon,ew\na,-47.14,S,9.52,E\n", "are no place on the earth"),
    ("id,lat,lon\na,47.14 W,9.52\n", "are no place on the earth"),
    ("id;lat;lon\na;4,7,14;9,52\n", "are no place on the earth"),
    ("id,lat,lon\na,91,9\n", "are no place on the earth"),
    ("id,lat,lon,radius\na,47,9,far\n", "radius_m is above 0"),
  ])
  func `what is no place is refused`(text: String, sentence: String) throws {
    let file = try SiteFile(path: try folder.write("bad.csv", text))
    #expect(file.sites.isEmpty && file.refusals.first?.message.contains(sentence) == true, "\(file.refusals)")
  }

  private static let tour =
    #"{"id":"a","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693}]}"#

  @Test(arguments: [
    "vehicle,date,plan\nvan,2026-03-02,tours.ndjson\n",
    "vehicle;date;plan\nvan;02.03.2026;tours.ndjson\n",
    "Vehicle ID\tDate\tPlan\r\nvan\t20260302\ttours.ndjson\r\n",
    "\u{FEFF}device_id|day|plan_id\nvan|2026/03/02|tours.ndjson\n",
    "fahrzeug;datum;tour\n\"van\";2.3.2026;\"tours.ndjson\"\n",
  ])
  func `rows of plans in each dialect give the same plan`(text: String) throws {
    try folder.write("tours.ndjson", Self.tour)
    for (name, data) in [("a.csv", Data(text.utf8)), ("b.csv", utf16(text))] {
      try data.write(to: folder.url.appending(path: name))
      let rows = try PlanAssignments(path: folder.path(name), known: nil) { _ in true }
      let names = TraceNames(ids: ["t"], vehicle: "van", day: CivilDate(year: 2026, month: 3, day: 2))
      #expect(rows.refusals.isEmpty && rows.row(of: names) == 0, "\(rows.refusals)")
    }
  }

  @Test func `a date that may be of two months is refused`() throws {
    try folder.write("tours.ndjson", Self.tour)
    let path = try folder.write("p.csv", "vehicle,date,plan\nvan,02/03/2026,tours.ndjson\n")
    let rows = try PlanAssignments(path: path, known: nil) { _ in true }
    #expect(rows.rows.isEmpty && rows.refusals.first?.message.contains("date is a day such as") == true)
  }

  @Test(arguments: [
    "id,from_lat,from_lon,to_lat,to_lon\na,54.6959126,2.8368978,54.7161699,2.8390693\n",
    "id;From Lat;From Lon;To Lat;To Lon\na;54,6959126;2,8368978;54,7161699;2,8390693\n",
    "ID\tfrom_latitude\tfrom_longitude\tto_latitude\tto_lng\na\tN54.6959126\t2.8368978 E\t54.7161699\t2.8390693\n",
  ])
  func `plans as requests in each dialect have the same waypoints`(text: String) throws {
    for (name, data) in [("a.csv", Data(text.utf8)), ("b.csv", utf16(text))] {
      try data.write(to: folder.url.appending(path: name))
      let plans = try PlanFile(fileOrHandle: folder.path(name)) { _ in true }
      guard case .success(.request(let request)) = plans.entries[0].task, case .through(let waypoints) = request.task
      else {
        Issue.record("\(plans.entries)")
        return
      }
      #expect(plans.entries.count == 1 && plans.entries[0].id == "a")
      #expect(waypoints.map(\.place.latitudeE7) == [546_959_126, 547_161_699])
      #expect(waypoints.map(\.place.longitudeE7) == [28_368_978, 28_390_693])
    }
  }
}
