internal import Records
internal import Work

/// How far a run has come.
struct RunProgress {
  let counts: RunCounts
  let unit: String
  /// What is finished.
  let done: RunShare
  var seconds: Double { done.seconds }
  var share: Double? { done.finished }
  var left: Double? { done.left }

  /// Fixes in a second for traces, requests otherwise.
  var perSecond: Double { Double(counts.fixes > 0 ? counts.fixes : counts.reports) / max(seconds, 0.001) }

  var sentence: String {
    if done.isReading { return Self.sentence(reading: done.read) }
    var words = "\(counts.reports) \(unit)"
    if counts.fixes > 0 { words += ", \(counts.fixes) fixes" }
    words += ", \(Int(perSecond))/s"
    if let share { words += ", \(Int(share * 100)) %" }
    if let left { words += ", \(Self.clock(left)) left" }
    return words
  }

  /// Of a run that gathers rows and has matched none.
  static func sentence(reading share: Double?) -> String { "reading" + (share.map { ", \(Int($0 * 100)) %" } ?? "") }

  func fields(isEnd: Bool) -> [JSONValue.Field] {
    func number(_ value: Double?) -> JSONValue { value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null }
    return [
      .init(name: "progress", value: .text(isEnd ? "end" : "running")),
      .init(name: "run_id", value: .text(Console.runID)), .init(name: unit, value: .integer(counts.reports)),
      .init(name: "fixes", value: .integer(counts.fixes)), .init(name: "bytes", value: .integer(done.bytes)),
      .init(name: "total_bytes", value: done.totalBytes.map(JSONValue.integer) ?? .null),
      .init(name: "share", value: number(share)), .init(name: "seconds", value: number(seconds)),
      .init(name: "per_second", value: number(perSecond)), .init(name: "seconds_left", value: number(isEnd ? 0 : left)),
    ]
  }

  /// `1:02:03` or `2:03`.
  static func clock(_ seconds: Double) -> String {
    let all = Int(seconds.rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let tail = two(all % 60)
    return all >= 3600 ? "\(all / 3600):\(two(all / 60 % 60)):\(tail)" : "\(all / 60):\(tail)"
  }
}
