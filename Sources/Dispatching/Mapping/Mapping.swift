internal import Records

/// How a dispatcher that has another protocol is talked to: which members of its answers make messages, and which
/// requests carry events.
package struct Mapping: Equatable, Sendable {
  /// What is asked for messages.
  struct Messages: Equatable, Sendable {
    /// What is asked for first.
    var path: TextTemplate
    /// What is asked for with a cursor.
    var next: TextTemplate?
    /// Where the items are in an answer.
    var list: [String]
    /// Where the next cursor is.
    var cursor: [String]?
    /// How long before now `since` is, in seconds.
    var sinceSeconds = 0.0
    /// Makes a message of an item.
    var message: Template
    var headers: [Template.Member] = []
  }

  /// How some types of events are sent.
  struct Rule: Equatable, Sendable {
    var types: [String]
    var method = "POST"
    var path: TextTemplate
    var body: Template?
    var headers: [Template.Member] = []
    var acknowledged = Statuses(hasAllOf2xx: true, numbers: [])
    var final = Statuses(hasAllOf2xx: false, numbers: finalStatuses)
  }

  /// Some statuses of answers.
  struct Statuses: Equatable, Sendable {
    var hasAllOf2xx: Bool
    var numbers: Set<Int>

    func contains(_ status: Int) -> Bool { hasAllOf2xx && 200..<300 ~= status || numbers.contains(status) }
  }

  var messages: Messages?
  var rules: [Rule]
}

/// Statuses with which a dispatcher refuses a request for good.
let finalStatuses: Set = [400, 404, 410, 413, 415, 422]

/// A request without what every request has.
struct MappedRequest: Equatable {
  let method: String
  let url: String
  let headers: [String]
  let body: [UInt8]?
}

extension Mapping {
  /// The rule that takes a type of event; `nil` if none does.
  func rule(for type: String) -> Rule? { rules.first { $0.types.contains(type) } }
}

extension Mapping.Rule {
  /// The request that carries an event.
  ///
  /// - Parameter event: a structured CloudEvent.
  func request(for event: JSONValue, base: String) throws(BadMessage) -> MappedRequest {
    let body = try body?.filled(from: event)
    var lines = try headerLines(headers, from: event)
    if body != nil, !lines.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
      lines.append("Content-Type: application/json")
    }
    return MappedRequest(
      method: method, url: try mappedURL(path, from: event, base: base), headers: lines, body: body?.line())
  }
}

/// - Throws: if a pointer leads nowhere, or what it brings leads out of the base.
func mappedURL(_ path: TextTemplate, from document: JSONValue, base: String) throws(BadMessage) -> String {
  guard let filled = path.filledPath(from: document) else {
    throw BadMessage(reason: "a pointer of its path leads to no text")
  }
  if hasDotSegment(filled) { throw BadMessage(reason: "its path \"\(excerpt(filled))\" leads out of the base") }
  return base + "/" + filled
}

/// Whether a segment of a path is `.` or `..`, which libraries take for steps between folders.
func hasDotSegment(_ path: String) -> Bool {
  path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").contains { segment in
    let plain = segment.replacing(/%2[eE]/, with: ".")
    return plain == "." || plain == ".."
  }
}

func headerLines(_ headers: [Template.Member], from document: JSONValue) throws(BadMessage) -> [String] {
  var lines: [String] = []
  for header in headers {
    guard let value = try header.template.filled(from: document) else { continue }
    guard let text = value.templateText, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw BadMessage(reason: "its header \(header.name) is no text without control characters")
    }
    // libcurl does not send a header of no value unless it is written so.
    lines.append(text.isEmpty ? "\(header.name);" : "\(header.name): \(text)")
  }
  return lines
}
