internal import Geodesy
internal import Moments
internal import Traces

extension SampleFile {
  /// Along the motorway, past exit 14 and off at exit 15: one fix per second, with speed and heading.
  static func motorwayDriver(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [401, 405, 406, 415, 416, 823, 822, 821, 801, 804], of: town), initialSpeed: 33)
    var receiver = TownReceiver(interval: 1, sigma: 3, seed: 11)
    let rows = receiver.fixes(of: drive, from: .may(11, 6, 5), in: town).map { fix in
      let (lat, lon) = (fix.place.latitudeText, fix.place.longitudeText)
      let speed = decimal(Int((fix.speed * 36).rounded()), digits: 1)
      return "car-1,\(fix.time.iso8601),\(lat),\(lon),\(speed),\(Int(fix.bearing.rounded()) % 360)"
    }
    return SampleFile(
      name: "motorway.csv", drives: [SampleDrive(vehicle: "car-1", drive: drive)],
      text: lines(["vehicle,time,lat,lon,speed_kmh,heading"] + rows))
  }

  /// Four vehicles of one fleet in one file, one fix every half minute, in the order of arrival.
  static func sparseFleet(_ town: Town) -> SampleFile {
    let fleet: [(vehicle: String, start: Timestamp, drive: TownDrive)] = [
      ("taxi-3", .may(12, 14, 0), tollBridgeDrive(town)), ("van-5", .may(12, 14, 1), rampDrive(town)),
      ("taxi-8", .may(12, 14, 2), tunnelDrive(town)), ("van-2", .may(12, 14, 3), privateDrive(town)),
    ]
    var records: [(vehicle: String, fix: NotedFix)] = []
    for (index, entry) in fleet.enumerated() {
      var receiver = TownReceiver(interval: 30, sigma: 4, seed: UInt64(20 + index))
      let silence = entry.vehicle == "taxi-8" ? entry.drive.arrival(at: 835)...entry.drive.arrival(at: 830) : nil
      let start = entry.start.adding(seconds: Double(7 * index))
      records += receiver.fixes(of: entry.drive, from: start, in: town, silence: silence).map { (entry.vehicle, $0) }
    }
    records.sort { $0.fix.time < $1.fix.time }
    let rows = records.map { vehicle, fix in
      "\(vehicle),\(fix.time.millisecondsSince1970),\(fix.place.latitudeText),\(fix.place.longitudeText)"
    }
    return SampleFile(
      name: "sparse.csv", drives: fleet.map { SampleDrive(vehicle: $0.vehicle, drive: $0.drive) },
      text: lines(["trace_id,timestamp,latitude,longitude"] + rows))
  }

  private static func tollBridgeDrive(_ town: Town) -> TownDrive {
    TownDrive(
      along: TownCourse(through: [232, 201, 202, 105, 601, 614, 615, 616, 608, 610], of: town),
      halts: [.at(232, for: 35), .at(201, for: 10), .at(614, for: 25)])
  }

  private static func rampDrive(_ town: Town) -> TownDrive {
    TownDrive(
      along: TownCourse(
        through: [325, 321, 305, 307, 310, 470, 471, 472, 473, 411, 415, 416, 823, 822, 821, 801, 804], of: town),
      halts: [.at(310, for: 50)], initialSpeed: 22)
  }

  private static func tunnelDrive(_ town: Town) -> TownDrive {
    TownDrive(
      along: TownCourse(through: [804, 801, 835, 830, 214, 216, 210, 202, 201, 301, 305, 321, 325], of: town),
      halts: [.at(202, for: 30), .at(201, for: 15)])
  }

  private static func privateDrive(_ town: Town) -> TownDrive {
    TownDrive(
      along: TownCourse(through: [518, 516, 504, 324, 325], of: town), halts: [.at(518, for: 62), .at(517, for: 20)])
  }

  /// A forester who leaves Wood Lane for Stag Wood and comes back: one fix every five seconds, semicolons, local time.
  static func forester(_ town: Town) -> SampleFile {
    let tour: [TownWaypoint] = [
      701, 706, .spot(x: -1645, y: 130), .spot(x: -1620, y: 320), .spot(x: -1540, y: 480), .spot(x: -1390, y: 520),
      .spot(x: -1260, y: 420), .spot(x: -1200, y: 240), 704, 701,
    ]
    let drive = TownDrive(along: TownCourse(through: tour, of: town), halts: [.at(701, for: 20)])
    var receiver = TownReceiver(interval: 5, sigma: 3, seed: 12)
    let rows = receiver.fixes(of: drive, from: .may(13, 8, 15), in: town).map { fix in
      "forester;\(fix.time.inSummerTime);\(fix.place.latitudeText);\(fix.place.longitudeText);0.9"
    }
    return SampleFile(
      name: "forest.csv", drives: [SampleDrive(vehicle: "forester", drive: drive)],
      text: lines(["vehicle;time;lat;lon;hdop"] + rows))
  }

  /// From Farside over the toll bridge into the lanes of the Old Town: one fix every five seconds, in a gzip file. The
  /// driver rests on Shore Road, and the logger sleeps for longer than that.
  static func van(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [610, 608, 616, 615, 614, 601, 105, 151, 114, 104, 102, 101, 503, 502], of: town),
      halts: [.at(614, for: 20), .at(612, for: 330), .at(105, for: 15), .at(124, for: 180)])
    let silence = drive.arrival(at: 613)...drive.arrival(at: 611)
    var receiver = TownReceiver(interval: 5, sigma: 3, seed: 13)
    let rows = receiver.fixes(of: drive, from: .may(14, 10, 40), in: town, silence: silence).map { fix in
      "van-4,\(fix.time.millisecondsSince1970 / 1000),\(fix.place.latitudeText),\(fix.place.longitudeText)"
    }
    return SampleFile(
      name: "van.csv.gz", drives: [SampleDrive(vehicle: "van-4", drive: drive)],
      bytes: gzipped(Array(lines(["trip_id,time,lat,lon"] + rows).utf8)))
  }

  static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
