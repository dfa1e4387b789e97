package import Moments
internal import Records

/// What a dispatcher tells an asset, or all of them.
package struct DispatchMessage: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Orders or changes a job.
    case job
    /// A job is cancelled.
    case cancel
    /// Anything else.
    case message
  }

  /// It is known by this; a message that comes again is not taken again. Empty for one of a mapping that has none: the
  /// spool gives it one when it differs from the last one of its job or asset.
  package var id: String
  package var time: Timestamp?
  /// `nil` for a job that is for nobody yet.
  package var asset: String?
  package var dispatcher: String?
  package var kind: Kind
  /// Not `nil` for ``Kind/job`` and ``Kind/cancel``.
  package var job: String?
  /// A JSON object; what a job is.
  package var order: [UInt8]?
  /// One JSON value, to the byte as the dispatcher has written it.
  package var content: [UInt8]?

  package init(
    id: String, time: Timestamp? = nil, asset: String? = nil, dispatcher: String? = nil, kind: Kind,
    job: String? = nil, order: [UInt8]? = nil, content: [UInt8]? = nil
  ) {
    self.id = id
    self.time = time
    self.asset = asset
    self.dispatcher = dispatcher
    self.kind = kind
    self.job = job
    self.order = order
    self.content = content
  }
}

/// A message at the moment of the stream at which it takes effect.
package struct TakenMessage: Equatable, Sendable {
  package let message: DispatchMessage
  /// The time of the stream when it was taken first.
  package let takenAt: Timestamp
  /// Whether an earlier run of the program has taken it, and this is that moment of the stream again.
  package let isTakenAgain: Bool
}

/// Why a message is not taken, as a clause.
struct BadMessage: Error, Equatable {
  let reason: String
  /// Where it is known.
  var id: String?
  var asset: String?
}

extension DispatchMessage {
  /// - Parameters:
  ///   - value: a MESSAGE of the protocol.
  ///   - order: its order as it is written.
  ///   - content: its content as it is written.
  init(_ value: JSONValue, order: [UInt8]?, content: [UInt8]?) throws(BadMessage) {
    guard value.fields != nil else { throw BadMessage(reason: "it is no object") }
    guard let id = value["id"]?.text, !id.isEmpty else { throw BadMessage(reason: "it has no text \"id\"") }
    try self.init(value, id: id, order: order, content: content)
  }

  /// - Parameter value: what a mapping has made; it may have no id, and an order in spite of its type.
  init(mapped value: JSONValue, order: [UInt8]?, content: [UInt8]?) throws(BadMessage) {
    var id = ""
    if let member = value["id"], member != .null {
      guard let text = member.text, !text.isEmpty else { throw BadMessage(reason: "its \"id\" is no text") }
      id = text
    }
    try self.init(value, id: id, order: order, content: content)
    if kind != .job { self.order = nil }
  }

  private init(_ value: JSONValue, id: String, order: [UInt8]?, content: [UInt8]?) throws(BadMessage) {
    func bad(_ reason: String) -> BadMessage { BadMessage(reason: reason, id: id, asset: value["asset"]?.text) }
    func text(_ name: String) throws(BadMessage) -> String? {
      guard let member = value[name], member != .null else { return nil }
      guard let text = member.text else { throw bad("its \"\(name)\" is no text") }
      return text.isEmpty ? nil : text
    }
    guard let type = try text("type") else { throw bad("it has no text \"type\"") }
    guard let kind = Kind(rawValue: type) else {
      throw bad("its type \"\(excerpt(type))\" is none of job, cancel and message")
    }
    var moment: Timestamp?
    if let time = try text("time") {
      guard let zoned = ZonedTime(iso8601: time) else {
        throw bad("its time \"\(excerpt(time))\" is no time with a zone, such as 2026-03-02T08:00:00Z")
      }
      moment = zoned.moment
    }
    self.init(
      id: id, time: moment, asset: try text("asset"), dispatcher: try text("dispatcher"), kind: kind,
      job: try text("job"))
    if kind != .message, job == nil { throw bad("it has no \"job\"") }
    if let member = value["order"], member != .null {
      guard member.fields != nil else { throw bad("its \"order\" is no object") }
      self.order = order
    }
    if kind == .job, self.order == nil { throw bad("it has no \"order\"") }
    if value["content"] != nil { self.content = content }
  }
}

/// The begin of a text of others, for a sentence.
func excerpt(_ text: String, atMost length: Int = 80) -> String {
  let line = text.prefix(length).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(
    separator: " ")
  return shown(text.count > length ? line + "…" : line, isLine: true)
}

/// The text in quotes as JSON writes it.
func parsedText(_ quoted: [UInt8]) throws -> String? { try JSONValue(parsing: quoted).text }
