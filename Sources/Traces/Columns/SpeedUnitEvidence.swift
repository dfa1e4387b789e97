internal import Foundation
internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// The unit of a column of speeds that is not labelled, from the distances and times between fixes.
struct SpeedUnitEvidence {
  /// The speed in the file over the speed from the places, of pairs of fixes.
  private var ratios: [Double] = []
  private var lastFixes: [[UInt8]: Fix] = [:]

  private static let mostRows = 1000
  private static let leastPairs = 8

  /// - Parameters:
  ///   - table: begins with the header or the first row.
  ///   - layout: with metres per second as the unit.
  init(_ table: [UInt8], _ layout: CSVLayout, _ settings: TraceReadingSettings) {
    let parser = CSVRowParser(layout, settings: settings)
    let splitter = layout.splitter
    var record = TraceRecord(WantedFields(layout))
    var (offset, line) = (0, 0)
    while line < Self.mostRows, splitter.take(table.span, from: offset, isLast: false, into: &record) {
      offset = record.end
      line += 1
      if line == 1 && layout.header != nil { continue }
      take(parser.fix(of: record, in: table.span, line: line), of: record.fields[0].text(in: table.span))
    }
  }

  private mutating func take(_ fix: Fix, of trace: [UInt8]) {
    guard fix.refusal == nil, let place = fix.place, let time = fix.time, let speed = fix.speed else { return }
    defer { lastFixes[trace] = fix }
    guard let last = lastFixes[trace], let lastPlace = last.place, let lastTime = last.time, let lastSpeed = last.speed
    else { return }
    let seconds = time.seconds(since: lastTime)
    let distance = groundDistance(lastPlace, place)
    // The errors of slow or near fixes would hide the unit, and so would a turn or a stop between distant ones.
    guard (1...15).contains(seconds), distance >= 30, speed > 0, abs(speed - lastSpeed) <= 0.2 * speed else { return }
    ratios.append((speed + lastSpeed) / 2 / (distance / seconds))
  }

  /// `nil` if the fixes do not say.
  var unit: SpeedUnit? {
    guard ratios.count >= Self.leastPairs else { return nil }
    let median = ratios.sorted()[ratios.count / 2]
    let deviations = SpeedUnit.allCases.map { unit in (unit, abs(log2(median * unit.metresPerSecond))) }
    guard let best = deviations.min(by: { $0.1 < $1.1 }), best.1 < Self.tolerance(of: best.0) else { return nil }
    return best.0
  }

  /// Miles per hour and knots are only 15 % apart.
  private static func tolerance(of unit: SpeedUnit) -> Double {
    unit == .milesPerHour || unit == .knots ? log2(1.06) : log2(1.25)
  }
}
