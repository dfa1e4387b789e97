package import Moments
internal import SQLite
internal import Storage

/// An event that waits to be acknowledged.
package struct SpooledEvent: Equatable, Sendable {
  /// Its place among all events that wait.
  package let number: Int
  let assetNumber: Int
  package let asset: String
  package let sequence: Int
  /// The structured CloudEvent.
  package let body: [UInt8]

  package var id: String { AssetEvent.id(asset: asset, sequence: sequence) }
}

/// One of some equal parts of all assets.
package struct Lane: Hashable, Sendable {
  package let index: Int
  package let count: Int

  package init(_ index: Int, of count: Int) {
    self.index = index
    self.count = count
  }

  package static let all = Lane(0, of: 1)
}

/// What a dispatcher has said of some events.
struct EventVerdicts {
  var acknowledged: [SpooledEvent] = []
  var refused: [(event: SpooledEvent, reason: String)] = []
  /// Events that no rule of a mapping takes.
  var leftOut: [SpooledEvent] = []

  var isEmpty: Bool { acknowledged.isEmpty && refused.isEmpty && leftOut.isEmpty }
}

extension Spool {
  /// Takes events into one transaction.
  package struct Appender: ~Copyable {
    fileprivate let database: Database
    fileprivate let day: Int64
    fileprivate var count = 0

    fileprivate init(_ database: Database, day: Int64) {
      self.database = database
      self.day = day
    }

    /// Stores an event with the next number of its asset.
    ///
    /// - Returns: its number, from 1; `nil` if the spool knows it already.
    package mutating func append(_ event: AssetEvent) throws -> Int? {
      let (asset, last) = try place(of: event.asset)
      let time = event.once ? onceTime : event.time.millisecondsSince1970
      let isNew = try !database.rows(
        "INSERT INTO keys VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
        [asset, event.fullType, event.subject ?? "", time, day]
      ).isEmpty
      guard isNew else { return nil }
      try database.execute("UPDATE assets SET last = ? WHERE id = ?", [last + 1, asset])
      let body = event.cloudEvent(sequence: last + 1)
      try database.execute(
        "INSERT INTO events (asset, sequence, body, seal) VALUES (?, ?, ?, ?)",
        [asset, last + 1, body, Int64(bitPattern: checksum(body))])
      count += 1
      return last + 1
    }

    private func place(of asset: String) throws -> (id: Int, last: Int) {
      if let row = try database.rows("SELECT id, last FROM assets WHERE name = ?", [asset]).first {
        return (try row.value("id"), try row.value("last"))
      }
      guard let id: Int = try database.value("INSERT INTO assets (name, last) VALUES (?, 0) RETURNING id", [asset])
      else { throw DamagedRow() }
      return (id, 0)
    }
  }

  /// Stores what `body` appends, all of it or, if it throws, nothing. It is on the disk when this returns.
  ///
  /// - Parameter time: the time that the stream of fixes has reached.
  package func transaction<Value: Sendable>(
    at time: Timestamp?, _ body: (inout Appender) throws -> Value
  ) throws(DispatchError) -> Value {
    let (value, count) = try write { database in
      var appender = Appender(database, day: currentTime().daysSince1970)
      let value = try body(&appender)
      if let time, appender.count > 0 { try noteHorizon(time, in: database) }
      return (value, appender.count)
    }
    noteAppended(count)
    return value
  }

  /// Stores events in one transaction.
  ///
  /// - Returns: for each its number; `nil` if the spool knows it already.
  @discardableResult
  package func append(_ events: [AssetEvent], at time: Timestamp? = nil) throws(DispatchError) -> [Int?] {
    if events.isEmpty { return [] }
    return try transaction(at: time) { appender in
      var numbers: [Int?] = []
      for event in events { numbers.append(try appender.append(event)) }
      return numbers
    }
  }

  /// Stores an event in a transaction of its own.
  @discardableResult
  package func append(_ event: AssetEvent, at time: Timestamp? = nil) throws(DispatchError) -> Int? {
    try append([event], at: time)[0]
  }

  /// Whether there was an event of this asset, type and job.
  ///
  /// - Parameter fullType: such as `tracemill.job.arrived`.
  package func isKnown(asset: String, fullType: String, job: String?) throws(DispatchError) -> Bool {
    try read { database in
      try !database.rows(
        """
        SELECT 1 FROM keys WHERE asset = (SELECT id FROM assets WHERE name = ?) AND type = ? AND job = ? LIMIT 1
        """, [asset, fullType, job ?? ""]
      ).isEmpty
    }
  }

  /// The time of the last such event that is known by its time; `nil` if there was none.
  ///
  /// - Parameter fullType: such as `tracemill.job.arrived`.
  package func lastTime(asset: String, fullType: String, job: String?) throws(DispatchError) -> Timestamp? {
    let time = try read { database -> Int64? in
      try database.value(
        """
        SELECT MAX(time) FROM keys WHERE asset = (SELECT id FROM assets WHERE name = ?) AND type = ? AND job = ?
        """, [asset, fullType, job ?? ""])
    }
    return time.flatMap { $0 == onceTime ? nil : Timestamp(millisecondsSince1970: $0) }
  }

  /// The number of an asset's last event; 0 if it has none.
  package func lastSequence(of asset: String) throws(DispatchError) -> Int {
    try read { try $0.value("SELECT last FROM assets WHERE name = ?", [asset]) ?? 0 }
  }

