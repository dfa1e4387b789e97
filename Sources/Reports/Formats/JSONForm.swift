internal import Records
internal import Storage

/// The columns of one kind of JSON object, each with the fixed text before it. A class as ``WrittenColumns``.
final class JSONForm: Sendable {
  let columns: WrittenColumns
  let fields: [JSONField]
  /// What ends the object: braces, or nothing if further fields are written elsewhere.
  let closing: ShortWord
  /// The parts of the fixed texts that exceed three words.
  private let rests: [[UInt8]]
  /// The same where they are one more word.
  private let fourthWords: [ShortWord?]

  /// A flat object.
  ///
  /// - Parameters:
  ///   - written: the columns in their cells; `nil` for all of a row.
  ///   - opening: the text before the first name: `{`, or a comma after fields written elsewhere.
  ///   - closing: `}`, or nothing if further fields are written elsewhere.
  convenience init(
    _ columns: [ColumnSchema], _ written: WrittenColumns? = nil, opening: String = "{", closing: String = "}"
  ) {
    let leads = columns.enumerated().map { ($0 == 0 ? opening : ",") + "\(jsonText($1.name)):" }
    self.init(written ?? WrittenColumns(columns), leads: leads, closing: closing)
  }

  /// An object whose columns are at their places in the document; neighbours of one group are in one inner object.
  ///
  /// - Parameter schema: the value of the document's first field.
  convenience init(document columns: [ColumnSchema], _ written: WrittenColumns, schema: String) {
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
    self.init(written, leads: leads, closing: group == nil ? "" : "}")
  }

  private init(_ columns: WrittenColumns, leads: [String], closing: String) {
    self.columns = columns
    self.closing = ShortWord(closing)
    rests = leads.map(FixedText.rest)
    fourthWords = rests.map { rest in
      let isWord = rest.count <= 8 && rest.allSatisfy { $0 < 0x80 }
      return isWord ? ShortWord(String(decoding: rest, as: UTF8.self)) : nil
    }
    fields = zip(leads, columns.columns).enumerated().map {
      JSONField(number: $0, lead: FixedText($1.0), column: $1.1)
    }
  }

  @inline(__always)
  func putLead(of field: JSONField, into writer: inout ByteWriter) {
    writer.text(field.lead)
    guard field.lead.isLonger else { return }
    if let word = fourthWords[field.number] { writer.word(word) } else { writer.bytes(rests[field.number]) }
  }

  /// An object without members; tables follow.
  static let none = JSONForm([])
}

/// A column of a JSON object.
struct JSONField: BitwiseCopyable {
  let number: Int
  /// The fixed text before its value: a brace or comma, and the name.
  let lead: FixedText
  let column: WrittenColumn
}

/// Texts that are written again and again, ready to be copied.
struct FixedTexts: Sendable {
  private let texts: [FixedText]
  /// The texts, as far as they fit into three words.
  var beginnings: [FixedText] { texts }
  private let rests: [[UInt8]]

  init(_ texts: [String]) {
    self.texts = texts.map(FixedText.init)
    rests = texts.map(FixedText.rest)
  }

  @inline(__always)
  func put(_ number: Int, into writer: inout ByteWriter) {
    let text = texts[number]
    writer.text(text)
    if text.isLonger { writer.bytes(rests[number]) }
  }

  /// Writes what does not fit into three words.
  func putRest(_ number: Int, into writer: inout ByteWriter) { writer.bytes(rests[number]) }
}

/// A name in quotes.
func jsonText(_ name: String) -> String {
  var bytes = ByteWriter()
  bytes.jsonString(name)
  return String(decoding: bytes.array, as: UTF8.self)
}
