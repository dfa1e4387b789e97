extension TableSchema {
  /// The meaning of one row, and the columns as a Markdown table.
  package var markdown: String {
    let head = [
      meaning, "", "| column | type or codes | unit | meaning | null when |", "| --- | --- | --- | --- | --- |",
    ]
    return (head + columns.map(\.markdown)).joined(separator: "\n") + "\n"
  }
}

extension ColumnSchema {
  fileprivate var markdown: String {
    let words = type.values.map { $0.map { "`\($0)`" }.joined(separator: " ") }
    return "| `\(name)` | \(words ?? type.name) | \(unit ?? "") | \(meaning) | \(nullWhen ?? "") |"
  }
}