  /// How many events wait.
  package func unacknowledgedCount() throws(DispatchError) -> Int {
    try read { try $0.value("SELECT count(*) FROM events") ?? 0 }
  }

  func hasUnacknowledged() throws(DispatchError) -> Bool {
    try read { try $0.value("SELECT EXISTS (SELECT 1 FROM events)") ?? false }
  }

  /// The first events that wait, in order.
  ///
  /// - Parameters:
  ///   - assets: whose events are passed over.
  ///   - byteCount: no further event is added to so many bytes.
  ///   - through: the last number.
  ///   - lane: whose assets are looked at.
  package func unacknowledged(
    atMost count: Int, byteCount: Int = .max, skipping assets: Set<Int> = [], through: Int = .max, of lane: Lane = .all
  ) throws(DispatchError) -> [SpooledEvent] {
    try read { database in
      let statement = try database.statement(
        """
        SELECT number, asset, (SELECT name FROM assets WHERE id = asset) AS name, sequence, body, seal FROM events
        WHERE number <= ? AND asset % ? = ? ORDER BY number
        """)
      defer { statement.reset() }
      for (index, value) in [through, lane.count, lane.index].enumerated() {
        try statement.bind(Int64(value), at: index + 1)
      }
      var events: [SpooledEvent] = []
      var (size, looked) = (0, 0)
      while events.count < count, size < byteCount, looked < mostLooked, try statement.step() {
        looked += 1
        guard let asset = Int(statement.value(at: 1)) else { throw DamagedRow() }
        if assets.contains(asset) { continue }
        let event = try SpooledEvent(statement, asset)
        size += event.body.count
        events.append(event)
      }
      return events
    }
  }

  /// Takes events out, or notes why they are refused.
  func settle(_ verdicts: EventVerdicts) throws(DispatchError) {
    if verdicts.isEmpty { return }
    try writeLazily { database in
      for event in verdicts.acknowledged + verdicts.leftOut {
        try database.execute("DELETE FROM events WHERE number = ?", [event.number])
      }
      for (event, reason) in verdicts.refused {
        try database.execute("DELETE FROM events WHERE number = ?", [event.number])
        try Self.note(
          DispatchFault(
            kind: .refusedEvent, time: currentTime(), asset: event.asset, id: event.id, reason: reason,
            body: event.body), in: database)
      }
      if !verdicts.leftOut.isEmpty {
        let before: Int = try database.state("left_out") ?? 0
        try database.setState("left_out", before + verdicts.leftOut.count)
      }
      if !verdicts.acknowledged.isEmpty, try database.state("was_acknowledged") as Int? == nil {
        try database.setState("was_acknowledged", 1)
      }
    }
  }

  /// Takes an event out that is refused for good; it becomes a fault.
  package func refuse(_ event: SpooledEvent, reason: String) throws(DispatchError) {
    try settle(EventVerdicts(refused: [(event, reason)]))
  }

  /// Whether any event was ever acknowledged.
  func wasEverAcknowledged() throws(DispatchError) -> Bool {
    try read { try $0.state("was_acknowledged") as Int? != nil }
  }

  /// How many events no rule of a mapping took.
  package func leftOutCount() throws(DispatchError) -> Int { try read { try $0.state("left_out") ?? 0 } }

  // MARK: Pruning

  /// Forgets the keys of some assets that are older than ``daysKept`` days, and all messages and faults that are.
  ///
  /// - Parameter asset: the number of the asset to go on behind.
  /// - Returns: the asset to go on behind; `nil` when all are done.
  package func prune(behind asset: Int, now: Timestamp) throws(DispatchError) -> Int? {
    try writeLazily { database in
      let first = now.daysSince1970 - Int64(daysKept)
      if asset == 0 {
        try database.execute("DELETE FROM messages WHERE day < ? AND turn IS NOT NULL", [first])
        try database.execute("DELETE FROM latest WHERE day < ?", [first])
        try database.execute("DELETE FROM faults WHERE time < ? AND is_told", [first * 86_400_000])
      }
      let assets = try database.rows("SELECT id FROM assets WHERE id > ? ORDER BY id LIMIT 100", [asset])
      for row in assets { try database.execute("DELETE FROM keys WHERE asset = ? AND day < ?", [row[0], first]) }
      guard let last = assets.last else { return nil }
      return try last.value("id") as Int
    }
  }
}

/// The time in the key of an event that happens once: no fix has it.
private let onceTime = Int64.min

/// So many events are looked through for those whose assets may be sent: some milliseconds.
private let mostLooked = 10_000

extension SpooledEvent {
  fileprivate init(_ row: Statement, _ asset: Int) throws {
    guard let number = Int(row.value(at: 0)), let name = String(row.value(at: 2)), let sequence = Int(row.value(at: 3)),
      let body = [UInt8](row.value(at: 4)), let seal = Int64(row.value(at: 5))
    else { throw DamagedRow() }
    guard Int64(bitPattern: checksum(body)) == seal else {
      throw DamagedRow(detail: "the event \(AssetEvent.id(asset: name, sequence: sequence)) does not fit its hash")
    }
    self.init(number: number, assetNumber: asset, asset: name, sequence: sequence, body: body)
  }
}
