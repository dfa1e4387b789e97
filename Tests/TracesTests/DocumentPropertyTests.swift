import Foundation
import Geodesy
import Moments
import RandomNumbers
import Testing

@testable import Traces

/// What is read is what was written, or it is refused.
@Suite struct `A document in any dialect` {
  private static let documents = 150

  @Test(arguments: WrittenDocument.Kind.allCases)
  func `is read as it was written, or refused`(kind: WrittenDocument.Kind) {
    var random = SplitMix64(seed: 13)
    var refused: [String] = []
    for _ in 0..<Self.documents {
      let document = WrittenDocument(kind, &random)
      let file = ReadFile(document.bytes, as: document.path)
      if let fault = Self.fault(in: file, document) {
        Issue.record("\(fault)\n\(document.choices)\n\(file.complaints.prefix(3))\n\(Self.begin(of: document))")
        return
      }
      if file.traces.isEmpty { refused.append("\(file.complaints.first ?? "") \(document.choices)") }
    }
    #expect(refused.isEmpty, "\(refused.count) were refused, such as \(refused.first ?? "")")
  }

  /// What was misread; `nil` if nothing was.
  private static func fault(in file: ReadFile, _ document: WrittenDocument) -> String? {
    if file.traces.isEmpty { return file.refusals.isEmpty ? "nothing was read, without a word" : nil }
    guard file.traces.count == document.traces.count else {
      return "\(file.traces.count) traces of \(document.traces.count)"
    }
    for (trace, rows) in zip(file.traces, document.traces) {
      guard trace.fixes.count == rows.count else { return "\(trace.fixes.count) fixes of \(rows.count)" }
      if document.namesVehicles, trace.id != rows[0].vehicle { return "\(rows[0].vehicle) is called \(trace.id)" }
      for (fix, row) in zip(trace.fixes, rows) {
        if let fault = fault(in: fix, row, document) { return "\(trace.id), line \(fix.line): \(fault)" }
      }
    }
    return nil
  }

  private static func fault(in fix: Fix, _ row: WrittenTable.Row, _ document: WrittenDocument) -> String? {
    if let refusal = fix.refusal { return "refused as \(refusal)" }
    guard let place = fix.place, let time = fix.time else { return "no place or no time" }
    let off = max(abs(place.latitude - row.latitude), abs(place.longitude - row.longitude))
    if off > document.resolution { return "\(place) for \(row.latitude) \(row.longitude)" }
    if time.millisecondsSince1970 != row.milliseconds { return "\(time.iso8601) for \(row.milliseconds)" }
    if let speed = fix.speed, abs(speed - row.speed) > 0.01 { return "\(speed) m/s for \(row.speed)" }
    return nil
  }

  private static func begin(of document: WrittenDocument) -> String {
    String(decoding: document.bytes.prefix(800), as: UTF8.self)
  }
}
