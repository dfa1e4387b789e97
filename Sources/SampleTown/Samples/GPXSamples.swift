internal import Geodesy

extension SampleFile {
  /// Parcels from the depot to Apple Row, then to Foundry Road: one fix per second, without error.
  static func courier(_ town: Town) -> SampleFile {
    let course = TownCourse(
      through: [220, 216, 210, 202, 201, 203, 514, 515, 504, 303, 307, 310, 312], of: town)
    let drive = TownDrive(
      along: course, halts: [.at(220, for: 20), .at(202, for: 22), .at(514, for: 150), .at(312, for: 15)])
    var receiver = TownReceiver(interval: 1, sigma: 0, seed: 1)
    let fixes = receiver.fixes(of: drive, from: .may(4, 7, 30), in: town)
    return SampleFile(
      name: "courier.gpx", drives: [SampleDrive(vehicle: "courier", drive: drive)],
      text: gpxText(track: "courier", segments: [fixes]))
  }

  /// Bus 7 from the station to the pier and back, one segment each: one fix per second, with an error of five metres.
  static func bus(_ town: Town) -> SampleFile {
    let outward = TownDrive(
      along: TownCourse(through: [232, 201, 202, 105, 601, 602], of: town),
      halts: [.at(201, for: 12), .at(204, for: 20), .at(153, for: 25), .at(155, for: 18)])
    let homeward = TownDrive(
      along: TownCourse(through: [602, 601, 105, 102, 101, 201, 232], of: town),
      halts: [.at(155, for: 15), .at(103, for: 30), .at(145, for: 15), .at(201, for: 18)])
    var receiver = TownReceiver(interval: 1, sigma: 5, seed: 7)
    let segments = [
      receiver.fixes(of: outward, from: .may(5, 9, 0), in: town),
      receiver.fixes(of: homeward, from: .may(5, 9, 12), in: town),
    ]
    return SampleFile(
      name: "bus-7.gpx",
      drives: [
        SampleDrive(vehicle: "bus-7, out", drive: outward), SampleDrive(vehicle: "bus-7, back", drive: homeward),
      ], text: gpxText(track: "bus-7", segments: segments))
  }

  /// A taxi from Station Road to the harbour, without fixes from the tunnel, where it queues.
  static func taxiThroughTunnel(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [204, 202, 210, 212, 214, 830, 835, 801, 804], of: town),
      halts: [.at(202, for: 15), .at(833, for: 40)])
    var receiver = TownReceiver(interval: 1, sigma: 2, seed: 8)
    let silence = drive.arrival(at: 830) + 2...drive.arrival(at: 835) + 9
    let fixes = receiver.fixes(of: drive, from: .may(6, 16, 45), in: town, silence: silence)
    return SampleFile(
      name: "tunnel.gpx", drives: [SampleDrive(vehicle: "taxi-8", drive: drive)],
      text: gpxText(track: "taxi-8", segments: [fixes]))
  }

  /// A driver without local knowledge who turns into South Parade against its oneway.
  static func wrongWayDriver(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [204, 202, 115, 111, 201, 231], of: town), halts: [.at(201, for: 10)])
    var receiver = TownReceiver(interval: 1, sigma: 2, seed: 9)
    let fixes = receiver.fixes(of: drive, from: .may(7, 21, 10), in: town)
    return SampleFile(
      name: "wrong-way.gpx", drives: [SampleDrive(vehicle: "wrong-way", drive: drive)],
      text: gpxText(track: "wrong-way", segments: [fixes]))
  }

  /// A car that takes the ferry: one fix every five seconds, also on the water.
  static func ferryPassenger(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [155, 601, 603, 604, 607, 608, 610], of: town),
      halts: [.at(604, for: 180), .at(607, for: 30)])
    var receiver = TownReceiver(interval: 5, sigma: 3, seed: 10)
    let fixes = receiver.fixes(of: drive, from: .may(9, 11, 20), in: town)
    return SampleFile(
      name: "ferry.gpx", drives: [SampleDrive(vehicle: "ferry", drive: drive)],
      text: gpxText(track: "ferry", segments: [fixes]))
  }
}
