internal import Geodesy
internal import Moments
internal import Traces

/// A row that a reader must refuse or cleaning must drop.
struct Fault: Sendable {
  /// The number of good rows before it.
  let after: Int
  /// The row, made from the last good row and from the one three places before that.
  let row: @Sendable (_ last: NotedFix, _ earlier: NotedFix) -> String
}

extension SampleFile {
  /// A drive down Orchard Road whose logger fails in every common way.
  static func brokenLogger(_ town: Town) -> SampleFile {
    let drive = TownDrive(
      along: TownCourse(through: [506, 303, 301, 203, 201, 204], of: town), halts: [.at(506, for: 6), .at(201, for: 6)])
    var receiver = TownReceiver(interval: 2, sigma: 2, seed: 14)
    let fixes = receiver.fixes(of: drive, from: .may(15, 12, 0), in: town)
    let rows = fixes.enumerated().flatMap { index, fix in
      let here = faults.filter { $0.after == index + 1 }
      return [row(fix)] + here.map { $0.row(fix, fixes[max(0, index - 3)]) }
    }
    return SampleFile(
      name: "bad-records.csv", drives: [SampleDrive(vehicle: "van-9", drive: drive)],
      text: lines(["trace_id,time,lat,lon"] + rows))
  }

  private static func row(_ fix: NotedFix) -> String {
    "van-9,\(fix.time.iso8601),\(fix.place.latitudeText),\(fix.place.longitudeText)"
  }

  /// A time between two good rows, so that each fault is isolated.
  private static func between(_ fix: NotedFix) -> String { fix.time.adding(seconds: 1).iso8601 }

  static let faults: [Fault] = [
    // The latitude lost its decimal point.
    Fault(after: 10) { last, _ in "van-9,\(between(last)),547.0\(last.place.latitudeText.suffix(6)),2.8400000" },
    // Letters instead of a number.
    Fault(after: 15) { last, _ in "van-9,\(between(last)),\(last.place.latitudeText),east" },
    // The line was cut.
    Fault(after: 20) { last, _ in "van-9,\(between(last))" },
    // The position is empty.
    Fault(after: 25) { last, _ in "van-9,\(between(last)),," },
    // The time is not a time.
    Fault(after: 30) { last, _ in "van-9,yesterday,\(last.place.latitudeText),\(last.place.longitudeText)" },
    // A record from six seconds ago arrives late.
    Fault(after: 40) { _, earlier in row(earlier) },
    // The last record is repeated.
    Fault(after: 45) { last, _ in row(last) },
    // The receiver has no position.
    Fault(after: 50) { last, _ in "van-9,\(between(last)),0.0000000,0.0000000" },
    // A jump of five kilometres to the north, and back.
    Fault(after: 55) { last, _ in
      let far = Place(latitudeE7: last.place.latitudeE7 + 450_000, longitudeE7: last.place.longitudeE7)
      return "van-9,\(between(last)),\(far.latitudeText),\(far.longitudeText)"
    },
  ]
}
