internal import Records
internal import Storage

extension Mapping {
  /// Reads a mapping file.
  ///
  /// - Throws: ``DispatchError/badMapping(path:pointer:reason:)`` with the place of the first fault.
  package init(path: String) throws(DispatchError) {
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try wholeFile(path, atMost: .settings)
    } catch {
      throw .badMapping(path: path, pointer: "", reason: "cannot be read: \(error.reason)")
    }
    try self.init(bytes, path: path)
  }

  /// - Parameter path: for messages.
  package init(_ bytes: [UInt8], path: String) throws(DispatchError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .badMapping(path: path, pointer: "", reason: "is not JSON: \(error)")
    }
    do throws(MappingFault) {
      try self.init(MappingObject(value, at: "", ["version", "comment", "messages", "events"]))
    } catch {
      throw .badMapping(path: path, pointer: error.pointer, reason: error.reason)
    }
  }

  private init(_ object: MappingObject) throws(MappingFault) {
    guard try object.required("version").integer == 1 else {
      throw object.fault("version", "is no version that this program knows; it knows 1")
    }
    messages = nil
    if let value = object["messages"] {
      messages = try Messages(
        MappingObject(
          value, at: "/messages", ["path", "next", "list", "cursor", "since_s", "message", "headers"]))
    }
    rules = []
    guard let value = object["events"] else { return }
    guard let list = value.list else { throw object.fault("events", "is no list of rules") }
    for (index, value) in list.enumerated() {
      rules.append(
        try Rule(
          MappingObject(
            value, at: "/events/\(index)",
            ["types", "method", "path", "body", "headers", "acknowledged", "final"])))
    }
  }
}

extension Mapping.Messages {
  fileprivate init(_ object: MappingObject) throws(MappingFault) {
    path = try object.path("path", object.required("path"))
    if let value = object["next"] { next = try object.path("next", value) }
    list = try object.pointer("list", object.required("list"))
    if let value = object["cursor"] { cursor = try object.pointer("cursor", value) }
    if next != nil, cursor == nil { throw object.fault("next", "needs \"cursor\" beside it") }
    if let value = object["since_s"] {
      guard let seconds = value.number, 0...1e9 ~= seconds else {
        throw object.fault("since_s", "is no number of seconds from 0 to 1000000000")
      }
      sinceSeconds = seconds
    }
    message = try Template(object.required("message"), at: object.pointer + "/message")
    guard case .object = message else { throw object.fault("message", "is no object") }
    headers = try object.headers()
  }
}

extension Mapping.Rule {
  fileprivate init(_ object: MappingObject) throws(MappingFault) {
    let names = try object.required("types")
    guard let list = names.list, !list.isEmpty, list.allSatisfy({ $0.text != nil }) else {
      throw object.fault("types", "is no list of types such as \"tracemill.job.arrived\"")
    }
    types = list.compactMap(\.text)
    path = try object.path("path", object.required("path"))
    if let value = object["method"] {
      guard let name = value.text, ["POST", "PUT", "PATCH"].contains(name) else {
        throw object.fault("method", "is none of POST, PUT and PATCH")
      }
      method = name
    }
    if let value = object["body"] { body = try Template(value, at: object.pointer + "/body") }
    headers = try object.headers()
    if let value = object["acknowledged"] { acknowledged = try object.statuses("acknowledged", value) }
    if let value = object["final"] { final = try object.statuses("final", value) }
  }
}

/// What is wrong with a mapping, as the end of a sentence, and where.
struct MappingFault: Error {
  let pointer: String
  let reason: String
}

/// An object of a mapping file whose members are known.
private struct MappingObject {
  let pointer: String
  private let value: JSONValue

  init(_ value: JSONValue, at pointer: String, _ names: [String]) throws(MappingFault) {
    self.value = value
    self.pointer = pointer
    guard let fields = value.fields else { throw MappingFault(pointer: pointer, reason: "is no object") }
    for field in fields where !names.contains(field.name) {
      throw fault(field.name, "is no member of a mapping here.\(didYouMean(field.name, among: names))")
    }
  }

  /// `nil` also for null.
  subscript(name: String) -> JSONValue? { value[name].flatMap { $0 == .null ? nil : $0 } }

  func fault(_ name: String, _ reason: String) -> MappingFault {
    MappingFault(pointer: pointer + pointerText([name]), reason: reason)
  }

  func required(_ name: String) throws(MappingFault) -> JSONValue {
    guard let member = self[name] else { throw fault(name, "is missing") }
    return member
  }

