package import Moments
internal import SQLite

/// What went wrong for good between us and a dispatcher, for the reports: one event or one message is lost.
package struct DispatchFault: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The dispatcher takes an event by no means.
    case refusedEvent = "refused_event"
    /// A message of the dispatcher makes no sense.
    case badMessage = "bad_message"
  }

  package let kind: Kind
  /// By the machine's clock.
  package let time: Timestamp
  package let asset: String?
  /// Of the event or the message; `nil` if a message has none.
  package let id: String?
  /// A clause.
  package let reason: String
  /// The event or the message as it was sent.
  package let body: [UInt8]

  init(kind: Kind, time: Timestamp, asset: String?, id: String?, reason: String, body: [UInt8]) {
    self.kind = kind
    self.time = time
    self.asset = asset
    self.id = id
    self.reason = reason
    self.body = body
  }
}

extension DispatchFault: CustomStringConvertible {
  package var description: String {
    let name = id.map { " \(excerpt($0))" } ?? ""
    return switch kind {
    case .refusedEvent: "the dispatcher refuses the event\(name): \(reason). It is not sent again."
    case .badMessage: "the dispatcher's message\(name) makes no sense: \(reason). It was passed over."
    }
  }
}

extension Spool {
  /// The faults that no earlier call has returned, at most 1,000: ask again until there are none.
  package func takeFaults() throws(DispatchError) -> [DispatchFault] {
    let isNothing = try read { try !($0.value("SELECT EXISTS (SELECT 1 FROM faults WHERE NOT is_told)") ?? true) }
    if isNothing { return [] }
    return try writeLazily { database in
      let rows = try database.rows("SELECT * FROM faults WHERE NOT is_told ORDER BY number LIMIT 1000")
      for row in rows {
        try database.execute("UPDATE faults SET is_told = 1 WHERE number = ?", [row["number"] ?? .null])
      }
      return try rows.map { try DispatchFault($0) }
    }
  }

  static func note(_ fault: DispatchFault, in database: Database) throws {
    try database.execute(
      "INSERT INTO faults (kind, time, asset, id, reason, body) VALUES (?, ?, ?, ?, ?, ?)",
      [fault.kind.rawValue, fault.time.millisecondsSince1970, fault.asset, fault.id, fault.reason, fault.body])
  }

  /// Whether the same was noted before: servers send a message again and again.
  static func isKnown(_ fault: DispatchFault, in database: Database) throws -> Bool {
    try !database.rows("SELECT 1 FROM faults WHERE kind = ? AND body = ?", [fault.kind.rawValue, fault.body]).isEmpty
  }
}

extension DispatchFault {
  fileprivate init(_ row: Row) throws {
    guard let kind = Kind(rawValue: try row.value("kind")) else { throw DamagedRow() }
    self.init(
      kind: kind, time: Timestamp(millisecondsSince1970: try row.value("time")), asset: try row.value("asset"),
      id: try row.value("id"), reason: try row.value("reason"), body: try row.value("body"))
  }
}
