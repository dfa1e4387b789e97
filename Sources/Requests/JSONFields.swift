/// A name of a field, known or not.
struct FieldName: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) { stringValue = String(intValue) }
}

/// The fields of one JSON object, which say what is wrong with them.
struct JSONFields {
  private let fields: KeyedDecodingContainer<FieldName>
  /// What stands before a field's name in messages.
  let path: String

  init(_ fields: KeyedDecodingContainer<FieldName>, _ path: String) {
    self.fields = fields
    self.path = path
  }

  var names: [String] { fields.allKeys.map(\.stringValue).sorted() }

  func isNull(_ key: String) throws -> Bool { try fields.decodeNil(forKey: FieldName(stringValue: key)) }

  func read<Value: Decodable>(_ type: Value.Type, _ key: String, _ expected: String) throws -> Value {
    do {
      return try fields.decode(type, forKey: FieldName(stringValue: key))
    } catch {  // mostly a DecodingError, but not for a number that the type cannot hold
      throw RequestRefusal(.wrongType, "\(path)\(key) is not \(expected)")
    }
  }

  func number(_ key: String) throws -> Double { try read(Double.self, key, "a number") }
  func text(_ key: String) throws -> String { try read(String.self, key, "a text") }

  /// A text, or a whole number as one.
  func idText(_ key: String) throws -> String {
    if let number = try? fields.decode(Int64.self, forKey: FieldName(stringValue: key)) { return String(number) }
    return try read(String.self, key, "a text or a whole number")
  }

  func unknown<Field: RawRepresentable<String>>(_ key: String, _ known: [Field]) -> RequestRefusal {
    let names = known.map(\.rawValue).joined(separator: ", ")
    return RequestRefusal(.unknownField, "there is no field \(path)\(shown(key)); the fields are \(names)")
  }
}
