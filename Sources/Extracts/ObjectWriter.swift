internal import COsmium
private import Glibc
internal import Storage

/// An OSM file being written; it appears under its name when it is complete.
@safe
final class ObjectWriter {
  enum Format: String {
    case pbf = "pbf"
    case changes = "osc.gz"
  }

  private let path: String
  private let writer: OpaquePointer
  private let output: AtomicFile

  /// - Throws: ``ExtractError/notWritten(path:reason:)``.
  init(path: String, format: Format, header: ExtractHeader) throws(ExtractError) {
    self.path = path
    let output: AtomicFile
    do {
      output = try AtomicFile(path: path)
    } catch {
      throw .notWritten(path: path, reason: error.description)
    }
    let partial = output.partialPath.hasPrefix("/") ? output.partialPath : "./" + output.partialPath
    let opened = unsafe header.withSource { unsafe cosmium_writer_open(partial, format.rawValue, "tracemill", $0) }
    guard let opened = unsafe opened else {
      output.discard()
      throw .notWritten(path: path, reason: "out of memory")
    }
    self.output = output
    unsafe writer = opened
  }

  deinit {
    unsafe cosmium_writer_free(writer)
    output.discard()
  }

  /// Writes the current object of an extract.
  func write(_ extract: SortedExtract) { unsafe cosmium_write_current(writer, extract.file.reader) }

  /// Writes an object of a change set, by its number in the store.
  func write(_ store: ObjectStore, _ number: Int) { unsafe cosmium_write_stored(writer, store.store, number) }

  /// Writes that the current object of an extract is deleted.
  func writeDeletion(_ extract: SortedExtract) { unsafe cosmium_write_deletion(writer, extract.file.reader) }

  /// Makes the file appear under its name. Errors of all that was written before show here.
  func commit() throws(ExtractError) {
    unsafe cosmium_writer_close(writer)
    if let text = unsafe cosmium_writer_error(writer) {
      throw unsafe .notWritten(path: path, reason: String(cString: text))
    }
    do {
      try output.commit()
    } catch {
      throw .notWritten(path: path, reason: error.description)
    }
  }
}
