/// A small JSON text in the making, for what is written once: manifests and schemas.
package indirect enum JSONValue: Sendable, Equatable {
  case null
  case flag(Bool)
  case integer(Int)
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

  private func write(to bytes: inout ByteWriter, indentation: Int) {
    switch self {
    case .null: bytes.text("null")
    case .flag(let value): bytes.text(value ? "true" : "false")
    case .integer(let value): bytes.integer(Int64(value))
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

extension ByteWriter {
  /// Brackets with one line per element between them; on one line without any.
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
