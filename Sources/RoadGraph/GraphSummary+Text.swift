extension GraphSummary {
  /// The summary for people, in aligned columns.
  package var text: String {
    let tables = [
      Self.table("Contents", contents), Self.table("Roads", classes.map(Self.row)),
      Self.table("Modes", modes.map(Self.row)),
      Self.table("Flags", flags.map(Self.row)),
      Self.table("Nodes", nodeFlags.map { [$0.name, Self.grouped($0.nodes)] }),
      Self.table("Import", provenance.counts.sorted { $0.key < $1.key }.map { [$0.key, Self.grouped($0.value)] }),
      Self.table("Sections", sections.map { [$0.name, Self.grouped($0.bytes) + " bytes"] }),
    ]
    return (headLines + tables.filter { !$0.isEmpty }.map { "\n" + $0 }).joined(separator: "\n") + "\n"
  }

  private var headLines: [String] {
    var lines = ["\(path): road graph, format \(formatVersion), version \(version), \(Self.grouped(bytes)) bytes"]
    let source = [provenance.source, provenance.kind].filter { !$0.isEmpty }.joined(separator: ", ")
    lines.append("source  " + (source.isEmpty ? "unknown" : source))
    lines.append("data    " + (provenance.dataTime.isEmpty ? "of unknown time" : provenance.dataTime))
    if let bounds {
      lines.append("bounds  \(bounds[0]) \(bounds[1]) to \(bounds[2]) \(bounds[3]) (latitude longitude)")
    } else {
      lines.append("bounds  none, the map is empty")
    }
    for option in provenance.options.sorted(by: { $0.key < $1.key }) {
      lines.append("option  \(option.key) = \(option.value)")
    }
    return lines
  }

  private var contents: [[String]] {
    var rows = [
      ["nodes", Self.grouped(counts.nodes)], ["segments", Self.grouped(counts.segments)],
      ["edges", Self.grouped(counts.edges)], ["ways", Self.grouped(counts.ways)],
      ["places", Self.grouped(counts.places)], ["restrictions", Self.grouped(counts.restrictions)],
      ["conditional", Self.grouped(counts.conditionalRestrictions)],
    ]
    if counts.backdropTiles > 0 { rows.append(["ground tiles", Self.grouped(counts.backdropTiles)]) }
    if let share = speedLimits.taggedShare { rows.append(["limits tagged", Self.tenths(Int(share * 1000)) + " %"]) }
    return rows
  }

  private static func row(_ share: Share) -> [String] {
    let km = tenths(Int((share.lengthInMillimetres + 50_000) / 100_000))
    return [share.name, grouped(share.edges) + " edges", km + " km"]
  }

  /// A heading, and rows whose first column is left-aligned and whose others are right-aligned.
  private static func table(_ heading: String, _ rows: [[String]]) -> String {
    guard let columns = rows.first?.count else { return "" }
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    return ([heading] + lines.map { "  " + $0 }).joined(separator: "\n")
  }

  /// 1234567 as `1,234,567`.
  private static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var digits = Substring(String(number.magnitude))
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// 12345 tenths as `1,234.5`.
  private static func tenths(_ number: Int) -> String { grouped(number / 10) + ".\(number % 10)" }
}
