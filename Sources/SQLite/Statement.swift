internal import CSQLite

/// A prepared SQL statement, which can run any number of times. Parameters are numbered from 1, columns from 0.
///
/// It has one owner, in one thread at a time with its ``Database``, and must be destroyed before that closes.
@safe
package final class Statement {
  private let handle: OpaquePointer

  /// - Precondition: the text is one statement.
  @unsafe
  init(_ sql: String, on connection: OpaquePointer?) throws(DatabaseError) {
    var handle: OpaquePointer?
    var isAlone = true
    let code = unsafe sql.withCString { begin in
      var rest: UnsafePointer<CChar>?
      defer { isAlone = unsafe rest.map { unsafe $0.pointee == 0 } ?? true }
      return unsafe sqlite3_prepare_v3(connection, begin, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &rest)
    }
    guard let handle = unsafe handle, code == SQLITE_OK else {
      throw unsafe DatabaseError(code == SQLITE_OK ? SQLITE_MISUSE : code, of: connection, statement: sql)
    }
    unsafe self.handle = handle
    precondition(isAlone, "more than one statement: \(sql)")
  }

  deinit { unsafe sqlite3_finalize(handle) }

  // MARK: Values for its places

  package var placeCount: Int { Int(unsafe sqlite3_bind_parameter_count(handle)) }

  package func bindNull(at index: Int) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_null(handle, Int32(index)))
  }

  package func bind(_ value: Int64, at index: Int) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(index), value))
  }

  package func bind(_ value: Double, at index: Int) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_double(handle, Int32(index), value))
  }

  /// Binds UTF-8 without copying it: the bytes must stay until the statement has run.
  @unsafe
  package func bind(text: UnsafeRawBufferPointer, at index: Int) throws(DatabaseError) {
    try check(unsafe bind_text(handle, Int32(index), text.baseAddress, text.count, false))
  }

  /// Binds bytes without copying them: they must stay until the statement has run.
  @unsafe
  package func bind(blob: UnsafeRawBufferPointer, at index: Int) throws(DatabaseError) {
    try check(unsafe bind_blob(handle, Int32(index), blob.baseAddress, blob.count, false))
  }

  /// Binds a copy of a value.
  package func bind(_ value: StoredValue, at index: Int) throws(DatabaseError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let number): try bind(number, at: index)
    case .real(let number): try bind(number, at: index)
    case .text(var text):
      try check(text.withUTF8 { unsafe bind_text(handle, Int32(index), $0.baseAddress, $0.count, true) })
    case .blob(let bytes):
      try check(unsafe bytes.withUnsafeBytes { unsafe bind_blob(handle, Int32(index), $0.baseAddress, $0.count, true) })
    }
  }

  // MARK: Runs

  /// Advances to the next row of the result.
  ///
  /// - Returns: whether there is one. After the last, and after an error, the statement is as before its first row.
  package func step() throws(DatabaseError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    defer { reset() }
    guard code == SQLITE_DONE else { throw failure(code) }
    return false
  }

  /// Runs a statement whose rows, if any, are not wanted.
  package func run() throws(DatabaseError) { while try step() {} }

  /// Resets the statement to its start. Bound values stay.
  package func reset() { unsafe sqlite3_reset(handle) }

  // MARK: The current row

  package var columnNames: [String] {
    let count = unsafe sqlite3_column_count(handle)
    return (0..<count).map { unsafe sqlite3_column_name(handle, $0).map { unsafe String(cString: $0) } ?? "" }
  }

  /// A copy of what a column holds. Where a text is not UTF-8, it has U+FFFD.
  package func value(at column: Int) -> StoredValue {
    let column = Int32(column)
    return switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      .text(unsafe String(decoding: bytes(of: column, from: sqlite3_column_text(handle, column)), as: UTF8.self))
    case SQLITE_BLOB: .blob(unsafe Array(bytes(of: column, from: sqlite3_column_blob(handle, column))))
    default: .null
    }
  }

  /// - Parameter begin: asked for before the number of bytes, which it settles.
  @unsafe
  private func bytes(of column: Int32, from begin: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: begin, count: begin == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  // MARK: Errors

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    unsafe DatabaseError(code, of: sqlite3_db_handle(handle), statement: String(cString: sqlite3_sql(handle)))
  }
}
