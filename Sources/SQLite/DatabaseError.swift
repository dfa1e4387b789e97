internal import CSQLite

/// What SQLite could not do, in its own words.
package struct DatabaseError: Error, Equatable, Sendable {
  /// The lowest byte is ``code``.
  package let extendedCode: Int32
  package let message: String
  /// The SQL that failed; `nil` where a file could not be opened or closed.
  package let statement: String?

  /// Takes the message of the call that has just failed.
  @unsafe
  init(_ code: Int32, of connection: OpaquePointer?, statement: String? = nil) {
    extendedCode = code
    // A connection that was never made or is closed has no messages.
    message = unsafe String(cString: connection == nil ? sqlite3_errstr(code) : sqlite3_errmsg(connection))
    self.statement = statement
  }

  package var code: ResultCode? { ResultCode(rawValue: extendedCode & 0xFF) }

  /// The file ends before a page that it should have.
  package var isShortRead: Bool { extendedCode == SQLITE_IOERR | 2 << 8 }
}

/// The primary result codes.
///
/// - Source: https://sqlite.org/rescode.html, in the order of their numbers.
package enum ResultCode: Int32, Sendable {
  case error = 1
  case internalError, permission, abort, busy, locked, outOfMemory, readOnly, interrupted, inputOutput, corrupt
  case notFound, full, cannotOpen, lockingProtocol, empty, schema, tooBig, constraint, mismatch, misuse
  case noLargeFiles, unauthorized, format, outOfRange, notADatabase
}

extension DatabaseError: CustomStringConvertible {
  package var description: String {
    "\(message) (SQLite's error \(extendedCode))" + (statement.map { ": \($0)" } ?? "")
  }
}

extension DatabaseError {
  /// Whether it shows that the file is damaged, and not that it cannot be used now.
  ///
  /// - Parameter isWritable: the file is; SQLite also calls one read-only whose header asks for a newer SQLite.
  package func isDamage(isWritable: Bool) -> Bool {
    switch code {
    case .corrupt, .notADatabase, .error, .constraint, .mismatch, .format, .tooBig, .schema, .internalError, .empty,
      .outOfRange:
      true
    case .readOnly: isWritable
    case .inputOutput: isShortRead
    default: false
    }
  }
}
