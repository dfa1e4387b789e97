internal import Moments
internal import Records

/// What is asked for messages, and what the answer has.
///
/// The one place that knows whether a dispatcher speaks our protocol or is mapped.
struct PollWire: Sendable {
  struct Question: Equatable {
    let url: String
    let headers: [String]
  }

  /// What an answer brings.
  struct Reading {
    var messages: [DispatchMessage] = []
    var faults: [DispatchFault] = []
    /// Where the next question begins.
    var cursor: String?
    /// Whether there may be more at once.
    var isMore = false
  }

  private let base: String
  private let mapping: Mapping.Messages?
  /// How long the dispatcher may hold a question back, in seconds.
  let wait: Int

  /// `nil` if nothing is to be asked.
  init?(_ settings: DispatchSettings) {
    if let mapping = settings.mapping {
      guard let messages = mapping.messages else { return nil }
      self.mapping = messages
    } else {
      mapping = nil
    }
    base = settings.base
    // As long as the next question would be away anyway, and not so long that a proxy loses patience.
    wait = Int(min(max(settings.pollInterval, 1), 30))
  }

  func question(cursor: String?, now: Timestamp) throws(BadMessage) -> Question {
    guard let mapping else {
      let after = cursor.map { "after=\(percentEncoded($0))&" } ?? ""
      return Question(url: "\(base)/messages?\(after)wait=\(wait)", headers: ["Accept: application/json"])
    }
    let since = Timestamp(millisecondsSince1970: now.millisecondsSince1970 - Int64(mapping.sinceSeconds * 1000))
    let document: JSONValue = .object([
      "cursor": cursor.map { .text($0) }, "wait": .integer(wait), "since": .text(since.iso8601),
      "since_ms": .integer(Int(since.millisecondsSince1970)),
    ])
    let path = cursor == nil ? mapping.path : mapping.next ?? mapping.path
    return Question(
      url: try mappedURL(path, from: document, base: base), headers: try headerLines(mapping.headers, from: document))
  }

  /// - Parameter asked: the cursor of the question.
  /// - Throws: if the whole answer makes no sense.
  func reading(_ body: [UInt8], asked: String?, now: Timestamp) throws(BadMessage) -> Reading {
    let answer: JSONValue
    do throws(JSONError) {
      answer = try JSONValue(parsing: body)
    } catch {
      throw BadMessage(reason: "its answer is not JSON: \(error)")
    }
    let steps = mapping?.list ?? ["messages"]
    let list = answer.value(at: steps)
    if let list, list.list == nil { throw BadMessage(reason: "what is at \(pointerText(steps)) is no list") }
    if list == nil, mapping == nil { throw BadMessage(reason: "its answer has no list \"messages\"") }
    var reading = Reading()
    let raws = RawJSON(parsed: body).value(at: steps)?.elements ?? []
    for (value, raw) in zip(list?.list ?? [], raws) {
      do throws(BadMessage) {
        if let message = try message(value, raw) { reading.messages.append(message) }
      } catch {
        reading.faults.append(
          DispatchFault(
            kind: .badMessage, time: now, asset: error.asset, id: error.id, reason: error.reason, body: raw.text))
      }
    }
    try readCursor(of: answer, asked: asked, hasItems: !raws.isEmpty, into: &reading)
    return reading
  }

  private func readCursor(
    of answer: JSONValue, asked: String?, hasItems: Bool, into reading: inout Reading
  ) throws(BadMessage) {
    guard let mapping else {
      if let cursor = answer["cursor"], cursor != .null, cursor.text == nil {
        throw BadMessage(reason: "its \"cursor\" is no text")
      }
      // Without a new one the question is the same again, and messages are known by their ids.
      let cursor = answer["cursor"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? asked
      reading.cursor = cursor
      reading.isMore = hasItems && cursor != asked
      return
    }
    // Without a question for it, a cursor is of no use.
    let cursor = mapping.next == nil ? nil : mapping.cursor.flatMap { answer.value(at: $0) }
    let text = cursor.flatMap { $0.text ?? $0.integer.map { String($0) } }.flatMap { $0.isEmpty ? nil : $0 }
    reading.cursor = text
    reading.isMore = hasItems && text != nil && text != asked
  }

  /// `nil` for an item that a mapping passes over.
  private func message(_ value: JSONValue, _ raw: RawJSON) throws(BadMessage) -> DispatchMessage? {
    guard let mapping else {
      return try DispatchMessage(value, order: raw["order"]?.text, content: raw["content"]?.text)
    }
    let filled = try mapping.message.filled(from: value) ?? .object([])
    guard let type = filled["type"], type != .null else { return nil }
    return try DispatchMessage(
      mapped: filled, order: filled["order"]?.line(), content: rawContent(raw) ?? filled["content"]?.line())
  }

  /// The content to the byte, where a mapping takes it as it is.
  private func rawContent(_ item: RawJSON) -> [UInt8]? {
    guard case .object(let members)? = mapping?.message,
      case .pointer(let pointer)? = members.first(where: { $0.name == "content" })?.template, pointer.isPlain,
      let raw = item.value(at: pointer.steps), raw.text != Array("null".utf8)
    else { return nil }
    return raw.text
  }
}
