internal import Moments
internal import Records
internal import Storage

/// What stands around the values of one kind of JSON object, ready to be copied: braces, commas and names.
struct JSONFrame: Sendable {
  /// The texts before the values, in order, and the closing.
  private let texts: [FrameText]
  /// What of each text goes beyond its two words.
  private let rests: [[UInt8]]

  private init(leads: [String], closing: String) {
    texts = (leads + [closing]).map(FrameText.init)
    rests = (leads + [closing]).map { Array($0.utf8.dropFirst(FrameText.capacity)) }
  }

  /// A flat object.
  ///
  /// - Parameter opening: stands before the first name: `{`, or a comma after fields written by others.
  init(_ columns: [ColumnSchema], opening: String = "{") {
    let leads = columns.enumerated().map { ($0 == 0 ? opening : ",") + "\"\($1.name)\":" }
    self.init(leads: leads, closing: "}")
  }

  /// An object whose columns stand at their places in the trip document, neighbours of one group in one inner object.
  ///
  /// - Parameter schema: the value of the document's first field.
  init(document columns: [ColumnSchema], schema: String) {
    var leads: [String] = []
    var group: String?
    for column in columns {
      var lead = leads.isEmpty ? "{\"schema\":\"\(schema)\"," : ","
      if column.documentPath?.object != group {
        lead = (group == nil ? "" : "}") + lead + (column.documentPath.map { "\"\($0.object)\":{" } ?? "")
        group = column.documentPath?.object
      }
      leads.append(lead + "\"\(column.documentPath?.key ?? column.name)\":")
    }
    self.init(leads: leads, closing: group == nil ? "" : "}")
  }

  /// The text before value `column`, or behind the last value.
  @inline(__always)
  fileprivate func putText(_ column: Int, into writer: inout ByteWriter) {
    let text = texts[column]
    writer.buffer.append(text.first, count: min(text.count, 8), text.second, count: min(max(text.count - 8, 0), 8))
    if text.count > FrameText.capacity { writer.bytes(rests[column]) }
  }
}

/// The begin of a text in two words, which hold most of them whole.
private struct FrameText: BitwiseCopyable {
  static let capacity = 16

  let first: UInt64
  let second: UInt64
  /// Of the whole text.
  let count: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    first = Self.word(bytes.prefix(8))
    second = Self.word(bytes.dropFirst(8).prefix(8))
    count = bytes.count
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Rows as JSON objects.
struct JSONRows: RowWriter, ~Copyable {
  var bytes: ByteWriter
  private let frame: JSONFrame
  private let identity: [UInt8]
  private let separator: String
  private let terminator: String
  private var column = 0
  private var isFirstRow = true

  /// - Parameters:
  ///   - identity: the begin of every row, which is the same for a whole trip.
  ///   - separator: stands between two rows.
  ///   - terminator: stands after every row.
  init(
    _ frame: JSONFrame, identity: [UInt8] = [], separator: String, terminator: String = "",
    bytes: consuming ByteWriter = ByteWriter()
  ) {
    self.frame = frame
    self.identity = identity
    self.separator = separator
    self.terminator = terminator
    self.bytes = bytes
  }

  mutating func beginRow() {
    if isFirstRow { isFirstRow = false } else { bytes.text(separator) }
    bytes.bytes(identity)
    column = 0
  }

  @inline(__always)
  mutating func beginField() {
    frame.putText(column, into: &bytes)
    column += 1
  }

  /// The next value is that of `column`; those before it were written otherwise.
  mutating func skip(to column: Int) { self.column = column }

  mutating func endRow() {
    frame.putText(column, into: &bytes)
    bytes.text(terminator)
  }

  mutating func putNull() { bytes.word(.null) }
  mutating func put(text: String) { bytes.jsonString(text) }
  mutating func put(id: Int64) { bytes.jsonID(id) }

  mutating func put(time: Timestamp) {
    bytes.byte(UInt8(ascii: "\""))
    bytes.time(time)
    bytes.byte(UInt8(ascii: "\""))
  }

  mutating func put(codes: [String]) {
    bytes.byte(UInt8(ascii: "["))
    for (index, code) in codes.enumerated() {
      if index > 0 { bytes.byte(UInt8(ascii: ",")) }
      bytes.jsonString(code)
    }
    bytes.byte(UInt8(ascii: "]"))
  }

  mutating func put(counts: [(code: String, count: Int)]) {
    bytes.byte(UInt8(ascii: "{"))
    for (index, entry) in counts.enumerated() {
      if index > 0 { bytes.byte(UInt8(ascii: ",")) }
      bytes.jsonString(entry.code)
      bytes.byte(UInt8(ascii: ":"))
      bytes.integer(Int64(entry.count))
    }
    bytes.byte(UInt8(ascii: "}"))
  }
}

extension ByteWriter {
  /// An id: a number as long as every reader keeps it exactly, a string beyond.
  ///
  /// - Source: RFC 8259 §6: readers may hold numbers as IEEE 754 doubles, whose integers are exact to 2⁵³.
  mutating func jsonID(_ id: Int64) {
    guard id.magnitude > 1 << 53 else { return integer(id) }
    byte(UInt8(ascii: "\""))
    integer(id)
    byte(UInt8(ascii: "\""))
  }
}
