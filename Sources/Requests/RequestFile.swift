internal import Storage
internal import Traces

/// One request of a file, still as text.
package struct RequestLine: Sendable {
  /// From 1.
  package var line: Int
  /// The number of the request in its file, from 1.
  package var number: Int
  /// Empty where the line is too long.
  package var bytes: [UInt8]
  /// Why there is no text.
  package var refusal: RequestRefusal?
}

/// How the requests of a file are written; reads them on any thread.
package struct RequestForm: Sendable {
  fileprivate enum Form { case json, csv(CSVForm) }
  fileprivate let form: Form

  package func request(_ line: RequestLine) throws(RequestRefusal) -> WrittenRequest {
    if let refusal = line.refusal { throw refusal }
    switch form {
    case .json: return try WrittenRequest(json: line.bytes)
    case .csv(let form):
      guard let texts = csvFields(of: line.bytes, delimiter: form.delimiter) else {
        throw RequestRefusal(.badRow, "a quote is not closed, or text follows a closing one")
      }
      return try form.request(texts)
    }
  }
}

/// The requests of one file, line by line: objects of JSON, one on each line, or the rows of a CSV file with a header;
/// the first character tells which. Compressed with gzip or not.
///
/// Memory: a chunk, and the longest line up to ``longestLine``.
package final class RequestFile {
  package let path: String
  package let form: RequestForm
  private var lines: LineReader
  private var count = 0

  /// Longer lines are refused.
  package static let longestLine = 1 << 20

  /// - Parameter path: `-` is standard input.
  package init(path: String) throws(RequestFileError) {
    self.path = path
    do throws(StorageError) {
      lines = LineReader(try ByteStream(path: path))
    } catch {
      throw .unreadable(error.description)
    }
    guard let first = lines.nextFilled(), first.refusal == nil else {
      if let message = lines.failure { throw .unreadable(message) }
      throw .empty(path: path)
    }
    switch first.bytes.first {
    case UInt8(ascii: "{"):
      form = RequestForm(form: .json)
      lines.putBack(first)
    case UInt8(ascii: "["): throw .jsonArray(path: path)
    default:
      let delimiter = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first(where: first.bytes.contains)
      guard let names = csvFields(of: first.bytes, delimiter: delimiter ?? UInt8(ascii: ",")) else {
        throw .brokenHeader(path: path)
      }
      form = RequestForm(form: .csv(try CSVForm(header: first.bytes, names: names, path: path)))
    }
  }

  /// The next request; `nil` at the end. What cannot be read further ends in one with a refusal.
  package func next() -> RequestLine? {
    guard var line = lines.nextFilled() else { return nil }
    count += 1
    line.number = count
    return line
  }
}

/// Cuts bytes into lines.
private struct LineReader {
  private let stream: ByteStream
  private var buffer = [UInt8](repeating: 0, count: ByteStream.chunkSize)
  private var begin = 0
  private var end = 0
  private var line = 0
  private var isAtEnd = false
  private var isSkipping = false
  private var waiting: RequestLine?
  /// The sentence of what broke the stream.
  private(set) var failure: String?

  init(_ stream: ByteStream) { self.stream = stream }

  mutating func putBack(_ line: RequestLine) { waiting = line }

  /// The next line that is not blank.
  mutating func nextFilled() -> RequestLine? {
    if let line = waiting {
      waiting = nil
      return line
    }
    while let bytes = next() {
      let text = Self.trimmed(bytes, isFirst: line == 1)
      if isSkipping {
        isSkipping = false
        let most = RequestFile.longestLine
        let refusal = RequestRefusal(.tooLong, "the line is longer than \(most) bytes")
        return RequestLine(line: line, number: 0, bytes: [], refusal: refusal)
      }
      if !text.isEmpty { return RequestLine(line: line, number: 0, bytes: text) }
    }
    guard let failure, !isTold else { return nil }
    isTold = true
    return RequestLine(
      line: line + 1, number: 0, bytes: [], refusal: RequestRefusal(.unreadable, "\(failure). The rest was skipped"))
  }

  private var isTold = false

  /// Without the byte order mark, the carriage return and blanks.
  private static func trimmed(_ bytes: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8] {
    var bytes = bytes
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    while let last = bytes.last, last == 0x0D || last == 0x20 || last == 0x09 { bytes.removeLast() }
    return Array(bytes.drop { $0 == 0x20 })
  }

  private mutating func next() -> ArraySlice<UInt8>? {
    var searched = begin
    while true {
      if let stop = buffer[searched..<end].firstIndex(of: 0x0A) {
        defer { begin = stop + 1 }
        line += 1
        return buffer[begin..<stop]
      }
      searched = end
      if isAtEnd {
        guard begin < end || isSkipping else { return nil }
        defer { begin = end }
        line += 1
        return buffer[begin..<end]
      }
      refill(&searched)
    }
  }

  private mutating func refill(_ searched: inout Int) {
    if end - begin > RequestFile.longestLine {
      isSkipping = true
      begin = end
    }
    buffer.replaceSubrange(0..<end - begin, with: Array(buffer[begin..<end]))
    (searched, begin, end) = (searched - begin, 0, end - begin)
    if isSkipping && end > 0 { (searched, end) = (0, 0) }
    if end == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    do throws(StorageError) {
      let count = try stream.read(into: &buffer, from: end)
      end += count
      isAtEnd = count == 0
    } catch {
      failure = error.description
      isAtEnd = true
    }
  }
}
