internal import Glibc
internal import SQLite
package import Storage

/// A GeoPackage that is written beside its name and gets its name when it is complete.
///
/// One thread writes it. The same rows give the same bytes with the same version of SQLite: no time is in it, and
/// transactions end after a number of rows, however these come.
package final class GeoPackageFile {
  private let path: String
  private let file: AtomicFile
  private let database: Database
  private var layers: [LayerWriter] = []
  private var rowsInTransaction = 0
  private var isFinished = false

  /// Enough that a transaction costs little, and few enough that its pages stay in memory.
  private static let rowsPerTransaction = 20_000

  /// Creates the file with empty layers.
  ///
  /// - Throws: ``StorageError/system(path:call:code:)``.
  package init(path: String, layers: [LayerSchema]) throws(StorageError) {
    self.path = path
    guard isUTF8Path(path) else { throw .system(path: path, call: "write the database", code: EILSEQ) }
    let file = try AtomicFile(path: path)
    self.file = file
    do {
      database = try Database(path: file.partialPath)
    } catch {
      file.discard()
      throw Self.storageError(error, path)
    }
    try storing {
      try begin()
      for layer in layers { try layer.create(in: database) }
      try LayerStyle.store(of: layers, in: database)
      self.layers = try layers.map { try LayerWriter($0, in: database) }
      try database.execute("BEGIN")
    }
  }

  /// The file has no name before it is complete, so nothing has to survive a crash.
  private func begin() throws {
    for pragma in [
      "page_size = 4096", "journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE",
      "cache_size = -32768", "application_id = \(Standard.applicationID)", "user_version = \(Standard.userVersion)",
    ] {
      try database.execute("PRAGMA \(pragma)")
    }
    try database.execute(Standard.tables)
    try database.execute(Standard.rows)
  }

  /// Appends packed rows.
  package func write(_ rows: borrowing ByteBuffer) throws(StorageError) {
    let bytes = rows.bytes
    try unsafe bytes.withUnsafeBytes { bytes throws(StorageError) in
      try storing {
        var reader = unsafe PackedReader(bytes)
        while !reader.isAtEnd { try insert(&reader) }
      }
    }
  }

  private func insert(_ reader: inout PackedReader) throws {
    try layers[Int(reader.byte())].insert(&reader)
    rowsInTransaction += 1
    guard rowsInTransaction == Self.rowsPerTransaction else { return }
    rowsInTransaction = 0
    try database.execute("COMMIT; BEGIN")
  }

  /// Puts flags in place of the marks of values that are known now.
  package func settle(_ flag: (Int64) -> Bool) throws(StorageError) {
    try storing {
      try database.execute("CREATE TEMP TABLE true_marks (mark INTEGER PRIMARY KEY)")
      for layer in layers {
        for column in layer.lateColumns.sorted() {
          try settle("\"\(layer.schema.columns[column].name)\"", of: "\"\(layer.schema.name)\"", flag)
        }
      }
    }
  }

  private func settle(_ column: String, of table: String, _ flag: (Int64) -> Bool) throws {
    let marks = try database.rows("SELECT DISTINCT \(column) FROM \(table) WHERE \(column) < 0")
    for mark in marks.compactMap({ Int64($0[0]) }) where flag(mark) {
      try database.execute("INSERT OR IGNORE INTO true_marks VALUES (?)", [mark])
    }
    try database.execute(
      "UPDATE \(table) SET \(column) = (\(column) IN (SELECT mark FROM true_marks)) WHERE \(column) < 0")
  }

  /// Completes the file and flushes it to the disk, so that ``commit()`` only has to rename.
  package func prepare() throws(StorageError) {
    guard !isFinished else { return }
    try storing {
      for layer in layers { try layer.finish(in: database) }
      try database.execute("COMMIT")
      layers = []
    }
    try close()
    try file.prepare()
  }

  private func close() throws(StorageError) {
    isFinished = true
    do { try database.close() } catch { throw Self.storageError(error, path) }
  }

  /// Makes the file appear under its name.
  package func commit() throws(StorageError) {
    try prepare()
    try file.commit()
  }

  /// Removes the partial file of an unwanted result.
  package func discard() {
    layers = []
    if !isFinished { try? close() }
    file.discard()
  }

  /// The size of the file.
  package var size: Int { file.sizeOnDisk }

  private func storing(_ body: () throws -> Void) throws(StorageError) {
    do { try body() } catch { throw Self.storageError(error, path) }
  }

  private static func storageError(_ error: any Error, _ path: String) -> StorageError {
    let isFull = (error as? DatabaseError)?.code == .full
    return .system(path: path, call: "write the database", code: isFull ? ENOSPC : EIO)
  }
}
