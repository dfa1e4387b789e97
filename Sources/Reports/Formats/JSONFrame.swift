internal import Records
internal import Storage

/// The fixed text around the values of one kind of JSON object, ready to be copied: braces, commas and names.
struct JSONFrame: Sendable {
  /// The texts before the values, in order, and the closing text.
  private let texts: FixedTexts

  private init(leads: [String], closing: String) { texts = FixedTexts(leads + [closing]) }

  /// A flat object.
  ///
  /// - Parameters:
  ///   - opening: the text before the first name: `{`, or a comma after fields written elsewhere.
  ///   - closing: `}`, or nothing if further fields are written elsewhere.
  init(_ columns: [ColumnSchema], opening: String = "{", closing: String = "}") {
    let leads = columns.enumerated().map { ($0 == 0 ? opening : ",") + "\(jsonText($1.name)):" }
    self.init(leads: leads, closing: closing)
  }

  /// An object whose columns are at their places in the document; neighbours of one group are in one inner object.
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
      leads.append(lead + "\(jsonText(column.documentPath?.key ?? column.name)):")
    }
    self.init(leads: leads, closing: group == nil ? "" : "}")
  }

  /// The text before value `column`, or after the last value.
  @inline(__always)
  func putText(_ column: Int, into writer: inout ByteWriter) {
    texts.put(column, into: &writer)
  }
}

/// Texts that are written again and again, ready to be copied.
struct FixedTexts: Sendable {
  private let texts: [FrameText]
  /// The part of each text that exceeds its three words.
  private let rests: [[UInt8]]

  init(_ texts: [String]) {
    self.texts = texts.map(FrameText.init)
    rests = texts.map { Array($0.utf8.dropFirst(FrameText.capacity)) }
  }

  @inline(__always)
  func put(_ number: Int, into writer: inout ByteWriter) {
    let text = texts[number]
    writer.buffer.append(text.first, text.second, text.third, count: min(text.count, FrameText.capacity))
    if text.count > FrameText.capacity { writer.bytes(rests[number]) }
  }
}

/// The columns of one kind of JSON object, and the text around them. A class as ``WrittenColumns``.
final class JSONForm: Sendable {
  let columns: WrittenColumns
  let frame: JSONFrame

  /// - Parameter written: the columns in their cells; `nil` for all of a row.
  init(_ columns: [ColumnSchema], _ written: WrittenColumns? = nil, opening: String = "{", closing: String = "}") {
    self.columns = written ?? WrittenColumns(columns)
    frame = JSONFrame(columns, opening: opening, closing: closing)
  }

  init(_ columns: WrittenColumns, _ frame: JSONFrame) {
    self.columns = columns
    self.frame = frame
  }

  /// An object without members; tables follow.
  static let none = JSONForm([])
}

/// The beginning of a text in three words, which contain most texts completely.
private struct FrameText: BitwiseCopyable {
  static let capacity = 24

  let first: UInt64
  let second: UInt64
  let third: UInt64
  /// The length of the whole text.
  let count: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    first = Self.word(bytes.prefix(8))
    second = Self.word(bytes.dropFirst(8).prefix(8))
    third = Self.word(bytes.dropFirst(16).prefix(8))
    count = bytes.count
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A name in quotes.
func jsonText(_ name: String) -> String {
  var bytes = ByteWriter()
  bytes.jsonString(name)
  return String(decoding: bytes.array, as: UTF8.self)
}
