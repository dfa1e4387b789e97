import Foundation
import Geodesy
import Moments
import RandomNumbers

/// A table of fixes in a random dialect, and what it says.
struct WrittenTable {
  /// One row, as it was meant.
  struct Row {
    var vehicle: String
    var latitude: Degrees
    var longitude: Degrees
    var milliseconds: Int64
    var speed: MetresPerSecond
  }

  /// The rows by their lines, from 1.
  private(set) var rows: [UInt32: Row] = [:]
  private(set) var bytes: [UInt8] = []
  let dialect: WrittenDialect

  init(_ random: inout SplitMix64) {
    dialect = WrittenDialect(&random)
    var drives: [[Row]] = []
    for number in 0..<dialect.vehicles {
      let name = "\(["van", "LKW", "bus", "M-AB"].randomElement(using: &random) ?? "")-\(number + 1)"
      drives.append(Self.drive(of: name, &random))
    }
    let ordered = Self.arranged(drives, dialect.order, &random)
    let (text, first) = Self.text(ordered, dialect, &random)
    for (number, row) in ordered.enumerated() { rows[UInt32(first + number)] = row }
    bytes = dialect.encoded(text)
  }

  /// A drive that no check doubts: 5 to 30 m/s in a direction that changes slowly.
  static func drive(of vehicle: String, _ random: inout SplitMix64) -> [Row] {
    var row = Row(
      vehicle: vehicle, latitude: random.uniform(in: -69...69), longitude: random.uniform(in: -179...179),
      milliseconds: Int64.random(in: 1_000_000_000...1_760_000_000, using: &random) * 1000, speed: 0)
    let step = [1, 2, 5, 10, 30].randomElement(using: &random) ?? 1
    var direction = random.uniform(in: 0...6)
    return (0..<Int.random(in: 12...24, using: &random)).map { _ in
      row.speed = random.uniform(in: 5...30)
      direction += random.uniform(in: -0.2...0.2)
      let metres = row.speed * Double(step)
      row.latitude += metres * cos(direction) / 111_200
      row.longitude += metres * sin(direction) / 111_200 / cos(row.latitude * .pi / 180)
      row.milliseconds += Int64(step) * 1000
      return row
    }
  }

  private static func arranged(
    _ drives: [[Row]], _ order: WrittenDialect.Order, _ random: inout SplitMix64
  ) -> [Row] {
    switch order {
    case .grouped: return drives.flatMap(\.self)
    case .newestFirst: return drives.flatMap { $0.reversed() }
    case .shuffled: return drives.flatMap(\.self).shuffled(using: &random)
    case .inTurn:
      let longest = drives.map(\.count).max() ?? 0
      return (0..<longest).flatMap { index in drives.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
    }
  }

  /// - Returns: the text, and the line of the first row.
  private static func text(
    _ rows: [Row], _ dialect: WrittenDialect, _ random: inout SplitMix64
  ) -> (String, firstLine: Int) {
    let columns = dialect.columns.shuffled(using: &random)
    var lines = dialect.preamble
    lines.append(columns.map { dialect.field($0.name) }.joined(separator: dialect.delimiter))
    for (number, row) in rows.enumerated() {
      lines.append(columns.map { dialect.field($0.value(row, number)) }.joined(separator: dialect.delimiter))
    }
    let text = lines.joined(separator: dialect.lineEnd) + (dialect.endsWithLineEnd ? dialect.lineEnd : "")
    return (text, dialect.preamble.count + 2)
  }
}
