internal import Records

/// A type that can be read from JSON.
protocol JSONReadable {
  /// `nil` if the value has another type.
  init?(_ json: JSONValue)
}

extension Bool: JSONReadable {
  init?(_ json: JSONValue) {
    guard case .flag(let flag) = json else { return nil }
    self = flag
  }
}

extension Int: JSONReadable {
  init?(_ json: JSONValue) {
    guard let number = json.integer else { return nil }
    self = number
  }
}

extension Int64: JSONReadable {
  init?(_ json: JSONValue) {
    guard let number = json.integer else { return nil }
    self = Int64(number)
  }
}

extension Double: JSONReadable {
  init?(_ json: JSONValue) {
    guard let number = json.number else { return nil }
    self = number
  }
}

extension String: JSONReadable {
  init?(_ json: JSONValue) {
    guard let text = json.text else { return nil }
    self = text
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  init?(_ json: JSONValue) {
    guard let values = json.list else { return nil }
    self = values.compactMap(Element.init)
    if count != values.count { return nil }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  init?(_ json: JSONValue) {
    guard let fields = json.fields else { return nil }
    self.init()
    for field in fields {
      guard let value = Value(field.value) else { return nil }
      self[field.name] = value
    }
  }
}

/// The fields of one JSON object; errors state what is wrong with them.
struct JSONFields: JSONReadable {
  private let object: JSONValue
  /// The text before the name of a field in messages.
  private(set) var path = ""

  init?(_ json: JSONValue) {
    guard json.fields != nil else { return nil }
    object = json
  }

  /// The same fields with their path in the document, for messages.
  func at(_ path: String) -> JSONFields {
    var fields = self
    fields.path = path
    return fields
  }

  /// Sorted, because an object has no order and messages need one.
  var names: [String] { (object.fields ?? []).map(\.name).sorted() }

  func isNull(_ key: String) -> Bool { object[key] == .null }

  func read<Value: JSONReadable>(_ type: Value.Type, _ key: String, _ expected: String) throws(RequestRefusal) -> Value
  {
    guard let json = object[key], let value = Value(json) else {
      throw RequestRefusal(.wrongType, "\(path)\(key) is not \(expected)")
    }
    return value
  }

  func number(_ key: String) throws(RequestRefusal) -> Double { try read(Double.self, key, "a number") }
  func text(_ key: String) throws(RequestRefusal) -> String { try read(String.self, key, "a text") }

  /// A text, or a whole number as text.
  func idText(_ key: String) throws(RequestRefusal) -> String {
    guard let id = object[key]?.word else {
      throw RequestRefusal(.wrongType, "\(path)\(key) is not a text or a whole number")
    }
    return id
  }

  func unknown<Field: RawRepresentable<String>>(_ key: String, _ known: [Field]) -> RequestRefusal {
    let names = known.map(\.rawValue).joined(separator: ", ")
    return RequestRefusal(.unknownField, "there is no field \(path)\(shown(key)); the fields are \(names)")
  }

  /// Refuses names that occur twice, because either value would be a guess.
  func checkNames() throws(RequestRefusal) {
    let names = names
    for (name, next) in zip(names, names.dropFirst()) where name == next {
      throw RequestRefusal(.badJSON, "\(path)\(shown(name)) occurs twice")
    }
  }
}

extension JSONValue {
  /// A text, or a whole number as text.
  var word: String? { text ?? integer.map(String.init) }
}
