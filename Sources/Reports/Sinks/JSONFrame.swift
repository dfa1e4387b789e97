internal import Records
internal import Storage

/// The fixed text around the values of one kind of JSON object, ready to be copied: braces, commas and names.
struct JSONFrame: Sendable {
  /// The texts before the values, in order, and the closing text.
  private let texts: [FrameText]
  /// The part of each text that exceeds its two words.
  private let rests: [[UInt8]]

  private init(leads: [String], closing: String) {
    texts = (leads + [closing]).map(FrameText.init)
    rests = (leads + [closing]).map { Array($0.utf8.dropFirst(FrameText.capacity)) }
  }

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
    let text = texts[column]
    writer.buffer.append(text.first, count: min(text.count, 8), text.second, count: min(max(text.count - 8, 0), 8))
    if text.count > FrameText.capacity { writer.bytes(rests[column]) }
  }
}

/// The beginning of a text in two words, which contain most texts completely.
private struct FrameText: BitwiseCopyable {
  static let capacity = 16

  let first: UInt64
  let second: UInt64
  /// The length of the whole text.
  let count: Int

  init(_ text: String) {
    let bytes = Array(text.utf8)
    first = Self.word(bytes.prefix(8))
    second = Self.word(bytes.dropFirst(8).prefix(8))
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
