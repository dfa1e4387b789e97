package import Records
internal import RoadGraph
package import RoadRules

/// Learned speeds as a traffic file, which `route --traffic` reads: CSV with a row for each edge and its hours of the
/// week, as opening hours.
///
/// The speeds have the time spent at the ends of edges in them, since the file has no delays of turns.
package struct TrafficRows {
  /// The first lines of every such file, by which it is known as one: CSV may begin with remarks.
  package static let beginning = "# speeds learned by tracemill\nedge,hours,speed_kmh\n"

  private let classes: WeekClasses

  package init(_ classes: WeekClasses) { self.classes = classes }

  private static let rowsOfChunk = 65_536

  /// Calls `body` with one part of the file after the other, and the number of its rows.
  package func forEachChunk(
    of speeds: LearnedRows<RoadSpeed>?, _ body: (consuming ByteWriter, Int) throws -> Void
  ) throws {
    var bytes = ByteWriter()
    var count = 0
    bytes.text(Self.beginning)
    try speeds?.forEach { speed in
      put(speed, into: &bytes)
      count += 1
      guard count == Self.rowsOfChunk else { return }
      var full = ByteWriter()
      swap(&full, &bytes)
      count = 0
      try body(full, Self.rowsOfChunk)
    }
    try body(bytes, count)
  }

  /// Appends the row of a speed.
  func put(_ speed: RoadSpeed, into rows: inout ByteWriter) {
    rows.integer(Int64(speed.edge.rawValue))
    rows.word(.comma)
    rows.csvField(classes.openingHours(of: speed.hours))
    rows.word(.comma)
    rows.fixed(max(10, Int64((speed.expected * 10).rounded())), places: 1)
    rows.word(.line)
  }
}

extension WeekClasses {
  /// Hours of the week as opening hours: `Mo-Fr 07:00-09:00`.
  package func openingHours(of week: WeekHours) -> String {
    let clock = { (hour: Int) in (hour < 10 ? "0" : "") + "\(hour):00" }
    return "\(dayName(week.days)) \(clock(week.hours.lowerBound))-\(clock(week.hours.upperBound))"
  }

  /// A class as part of the name of a file: its days and the hour at which it begins, `Mo-Fr-08`.
  package func fileName(_ number: Int) -> String {
    let (days, hours) = parts(of: number)
    return dayName(days).map { $0 == "," ? "+" : String($0) }.joined() + "-"
      + (hours.lowerBound < 10 ? "0" : "") + "\(hours.lowerBound)"
  }
}
