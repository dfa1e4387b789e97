internal import Moments
internal import Records
internal import Storage

/// A JSON value with places that are filled from a document.
indirect enum Template: Equatable, Sendable {
  case constant(JSONValue)
  case pointer(TemplatePointer)
  case text(TextTemplate)
  case object([Member])
  case list([Template])

  struct Member: Equatable, Sendable {
    let name: String
    let template: Template
  }

  /// The filled template; `nil` if it is absent.
  ///
  /// - Throws: if a value does not fit its conversion.
  func filled(from document: JSONValue) throws(BadMessage) -> JSONValue? {
    switch self {
    case .constant(let value): return value
    case .pointer(let pointer): return try pointer.filled(from: document)
    case .text(let text): return text.filled(from: document).map { .text($0) }
    case .list(let templates):
      var values: [JSONValue] = []
      for template in templates {
        guard let value = try template.filled(from: document) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .object(let members):
      var fields: [JSONValue.Field] = []
      for member in members {
        if let value = try member.template.filled(from: document) {
          fields.append(JSONValue.Field(name: member.name, value: value))
        }
      }
      return fields.isEmpty && !members.isEmpty ? nil : .object(fields)
    }
  }
}

/// A value of a document, converted.
struct TemplatePointer: Equatable, Sendable {
  let steps: [String]
  var map: [JSONValue.Field]?
  var conversion: Conversion?
  var otherwise: JSONValue?

  /// Whether the value is taken as it is.
  var isPlain: Bool { map == nil && conversion == nil }

  func filled(from document: JSONValue) throws(BadMessage) -> JSONValue? {
    guard var value = document.value(at: steps), value != .null else { return otherwise }
    if let map {
      guard let text = value.templateText, let mapped = map.first(where: { $0.name == text }) else { return otherwise }
      // This is how a mapping leaves a value out in spite of `else`.
      if mapped.value == .null { return nil }
      value = mapped.value
    }
    guard let conversion else { return value }
    guard let converted = conversion.converted(value) else {
      throw BadMessage(
        reason: "\(excerpt(String(decoding: value.line(), as: UTF8.self))) at \(pointerText(steps)) is no "
          + conversion.expectation)
    }
    return converted
  }
}

/// A text with pointers in braces.
struct TextTemplate: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case plain(String)
    /// In a path, a pointer may keep the slashes of its text.
    case pointer([String], keepsSlashes: Bool)
  }

  let parts: [Part]

  /// - Returns: `nil` if a pointer leads to no text.
  func filled(from document: JSONValue) -> String? { filled(from: document) { text, _ in text } }

  /// As a path: what pointers bring is escaped.
  func filledPath(from document: JSONValue) -> String? {
    filled(from: document) { text, keepsSlashes in
      let segments = text.split(separator: "/", omittingEmptySubsequences: false)
      return keepsSlashes ? segments.map { percentEncoded(String($0)) }.joined(separator: "/") : percentEncoded(text)
    }
  }

  private func filled(from document: JSONValue, _ encoded: (String, Bool) -> String) -> String? {
    var result = ""
    for part in parts {
      switch part {
      case .plain(let text): result += text
      case .pointer(let steps, let keepsSlashes):
        guard let text = document.value(at: steps)?.templateText else { return nil }
        result += encoded(text, keepsSlashes)
      }
    }
    return result
  }

  /// The clause that says what is wrong with a text.
  struct Fault: Error { let reason: String }

  /// - Parameter isPath: whether `{+/name}` keeps the slashes of what it brings.
  init(_ text: String, isPath: Bool = false) throws(Fault) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let sign = rest.popFirst() {
      if sign == "{" || sign == "}", rest.first == sign {
        plain.append(sign)
        rest = rest.dropFirst()
      } else if sign == "}" {
        throw Fault(reason: "has a } without {; a brace itself is written }}")
      } else if sign == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw Fault(reason: "has a { without }") }
        let keepsSlashes = isPath && rest.first == "+"
        guard let steps = pointerSteps(String(rest[..<end].dropFirst(keepsSlashes ? 1 : 0))) else {
          throw Fault(reason: "has \"{\(excerpt(String(rest[..<end])))}\", which is no JSON pointer such as {/id}")
        }
        if !plain.isEmpty { parts.append(.plain(plain)) }
        plain = ""
        parts.append(.pointer(steps, keepsSlashes: keepsSlashes))
        rest = rest[rest.index(after: end)...]
      } else {
        plain.append(sign)
      }
    }
    if !plain.isEmpty { parts.append(.plain(plain)) }
    self.parts = parts
  }

  /// The text without what the pointers bring.
  var plainText: String {
    parts.map { if case .plain(let text) = $0 { text } else { "x" } }.joined()
  }
}

