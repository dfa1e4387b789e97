internal import Records
internal import Storage

/// - Throws: ``ComparisonError/unreadable(_:)``.
func openStream(_ path: String) throws(ComparisonError) -> ByteStream {
  try reading { () throws(StorageError) in try ByteStream(path: path) }
}

/// The rest of a stream, for formats that cannot be read in pieces.
func allBytes(of stream: ByteStream) throws(ComparisonError) -> [UInt8] {
  try reading { () throws(StorageError) in try stream.readRest(atMost: .collection) }
}

/// - Throws: ``ComparisonError/unreadable(_:)``, ``ComparisonError/empty(path:)``.
func openTable(_ stream: ByteStream) throws(ComparisonError) -> CSVTable {
  do throws(CSVTableError) {
    return try CSVTable(stream)
  } catch {
    if case .empty(let path) = error { throw .empty(path: path) }
    throw .unreadable(error.description)
  }
}

extension CSVTable {
  /// Steps to the next row; `false` at the end.
  mutating func nextRow() throws(ComparisonError) -> Bool {
    do throws(StorageError) {
      return try next()
    } catch {
      throw .unreadable(error.description)
    }
  }
}

private func reading<Result>(_ body: () throws(StorageError) -> Result) throws(ComparisonError) -> Result {
  do throws(StorageError) {
    return try body()
  } catch {
    throw .unreadable(error.description)
  }
}
