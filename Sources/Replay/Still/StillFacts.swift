internal import Reports

/// What the head of a still says about a drive.
struct StillFacts {
  let title: String
  let line: String

  init(of drive: Drive) {
    title = drive.kind == .trip ? drive.title : "Route " + drive.title
    guard let table = drive["trips"] ?? drive["routes"] else {
      line = ""
      return
    }
    var facts: [String] = []
    if let period = Self.period(table, drive.stillClock) { facts.append(period) }
    if let length = table["length_m"]?.number(0) { facts.append(Self.length(length)) }
    if let duration = table["duration_s"]?.number(0) { facts.append(Self.duration(duration)) }
    if let fixes = table["fixes"]?.number(0), let matched = table["matched"]?.number(0) {
      facts.append("\(Int(matched)) of \(Int(fixes)) fixes on roads")
    }
    if let confidence = table["confidence"]?.number(0), table["length_m"]?.number(0) ?? 0 > 0 {
      facts.append("confidence " + Self.decimal(confidence, places: 2))
    }
    if let status = table["status"]?.word(0), status != "ok" {
      facts.append(status + (table["reason"]?.word(0).map { " (\($0))" } ?? ""))
    }
    line = facts.joined(separator: "  ·  ")
  }

  private static func period(_ table: ColumnTable, _ clock: StillClock) -> String? {
    let begin = (table["begin_time"] ?? table["departure"])?.values.first ?? CellColumn.null
    guard begin != CellColumn.null else { return nil }
    let end = (table["end_time"] ?? table["arrival"])?.values.first ?? CellColumn.null
    let beginText = "\(clock.day(begin)) \(clock.time(begin))"
    guard end != CellColumn.null else { return "\(beginText) \(clock.zone)" }
    let isSameDay = clock.day(begin) == clock.day(end)
    return "\(beginText) – \(isSameDay ? "" : clock.day(end) + " ")\(clock.time(end)) \(clock.zone)"
  }

  static func length(_ metres: Double) -> String {
    metres < 1000 ? "\(Int(metres.rounded())) m" : decimal(metres / 1000, places: metres < 100_000 ? 1 : 0) + " km"
  }

  static func duration(_ seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    if seconds < 60 { return "\(Int(seconds.rounded())) s" }
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    let power = places == 2 ? 100 : places == 1 ? 10 : 1
    let units = Int((value * Double(power)).rounded())
    guard places > 0 else { return "\(units)" }
    let rest = "\(units % power)"
    return "\(units / power)." + String(repeating: "0", count: places - rest.count) + rest
  }
}
