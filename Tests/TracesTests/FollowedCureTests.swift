import Foundation
import Geodesy
import Moments
import Records
import Testing

@testable import Traces

/// A file that provokes a sentence, and what somebody who knows the exporter fills in where the sentence leaves a choice.
private struct Provocation: Sendable, CustomTestStringConvertible {
  let name: String
  var path = "van.csv"
  let text: String
  /// The reason of the sentence.
  let reason: String
  /// Values of options; for `--columns` by the column, as `time`.
  var know: [String: String] = [:]
  /// What the sentence asks to be done with the file instead; the result stands for it.
  var changed: String?
  /// What must be right afterwards, besides places.
  var checks: Set<Check> = [.time]
  /// Those that are known to be set before.
  var before: [String: String] = [:]

  enum Check { case time, speed, course, traces }

  var testDescription: String { name }
}

private typealias D = OddDrive
private let interleaved: String = {
  let far = D.drive(from: 48.2, 9.9)
  return zip(D.fixes, far).map { a, b in
    "\(a.iso),A,\(1 + a.number / 40),\(a.lat),\(a.lon)\n\(b.iso),B,\(1 + b.number / 40),\(b.lat),\(b.lon)\n"
  }.joined()
}()

private var speedInKmh: D.Column { ("speed", { String(format: "%.1f", $0.speed * 3.6) }) }
private var places: [D.Column] { [D.lat, D.lon] }

private func gpx(_ speed: (D.Fix) -> String) -> String {
  let points = D.fixes.map {
    "<trkpt lat=\"\($0.lat)\" lon=\"\($0.lon)\"><time>\($0.iso)</time><speed>\(speed($0))</speed></trkpt>\n"
  }
  return "<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n"
}

