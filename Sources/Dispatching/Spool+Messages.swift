package import Moments
internal import SQLite
internal import Storage

extension Spool {
  /// Where the next question to the dispatcher begins; `nil` for the beginning.
  package func cursor() throws(DispatchError) -> String? { try read { try $0.state("cursor") } }

  /// Stores what an answer of the dispatcher has, and where the next question begins, in one transaction.
  ///
  /// - Returns: how many messages are new.
  @discardableResult
  package func store(
    _ messages: [DispatchMessage], faults: [DispatchFault] = [], cursor: String?
  ) throws(DispatchError) -> Int {
    try writeLazily { database in
      var count = 0
      let day = currentTime().daysSince1970
      for message in messages {
        guard let id = try Self.id(of: message, day, in: database) else { continue }
        let isNew = try !database.rows(
          """
          INSERT INTO messages (id, time, asset, dispatcher, kind, job, task, content, day)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1
          """,
          [
            id, message.time?.millisecondsSince1970, message.asset, message.dispatcher, message.kind.rawValue,
            message.job, message.order, message.content, day,
          ]
        ).isEmpty
        if isNew { count += 1 }
      }
      for fault in faults where try !Self.isKnown(fault, in: database) { try Self.note(fault, in: database) }
      try database.setState("cursor", cursor)
      return count
    }
  }

  /// The id of a message, or one of our own making; `nil` if it has none and says what the last one of its job, or else
  /// of its asset, has said.
  private static func id(of message: DispatchMessage, _ day: Int64, in database: Database) throws -> String? {
    guard message.id.isEmpty else { return message.id }
    let key = message.job.map { "job \($0)" } ?? "asset \(message.asset ?? "")"
    let hash = Int64(bitPattern: message.hash)
    let row = try database.rows("SELECT hash, revision, day FROM latest WHERE key = ?", [key]).first
    let revision: Int = try row?.value("revision") ?? 0
    if let row, try row.value("hash") as Int64 == hash {
      if try row.value("day") as Int64 != day {
        try database.execute("UPDATE latest SET day = ? WHERE key = ?", [day, key])
      }
      return nil
    }
    try database.execute("INSERT OR REPLACE INTO latest VALUES (?, ?, ?, ?)", [key, hash, revision + 1, day])
    return "\(key)@\(revision + 1)"
  }

  /// The messages for a moment of the stream of fixes, at most 1,000: ask again until there are none.
  ///
  /// First come those that earlier runs have taken up to this moment. A new message is given only when the stream has
  /// come to where the earlier runs were: otherwise it would change what they have reported already.
  package func take(at time: Timestamp) throws(DispatchError) -> [TakenMessage] {
    let isNothing = try read { database in
      guard replay.given >= replay.last else { return false }
      return try !(database.value("SELECT EXISTS (SELECT 1 FROM messages WHERE turn IS NULL)") ?? true)
    }
    if isNothing { return [] }
    return try writeLazily { database in
      let again = try takeAgain(at: time, in: database)
      if !again.isEmpty || replay.given < replay.last { return again }
      if let horizon = replay.horizon, time.millisecondsSince1970 < horizon { return [] }
      return try takeNew(at: time, in: database)
    }
  }

  /// The next messages that earlier runs have taken, at most 1,000: ask again until there are none.
  ///
  /// For who hands them on himself when the stream comes to their moments; ``take(at:)`` gives only new ones then.
  package func takeAgain() throws(DispatchError) -> [TakenMessage] {
    try read { try takeAgain(at: Timestamp(millisecondsSince1970: .max), in: $0) }
  }

  /// How many messages wait for the stream to come to where an earlier run was.
  package func untakenCount() throws(DispatchError) -> Int {
    try read { try $0.value("SELECT count(*) FROM messages WHERE turn IS NULL") ?? 0 }
  }

  private func takeAgain(at time: Timestamp, in database: Database) throws -> [TakenMessage] {
    guard replay.given < replay.last else { return [] }
    let rows = try database.rows(
      "SELECT * FROM messages WHERE turn > ? AND turn <= ? AND taken <= ? ORDER BY turn LIMIT \(mostTaken)",
      [replay.given, replay.last, time.millisecondsSince1970])
    let messages = try rows.map { row in
      TakenMessage(
        message: try DispatchMessage(row), takenAt: Timestamp(millisecondsSince1970: try row.value("taken")),
        isTakenAgain: true)
    }
    if let turn = try rows.last?.value("turn") as Int? {
      replay.given = turn
    } else if try database.rows("SELECT 1 FROM messages WHERE turn > ? AND turn <= ?", [replay.given, replay.last])
      .isEmpty
    {
      // The last of them were forgotten meanwhile.
      replay.given = replay.last
    }
    return messages
  }

  private func takeNew(at time: Timestamp, in database: Database) throws -> [TakenMessage] {
    let rows = try database.rows("SELECT * FROM messages WHERE turn IS NULL ORDER BY number LIMIT \(mostTaken)")
    if rows.isEmpty { return [] }
    var turn: Int = try database.value("SELECT max(turn) FROM messages") ?? 0
    let before: Int = try database.state("turn") ?? 0
    turn = max(turn, before)
    var messages: [TakenMessage] = []
    for row in rows {
      turn += 1
      try database.execute(
        "UPDATE messages SET turn = ?, taken = ? WHERE number = ?",
        [turn, time.millisecondsSince1970, try row.value("number") as Int])
      messages.append(TakenMessage(message: try DispatchMessage(row), takenAt: time, isTakenAgain: false))
    }
    try database.setState("turn", turn)
    try noteHorizon(time, in: database)
    // What this run has taken is not given to it again.
    (replay.given, replay.last) = (turn, turn)
    return messages
  }

  /// Notes the time that the stream has reached.
  func noteHorizon(_ time: Timestamp, in database: Database) throws {
    let milliseconds = time.millisecondsSince1970
    if let known = replay.horizon, known >= milliseconds { return }
    try database.setState("horizon", milliseconds)
    replay.horizon = milliseconds
  }

  /// Reads what earlier runs have taken.
  func readReplay() throws(DispatchError) {
    replay = try read { database in
      let last: Int? = try database.value("SELECT max(turn) FROM messages")
      return Replay(last: last ?? 0, horizon: try database.state("horizon"))
    }
  }
}

/// So many messages are handed out at once.
private let mostTaken = 1000

extension DispatchMessage {
  /// Over all that it says.
  fileprivate var hash: UInt64 {
    let texts = [time?.iso8601, asset, dispatcher, kind.rawValue, job].map { Array(($0 ?? "\0").utf8) }
    let parts = texts + [order ?? [0], content ?? [0]]
    return checksum(parts.flatMap { Array("\($0.count):".utf8) + $0 })
  }

  fileprivate init(_ row: Row) throws {
    guard let kind = Kind(rawValue: try row.value("kind")) else { throw DamagedRow() }
    let time: Int64? = try row.value("time")
    self.init(
      id: try row.value("id"), time: time.map { Timestamp(millisecondsSince1970: $0) }, asset: try row.value("asset"),
      dispatcher: try row.value("dispatcher"), kind: kind, job: try row.value("job"), order: try row.value("task"),
      content: try row.value("content"))
  }
}
