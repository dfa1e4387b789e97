internal import Records

/// What a dispatcher's answer to some posted events means.
enum PostAnswer {
  /// Some are settled; all others are posted again.
  case taken(EventVerdicts)
  /// None is settled.
  ///
  /// - `isOfEvents`: it may be the fault of these events, so that others may go before them.
  case again(reason: String, pause: Double?, isOfEvents: Bool)
  /// The request is refused for good.
  case refused(reason: String)

  /// Whether nothing is posted again.
  var isFinal: Bool { if case .again = self { false } else { true } }

  /// Of an answer in our protocol.
  init(_ response: HTTPResponse, to events: [SpooledEvent], credential: Credential?) {
    switch response.status {
    case 200..<300: self = .taken(Self.verdicts(response.body, events))
    case let status where finalStatuses.contains(status):
      self = .refused(reason: "status \(status)" + Self.words(response.body, credential))
    case let status:
      self = .again(
        reason: meaning(ofStatus: status), pause: response.pause, isOfEvents: !Self.isOfServer(status))
    }
  }

  /// Of an answer to one event, by the rule of a mapping.
  init(_ response: HTTPResponse, to event: SpooledEvent, rule: Mapping.Rule, credential: Credential?) {
    if rule.acknowledged.contains(response.status) {
      self = .taken(EventVerdicts(acknowledged: [event]))
    } else if rule.final.contains(response.status) {
      self = .refused(reason: "status \(response.status)" + Self.words(response.body, credential))
    } else {
      self = .again(
        reason: meaning(ofStatus: response.status), pause: response.pause,
        isOfEvents: !Self.isOfServer(response.status))
    }
  }

  /// Statuses that say nothing of what was posted: another place, no token, too many requests, a server that is away.
  private static func isOfServer(_ status: Int) -> Bool {
    status < 400 || [401, 403, 429, 502, 503, 504].contains(status)
  }

  private static func verdicts(_ body: [UInt8], _ events: [SpooledEvent]) -> EventVerdicts {
    let answer = try? JSONValue(parsing: body)
    var verdicts = EventVerdicts()
    var reasons: [String: String] = [:]
    for refusal in answer?["rejected"]?.list ?? [] {
      if let id = refusal["id"]?.text { reasons[id] = refusal["reason"]?.plainText ?? "it says no reason" }
    }
    let acknowledged = answer?["acknowledged"]?.list.map { Set($0.compactMap(\.text)) }
    for event in events {
      if let reason = reasons[event.id] {
        verdicts.refused.append((event, excerpt(reason, atMost: 300)))
      } else if acknowledged?.contains(event.id) ?? true {
        verdicts.acknowledged.append(event)
      }
    }
    return verdicts
  }

  /// The begin of what a server says of its refusal.
  private static func words(_ body: [UInt8], _ credential: Credential?) -> String {
    guard let text = String(validating: body.prefix(4096), as: UTF8.self), !text.isEmpty else { return "" }
    return ": " + excerpt(credential?.hidden(in: text) ?? text, atMost: 300)
  }
}
