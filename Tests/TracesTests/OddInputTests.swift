import Foundation
import Geodesy
import Moments
import Testing

@testable import Traces

/// Files of odd exporters, by class: each is read rightly, or refused or told with a word that names the column.
struct OddInputTests {
  private func columns(_ text: String) throws -> TraceReadingSettings {
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices(text))
    return settings
  }

  // MARK: Flags

  private func flagged(_ name: String, _ good: String, _ bad: String) -> ReadFile {
    ReadFile(OddDrive.table((name, { $0.number % 10 == 4 ? bad : good })))
  }

  @Test(arguments: [
    ("Empfang", "ja", "nein"), ("GPS-Status", "Fix", "kein Fix"), ("Ortung", "gültig", "ungültig"),
    ("isLastKnownLocation", "false", "true"), ("deadReckoning", "N", "Y"), ("fromCache", "no", "yes"),
    ("Anz. Satelliten", "9", "0"), ("nrSV", "11", "0"), ("fix_lost", "0", "1"), ("NoGPS", "0", "1"),
    ("extrapolated", "0", "1"), ("HDOP", "0.8", "99.9"), ("gps.hdop", "1.1", "9999"),
  ])
  func `a flag under another name refuses its records`(name: String, good: String, bad: String) {
    let file = flagged(name, good, bad)
    #expect(file.fixes.count { $0.refusal == .invalidFix } == 8, "\(name) \(file.complaints)")
    #expect(file.complaints.contains { $0.contains("'\(name)' says '\(bad)'") })
  }

  @Test(arguments: [
    ("reliability", "HIGH", "LOW"), ("sol_stat", "SOL_COMPUTED", "NOTHING"), ("V", "A", "V"), ("PosState", "2", "9"),
    ("locationSource", "GNSS", "CELL_TOWER"), ("event", "position", "GPS lost"), ("Merkmal", "ja", "nein"),
    ("confidencePct", "96", "8"),
  ])
  func `a column that may be a flag is told`(name: String, good: String, bad: String) {
    let file = flagged(name, good, bad)
    #expect(file.doubtful == [name] && file.fixes.allSatisfy { $0.refusal == nil }, "\(file.complaints)")
  }

  @Test(arguments: [
    ("ignition", "1", "0"), ("Tür offen", "0", "1"), ("weather", "rain", "sun"), ("town", "Chur", "Sargans"),
    ("Last belt", "on", "off"),
  ])
  func `a column about the vehicle or the world is not told`(name: String, good: String, bad: String) {
    #expect(flagged(name, good, bad).doubtful == [], "\(name)")
  }

  @Test func `dilutions in hundredths refuse nothing`() {
    #expect(flagged("hdop", "85", "140").fixes.allSatisfy { $0.refusal == nil })
  }

  // MARK: Speeds and courses

  @Test(arguments: ["102.3", "255"]) func `a number that stands for an unknown speed is none`(unknown: String) {
    let file = ReadFile(
      OddDrive.table(("speed_kmh", { $0.number % 9 == 4 ? unknown : String(format: "%.1f", $0.speed * 3.6) })))
    #expect(file.fixes.count { $0.speed == nil } == 9 && file.fixes.allSatisfy { ($0.speed ?? 0) < 20 })
  }

  @Test func `a top speed that the places confirm stays`() {
    let file = ReadFile(OddDrive.table(("speed_kmh", { String(format: "%.1f", $0.speed * 3.6) })))
    #expect(file.errors().speed.map { $0 < 0.01 } == true)
  }

  @Test(arguments: ["messwert_1", "how fast", "x7"]) func `a column that agrees with the places as speeds is told`(
    name: String
  ) {
    #expect(ReadFile(OddDrive.table((name, { String(format: "%.1f", $0.speed * 3.6) }))).doubtful == [name])
    #expect(ReadFile(OddDrive.table((name, { "\(Int($0.speed * 3.6)) km/h" }))).doubtful == [name])
    #expect(ReadFile(OddDrive.table((name, { "\(20 + $0.number % 3)" }))).doubtful == [])
  }

  @Test func `a column that agrees with the places as courses is told`() {
    let file = ReadFile(OddDrive.table(("peil_wert", { String(format: "%.0f", $0.course) })))
    #expect(file.doubtful == ["peil_wert"])
  }

  @Test func `points of the compass in other languages and degrees with a sign are courses`() {
    let names = ["N", "NO", "O", "SO", "S", "SW", "W", "NW"]
    let french = ["N", "NE", "E", "SE", "S", "SO", "O", "NO"]
    let words = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    func eighth(_ fix: OddDrive.Fix) -> Int { Int((fix.course / 45).rounded()) % 8 }
    for list in [names, french, words] {
      let file = ReadFile(OddDrive.table(("Kurs", { list[eighth($0)] })))
      #expect(file.errors().course.map { $0 <= 23 } == true, "\(list) \(file.complaints)")
    }
    #expect(ReadFile(OddDrive.table(("Kurs", { "\(Int($0.course))°" }))).errors().course.map { $0 < 1.1 } == true)
  }

  @Test(arguments: [("mils", 6400.0 / 360), ("half", 0.5), ("octant", 1 / 45.0)])
  func `courses in a form that is not read are left empty with their likeness`(form: String, scale: Double) {
    let file = ReadFile(OddDrive.table(("heading", { "\(Int(($0.course * scale).rounded()))" })))
    #expect(file.fixes.allSatisfy { $0.bearing == nil })
    #expect(
      file.complaints.contains { $0.contains("heading_contradicted") && $0.contains("'heading'") }, "\(file.complaints)"
    )
  }

  @Test func `values of a column of speeds that cannot be read are told`() {
    let file = ReadFile(OddDrive.table(("speed_kmh", { ["slow", "fast", "faster", "stop"][$0.number % 4] })))
    #expect(file.counts["values_not_read"] == 1 && file.complaints.contains { $0.contains("'speed_kmh'") })
  }

  // MARK: Times

  @Test(arguments: [
    ("gmt_offset_seconds", "7200"), ("utcoff", "7200"), ("TimeZoneBias", "-120"), ("Zeitverschiebung (h)", "2"),
    ("Décalage UTC", "+2"), ("Huso", "GMT+2"), ("olsonZone", "Europe/Vienna"), ("tzinfo", "CEST"),
  ])
  func `a column of offsets under any name refuses local times until a zone is given`(name: String, value: String)
    throws
  {
    let text = OddDrive.table((name, { _ in value }), first: [("time", OddDrive.local), OddDrive.lat, OddDrive.lon])
    let refused = ReadFile(text)
    #expect(
      refused.counts == ["times_unknown": 1] && (refused.complaints.first ?? "").contains("'\(name)'"),
      "\(refused.complaints)")
    var settings = TraceReadingSettings()
    settings.clock = LocalClock("+02:00")
    #expect(ReadFile(text, settings).errors().time == 0)
  }

  @Test func `the zone in the name of a column is told`() throws {
    let file = ReadFile(
      OddDrive.table(first: [("Uhrzeit (MESZ)", OddDrive.local), OddDrive.lat, OddDrive.lon]),
      try columns("time=Uhrzeit (MESZ)"))
    #expect(file.counts["local_times_as_utc"] == 1)
  }

  @Test func `a clock of twelve hours shows behind the first records as well`() {
    let text = OddDrive.table(first: [
      (
        "time",
        { fix in
          let minutes = 11 * 60 + fix.number * 2
          return String(format: "2026-05-22 %02d:%02d:00", (minutes / 60 + 11) % 12 + 1, minutes % 60)
        }
      ), OddDrive.lat, OddDrive.lon,
    ])
    #expect(ReadFile(text).counts == ["times_unknown": 1])
  }

  @Test func `times that are known only in part are told`() {
    for name in ["gpsSec", "secSinceMidnight", "elapsed"] {
      let file = ReadFile(
        OddDrive.table(first: [(name, { "\(22_000 + 5 * $0.number)" }), OddDrive.lat, OddDrive.lon]))
      #expect(
        file.complaints.contains { $0.contains("times_not_read") && $0.contains("'\(name)'") }, "\(file.complaints)")
    }
  }

  // MARK: Places

  @Test func `whole numbers that nothing names are told, and stay silent once they are stated`() throws {
    let text = OddDrive.table(first: [
      OddDrive.time, ("lat", { "\(Int($0.latitude * 1e7))" }), ("lon", { "\(Int($0.longitude * 1e7))" }),
    ])
    let file = ReadFile(text)
    #expect(file.counts == ["scaled_coordinates": 1] && file.errors().place < 1)
    var settings = TraceReadingSettings()
    settings.coordinates = .scaled(-7)
    #expect(ReadFile(text, settings).counts.isEmpty)
  }

  @Test(arguments: [
    ("radians", "lat", "lon"), ("whole degrees", "LatInt", "LonInt"),
  ])
  func `places that pass for degrees are refused, also if the user names them`(kind: String, lat: String, lon: String)
    throws
  {
    let write: (Degrees) -> String =
      kind == "radians" ? { String(format: "%.8f", $0 * .pi / 180) } : { String(Int($0)) }
    let text = OddDrive.table(first: [
      OddDrive.time, (lat, { write($0.latitude) }), (lon, { write($0.longitude) }), ("rest", { "\($0.number)" }),
    ])
    let file = ReadFile(text, try columns("lat=\(lat),lon=\(lon)"))
    #expect(
      file.counts == ["coordinates_unknown": 1] && (file.complaints.first ?? "").contains("'\(lat)'"),
      "\(file.complaints)")
  }

  @Test(arguments: [("Hemisferio lat", "Sur"), ("lat_sign", "-1"), ("Nord/Süd", "S")])
  func `a hemisphere that is not read refuses the file`(name: String, side: String) {
    let file = ReadFile(OddDrive.table((name, { _ in side })))
    #expect(
      file.counts == ["coordinates_unknown": 1] && (file.complaints.first ?? "").contains("'\(name)'")
        || file.fixes.allSatisfy { ($0.place?.latitude ?? 0) < 0 }, "\(file.complaints)")
  }

  @Test func `places that were computed stand behind those that were measured, and second ones are told`() {
    let matched: OddDrive.Column = ("matchedLatitude", { "\($0.latitude + 0.001)" })
    let file = ReadFile(
      OddDrive.table(first: [
        OddDrive.time, matched, ("matchedLongitude", { $0.lon }), ("latitude", { $0.lat }), ("longitude", { $0.lon }),
      ]))
    #expect(file.errors().place < 1)
    let two = ReadFile(
      OddDrive.fixes.map {
        #"{"t":"\#($0.iso)","matched":{"lat":\#($0.latitude + 0.001),"lon":9.5},"raw":{"lat":\#($0.lat),"lon":\#($0.lon)}}"#
      }
      .joined(separator: "\n"), as: "two.ndjson")
    #expect(two.errors().place < 1 && two.doubtful.contains("matched.lat"), "\(two.complaints) \(two.doubtful)")
  }

  @Test func `coordinates of two decimals are told`() {
    let file = ReadFile(
      OddDrive.table(
        first: [
          OddDrive.time, ("lat", { String(format: "%.2f", $0.latitude) }),
          ("lon", { String(format: "%.2f", $0.longitude) }),
        ], of: OddDrive.drive(from: 47.2, 9.5, count: 400).filter { $0.number % 10 == 0 }))
    #expect(file.counts["coarse_coordinates"] == 1)
  }

  // MARK: Ids

  @Test func `trips of several vehicles under one id are refused where a column tells them apart`() throws {
    let far = OddDrive.drive(from: 48.2, 9.9)
    let rows = zip(OddDrive.fixes, far).flatMap { [($0, "A"), ($1, "B")] }
    let lines = rows.map { fix, vehicle in "\(vehicle),\(1 + fix.number / 40),\(fix.iso),\(fix.lat),\(fix.lon)" }
    let text = (["Mobil,Fahrt,time,lat,lon"] + lines).joined(separator: "\n") + "\n"
    let refused = ReadFile(text)
    #expect(
      refused.counts == ["several_vehicles": 1] && (refused.complaints.first ?? "").contains("--columns vehicle=Mobil"))
    let read = ReadFile(text, try columns("vehicle=Mobil"))
    #expect(read.traces.count == 4 && read.traces.allSatisfy { !$0.leapsAsSeveralVehicles }, "\(read.complaints)")
  }

  // MARK: Documents

  private func gpx(_ more: (OddDrive.Fix) -> String) -> ReadFile {
    let points = OddDrive.fixes.map {
      "<trkpt lat=\"\($0.lat)\" lon=\"\($0.lon)\"><time>\($0.iso)</time>\(more($0))</trkpt>\n"
    }
    return ReadFile("<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n", as: "a.gpx")
  }

  @Test(arguments: [
    ("<fix>3d</fix>", "<fix>none</fix>"), ("<sat>8</sat>", "<sat>0</sat>"), ("<hdop>0.9</hdop>", "<hdop>99.9</hdop>"),
    ("<extensions><gps_ok>1</gps_ok></extensions>", "<extensions><gps_ok>0</gps_ok></extensions>"),
    (
      "<extensions><x:lastKnown>false</x:lastKnown></extensions>",
      "<extensions><x:lastKnown>true</x:lastKnown></extensions>"
    ),
  ])
  func `points that GPX calls bad are refused`(good: String, bad: String) {
    let file = gpx { $0.number % 10 == 4 ? bad : good }
    #expect(file.fixes.count { $0.refusal == .invalidFix } == 8, "\(file.complaints)")
  }

  @Test func `a number of satellites that is 0 in all points is not known`() {
    #expect(gpx { _ in "<sat>0</sat>" }.fixes.allSatisfy { $0.refusal == nil })
  }

  @Test func `speeds of GPX that are no metres per second are left empty, and read with their unit`() {
    let file = gpx { "<speed>\($0.speed * 3.6)</speed>" }
    #expect(
      file.fixes.allSatisfy { $0.speed == nil }
        && file.complaints.contains { $0.contains("--csv speed-unit=km/h would fit") })
    #expect(gpx { "<speed>\($0.speed)</speed>" }.errors().speed.map { $0 < 0.01 } == true)
  }

  @Test func `a list under an unknown name is named with its cure, and the cure reads it`() {
    let objects = OddDrive.fixes.map { #"{"when":"\#($0.iso)","lat":\#($0.lat),"lon":\#($0.lon)}"# }.joined(
      separator: ",\n")
    let text = #"{"resp":{"vehicles":[{"id":"A","samples":["# + "\n" + objects + "\n]}]}}\n"
    let refused = ReadFile(text, as: "deep.json")
    #expect(
      refused.counts == ["items_unknown": 1]
        && (refused.complaints.first ?? "").contains("--items resp.vehicles.samples"))
    var settings = TraceReadingSettings()
    settings.items = ["resp", "vehicles", "samples"]
    #expect(ReadFile(text, as: "deep.json", settings).errors().place < 1)
  }

  @Test func `a number in a list of objects costs itself only`() {
    let file = ReadFile(
      #"[{"t":"2026-05-22T06:00:00Z","lat":47.1,"lon":9.5}, 7, "a, b", {"t":"2026-05-22T06:00:05Z","lat":47.2,"lon":9.5}]"#,
      as: "list.json")
    #expect(file.fixes.count { $0.refusal == nil } == 2 && file.counts["bad_record"] == 2, "\(file.complaints)")
  }
}

