import Records
import Testing

@testable import Traces

/// What the columns of real devices, fleets and data sets are taken for.
struct ColumnTests {
  @Test(arguments: [
    "vehicleId", "deviceid", "driver_id", "plate", "TrackID", "VehicleID", "vehicle", "Vehicle Name", "veh_id", "VIN",
    "IMEI", "unitId", "unit_no", "taxi_id", "TaxiID", "cab", "medallion", "busId", "truck_number", "license_plate",
    "licensePlate", "Registration", "reg_no", "asset", "assetName", "tracker_id", "terminalId", "objectId", "userId",
    "Kennzeichen", "Fahrzeug-ID", "Fahrer", "immatriculation", "Véhicule", "matrícula", "targa", "kenteken", "trip",
    "tripId", "JourneyID", "traj_id", "ride_id", "session", "mmsi", "phone", "equipment_id", "fleetVehicleId",
  ])
  func `vehicles and trips are known by many names`(name: String) {
    let file = ReadFile("\(name),lat,lon,time\nA,47.1,9.5,2026-03-02T08:00:00Z\nB,47.2,9.6,2026-03-02T08:00:00Z\n")
    #expect(file.traces.map(\.id) == ["A", "B"], "\(file.complaints)")
  }

  @Test(arguments: [
    ("lat", "lng"), ("Latitude", "Longitude"), ("LATITUDE", "LONGITUDE"), ("gpsLat", "gpsLon"), ("lat_deg", "lon_deg"),
    ("Latitude (deg)", "Longitude (deg)"), ("Breitengrad", "Längengrad"), ("Breite", "Laenge"), ("latitud", "longitud"),
    ("position_lat", "position_long"), ("location.lat", "location.lng"), ("Y", "X"),
    ("latitude_wgs84", "longitude_wgs84"),
    ("geo-lat", "geo-long"), ("latitudine", "longitudine"), ("decimalLatitude", "decimalLongitude"),
    ("breedtegraad", "lengtegraad"), ("currentLat", "currentLon"),
  ])
  func `coordinates are known by many names`(latitude: String, longitude: String) {
    let file = ReadFile("\(longitude),\(latitude)\n9.5,47.1\n")
    #expect(file.rows == ["47.1 9.5"], "\(file.complaints)")
  }

  @Test(arguments: [
    "fixtime", "devicetime", "UTC", "Local time", "timestamp", "DateTime", "gps_time", "GPSTime", "recorded_at",
    "event_time", "Zeitstempel", "Datum/Zeit", "horodatage", "fecha_hora", "unixtime", "createdAt", "timestamp_utc",
    "Time (UTC)", "ts", "when", "Position Time", "logged at",
  ])
  func `times are known by many names`(name: String) {
    let file = ReadFile("\(name),lat,lon\n2026-03-02T08:00:00Z,47.1,9.5\n")
    #expect(file.rows == ["2026-03-02T08:00:00Z 47.1 9.5"], "\(file.complaints)")
  }

  @Test func `the time of the fix counts before that of the server`() {
    let file = ReadFile(
      "servertime,fixtime,lat,lon\n2026-03-02T09:00:00Z,2026-03-02T08:00:00Z,47.1,9.5\n")
    #expect(file.rows == ["2026-03-02T08:00:00Z 47.1 9.5"])
  }

  @Test func `a column that never has a time is not the time`() {
    let file = ReadFile("time,timestamp,lat,lon\n,2026-03-02T08:00:00Z,47.1,9.5\n,2026-03-02T08:00:01Z,47.1,9.5\n")
    #expect(file.rows.first == "2026-03-02T08:00:00Z 47.1 9.5")
  }

  @Test func `date and time of day may stand apart`() {
    let file = ReadFile("date,time,lat,lon\n2026-03-02,08:00:00,47.1,9.5\n2026-03-02,8 o'clock,47.1,9.5\n")
    #expect(file.rows == ["2026-03-02T08:00:00Z 47.1 9.5", "bad_time"])
    #expect(file.refusals.first?.message.contains("'2026-03-02 8 o'clock'") == true, "\(file.complaints)")
  }

  // MARK: Names against values

  /// Rows of a drive east of one vehicle, with more columns.
  private func drive(_ header: String, _ cells: [String], every seconds: Int = 5, step: Double = 0.001) -> ReadFile {
    let rows = cells.enumerated().map { index, cell in
      let time = 1_772_438_400 + seconds * index
      return "\(time),47.1,\(9.5 + step * Double(index)),\(cell)"
    }
    return ReadFile("time,lat,lon,\(header)\n" + rows.joined(separator: "\n") + "\n")
  }

  @Test func `a column of courses is not a trace`() {
    let file = drive("track", ["91.5", "90.25", "89", "92.75", "90", "91"])
    #expect(file.traces.map(\.id) == ["van"])
    #expect(file.fixes.compactMap(\.bearing) == [91.5, 90.25, 89, 92.75, 90, 91])
    #expect(drive("track", ["90", "91", "89", "92", "93", "88"]).traces.count == 1)
    #expect(drive("track", ["1", "1", "1", "2", "2", "2"]).traces.map(\.id) == ["1", "2"])
  }

