internal import Records
internal import Storage

/// One request of a file, as text.
package struct RequestLine: Sendable {
  /// From 1.
  package var line: Int
  /// The number of the request in its file, from 1.
  package var number: Int
  /// Empty if the line is too long.
  package var bytes: [UInt8]
  /// Why the text could not be read.
  package var refusal: RequestRefusal?
}

/// The format of a file's requests; reads them on any thread.
package struct RequestForm: Sendable {
  fileprivate enum Form { case json, csv(CSVForm) }
  fileprivate let form: Form

  package func request(_ line: RequestLine) throws(RequestRefusal) -> WrittenRequest {
    if let refusal = line.refusal { throw refusal }
    switch form {
    case .json: return try WrittenRequest(json: line.bytes)
    case .csv(let form): return try form.request(line.bytes)
    }
  }
}

/// The requests of one file: one JSON object per line, or the rows of a CSV file with a header. The first character
/// decides. The file may be compressed with gzip.
///
/// Memory: a chunk, and the longest line up to ``longestLine``.
package final class RequestFile {
  package let path: String
  package let form: RequestForm
  /// The lines of a JSON file.
  private var lines: LineReader?
  /// The table of a CSV file.
  private var table: CSVTable?
  private var count = 0
  private var isBroken = false

  /// Longer lines are refused.
  package static let longestLine = RecordFile.longestLine

  /// - Parameter path: `-` is standard input.
  package init(path: String) throws(RequestFileError) {
    self.path = path
    let file: RecordFile
    do throws(StorageError) { file = try RecordFile(path: path) } catch { throw .unreadable(error.description) }
    switch file {
    case .empty: throw .empty(path: path)
    case .jsonArray: throw .jsonArray(path: path)
    case .lines(let lines):
      form = RequestForm(form: .json)
      self.lines = lines
    case .table(let buffer):
      let table = try Self.table(buffer)
      form = RequestForm(form: .csv(try CSVForm(table)))
      self.table = table
    }
  }

  private static func table(_ buffer: RecordBuffer) throws(RequestFileError) -> CSVTable {
    do throws(CSVTableError) {
      return try CSVTable(buffer)
    } catch {
      switch error {
      case .empty(let path): throw .empty(path: path)
      case .brokenHeader(let path, let line): throw .brokenHeader(path: path, line: line)
      case .unreadable, .headerTooLong: throw .unreadable(error.description)
      }
    }
  }

  /// The next request; `nil` at the end. If the rest cannot be read, the last request is one with a refusal.
  package func next() -> RequestLine? {
    guard !isBroken else { return nil }
    do throws(StorageError) {
      return try nextRecord()
    } catch {
      isBroken = true
      return numbered(
        lines?.nextNumber ?? table?.nextLine ?? 1, [], RequestRefusal(.unreadable, "\(error). The rest was skipped"))
    }
  }

  private func nextRecord() throws(StorageError) -> RequestLine? {
    if let line = try lines?.next() { return numbered(line.number, line.bytes) }
    guard try table?.next() == true, let table else { return nil }
    return numbered(table.line, table.flaw == .tooLong ? nil : table.bytes)
  }

  /// - Parameter bytes: `nil` for a line that is too long.
  private func numbered(_ line: Int, _ bytes: [UInt8]?) -> RequestLine {
    let refusal = RequestRefusal(.tooLong, "the line is longer than \(Self.longestLine) bytes")
    return numbered(line, bytes ?? [], bytes == nil ? refusal : nil)
  }

  private func numbered(_ line: Int, _ bytes: [UInt8], _ refusal: RequestRefusal?) -> RequestLine {
    count += 1
    return RequestLine(line: line, number: count, bytes: bytes, refusal: refusal)
  }
}
