/// What a CSV column can mean.
package enum CSVColumn: String, CaseIterable, Sendable {
  case trace, latitude = "lat", longitude = "lon", time, speed, heading, accuracy, hdop, vehicle
  /// The day, where ``time`` is a time of day.
  case date
  /// `N` or `S`, `E` or `W`.
  case latitudeHemisphere = "lat_hemisphere", longitudeHemisphere = "lon_hemisphere"
  /// Both coordinates in one text.
  case position
  /// Whether the position is good.
  case valid
}

/// How the user identifies a column.
package enum CSVColumnChoice: Hashable, Sendable {
  /// As in the header, ignoring case.
  case name(String)
  /// Counted from 1.
  case number(Int)
  /// The file has none.
  case absent

  /// Digits are a number, `none` is no column, and anything else is a name.
  package init(_ text: String) {
    if let number = Int(text), number > 0 {
      self = .number(number)
    } else {
      self = text == "none" ? .absent : .name(text)
    }
  }

  var asName: String? {
    if case .name(let name) = self { name } else { nil }
  }

  /// From 1.
  var asNumber: Int? {
    if case .number(let number) = self { number } else { nil }
  }
}

/// The columns that the user has named.
package struct CSVColumnChoices: Hashable, Sendable {
  package var byColumn: [CSVColumn: CSVColumnChoice] = [:]
  /// The columns of the file that are not looked at.
  package var ignored: Set<CSVColumnChoice> = []

  package init() {}

  /// From `lat=Breite,lon=Laenge,time=3,status=ignore`; `nil` if a part is not `COLUMN=NAME`, `COLUMN=NUMBER`,
  /// `NAME=ignore` or `NUMBER=ignore`.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasSuffix("=ignore"), part.count > "=ignore".count {
        ignored.insert(CSVColumnChoice(String(part.dropLast("=ignore".count))))
        continue
      }
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let column = CSVColumn(rawValue: String(sides[0])) else { return nil }
      byColumn[column] = CSVColumnChoice(String(sides[1]))
    }
  }

  /// The choices and one more; `nil` if the column was named already.
  package func choosing(_ name: String, for column: CSVColumn) -> CSVColumnChoices? {
    guard byColumn[column] == nil else { return nil }
    var choices = self
    choices.byColumn[column] = CSVColumnChoice(name)
    return choices
  }

  /// The columns of a file that are ignored, from 0; a name that the file does not have ignores nothing.
  ///
  /// - Parameter header: `nil` where columns have numbers only.
  func ignoredColumns(of header: [String]?, count: Int) -> Set<Int> {
    guard !ignored.isEmpty else { return [] }
    let names = Set(ignored.compactMap(\.asName).map { $0.lowercased() })
    return Set(
      (0..<count).filter { index in
        ignored.contains(.number(index + 1)) || header.map { names.contains($0[index].lowercased()) } ?? false
      })
  }
}
