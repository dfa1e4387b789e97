import Foundation
import Geodesy
import Moments
import Records

@testable import Traces

/// Everything one file gave.
struct ReadFile {
  var traces: [Trace] = []
  var refusals: [Refusal] = []
  var counts: [String: Int] = [:]
  var format: TraceFileFormat?

  init(_ reader: TraceReader) {
    while let item = reader.next() {
      switch item {
      case .trace(let trace): traces.append(trace)
      case .refusal(let refusal): refusals.append(refusal)
      }
    }
    counts = reader.refusedByReason
    format = reader.format
  }

  init(_ text: String, as path: String = "van.csv", _ settings: TraceReadingSettings = TraceReadingSettings()) {
    self.init(TraceReader(Array(text.utf8), path: path, settings: settings))
  }

  init(_ bytes: [UInt8], as path: String = "van.csv", _ settings: TraceReadingSettings = TraceReadingSettings()) {
    self.init(TraceReader(bytes, path: path, settings: settings))
  }

  var fixes: [Fix] { traces.flatMap(\.fixes) }

  /// The fixes as `time latitude longitude`, refused ones as their reason.
  var rows: [String] {
    fixes.map { fix in
      if let refusal = fix.refusal { return refusal.rawValue }
      let place = fix.place.map { "\($0.latitude) \($0.longitude)" } ?? "?"
      return fix.time.map { "\($0.iso8601) \(place)" } ?? place
    }
  }

  /// Refusals as `line reason: message`.
  var complaints: [String] { refusals.map { "\($0.line.map(String.init) ?? "-") \($0.reason): \($0.message)" } }
}

/// A text with marks where the reader should complain: each mark is taken out and its line remembered.
struct MarkedText {
  var text = ""
  var lines: [String: Int] = [:]

  init(_ marked: String) {
    let marks = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣"]
    for (index, line) in marked.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var clean = String(line)
      for mark in marks where clean.contains(mark) {
        lines[mark] = index + 1
        clean = clean.replacingOccurrences(of: mark, with: "")
      }
      text += (index > 0 ? "\n" : "") + clean
    }
  }
}

/// The folder of the real data that some tests read; `nil` if it is absent.
let dataFolder: String? = {
  let given = ProcessInfo.processInfo.environment["TRACEMILL_TEST_DATA"]
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let folder = given ?? root.appendingPathComponent("shared/data").path
  return FileManager.default.fileExists(atPath: folder) ? folder : nil
}()
