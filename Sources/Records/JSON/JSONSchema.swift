/// The shape of a JSON value, to be printed as JSON Schema.
///
/// - Source: https://json-schema.org/draft/2020-12
package indirect enum JSONSchema: Sendable {
  case text, integer, number, flag
  /// ISO 8601 in UTC.
  case time
  /// One of some words.
  case code([String])
  /// A text that is always the same.
  case constant(String)
  case list(JSONSchema)
  /// An object with fields of any names, all of one shape.
  case map(JSONSchema)
  case object([Field])
  case nullable(JSONSchema)

  package struct Field: Sendable {
    let name: String
    let meaning: String
    let shape: JSONSchema
    let isRequired: Bool

    package init(_ name: String, _ shape: JSONSchema, _ meaning: String, isRequired: Bool = true) {
      self.name = name
      self.meaning = meaning
      self.shape = shape
      self.isRequired = isRequired
    }
  }

  /// The schema of a whole document.
  package func document(title: String) -> JSONValue {
    let head: [JSONValue.Field] = [
      .init(name: "$schema", value: .text("https://json-schema.org/draft/2020-12/schema")),
      .init(name: "title", value: .text(title)),
    ]
    return .object(head + keywords)
  }

  private var keywords: [JSONValue.Field] {
    switch self {
    case .text: Self.type("string")
    case .integer: Self.type("integer")
    case .number: Self.type("number")
    case .flag: Self.type("boolean")
    case .time: Self.type("string") + [.init(name: "format", value: .text("date-time"))]
    case .code(let words):
      Self.type("string") + [.init(name: "enum", value: .list(words.map(JSONValue.text)))]
    case .constant(let text): [.init(name: "const", value: .text(text))]
    case .list(let element): Self.type("array") + [.init(name: "items", value: .object(element.keywords))]
    case .map(let value):
      Self.type("object") + [.init(name: "additionalProperties", value: .object(value.keywords))]
    case .object(let fields): Self.type("object") + Self.properties(fields)
    case .nullable(let shape):
      [.init(name: "anyOf", value: .list([.object(shape.keywords), .object(Self.type("null"))]))]
    }
  }

  private static func type(_ name: String) -> [JSONValue.Field] { [.init(name: "type", value: .text(name))] }

  private static func properties(_ fields: [Field]) -> [JSONValue.Field] {
    [
      .init(name: "required", value: .list(fields.filter(\.isRequired).map { .text($0.name) })),
      .init(
        name: "properties",
        value: .object(
          fields.map { field in
            let meaning = JSONValue.Field(name: "description", value: .text(field.meaning))
            return .init(name: field.name, value: .object([meaning] + field.shape.keywords))
          })),
    ]
  }
}