/// What arrives in pieces is read as what arrives at once.
struct SlowStreamTests {
  @Test(arguments: [1, 700, 5000]) func `a pipe is read alike whatever the pieces in which it arrives`(piece: Int)
    throws
  {
    let text = Array(OddDrive.table(("speed", { String(format: "%.1f", $0.speed * 3.6) }), ("q", { _ in "1" })).utf8)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("slow-\(UUID().uuidString)").path
    #expect(unsafe mkfifo(path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = Thread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      var begin = 0
      while begin < text.count {
        // The header and the first rows trickle, the rest comes in larger pieces.
        let end = min(text.count, begin + (begin < 200 ? piece : max(piece, 500)))
        pipe.write(Data(text[begin..<end]))
        begin = end
        Thread.sleep(forTimeInterval: 0.001)
      }
      try? pipe.close()
    }
    writer.start()
    let slow = ReadFile(TraceReader(path: path))
    let whole = ReadFile(text)
    #expect(slow.rows == whole.rows && slow.fixes.map(\.speed) == whole.fixes.map(\.speed))
    #expect(slow.format?.layout?.speedUnit == .kilometresPerHour && slow.counts == whole.counts)
  }
}

/// Times without an offset in the hour that clocks show twice, in documents.
struct RepeatedHourOfDocumentTests {
  /// A drive of a night of autumn whose clock goes back from 02:59 to 02:00.
  private var times: [String] {
    (0..<24).map { index in
      let minutes = index < 12 ? 120 + 5 * index : 120 + 5 * (index - 12)
      return String(format: "2026-10-25T%02d:%02d:00", minutes / 60, minutes % 60)
    }
  }

