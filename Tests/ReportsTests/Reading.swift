import Foundation
import Testing

/// A JSON text as Foundation reads it.
func json(_ text: some StringProtocol) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
}

func jsonObject(_ text: some StringProtocol) throws -> [String: Any] {
  try #require(try json(text) as? [String: Any])
}

/// The records of a CSV text, read by RFC 4180 to the letter; `nil` is an empty field without quotes.
func csvRecords(_ text: String) -> [[String?]] {
  var reader = CSVReader(rest: Array(text.unicodeScalars)[...])
  var records: [[String?]] = []
  while !reader.rest.isEmpty { records.append(reader.record()) }
  return records
}

private struct CSVReader {
  var rest: ArraySlice<UnicodeScalar>

  mutating func record() -> [String?] {
    var fields = [field()]
    while rest.first == "," {
      rest.removeFirst()
      fields.append(field())
    }
    if rest.first == "\n" { rest.removeFirst() }
    return fields
  }

  private mutating func field() -> String? {
    guard rest.first == "\"" else {
      let plain = rest.prefix { $0 != "," && $0 != "\n" }
      rest = rest.dropFirst(plain.count)
      return plain.isEmpty ? nil : string(plain)
    }
    rest.removeFirst()
    var content: [UnicodeScalar] = []
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        guard rest.first == "\"" else { break }
        rest.removeFirst()
      }
      content.append(scalar)
    }
    return string(content[...])
  }

  private func string(_ scalars: ArraySlice<UnicodeScalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