/// How a value becomes another one.
enum Conversion: String, CaseIterable, Sendable {
  case timeFromMilliseconds = "time_from_ms"
  case timeFromSeconds = "time_from_s"
  case millisecondsFromTime = "ms_from_time"
  case secondsFromTime = "s_from_time"
  case secondsFromMinutes = "seconds_from_minutes"
  case secondsFromText = "seconds_from_text"
  case text
  case number

  /// `nil` if the value does not fit.
  func converted(_ value: JSONValue) -> JSONValue? {
    switch self {
    case .timeFromMilliseconds: value.number.flatMap(Self.time)
    case .timeFromSeconds: value.number.flatMap { Self.time($0 * 1000) }
    case .millisecondsFromTime: Self.milliseconds(value).map { .integer(Int($0)) }
    case .secondsFromTime:
      Self.milliseconds(value).map { .integer(Int(($0 - ($0 < 0 ? 999 : 0)) / 1000)) }
    case .secondsFromMinutes: value.number.flatMap { Self.finite($0 * 60) }
    case .secondsFromText:
      value.text.flatMap { $0.hasSuffix("s") ? Self.number(in: String($0.dropLast())) : nil }
    case .text: value.templateText.map { .text($0) }
    case .number: value.text.flatMap(Self.number)
    }
  }

  /// What is expected, behind "is no".
  var expectation: String {
    switch self {
    case .timeFromMilliseconds, .timeFromSeconds: "number that is a time"
    case .millisecondsFromTime, .secondsFromTime: "time with a zone"
    case .secondsFromMinutes: "number"
    case .secondsFromText: "number of seconds, such as 90s"
    case .text: "text, number or flag"
    case .number: "text that is a number"
    }
  }

  /// Of the years 1 … 9999, as RFC 3339 has them.
  private static func time(_ milliseconds: Double) -> JSONValue? {
    guard -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else { return nil }
    return .text(Timestamp(millisecondsSince1970: Int64((milliseconds + 0.5).rounded(.down))).fullISO8601)
  }

  /// Rounded down: further decimals are cut off, which ``ZonedTime`` rounds to the nearest.
  private static func milliseconds(_ value: JSONValue) -> Int64? {
    let cut = value.text.map { $0.replacing(/(\.[0-9]{3})[0-9]+/) { $0.1 } }
    return cut.flatMap { ZonedTime(iso8601: $0) }?.moment.millisecondsSince1970
  }

  private static func finite(_ number: Double) -> JSONValue? {
    guard number.isFinite else { return nil }
    return Int(exactly: number).map { .integer($0) } ?? .number(number)
  }

  /// A text that is a JSON number, without anything else.
  private static func number(in text: String) -> JSONValue? {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20,
      let value = try? JSONValue(parsing: Array(text.utf8)), value.number != nil
    else { return nil }
    return value
  }
}

extension JSONValue {
  /// A text, a flag or a number as text, `3` and not `3.0`; `nil` for anything else.
  var templateText: String? {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): integer.map { String($0) } ?? "\(value)"
    case .null, .list, .object: nil
    }
  }

  /// The value at the end of the steps of a JSON pointer.
  func value(at steps: [String]) -> JSONValue? {
    var value = self
    for step in steps {
      if let member = value[step] {
        value = member
      } else if let index = pointerIndex(step), let list = value.list, list.indices.contains(index) {
        value = list[index]
      } else {
        return nil
      }
    }
    return value
  }
}

/// The steps of a JSON pointer, without its escapes; `nil` if it is none.
///
/// - Source: RFC 6901.
func pointerSteps(_ text: String) -> [String]? {
  if text.isEmpty { return [] }
  guard text.hasPrefix("/") else { return nil }
  var steps: [String] = []
  for written in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
    guard !written.contains(/~(?![01])/) else { return nil }
    steps.append(String(written.replacing("~1", with: "/").replacing("~0", with: "~")))
  }
  return steps
}

func pointerText(_ steps: [String]) -> String {
  steps.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
}

/// The index that a step of a pointer is: digits without a zero too many.
func pointerIndex(_ step: String) -> Int? {
  guard !step.isEmpty, step.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), step == "0" || !step.hasPrefix("0") else {
    return nil
  }
  return Int(step)
}
