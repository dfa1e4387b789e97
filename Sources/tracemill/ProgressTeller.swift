internal import Foundation
internal import Records
internal import Storage
internal import Work

/// Shows how far a run has come: counts, rate, the share of the bytes of its inputs, and the time that is left.
struct ProgressTeller {
  private let console: Console
  private let unit: String
  /// `nil` if an input has no size.
  private let totalBytes: Int?
  private let bytesBefore = ReadMeter.bytes
  private let startedAt = ContinuousClock.now
  private var lastTold: ContinuousClock.Instant?

  /// - Parameters:
  ///   - unit: what the run counts: `trips`, `requests`.
  ///   - files: its inputs.
  init(_ console: Console, unit: String, files: [String]) {
    self.console = console
    self.unit = unit
    let sizes = console.progress == ProgressStyle.none ? [] : files.map(size(ofFile:))
    totalBytes = sizes.contains(nil) || sizes.isEmpty ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
  }

  /// Says it now and then; at the end in any case.
  mutating func tell(_ counts: RunCounts, isEnd: Bool = false) {
    let style = console.progress
    guard style != ProgressStyle.none else { return }
    let now = ContinuousClock.now
    let pause: Duration = style == nil ? .milliseconds(200) : .seconds(10)
    guard isEnd || now - (lastTold ?? startedAt) >= pause else { return }
    lastTold = now
    let state = State(
      counts: counts, unit: unit, seconds: (now - startedAt).inSeconds, bytes: ReadMeter.bytes - bytesBefore,
      totalBytes: totalBytes)
    switch style {
    case nil: console.progress(isEnd ? "" : state.sentence)
    case .plain?: Console.tell("tracemill: \(state.sentence)\n")
    case .json?: Console.tell(state.fields(isEnd: isEnd))
    case ProgressStyle.none?: break
    }
  }
}

/// How far a run has come.
struct State {
  let counts: RunCounts
  let unit: String
  let seconds: Double
  let bytes: Int
  let totalBytes: Int?

  /// Of the bytes of the inputs, those that were read. What has been read is not yet written, but nearly.
  var share: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(1, Double(bytes) / Double(totalBytes))
  }

  /// In seconds; `nil` where a guess would be worth nothing.
  var left: Double? {
    guard let share, share > 0.01, seconds > 1 else { return nil }
    return seconds * (1 - share) / share
  }

  /// Of fixes for traces, of requests otherwise.
  var perSecond: Double { Double(counts.fixes > 0 ? counts.fixes : counts.reports) / max(seconds, 0.001) }

  var sentence: String {
    var words = "\(counts.reports) \(unit)"
    if counts.fixes > 0 { words += ", \(counts.fixes) fixes" }
    words += ", \(Int(perSecond))/s"
    if let share { words += ", \(Int(share * 100)) %" }
    if let left { words += ", \(Self.clock(left)) left" }
    return words
  }

  func fields(isEnd: Bool) -> [JSONValue.Field] {
    func number(_ value: Double?) -> JSONValue { value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null }
    return [
      .init(name: "progress", value: .text(isEnd ? "end" : "running")),
      .init(name: "run_id", value: .text(Console.runID)), .init(name: unit, value: .integer(counts.reports)),
      .init(name: "fixes", value: .integer(counts.fixes)), .init(name: "bytes", value: .integer(bytes)),
      .init(name: "total_bytes", value: totalBytes.map(JSONValue.integer) ?? .null),
      .init(name: "share", value: number(share)), .init(name: "seconds", value: number(seconds)),
      .init(name: "per_second", value: number(perSecond)), .init(name: "seconds_left", value: number(isEnd ? 0 : left)),
    ]
  }

  /// `1:02:03` or `2:03`.
  private static func clock(_ seconds: Double) -> String {
    let all = Int(seconds.rounded())
    let tail = String(format: "%02d", all % 60)
    return all >= 3600 ? "\(all / 3600):" + String(format: "%02d", all / 60 % 60) + ":\(tail)" : "\(all / 60):\(tail)"
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