private let provocations: [Provocation] = [
  Provocation(
    name: "speeds of no unit", text: D.table(speedInKmh, of: Array(D.fixes.prefix(6))), reason: "speed_unit_unknown",
    know: ["speed-unit": "km/h"], checks: [.speed]),
  Provocation(
    name: "speeds in another unit than their name says",
    text: D.table(("speed_kmh", { String(format: "%.2f", $0.speed) })), reason: "speed_contradicted", checks: [.speed]),
  Provocation(
    name: "speeds of GPX in km/h", path: "a.gpx", text: gpx { String($0.speed * 3.6) }, reason: "speed_contradicted",
    checks: [.speed]),
  Provocation(
    name: "speeds in words beside those in numbers",
    text: D.table(("speed_kmh", { ["slow", "fast", "faster"][$0.number % 3] }), ("v_kmh", speedInKmh.cell)),
    reason: "values_not_read", know: ["speed": "v_kmh"], checks: [.speed]),
  Provocation(
    name: "courses of a compass that lies somewhere",
    text: D.table(("heading", { "\($0.number * 37 % 360)" }), ("peil", { "\(Int($0.course))" })),
    reason: "heading_contradicted", know: ["heading": "peil"], checks: [.course]),
  Provocation(
    name: "local times by their name", text: D.table(first: [("local_time", D.local)] + places),
    reason: "local_times_as_utc", know: ["time-zone": "+02:00"]),
  Provocation(
    name: "the zone in a name", text: D.table(first: [("Zeit (MESZ)", D.local)] + places), reason: "times_not_read",
    know: ["time-zone": "+02:00", "time": "Zeit (MESZ)"]),
  Provocation(
    name: "offsets in a column", text: D.table(("utcoff", { _ in "7200" }), first: [("time", D.local)] + places),
    reason: "times_unknown", know: ["time-zone": "+02:00"]),
  Provocation(
    name: "seconds since 2001",
    text: D.table(first: [("timestamp", D.seconds(since: "2001-01-01"))] + places), reason: "times_unknown",
    know: ["time-format": "s since 2001-01-01"]),
  Provocation(
    name: "seconds of GPS",
    text: D.table(first: [("gps_seconds", { "\((Int(D.seconds(since: "1980-01-06")($0)) ?? 0) + 18)" })] + places),
    reason: "times_not_read", know: ["time": "gps_seconds"]),
  Provocation(
    name: "a date that passes for milliseconds",
    text: D.table(first: [("time", { "2026142" + $0.iso.dropFirst(11).filter(\.isNumber) })] + places),
    reason: "times_unknown", know: ["time-format": "%Y%j%H%M%S"]),
  Provocation(
    name: "a name of times that nobody knows", text: D.table(first: [("quando", { $0.iso })] + places),
    reason: "times_not_read", know: ["time": "quando"]),
  Provocation(
    name: "seconds from 0", text: D.table(first: [("time", { "\(5 * $0.number)" })] + places), reason: "relative_times",
    know: ["time-format": "s since 2026-05-22T06:00:00Z"]),
  Provocation(
    name: "days or months",
    text: D.table(first: [("time", { "06/07/2026 " + $0.iso.dropFirst(11).dropLast() })] + places),
    reason: "times_unknown",
    know: ["time-format": "dmy"], checks: []),
  Provocation(
    name: "a clock of twelve hours",
    text: D.table(first: [("time", { twelve($0, "") })] + places), reason: "times_unknown",
    changed: D.table(first: [("time", { twelve($0, $0.number < 8 ? " AM" : " PM") })] + places), checks: []),
  Provocation(
    name: "several vehicles", text: "time,Mobil,leg,lat,lon\n" + interleaved, reason: "several_vehicles",
    checks: [.traces]),
  Provocation(
    name: "trips of several vehicles under one id", text: "time,Mobil,Fahrt,lat,lon\n" + interleaved,
    reason: "several_vehicles", checks: [.traces]),
  Provocation(
    name: "ids that lost digits",
    text: D.table(first: [("imei", { _ in "3.56E+14" }), D.time] + places), reason: "columns_unknown"),
  Provocation(
    name: "rows that are numbered", text: D.table(first: [("id", { "\(1000 + $0.number)" }), D.time] + places),
    reason: "id_numbers_rows", checks: []),
  Provocation(
    name: "degrees with minutes in one number",
    text: D.table(first: [D.time, ("lat", { minutes($0.latitude) }), ("lon", { minutes($0.longitude) })]),
    reason: "coordinates_unknown", know: ["coordinates": "nmea"]),
  Provocation(
    name: "semicircles under the names of FIT",
    text: D.table(first: [
      ("when", { $0.iso }), ("position_lat", { "\(Int($0.latitude * 2_147_483_648 / 180))" }),
      ("position_long", { "\(Int($0.longitude * 2_147_483_648 / 180))" }),
    ]), reason: "coordinates_unknown"),
  Provocation(
    name: "semicircles under any names",
    text: D.table(first: [
      ("when", { $0.iso }), ("lat", { "\(Int($0.latitude * 2_147_483_648 / 180))" }),
      ("lon", { "\(Int($0.longitude * 2_147_483_648 / 180))" }),
    ]), reason: "scaled_coordinates", know: ["coordinates": "semicircles"]),
  Provocation(
    name: "radians",
    text: D.table(first: [
      D.time, ("lat", { String(format: "%.9f", $0.latitude * .pi / 180) }),
      ("lon", { String(format: "%.9f", $0.longitude * .pi / 180) }),
    ]), reason: "coordinates_unknown",
    changed: D.table(first: [
      D.time, ("lat", { "\($0.latitude * .pi / 180 * 57.29577951)" }),
      ("lon", { "\($0.longitude * .pi / 180 * 57.29577951)" }),
    ])),
  Provocation(
    name: "whole degrees beside their minutes",
    text: D.table(first: [
      D.time, ("Breite Grad", { "\(Int($0.latitude))" }), ("Breite Rest", { minutesAlone($0.latitude) }),
      ("Länge Grad", { "\(Int($0.longitude))" }), ("Länge Rest", { minutesAlone($0.longitude) }),
    ]), reason: "coordinates_unknown",
    changed: D.table(first: [
      D.time, ("lat", { "\(Int($0.latitude)) \(minutesAlone($0.latitude))" }),
      ("lon", { "\(Int($0.longitude)) \(minutesAlone($0.longitude))" }),
    ])),
  Provocation(
    name: "a hemisphere beside coordinates with signs",
    text: D.table(("Hemisferio lat", { _ in "Meridional-Sur" })).replacingOccurrences(
      of: "Meridional-Sur", with: "Sur"),
    reason: "coordinates_unknown"),
  Provocation(
    name: "names that nobody knows", text: D.table(first: [D.time, ("haut", { $0.lat }), ("bas", { $0.lon })]),
    reason: "columns_unknown", know: ["lat": "haut", "lon": "bas"]),
  Provocation(
    name: "a list within JSON", path: "deep.json",
    text: #"{"resp":{"list":["# + "\n"
      + D.fixes.map { #"{"when":"\#($0.iso)","lat":\#($0.lat),"lon":\#($0.lon)}"# }.joined(separator: ",\n")
      + "\n]}}\n",
    reason: "items_unknown"),
]

private func twelve(_ fix: D.Fix, _ mark: String) -> String {
  let minutes = 11 * 60 + 40 + fix.number * 5 / 2
  return String(format: "2026-05-22 %02d:%02d:00", (minutes / 60 + 11) % 12 + 1, minutes % 60) + mark
}

private func minutesAlone(_ degrees: Degrees) -> String {
  String(format: "%.5f", (degrees - degrees.rounded(.down)) * 60)
}

private func minutes(_ degrees: Degrees) -> String {
  "\(Int(degrees))" + String(format: "%08.5f", (degrees - degrees.rounded(.down)) * 60)
}

@Suite struct `The cure of a sentence, followed on the file that provokes it` {
  @Test(arguments: provocations)
  fileprivate func `gives what is true`(provocation: Provocation) throws {
    var settings = TraceReadingSettings()
    var options: [String: String] = [:]
    var file = ReadFile(provocation.text, as: provocation.path, settings)
    let told = file.refusals.first { $0.reason == provocation.reason }
    #expect(told != nil, "\(file.complaints.prefix(3))")
    if let changed = provocation.changed {
      file = ReadFile(changed, as: provocation.path, settings)
    } else {
      // One cure may lead to a second sentence.
      for _ in 0..<3 {
        let next = file.refusals.reduce(into: options) {
          $0.merge(self.options(in: $1.message, provocation.know)) { old, _ in old }
        }
        if next == options { break }
        options = next
        try apply(options, to: &settings)
        file = ReadFile(provocation.text, as: provocation.path, settings)
      }
      #expect(!options.isEmpty, "\(file.complaints.prefix(3))")
    }
    try check(file, provocation, "\(options) \(file.complaints.prefix(3))")
  }

  private func check(_ file: ReadFile, _ provocation: Provocation, _ said: String) throws {
    if provocation.checks.contains(.traces) {
      #expect(!file.traces.isEmpty && file.traces.allSatisfy { !$0.leapsAsSeveralVehicles }, "\(said)")
      return
    }
    let rows = file.fixes.filter { $0.refusal == nil }.count
    let errors = file.errors(of: Array(D.fixes.prefix(rows)))
    #expect(rows >= 6 && errors.place < 5, "\(rows) \(errors) \(said)")
    if provocation.checks.contains(.time) { #expect(errors.time.map { $0 <= 1 } == true, "\(errors) \(said)") }
    if provocation.checks.contains(.speed) { #expect(errors.speed.map { $0 <= 0.05 } == true, "\(errors) \(said)") }
    if provocation.checks.contains(.course) { #expect(errors.course.map { $0 <= 5 } == true, "\(errors) \(said)") }
  }

  // MARK: Options

  /// The options that a sentence spells, and those that it leaves open with what is known.
  private func options(in sentence: String, _ know: [String: String]) -> [String: String] {
    var found: [String: String] = [:]
    // A key of --csv is read as an option of its name.
    let sentence = sentence.replacing(/--csv ([a-z-]+)[= ]/) { "--\($0.1) " }
    for match in sentence.matches(of: /--([a-z-]+) ((?:'[^']*'|[^\s;'])+)/) {
      let name = String(match.1)
      var value = String(match.2).replacingOccurrences(of: "'", with: "")
      while let last = value.last, ".,:".contains(last) { value.removeLast() }
      if name == "columns" {
        let parts = value.split(separator: ",").compactMap { part -> String? in
          let sides = part.split(separator: "=").map(String.init)
          guard sides.count == 2, sides[1] != "none" else { return nil }
          return sides[1] == "NAME" ? know[sides[0]].map { "\(sides[0])=\($0)" } : String(part)
        }
        if !parts.isEmpty, found[name] == nil { found[name] = parts.joined(separator: ",") }
      } else if let known = know[name] {
        found[name] = known
      } else if ["coordinates", "time-format", "speed-unit", "items", "interval"].contains(name), found[name] == nil {
        found[name] = value
      }
    }
    for (name, value) in know where sentence.contains("--\(name)") { found[name] = value }
    // Whoever was asked for the form of times and does not know it has nothing to fill in.
    if let format = found["time-format"], (try? TimeFormat(format)) == nil { found["time-format"] = nil }
    if let form = found["coordinates"], CoordinateForm(form) == nil { found["coordinates"] = nil }
    if found["coordinates"] == "degrees" { found["coordinates"] = nil }
    return found
  }

  private func apply(_ options: [String: String], to settings: inout TraceReadingSettings) throws {
    for (name, value) in options {
      switch name {
      case "columns": settings.columns = try #require(CSVColumnChoices(value), "\(value)")
      case "speed-unit": settings.speedUnit = SpeedUnit(rawValue: value)
      case "time-format": settings.timeFormat = try TimeFormat(value)
      case "time-zone": settings.clock = LocalClock(value)
      case "coordinates": settings.coordinates = CoordinateForm(value)
      case "items": settings.items = value.split(separator: ".").map(String.init)
      default: break
      }
    }
  }
}
