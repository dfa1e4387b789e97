import Foundation
import Geodesy
import Moments
import RandomNumbers
import Records
import Testing

@testable import Traces

/// What is read is what was written, or it is refused.
@Suite struct `A table in any dialect` {
  private static let tablesPerSeed = 300
  /// Of times in which day and month may change places, and of numbers that may be metres.
  private static let expected: Set = ["times_unknown", "coordinates_unknown"]

  @Test(arguments: 1...8)
  func `is read as it was written, or refused`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var refused: [String: Int] = [:]
    var last = ""
    for _ in 0..<Self.tablesPerSeed {
      let table = WrittenTable(&random)
      let file = ReadFile(table.bytes, as: "table")
      if let fault = Self.fault(in: file, table) {
        Issue.record("\(fault)\n\(table.dialect)\n\(file.complaints.prefix(3))\n\(Self.begin(of: table))")
        return
      }
      guard file.traces.isEmpty, let refusal = file.refusals.first else { continue }
      refused[refusal.reason, default: 0] += 1
      if !Self.expected.contains(refusal.reason) { last = "\(refusal) \(table.dialect)\n\(Self.begin(of: table))" }
    }
    #expect(Self.expected.isSuperset(of: refused.keys), "\(refused), the last: \(last)")
    #expect(refused.values.reduce(0, +) < Self.tablesPerSeed / 8, "\(refused)")
  }

  /// What was misread; `nil` if nothing was.
  private static func fault(in file: ReadFile, _ table: WrittenTable) -> String? {
    if file.traces.isEmpty { return file.refusals.isEmpty ? "nothing was read, without a word" : nil }
    let names = Set(table.rows.values.map(\.vehicle))
    guard file.traces.count == names.count else { return "\(file.traces.count) traces of \(names.count)" }
    guard file.fixes.count == table.rows.count else { return "\(file.fixes.count) rows of \(table.rows.count)" }
    for trace in file.traces {
      for fix in trace.fixes {
        guard let row = table.rows[fix.line] else { return "line \(fix.line) is no row" }
        if fix.refusal != nil { return "line \(fix.line) was refused" }
        if let fault = fault(in: fix, row, table.dialect) { return "line \(fix.line): \(fault)" }
        if table.dialect.hasTraceColumn, trace.id != row.vehicle { return "line \(fix.line) is of \(trace.id)" }
      }
      let times = trace.fixes.compactMap(\.time)
      guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else { return "\(trace.id) is not in order" }
    }
    return nil
  }

  private static func fault(in fix: Fix, _ row: WrittenTable.Row, _ dialect: WrittenDialect) -> String? {
    guard let place = fix.place, let time = fix.time else { return "no place or no time" }
    let off = max(abs(place.latitude - row.latitude), abs(place.longitude - row.longitude))
    if off > dialect.place.resolution { return "\(place) for \(row.latitude) \(row.longitude)" }
    let late = abs(time.millisecondsSince1970 - row.milliseconds)
    if late > dialect.time.resolution { return "\(time.iso8601), \(late) ms off" }
    if let speed = fix.speed, abs(speed - row.speed) > 0.01 { return "\(speed) m/s for \(row.speed)" }
    return nil
  }

  private static func begin(of table: WrittenTable) -> String {
    String(decoding: table.bytes.prefix(600), as: UTF8.self)
  }
}
