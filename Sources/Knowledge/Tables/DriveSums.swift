package import Geodesy
package import Moments

/// All drives of a store in a few numbers.
package struct DriveSums: Equatable, Sendable {
  package var drives = 0
  package var vehicles = 0
  /// Of the roads that they drove, each as often as it was driven.
  package var length: Metres = 0
  package var duration: Seconds = 0
  /// The days on which drives begin, by local time, ascending.
  package var days: [CivilDate] = []

  package init() {}

  /// Memory: the names of the vehicles.
  ///
  /// - Parameter clock: `nil` for UTC.
  init(of source: some DriveSource, clock: LocalClock?) throws {
    var (names, found): (Set<String>, Set<CivilDate>) = ([], [])
    var hours = LocalHours(clock)
    for chunk in 0..<source.chunkCount {
      try source.forEachDrive(in: chunk) { drive in
        names.insert(drive.vehicle)
        found.insert(CivilDate(daysSince1970: hours.time(drive.begin).day))
        drives += 1
        duration += Double(drive.end - drive.begin) / 1000
        for path in drive.paths { length += path.steps.reduce(0) { $0 + $1.length } }
      }
    }
    vehicles = names.count
    days = found.sorted()
  }
}
