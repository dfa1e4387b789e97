internal import FoundationEssentials
internal import Glibc
internal import SQLite
internal import Storage

/// The record of a folder of outputs: which inputs are done, and where in the outputs their rows are.
///
/// It is a SQLite file, `.tracemill/ledger.sqlite` in the folder. Each change is one transaction, so a killed program
/// leaves the state before or after it. Reading changes no byte. Every row has a hash over its values: a damaged row is
/// found, and its input is worked on again.
///
/// One process at a time: who holds the lock of the folder's manifest.
package final class Ledger {
  /// The version of the tables.
  package static let version = 1
  /// Its path below the folder.
  package static let fileName = ".tracemill/ledger.sqlite"

  package let path: String
  private let database: Database
  /// The number of damaged rows, whose inputs are treated as new.
  package internal(set) var damagedRows = 0

  /// Opens the ledger of a folder, or makes an empty one.
  ///
  /// - Throws: ``LedgerError``.
  package init(in folder: String) throws(LedgerError) {
    path = joinedPath(folder, Self.fileName)
    guard isUTF8Path(path) else {
      throw .cannotUse(path: path, reason: StorageError.system(path: path, call: "open", code: EILSEQ).reason)
    }
    do {
      try makeFolder(at: folderPath(of: path))
      database = try Database(path: path)
      try database.execute("PRAGMA synchronous = FULL")
    } catch {
      throw Self.failure(error, path)
    }
    try prepare()
  }

  /// Removes the ledger of a folder.
  package static func remove(in folder: String) {
    let path = joinedPath(folder, fileName)
    for ending in ["", "-journal", "-wal", "-shm"] { removePlainFile(at: path + ending) }
  }

  private func prepare() throws(LedgerError) {
    let found = try read { try $0.value("PRAGMA user_version") ?? 0 }
    if found > Self.version { throw .newer(path: path, version: found) }
    guard found == 0 else {
      if found < 0 { throw .damaged(path: path, detail: "it has the version \(found)") }
      let check = try read { try $0.value("PRAGMA integrity_check(1)") ?? "" }
      if check != "ok" { throw .damaged(path: path, detail: check) }
      return
    }
    let tables = try read { try $0.value("SELECT count(*) FROM sqlite_schema") ?? 0 }
    if tables > 0 { throw .damaged(path: path, detail: "it is another program's database") }
    try write { try $0.execute(Self.schema) }
  }

  // MARK: Access

  func read<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
    do {
      return try database.transaction(for: .reading) { try body(database) }
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// One transaction.
  func write<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
    do {
      return try database.transaction(for: .writing) { try body(database) }
    } catch {
      throw Self.failure(error, path)
    }
  }

  private static func failure(_ error: any Error, _ path: String) -> LedgerError {
    if let error = error as? LedgerError { return error }
    if error is DamagedRow { return .damaged(path: path, detail: "a value is not of its type") }
    guard let error = error as? DatabaseError else {
      return .cannotUse(path: path, reason: (error as? StorageError)?.reason ?? "\(error)")
    }
    return error.isDamage(isWritable: FileManager.default.isWritableFile(atPath: path))
      ? .damaged(path: path, detail: error.message) : .cannotUse(path: path, reason: error.message)
  }

  /// The tables. Times are nanoseconds since 1970, hashes XXH3 as signed numbers.
  private static let schema = """
    CREATE TABLE state (
      id INTEGER PRIMARY KEY CHECK (id = 1), phase TEXT NOT NULL, run INTEGER NOT NULL, circumstances TEXT NOT NULL,
      seal INTEGER NOT NULL);
    CREATE TABLE parts (
      number INTEGER PRIMARY KEY, path TEXT NOT NULL, occurrence INTEGER NOT NULL, position INTEGER NOT NULL,
      standing TEXT NOT NULL, stamp TEXT, checked INTEGER NOT NULL, content INTEGER NOT NULL,
      circumstances INTEGER NOT NULL, outcomes INTEGER NOT NULL, counts TEXT NOT NULL, own_ids TEXT NOT NULL,
      given_ids TEXT NOT NULL, seal INTEGER NOT NULL, UNIQUE (path, occurrence));
    CREATE TABLE segments (
      part INTEGER NOT NULL, output TEXT NOT NULL, run INTEGER NOT NULL, first_byte INTEGER NOT NULL,
      byte_count INTEGER NOT NULL, row_count INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (part, output)
      ) WITHOUT ROWID;
    CREATE INDEX segments_by_run ON segments (run);
    CREATE TABLE outputs (
      name TEXT PRIMARY KEY, row_count INTEGER NOT NULL, segment_count INTEGER NOT NULL, hash INTEGER NOT NULL,
      stamp TEXT, seal INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE partials (run INTEGER NOT NULL, output TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (run, output)
      ) WITHOUT ROWID;
    CREATE TABLE moves (number INTEGER PRIMARY KEY, partial TEXT NOT NULL, target TEXT NOT NULL);
    CREATE TABLE removals (number INTEGER PRIMARY KEY, path TEXT NOT NULL, is_before INTEGER NOT NULL);
    PRAGMA user_version = \(version);
    """

  /// The hash that guards the values of a row.
  static func seal(_ values: [String?]) -> Int64 {
    Int64(bitPattern: checksum(Array(values.map { $0 ?? "\u{0}" }.joined(separator: "\u{1F}").utf8)))
  }
}
