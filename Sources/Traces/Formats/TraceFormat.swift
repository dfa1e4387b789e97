internal import Storage

/// A format of trace files: how a file of it begins, what its name ends in, and its reader.
///
/// To add a format, add a file with its reader and one of these, and a line in ``all``.
struct TraceFormat: Sendable {
  /// As in `inspect --format json`.
  let name: String
  /// The endings of its files' names, in lower case: folders are searched for them.
  let endings: [String]
  /// Whether a file that begins so is of this format.
  let begins: @Sendable (FileBeginning) -> Bool
  /// What a live run calls it where it reads nothing of it; `nil` if it does.
  let nameOfRecording: String?
  let open: @Sendable (ByteStream, FileBeginning, TraceReadingSettings) throws(CSVLayoutError) -> any TraceDocument

  /// All formats; no two of them begin a file in the same way.
  static let all: [TraceFormat] = [.gpx, .csv, .kml, .tcx, .nmea, .json, .fcd, .polylines]

  /// The format of a file. A file that no format recognises is taken for a table, or for GPX if it is XML: that reader
  /// says what is wrong with it.
  static func of(_ beginning: FileBeginning) -> TraceFormat {
    all.first { $0.begins(beginning) } ?? (beginning.isXML ? .gpx : .csv)
  }
}

/// Reads the traces of one file.
protocol TraceDocument: AnyObject {
  /// What the file is, as far as it has been read.
  var format: TraceFileFormat { get }
  /// All refusals so far, by reason.
  var refusedByReason: [String: Int] { get }
  /// The next trace or refusal; `nil` at the end.
  func next() -> TraceItem?
}

/// The format of a trace file, with what the file itself says of it.
package struct TraceFileFormat: Equatable, Sendable {
  /// `gpx`, `csv`, `ndjson` …
  package let name: String
  /// The same for people: `GPX 1.1`.
  package let title: String
  package var version: String?
  /// The meaning of columns; `nil` without columns.
  package var layout: CSVLayout?
  /// Speeds and courses have the units of a schema.
  var hasSchema = false

  init(_ name: String, _ title: String) { (self.name, self.title) = (name, title) }
}

/// The bytes at the start of a file, which tell its format.
struct FileBeginning: Sendable {
  let bytes: [UInt8]
  /// There are no more bytes in the file.
  let isWhole: Bool
  let isXML: Bool
  /// The local name of the outermost element of XML in lower case, if it is in there.
  let rootElement: String?

  static let mostBytes = CSVSniffer.sampleSize

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isWhole = bytes.count < Self.mostBytes
    isXML = looksLikeXML(bytes)
    rootElement = isXML ? outermostElement(of: inOneByteCharacters(bytes))?.lowercased() : nil
  }
}

/// A text without the second byte of its characters, if they have one.
private func inOneByteCharacters(_ bytes: [UInt8]) -> [UInt8] {
  guard let isBigEndian = isBigEndianUTF16(bytes) else { return bytes }
  return ByteStream(utf16: ByteStream(bytes, path: ""), isBigEndian: isBigEndian).peek(bytes.count)
}

extension TraceReadingSettings {
  /// - Throws: ``CSVLayoutError`` if columns are to be kept, of a format that has none.
  func expectNoKeptColumns(in format: String) throws(CSVLayoutError) {
    if !keep.isEmpty { throw CSVLayoutError(noColumnsIn: format) }
  }
}

extension CSVLayoutError {
  init(_ format: ForeignFormat) { self.init(reason: .unknownFormat, message: format.message) }
}
