internal import Records

/// A night in a few numbers, as a line of the history has them.
package struct NightSums: Equatable, Sendable {
  /// By local time, as `2026-05-04`.
  package var date: String
  var trips = 0
  var vehicles = 0
  /// In metres.
  var length = 0.0
  /// In seconds.
  var duration = 0.0
  var fixes = 0
  var matched = 0
  /// Refused records; `nil` if the run did not list them.
  var refused: Int?
  /// Trips that need a look.
  var flagged = 0

  /// The members of a line, but for the schema and the date.
  static let names = [
    "trips", "vehicles", "length_m", "duration_s", "fixes", "matched", "refused", "flagged",
  ]

  /// In the order of ``names``.
  var values: [Double?] {
    [
      Double(trips), Double(vehicles), length, duration, Double(fixes), Double(matched), refused.map(Double.init),
      Double(flagged),
    ]
  }
}

/// The sums of the nights before, one line of JSON each, in the order of their days.
///
/// A fleet has a file of its own: a night that is run again replaces its line.
package struct NightHistory: Sendable {
  private var lines: [(date: String, text: String, values: [Double?])] = []

  /// - Parameter text: the file; empty for a new one.
  /// - Throws: ``ReplayError/notAHistory(path:line:)``.
  package init(_ text: String, path: String) throws(ReplayError) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy(\.isWhitespace) { continue }
      guard let value = try? JSONValue(parsing: Array(line.utf8)), value["schema"]?.text == Self.schema,
        let date = value["date"]?.text
      else { throw .notAHistory(path: path, line: number + 1) }
      lines.append((date, String(line), NightSums.names.map { value[$0]?.plainText.flatMap(Double.init) }))
    }
    lines.sort { $0.date < $1.date }
  }

  /// The nights before a day, the last one first.
  func nights(before date: String, atMost most: Int) -> [[Double?]] {
    lines.filter { $0.date < date }.suffix(most).reversed().map(\.values)
  }

  /// The days and values of all nights, in their order.
  var nights: [(date: String, values: [Double?])] { lines.map { ($0.date, $0.values) } }

  /// Enters a night.
  ///
  /// - Returns: whether a line of that day was there before.
  @discardableResult
  package mutating func enter(_ sums: NightSums) -> Bool {
    let had = lines.contains { $0.date == sums.date }
    lines.removeAll { $0.date == sums.date }
    let members: [JSONValue.Field] = zip(NightSums.names, sums.values).map { name, value in
      JSONValue.Field(name: name, value: value.map { .number($0, places: 0) } ?? .null)
    }
    let head = [
      JSONValue.Field(name: "schema", value: .text(Self.schema)),
      JSONValue.Field(name: "date", value: .text(sums.date)),
    ]
    let text = String(decoding: JSONValue.object(head + members).line(), as: UTF8.self)
    lines.append((sums.date, text, sums.values))
    lines.sort { $0.date < $1.date }
    return had
  }

  package var text: String { lines.map { $0.text + "\n" }.joined() }

  private static let schema = "tracemill/night-sums/1"
}