  private func places(_ index: Int) -> (lat: String, lon: String) {
    (String(format: "%.5f", 47.1 + 0.001 * Double(index)), "9.50000")
  }

  @Test func `are refused in GPX, TCX, KML and lines of GeoJSON until the clock is known`() throws {
    let gpx = times.enumerated().map {
      "<trkpt lat=\"\(places($0).lat)\" lon=\"\(places($0).lon)\"><time>\($1)</time></trkpt>\n"
    }
    let geoJSON = """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[\
      \(times.indices.map { "[\(places($0).lon),\(places($0).lat)]" }.joined(separator: ","))]},\
      "properties":{"coordTimes":[\(times.map { "\"\($0)\"" }.joined(separator: ","))]}}
      """
    let tcx = times.enumerated().map {
      "<Trackpoint><Time>\($1)</Time><Position><LatitudeDegrees>\(places($0).lat)</LatitudeDegrees><LongitudeDegrees>"
        + "\(places($0).lon)</LongitudeDegrees></Position></Trackpoint>\n"
    }
    let files = [
      ("a.gpx", "<gpx version=\"1.1\"><trk><trkseg>\n\(gpx.joined())</trkseg></trk></gpx>\n"), ("a.geojson", geoJSON),
      (
        "a.tcx",
        "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\n\(tcx.joined())</Track></Lap></Activity></Activities>"
          + "</TrainingCenterDatabase>\n"
      ),
    ]
    for (path, text) in files {
      let refused = ReadFile(text, as: path)
      #expect(refused.fixes.contains { $0.refusal == .repeatedHour }, "\(path) \(refused.complaints)")
      #expect(refused.complaints.contains { $0.contains("--time-zone") }, "\(path) \(refused.complaints)")
      var settings = TraceReadingSettings()
      settings.clock = LocalClock("CET-1CEST,M3.5.0,M10.5.0/3")
      let read = ReadFile(text, as: path, settings)
      #expect(read.fixes.allSatisfy { $0.refusal == nil }, "\(path) \(read.complaints)")
      let moments = read.fixes.compactMap(\.time)
      #expect(zip(moments, moments.dropFirst()).allSatisfy { $1.seconds(since: $0) == 300 }, "\(path)")
    }
  }

  @Test func `white space around the name of a track is no part of it`() {
    let file = ReadFile(
      "<gpx version=\"1.1\"><trk><name>\u{A0}Tour 7 \u{2003}</name><trkseg><trkpt lat=\"47\" lon=\"9\"/></trkseg></trk></gpx>",
      as: "a.gpx")
    #expect(file.traces.map(\.trackName) == ["Tour 7"])
  }
}
