internal import GRDB
internal import GRDBSQLite

/// A prepared insertion that takes its values from where they lie.
///
/// GRDB's own arguments are an array of enums for every row, and copies of all texts.
@safe
struct RowStatement {
  private let statement: Statement
  private let handle: OpaquePointer

  init(_ statement: Statement) {
    self.statement = statement
    unsafe handle = statement.sqliteStatement
  }

  func bindNull(at index: Int) { unsafe check(sqlite3_bind_null(handle, Int32(index))) }
  func bind(_ value: Int64, at index: Int) { unsafe check(sqlite3_bind_int64(handle, Int32(index), value)) }
  func bind(_ value: Double, at index: Int) { unsafe check(sqlite3_bind_double(handle, Int32(index), value)) }

  /// The bytes must stay until ``run()``, and have an address even if there are none: without one, it is a null.
  func bind(text: UnsafeRawBufferPointer, at index: Int) {
    let begin = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self)
    unsafe check(sqlite3_bind_text(handle, Int32(index), begin, Int32(text.count), nil))
  }

  /// The bytes must stay until ``run()``.
  func bind(blob: UnsafeRawBufferPointer, at index: Int) {
    unsafe check(sqlite3_bind_blob(handle, Int32(index), blob.baseAddress, Int32(blob.count), nil))
  }

  /// Inserts the row.
  ///
  /// - Throws: `DatabaseError` if the file cannot take it.
  func run() throws {
    let code = unsafe sqlite3_step(handle)
    unsafe sqlite3_reset(handle)
    if code != SQLITE_DONE { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binding touches no file, so it fails only for an index that the statement does not have.
  private func check(_ code: Int32) { precondition(code == SQLITE_OK, "a value has no place in the statement") }
}
