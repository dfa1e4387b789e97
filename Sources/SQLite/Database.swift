internal import CSQLite

/// A connection to one SQLite file.
///
/// It has one owner, in one thread at a time, so SQLite takes no locks between threads. Foreign keys are checked, and a
/// text has single quotes. Where another program holds a lock, the error ``ResultCode/busy`` comes at once.
@safe
package final class Database {
  package enum Access: Sendable {
    case reading
    /// Also makes a file that does not exist.
    case writing
  }

  private var connection: OpaquePointer?
  /// By their SQL. None of them is at a row between two calls.
  private var statements: [String: Statement] = [:]

  /// - Parameter path: `:memory:` for a database without a file.
  /// - Throws: ``DatabaseError`` also if the file is not a database.
  package init(path: String, for access: Access = .writing) throws(DatabaseError) {
    let rights = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(path, &connection, rights | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK else { throw unsafe DatabaseError(code, of: connection) }
    unsafe refuse_double_quoted_texts(connection)
    try execute("PRAGMA foreign_keys = ON")
    try execute("SELECT * FROM sqlite_master LIMIT 1")
  }

  deinit {
    statements = [:]
    unsafe sqlite3_close_v2(connection)
  }

  /// Closes the file.
  ///
  /// - Throws: ``DatabaseError`` with ``ResultCode/busy`` if a statement is left.
  package func close() throws(DatabaseError) {
    statements = [:]
    let code = unsafe sqlite3_close(connection)
    guard code == SQLITE_OK else { throw unsafe DatabaseError(code, of: connection) }
    unsafe connection = nil
  }

  // MARK: Statements

  /// Executes statements, one after another.
  package func execute(_ sql: String) throws(DatabaseError) {
    let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw unsafe DatabaseError(code, of: connection, statement: sql) }
  }

  /// Executes one statement with values, and keeps it prepared for the next time.
  package func execute(_ sql: String, _ values: [any Storable]) throws(DatabaseError) {
    _ = try rows(sql, values)
  }

  /// All rows of the result of one statement, which stays prepared for the next time.
  package func rows(_ sql: String, _ values: [any Storable] = []) throws(DatabaseError) -> [Row] {
    let statement = try keptStatement(sql)
    precondition(values.count == statement.placeCount, "\(values.count) values for \(sql)")
    for (index, value) in values.enumerated() { try statement.bind(value.storedValue, at: index + 1) }
    var rows: [Row] = []
    while try statement.step() {
      let names = rows.last?.names ?? statement.columnNames
      rows.append(Row(names: names, values: names.indices.map { statement.value(at: $0) }))
    }
    return rows
  }

  /// The first value of the first row; `nil` without rows, or if the value is of another type.
  package func value<Value: Storable>(_ sql: String, _ values: [any Storable] = []) throws(DatabaseError) -> Value? {
    try rows(sql, values).first.flatMap { Value($0[0]) }
  }

  /// Prepares one statement.
  ///
  /// - Precondition: the text is one statement.
  package func statement(_ sql: String) throws(DatabaseError) -> Statement {
    try unsafe Statement(sql, on: connection)
  }

  private func keptStatement(_ sql: String) throws(DatabaseError) -> Statement {
    if let kept = statements[sql] { return kept }
    let statement = try statement(sql)
    statements[sql] = statement
    return statement
  }

  // MARK: Transactions

  /// Does all that `body` does, or nothing if it throws.
  ///
  /// - Parameter access: for writing, the lock against other writers is taken at once.
  package func transaction<Value>(for access: Access, _ body: () throws -> Value) throws -> Value {
    try execute(access == .reading ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // SQLite itself has rolled back after some errors.
      if unsafe sqlite3_get_autocommit(connection) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }
}
