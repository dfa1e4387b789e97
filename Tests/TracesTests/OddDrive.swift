import Foundation
import Geodesy
import Moments

@testable import Traces

/// A drive whose places, times, speeds and courses agree, to be written as odd exporters do.
enum OddDrive {
  struct Fix: Sendable {
    let number: Int
    let time: Timestamp
    let latitude: Degrees
    let longitude: Degrees
    let speed: MetresPerSecond
    let course: Degrees

    var iso: String { time.iso8601 }
    var lat: String { String(format: "%.6f", latitude) }
    var lon: String { String(format: "%.6f", longitude) }
  }

  /// Fixes every 5 s with bends and changes of speed; the first on 2026-05-22T06:00:00Z.
  static let fixes: [Fix] = drive(from: 47.2, 9.5)

  static func drive(from latitude: Degrees, _ longitude: Degrees, count: Int = 80) -> [Fix] {
    var (north, east, course) = (latitude, longitude, 40.0)
    return (0..<count).map { number in
      let speed: MetresPerSecond = [8, 11, 14, 17][number / 8 % 4]
      let fix = Fix(
        number: number, time: Timestamp(millisecondsSince1970: 1_779_429_600_000 + Int64(number) * 5000),
        latitude: north,
        longitude: east, speed: speed, course: course)
      north += 5 * speed * cos(course * .pi / 180) / 111_195
      east += 5 * speed * sin(course * .pi / 180) / (111_195 * cos(north * .pi / 180))
      if number % 12 == 11 {
        course = (course + [70, -35, 100, 55][number / 12 % 4] + 360).truncatingRemainder(dividingBy: 360)
      }
      return fix
    }
  }

  typealias Column = (name: String, cell: (Fix) -> String)

  static var time: Column { ("time", { $0.iso }) }
  static var lat: Column { ("lat", { $0.lat }) }
  static var lon: Column { ("lon", { $0.lon }) }

  /// The drive as a table; `more` stands behind the times and places.
  static func table(
    _ more: Column..., first: [Column] = [time, lat, lon], of fixes: [Fix] = OddDrive.fixes
  ) -> String {
    let columns = first + more
    let lines = [columns.map(\.name)] + fixes.map { fix in columns.map { $0.cell(fix) } }
    return lines.map { $0.joined(separator: ";") }.joined(separator: "\n") + "\n"
  }

  /// A date with a time of day two hours ahead of UTC, without an offset.
  static func local(_ fix: Fix) -> String {
    let shown = Timestamp(millisecondsSince1970: fix.time.millisecondsSince1970 + 7_200_000).iso8601
    return shown.replacingOccurrences(of: "T", with: " ").replacingOccurrences(of: "Z", with: "")
  }

  static func seconds(since beginning: String) -> (Fix) -> String {
    let begin = ISO8601DateFormatter().date(from: beginning + "T00:00:00Z")?.timeIntervalSince1970 ?? 0
    return { String(Int(Double($0.time.millisecondsSince1970) / 1000 - begin)) }
  }
}

extension ReadFile {
  /// How far the first fixes are from the drive in places, times, speeds and courses; `nil` where a fix has none.
  func errors(of truth: [OddDrive.Fix] = OddDrive.fixes) -> (
    place: Metres, time: Seconds?, speed: Double?, course: Degrees?
  ) {
    let good = fixes.filter { $0.refusal == nil }
    guard good.count == truth.count else { return (.infinity, nil, nil, nil) }
    let pairs = zip(good, truth)
    func most(_ error: (Fix, OddDrive.Fix) -> Double?) -> Double? {
      let errors = pairs.map(error)
      return errors.contains(where: { $0 == nil }) ? nil : errors.compactMap(\.self).max()
    }
    let place = most { fix, true_ in
      fix.place.map { groundDistance($0, Place(latitude: true_.latitude, longitude: true_.longitude)) }
    }
    return (
      place ?? .infinity, most { fix, true_ in fix.time.map { abs($0.seconds(since: true_.time)) } },
      most { fix, true_ in fix.speed.map { abs($0 / true_.speed - 1) } },
      most { fix, true_ in
        fix.bearing.map { abs(($0 - true_.course + 540).truncatingRemainder(dividingBy: 360) - 180) }
      }
    )
  }

  var doubtful: [String] { format?.layout?.doubtfulColumns ?? [] }
}
