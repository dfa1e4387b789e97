internal import Extracts
private import Glibc
internal import Records
internal import Storage

/// The usable rows of one file of an edge list; reports the others.
struct ListTable {
  private(set) var row: CSVTable
  private let onRefusal: (Refusal) -> Void

  /// - Throws: ``MapImportError`` if the file cannot be read or lacks a required column.
  init(path: String, required: [String], onRefusal: @escaping (Refusal) -> Void) throws(MapImportError) {
    guard path != "-" else { throw .extract(.standardInput) }
    self.onRefusal = onRefusal
    do throws(CSVTableError) {
      row = try CSVTable(path: path)
    } catch {
      throw MapImportError(error, path: path)
    }
    for column in required where row.column(column) == nil { throw .missingColumn(path: path, column: column) }
  }

  /// Moves to the next row; `false` at the end.
  mutating func next() throws(MapImportError) -> Bool {
    do throws(StorageError) {
      return try row.next()
    } catch {
      throw MapImportError(.unreadable(error), path: row.path)
    }
  }

  /// Reports that the current row is left out or a value of it ignored.
  func refuse(_ reason: ListReason) {
    let flaw = reason == .badRecord ? row.flaw.map { "\($0). The row was skipped." } : nil
    onRefusal(
      Refusal(file: row.path, line: row.line, reason: reason.rawValue, message: flaw ?? reason.sentence))
  }
}

extension MapImportError {
  fileprivate init(_ error: CSVTableError, path: String) {
    switch error {
    case .unreadable(.system(_, _, ENOENT)): self = .notFound(path: path)
    case .unreadable(.system(_, _, let code)):
      let reason = [EISDIR, EACCES].contains(code) ? "it is a folder, or reading it is not permitted" : errorText(code)
      self = .unreadable(path: path, reason: reason)
    case .unreadable(.damagedCompression): self = .damaged(path: path, reason: "the compressed data ends or is wrong")
    case .unreadable(.tooLarge): self = .unreadable(path: path, reason: "it is too large")
    case .unreadable(.endlessLine): self = .unreadable(path: path, reason: "its lines have no end")
    case .empty: self = .unreadable(path: path, reason: "it is empty")
    case .headerTooLong: self = .unreadable(path: path, reason: "its first line is too long for a header")
    case .brokenHeader: self = .unreadable(path: path, reason: "a quote in its header is not closed")
    }
  }
}
