/// A JSON value, read or to be written.
package enum JSONValue: Sendable, Equatable {
  case null
  case flag(Bool)
  case integer(Int)
  /// Finite.
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// In the order given.
  case object([Field])

  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package static func object(_ fields: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(fields.compactMap { name, value in value.map { Field(name: name, value: $0) } })
  }

  /// Sorted by name.
  package static func sorted(_ fields: [String: JSONValue]) -> JSONValue {
    .object(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
  }

  /// Indented by two spaces, with a line feed at the end.
  package func rendered() -> [UInt8] {
    var bytes = ByteWriter(capacity: 4096)
    write(to: &bytes, indentation: 0)
    bytes.text("\n")
    return bytes.array
  }

  /// On one line, without a line feed at the end.
  package func line() -> [UInt8] {
    var bytes = ByteWriter(capacity: 256)
    write(onOneLine: &bytes)
    return bytes.array
  }

  private func write(onOneLine bytes: inout ByteWriter) {
    switch self {
    case .list(let values):
      bytes.text("[")
      for (number, value) in values.enumerated() {
        if number > 0 { bytes.text(",") }
        value.write(onOneLine: &bytes)
      }
      bytes.text("]")
    case .object(let fields):
      bytes.text("{")
      for (number, field) in fields.enumerated() {
        if number > 0 { bytes.text(",") }
        bytes.jsonString(field.name)
        bytes.text(":")
        field.value.write(onOneLine: &bytes)
      }
      bytes.text("}")
    default: write(to: &bytes, indentation: 0)
    }
  }

  private func write(to bytes: inout ByteWriter, indentation: Int) {
    switch self {
    case .null: bytes.text("null")
    case .flag(let value): bytes.text(value ? "true" : "false")
    case .integer(let value): bytes.integer(Int64(value))
    case .number(let value): bytes.number(value)
    case .text(let value): bytes.jsonString(value)
    case .list(let values):
      bytes.lines("[", values, "]", indentation) { $0.write(to: &$1, indentation: indentation + 1) }
    case .object(let fields):
      bytes.lines("{", fields, "}", indentation) { field, bytes in
        bytes.jsonString(field.name)
        bytes.text(": ")
        field.value.write(to: &bytes, indentation: indentation + 1)
      }
    }
  }
}

extension JSONValue {
  /// A number with this many decimals; null for `nil` and for values that cannot be written.
  package static func number(_ value: Double?, places: Int) -> JSONValue {
    guard let value, let units = fixedPoint(value, places: places) else { return .null }
    return .number(Double(units) / (0..<places).reduce(1) { scale, _ in scale * 10 })
  }

  /// The value of the first field of an object with that name.
  package subscript(name: String) -> JSONValue? { fields?.first { $0.name == name }?.value }

  package var fields: [Field]? { if case .object(let fields) = self { fields } else { nil } }
  package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A whole number, even if it is written as 5.0.
  package var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// A text, a number or a flag as words; `nil` for anything else.
  package var plainText: String? {
    switch self {
    case .text(let text): text
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .flag(let value): String(value)
    case .null, .list, .object: nil
    }
  }
}

extension ByteWriter {
  /// The shortest text for the number; null if it is not finite.
  fileprivate mutating func number(_ value: Double) {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return integer(whole) }
    text(value.isFinite ? "\(value)" : "null")
  }

  /// Brackets with one line per element between them; on one line if the list is empty.
  fileprivate mutating func lines<Element>(
    _ opening: String, _ elements: [Element], _ closing: String, _ indentation: Int,
    _ write: (Element, inout ByteWriter) -> Void
  ) {
    text(opening)
    for (index, element) in elements.enumerated() {
      text(index == 0 ? "\n" : ",\n")
      text(String(repeating: "  ", count: indentation + 1))
      write(element, &self)
    }
    if !elements.isEmpty { text("\n" + String(repeating: "  ", count: indentation)) }
    text(closing)
  }
}