  @Test func `an odometer is not a trip`() {
    #expect(drive("trip", ["0.1", "0.2", "0.3", "0.3", "0.4"]).traces.map(\.id) == ["van"])
    #expect(drive("trip", ["1001", "1077", "1154", "1230", "1310"]).traces.map(\.id) == ["van"])
    #expect(drive("trip", ["17", "17", "17", "18", "18"]).traces.map(\.id) == ["17", "18"])
  }

  @Test func `a vehicle stands in where the trip is an odometer`() {
    let file = drive("trip,plate", ["0.1,W 1", "0.2,W 1", "0.3,W 1", "0.3,W 1", "0.4,W 1"])
    #expect(file.traces.map(\.id) == ["W 1"])
  }

  // MARK: Speeds

  /// 0.001° of longitude are 75.9 m there, in 5 s: 15.2 m/s, 54.6 km/h, 33.9 mph, 29.5 kn.
  @Test(arguments: [("15.2", "m/s"), ("54.6", "km/h"), ("33.9", "mph"), ("29.5", "knots")])
  func `the unit of speeds follows from the distances between fixes`(speed: String, unit: String) {
    let file = drive("speed", [String](repeating: speed, count: 12))
    let layout = file.format?.layout
    #expect(layout?.speedUnit.rawValue == unit && layout?.speedUnitSource == .distances)
    #expect(file.fixes.allSatisfy { abs(($0.speed ?? 0) - 15.2) < 0.3 })
  }

  @Test func `speeds whose unit nothing tells are left empty with a sentence`() {
    for file in [drive("speed", ["54", "54", "54"]), drive("speed", [String](repeating: "0", count: 20), step: 0)] {
      #expect(file.fixes.allSatisfy { $0.speed == nil } && file.refusals.map(\.reason) == ["speed_unit_unknown"])
      #expect(file.refusals.first?.message.contains("--csv speed-unit") == true)
    }
  }

  // MARK: Coordinates

  @Test(arguments: [
    "47.1 N,9.5 E", "N 47.1,E 9.5", "47°06'00\"N,9°30'00\"E", "47° 6.0' N,9° 30.0' E", "47:06:00,9:30:00",
    "47 06 00 N,9 30 00 E", "47 6.0,9 30.0", "+47.1,+9.5",
  ])
  func `coordinates may have hemispheres, minutes and seconds`(cells: String) {
    #expect(ReadFile("lat,lon\n\(cells)\n").rows == ["47.1 9.5"])
  }

  @Test(arguments: [
    "47.1 E,9.5 N", "-47.1 S,9.5", "47°61'N,9.5", "47 06,9 30", "47.1 O,9.5", "91 N,9.5", "47.1.2 N,9.5",
  ])
  func `coordinates that may be something else are refused`(cells: String) {
    #expect(ReadFile("lat,lon\n\(cells)\n").rows == ["bad_position"])
  }