  func pointer(_ name: String, _ value: JSONValue) throws(MappingFault) -> [String] {
    guard let text = value.text, let steps = pointerSteps(text) else {
      throw fault(name, "is no JSON pointer, such as \"/jobs\" or \"\"")
    }
    return steps
  }

  func path(_ name: String, _ value: JSONValue) throws(MappingFault) -> TextTemplate {
    guard let text = value.text else { throw fault(name, "is no text") }
    let template: TextTemplate
    do throws(TextTemplate.Fault) {
      template = try TextTemplate(text, isPath: true)
    } catch {
      throw fault(name, error.reason)
    }
    let plain = template.plainText
    if plain.hasPrefix("/") { throw fault(name, "begins with /; it is a path below the dispatcher's address") }
    if plain.contains(/^[A-Za-z][A-Za-z0-9+.\-]*:/) {
      throw fault(name, "has a scheme; it is a path below the dispatcher's address")
    }
    if hasDotSegment(plain) { throw fault(name, "leads out of the dispatcher's address") }
    guard plain.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }) else {
      throw fault(name, "has blanks, a # or characters that are no ASCII; escape them, such as %20")
    }
    return template
  }

  func headers() throws(MappingFault) -> [Template.Member] {
    guard let value = self["headers"] else { return [] }
    guard let fields = value.fields else { throw fault("headers", "is no object") }
    var headers: [Template.Member] = []
    for field in fields {
      let place = pointer + pointerText(["headers", field.name])
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isOfHeaderName) else {
        throw MappingFault(pointer: place, reason: "is no name of a header")
      }
      headers.append(Template.Member(name: field.name, template: try Template(field.value, at: place)))
    }
    return headers
  }

  func statuses(_ name: String, _ value: JSONValue) throws(MappingFault) -> Mapping.Statuses {
    guard let list = value.list else { throw fault(name, "is no list of statuses") }
    var statuses = Mapping.Statuses(hasAllOf2xx: false, numbers: [])
    for element in list {
      if element.text == "2xx" {
        statuses.hasAllOf2xx = true
      } else if let number = element.integer, 100...599 ~= number {
        statuses.numbers.insert(number)
      } else {
        throw fault(name, "has what is neither a status such as 409 nor \"2xx\"")
      }
    }
    return statuses
  }
}

extension Template {
  /// - Parameter place: the JSON pointer to the value, for messages.
  init(_ value: JSONValue, at place: String) throws(MappingFault) {
    switch value {
    case .list(let values):
      var templates: [Template] = []
      for (index, value) in values.enumerated() { templates.append(try Template(value, at: "\(place)/\(index)")) }
      self = .list(templates)
    case .object(let fields) where value["$"] != nil: self = .pointer(try TemplatePointer(value, fields, at: place))
    case .object(let fields) where fields.count == 1 && fields[0].name == "$text":
      guard let text = fields[0].value.text else {
        throw MappingFault(pointer: place + "/$text", reason: "is no text")
      }
      do throws(TextTemplate.Fault) {
        self = .text(try TextTemplate(text))
      } catch {
        throw MappingFault(pointer: place + "/$text", reason: error.reason)
      }
    case .object(let fields):
      var members: [Member] = []
      for field in fields {
        members.append(
          Member(name: field.name, template: try Template(field.value, at: place + pointerText([field.name]))))
      }
      self = .object(members)
    default: self = .constant(value)
    }
  }
}

extension TemplatePointer {
  fileprivate init(_ value: JSONValue, _ fields: [JSONValue.Field], at place: String) throws(MappingFault) {
    let names = ["$", "map", "as", "else"]
    for field in fields where !names.contains(field.name) {
      throw MappingFault(
        pointer: place + pointerText([field.name]),
        reason: "is no member beside $.\(didYouMean(field.name, among: names))")
    }
    guard let text = value["$"]?.text, let steps = pointerSteps(text) else {
      throw MappingFault(pointer: place + "/$", reason: "is no JSON pointer, such as \"/id\"")
    }
    self.steps = steps
    if let written = value["map"] {
      guard let fields = written.fields else { throw MappingFault(pointer: place + "/map", reason: "is no object") }
      map = fields
    }
    if let name = value["as"] {
      guard let conversion = name.text.flatMap(Conversion.init) else {
        let known = Conversion.allCases.map(\.rawValue)
        let advice = didYouMean(name.text ?? "", among: known)
        throw MappingFault(
          pointer: place + "/as", reason: "is no conversion.\(advice) There are \(known.joined(separator: ", "))")
      }
      self.conversion = conversion
    }
    otherwise = value["else"]
  }
}
