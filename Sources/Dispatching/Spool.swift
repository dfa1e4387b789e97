internal import FoundationEssentials
internal import Glibc
internal import Moments
internal import SQLite
internal import Storage
internal import Synchronization

/// What is to be sent to a dispatcher and what came from it, on a disk: a killed program loses nothing of it.
///
/// It is a SQLite file. An event is there before it is sent, with its number; it leaves when the dispatcher has
/// acknowledged it. What remains is its key, so that a program that is started again and reads the same input makes no
/// event a second time; and of each asset the number of its last event, for ever.
///
/// Keys and messages stay for ``daysKept`` days: a run that begins anew with older input sends its events again. A key
/// takes some 65 bytes.
///
/// Any thread may use it. One process at a time: it holds an ``OutputLock`` on the file.
package final class Spool: @unchecked Sendable {  // Sendable: the database is used under its lock alone
  /// The version of the tables.
  package static let version = 1
  /// `tmsp`, which tells the file from other programs' databases.
  private static let mark = 0x746D_7370

  package let path: String
  package let daysKept: Int
  private let gate = Mutex<Void>(())
  private let database: Database
  private let file: OutputLock
  private let stored = Atomic<Int>(0)
  /// Under the gate: where the messages of earlier runs are given again from.
  var replay = Replay()

  /// The messages that earlier runs have taken, in the order of their turns.
  struct Replay {
    var given = 0
    var last = 0
    /// The latest time of the stream that is known.
    var horizon: Int64?
  }

  /// Opens a spool, or makes an empty one.
  ///
  /// - Parameter daysKept: how long keys of events and messages are kept. Jobs are planned by the day, and what is read a
  ///   second time is the input of some days at most.
  package init(path: String, daysKept: Int = 30) throws(DispatchError) {
    self.path = path
    self.daysKept = daysKept
    guard isUTF8Path(path) else {
      throw .cannotUse(path: path, reason: StorageError.system(path: path, call: "open", code: EILSEQ).reason)
    }
    do throws(OutputLockError) {
      file = try OutputLock(on: [path])
    } catch {
      switch error {
      case .busy(_, let process): throw .busy(path: path, process: process)
      case .cannotLock(let error): throw .cannotUse(path: path, reason: error.reason)
      }
    }
    do {
      let isThere = FileKind(at: path) != .missing
      database = try Database(path: path)
      try Self.check(database, path, isThere: isThere)
      // Nobody else looks into the file, so the index of the log need not be shared.
      try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000")
      let mode: String? = try database.value("PRAGMA journal_mode = WAL")
      guard mode == "wal" else { throw DispatchError.cannotUse(path: path, reason: "SQLite keeps no log beside it") }
      try database.execute("PRAGMA synchronous = FULL")
      try Self.prepare(database, path)
      try readReplay()
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// A change to what is in it: the number of appended events so far, for those who wait for the next one.
  var appendedCount: Int { stored.load(ordering: .acquiring) }

  func noteAppended(_ count: Int) { stored.add(count, ordering: .acquiringAndReleasing) }

  // MARK: Opening

  /// Refuses a file that is no spool before anything is written to it.
  private static func check(_ database: Database, _ path: String, isThere: Bool) throws {
    guard isThere else { return }
    let mark: Int = try database.value("PRAGMA application_id") ?? 0
    let version: Int = try database.value("PRAGMA user_version") ?? 0
    let tables: Int = try database.value("SELECT count(*) FROM sqlite_schema") ?? 0
    if tables == 0, mark == 0, version == 0 { return }
    guard mark == Self.mark else { throw DispatchError.foreign(path: path) }
    guard version == Self.version else { throw DispatchError.otherVersion(path: path, version: version) }
  }

  private static func prepare(_ database: Database, _ path: String) throws {
    let tables: Int = try database.value("SELECT count(*) FROM sqlite_schema") ?? 0
    if tables == 0 {
      try database.transaction(for: .writing) { try database.execute(schema) }
      return
    }
    guard (fileSize(of: path) ?? 0) <= mostCheckedBytes else { return }
    let check = try database.value("PRAGMA quick_check(1)") ?? ""
    if check != "ok" { throw DispatchError.damaged(path: path, detail: check) }
  }

  /// A larger spool is not checked when it is opened: a gigabyte takes many seconds. What is read of it has hashes.
  private static let mostCheckedBytes = 256 << 20

  // MARK: Access

  /// One transaction, which is on the disk when this returns.
  func write<Value: Sendable>(_ body: (Database) throws -> Value) throws(DispatchError) -> Value {
    try guarded { database in
      try database.transaction(for: .writing) { try body(database) }
    }
  }

  /// One transaction that a failure of the power may undo, together with all later ones. It waits for no disk.
  func writeLazily<Value: Sendable>(_ body: (Database) throws -> Value) throws(DispatchError) -> Value {
    try guarded { database in
      try database.execute("PRAGMA synchronous = NORMAL")
      defer { try? database.execute("PRAGMA synchronous = FULL") }
      return try database.transaction(for: .writing) { try body(database) }
    }
  }

  func read<Value: Sendable>(_ body: (Database) throws -> Value) throws(DispatchError) -> Value {
    try guarded { database in
      try database.transaction(for: .reading) { try body(database) }
    }
  }

  private func guarded<Value: Sendable>(_ body: (Database) throws -> Value) throws(DispatchError) -> Value {
    let result: Result<Value, DispatchError> = gate.withLock { _ in
      do {
        return .success(try body(database))
      } catch {
        return .failure(Self.failure(error, path))
      }
    }
    return try result.get()
  }

  private static func failure(_ error: any Error, _ path: String) -> DispatchError {
    if let error = error as? DispatchError { return error }
    if let error = error as? DamagedRow { return .damaged(path: path, detail: error.detail) }
    guard let error = error as? DatabaseError else {
      return .cannotUse(path: path, reason: (error as? StorageError)?.reason ?? "\(error)")
    }
    return error.isDamage(isWritable: FileManager.default.isWritableFile(atPath: path))
      ? .damaged(path: path, detail: error.message) : .cannotUse(path: path, reason: error.message)
  }

  /// The tables. Times are milliseconds since 1970, days are counted from 1970; hashes are XXH3 as signed numbers.
  private static let schema = """
    CREATE TABLE state (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    CREATE TABLE assets (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, last INTEGER NOT NULL);
    CREATE TABLE keys (
      asset INTEGER NOT NULL, type TEXT NOT NULL, job TEXT NOT NULL, time INTEGER NOT NULL, day INTEGER NOT NULL,
      PRIMARY KEY (asset, type, job, time)) WITHOUT ROWID;
    CREATE TABLE events (
      number INTEGER PRIMARY KEY, asset INTEGER NOT NULL, sequence INTEGER NOT NULL, body BLOB NOT NULL,
      seal INTEGER NOT NULL);
    CREATE TABLE messages (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, time INTEGER, asset TEXT, dispatcher TEXT, kind TEXT NOT NULL,
      job TEXT, task BLOB, content BLOB, day INTEGER NOT NULL, turn INTEGER, taken INTEGER);
    CREATE INDEX messages_by_turn ON messages (turn);
    CREATE TABLE latest (
      key TEXT PRIMARY KEY, hash INTEGER NOT NULL, revision INTEGER NOT NULL, day INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE faults (
      number INTEGER PRIMARY KEY, kind TEXT NOT NULL, time INTEGER NOT NULL, asset TEXT, id TEXT, reason TEXT NOT NULL,
      body BLOB, is_told INTEGER NOT NULL DEFAULT 0);
    PRAGMA application_id = \(mark);
    PRAGMA user_version = \(version);
    """
}

/// A value of a row is not of the type that was stored, or does not fit its hash.
struct DamagedRow: Error {
  var detail = "a value is not of its type"
}

extension Row {
  /// A value that may be of any type in a damaged file.
  func value<Value: Storable>(_ column: String) throws -> Value {
    guard let stored = self[column], let value = Value(stored) else { throw DamagedRow() }
    return value
  }
}

extension Database {
  /// One of the single values that a spool keeps.
  func state<Value: Storable>(_ name: String) throws -> Value? {
    guard let row = try rows("SELECT value FROM state WHERE name = ?", [name]).first else { return nil }
    return try row.value("value") as Value
  }

  func setState(_ name: String, _ value: (any Storable)?) throws {
    guard let value else { return try execute("DELETE FROM state WHERE name = ?", [name]) }
    try execute("INSERT OR REPLACE INTO state VALUES (?, ?)", [name, value])
  }
}

/// The machine's clock.
func currentTime() -> Timestamp {
  Timestamp(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000))
}

extension Timestamp {
  var daysSince1970: Int64 { millisecondsSince1970 / 86_400_000 }
}