  @Test func `south and west are negative`() {
    #expect(ReadFile("lat,lon\n33.5 S,70.25 W\n33°30'S,70°15'W\n").rows == ["-33.5 -70.25", "-33.5 -70.25"])
    #expect(
      ReadFile("lat,ns,lon,ew\n33.5,S,70.25,W\n33.5,N,70.25,E\n33.5,Q,70.25,E\n-33.5,S,70.25,E\n").rows == [
        "-33.5 -70.25", "33.5 70.25", "bad_position", "bad_position",
      ])
  }

  @Test func `coordinates of NMEA are degrees and minutes in one number`() {
    let file = ReadFile("lat,lat_dir,lon,lon_dir\n4706.0000,N,00930.0000,E\n3330.0,S,07015.0,W\n")
    #expect(file.rows == ["47.1 9.5", "-33.5 -70.25"])
  }

  @Test func `whole numbers are degrees times ten to the seventh where nothing else fits`() {
    #expect(ReadFile("lat,lon\n471000000,95000000\n").rows == ["47.1 9.5"])
    #expect(ReadFile("lat_e6,lon_e6\n47100000,9500000\n").rows == ["47.1 9.5"])
  }

  @Test(arguments: ["lat,lon\n5221000,540200\n", "y,x\n5221000.25,540200.5\n", "lat,lon\n4710000,950000\n"])
  func `lengths in metres are not taken for degrees`(text: String) {
    let file = ReadFile(text)
    #expect(file.refusals.map(\.reason) == ["coordinates_unknown"])
    #expect(file.refusals.first?.message.contains("--csv coordinates=e7") == true && file.traces.isEmpty)
  }

  @Test func `an option says how coordinates are written`() {
    var settings = TraceReadingSettings()
    settings.coordinates = .scaled(-5)
    #expect(ReadFile("lat,lon\n4710000,950000\n", settings).rows == ["47.1 9.5"])
  }

  @Test func `swapped coordinates are mended where one cannot be a latitude, and it is said`() {
    let file = ReadFile("lat,lon\n103.8,1.35\n103.81,1.36\n")
    #expect(file.rows == ["1.35 103.8", "1.36 103.81"])
    #expect(file.refusals.map(\.reason) == ["swapped_coordinates"])
    #expect(ReadFile("lat,lon\n9.5,47.1\n").rows == ["9.5 47.1"])
  }

  @Test(arguments: [
    ("wkt", "POINT (9.5 47.1)"), ("geom", "SRID=4326;POINT(9.5 47.1)"), ("location", "\"47.1, 9.5\""),
    ("geometry", "\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[9.5,47.1]}\""), ("latlon", "47.1 9.5"),
    ("lonlat", "9.5 47.1"), ("position", "\"(47.1, 9.5)\""),
  ])
  func `both coordinates may stand in one column`(name: String, cell: String) {
    let file = ReadFile("id_text,\(name)\na,\(cell)\n")
    #expect(file.rows == ["47.1 9.5"], "\(file.complaints)")
  }

  @Test func `a text that is no position is refused with its line`() {
    let file = ReadFile("wkt,remark\nPOINT (9.5 47.1),x\nLINESTRING (9 47),x\nPOINT (9.5 97.1),x\nPOINT (9 47),x\n")
    #expect(file.rows == ["47.1 9.5", "bad_position", "bad_position", "47.0 9.0"])
    #expect(file.refusals.map(\.line) == [3, 4])
  }

  // MARK: Around the table

  @Test(arguments: [
    "sep=;\nlat;lon\n47,1;9,5\n", "SEP=;\r\nlat;lon\r\n47,1;9,5\r\n", "# exported\n#\nlat,lon\n47.1,9.5\n",
    "\n\nlat,lon\n47.1,9.5\n",
  ])
  func `marks and comments before a table are passed over`(text: String) {
    #expect(ReadFile(text).rows == ["47.1 9.5"])
  }

  @Test func `title lines before a header are passed over, and it is said`() {
    let file = ReadFile("Fleet report\nMarch 2026, all vehicles\n\nplate,lat,lon\nW 1,47.1,9.5\n")
    #expect(file.traces.map(\.id) == ["W 1"] && file.rows == ["47.1 9.5"])
    #expect(file.refusals.map(\.reason) == ["title_lines"])
    #expect(file.fixes.map(\.line) == [5])
  }

  // MARK: Several vehicles

  /// Rows of some vehicles far from each other that report in turn.
  private func pings(_ header: String, of count: Int, _ cell: (Int) -> String) -> String {
    let rows = (0..<20 * count).map { index in
      let vehicle = index % count
      return "\(1_772_438_400 + index),\(47 + 0.1 * Double(vehicle)),\(9.5 + 0.0001 * Double(index))\(cell(vehicle))"
    }
    return "time,lat,lon\(header)\n" + rows.joined(separator: "\n") + "\n"
  }

  @Test func `positions that leap between vehicles without a column of traces are refused`() throws {
    let file = ReadFile(pings(",remark", of: 3) { ",\($0)" })
    #expect(file.traces.isEmpty && file.refusals.map(\.reason) == ["several_vehicles"])
    #expect(file.refusals.first?.message.contains("--columns trace=remark reads each as a trace") == true)
    var cured = TraceReadingSettings()
    cured.columns = try #require(CSVColumnChoices("trace=remark"))
    #expect(ReadFile(pings(",remark", of: 3) { ",\($0)" }, cured).traces.map(\.id) == ["0", "1", "2"])
    #expect(ReadFile(pings("", of: 3) { _ in "" }).refusals.map(\.reason) == ["several_vehicles"])
    #expect(ReadFile(pings(",vehicle", of: 3) { ",\($0)" }).traces.count == 3)
    #expect(ReadFile(pings("", of: 1) { _ in "" }).traces.count == 1)
    var settings = TraceReadingSettings()
    settings.columns = try #require(CSVColumnChoices("trace=none"))
    #expect(ReadFile(pings("", of: 3) { _ in "" }, settings).traces.count == 1)
  }

  @Test func `a drive with many jumps, which no column separates, is read`() {
    let rows = (0..<80).map { index in
      "\(1_772_438_400 + index),\(index % 4 == 3 ? 48.5 : 47.1),\(9.5 + 0.0001 * Double(index)),\(index % 7)\n"
    }
    let file = ReadFile("time,lat,lon,gear\n" + rows.joined())
    #expect(file.traces.count == 1 && file.refusals.isEmpty, "\(file.complaints)")
    #expect(file.traces.first.map { TraceCleaner().clean($0).fixes.count { $0.refusal == .jump } } == 20)
  }

  @Test func `inspect says what was not read and what is missing`() {
    var summary = TraceSummary(file: "a.csv")
    summary.format = drive("speed_kmh,odometer", ["54.6,1", "54.6,2"]).format
    #expect(summary.text.contains("speed in km/h (header)"))
    #expect(summary.text.contains("not read: odometer"))
    #expect(summary.text.contains("no column of: trace (--columns trace=NAME)"))
  }
}
