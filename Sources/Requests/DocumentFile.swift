internal import Records
internal import Storage

/// The JSON documents of a file, one after the other; a damaged one costs itself alone.
///
/// Memory: the largest document.
struct DocumentFile {
  private var stream: JSONStream

  init(_ path: String) throws(ChangeFileError) {
    let buffer = try openedFile(path)
    do throws(StorageError) { stream = try JSONStream(documents: buffer) } catch {
      throw .unreadable(error.description)
    }
  }

  /// The next document, or what is wrong with it; `nil` at the end.
  mutating func next() throws(ChangeFileError) -> JSONStream.Element? {
    do throws(StorageError) { return try stream.next() } catch { throw .unreadable(error.description) }
  }
}
