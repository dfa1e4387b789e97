internal import Records
internal import Storage

/// The rows of a file of orders or of the office's log: CSV with a header, or one JSON object per line. The first
/// character decides.
struct JobRows {
  /// One row.
  struct Row {
    /// From 1.
    let line: Int
    let fields: Result<Fields, JobRefusal>
  }

  /// The names and values of a row.
  struct Fields {
    let names: [String]
    /// Without blanks around them; empty where nothing is written.
    let texts: [String]
    /// As they are written: the text of a field or of a JSON string, or the bytes of any other JSON value.
    let writings: [String]
  }

  private var lines: LineReader?
  private var table: CSVTable?

  /// - Parameter kind: what a row is, for messages: `job`.
  init(_ bytes: [UInt8], path: String, of kind: String) throws(ChangeFileError) {
    switch bytes.first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) {
    case nil: throw .noLines(path: path, "there is no \(kind) in it")
    case UInt8(ascii: "["):
      throw .noLines(path: path, "a JSON array; write one \(kind) per line, without commas between them")
    case UInt8(ascii: "{"):
      lines = LineReader(RecordBuffer(ByteStream(bytes, path: path)), longest: RecordFile.longestLine)
    default:
      do throws(CSVTableError) { table = try CSVTable(ByteStream(bytes, path: path)) } catch {
        throw .unreadable(error.description)
      }
    }
  }

  /// The header of a table; `nil` for JSON.
  var header: [String]? { table?.header }

  /// The next row; `nil` at the end.
  mutating func next() throws(ChangeFileError) -> Row? {
    do throws(StorageError) {
      if let line = try lines?.next() {
        return Row(line: line.number, fields: Result { () throws(JobRefusal) in try Fields(json: line.bytes) })
      }
      guard try table?.next() == true, let table else { return nil }
      return Row(line: table.line, fields: Result { () throws(JobRefusal) in try Fields(row: table) })
    } catch {
      throw .unreadable(error.description)
    }
  }
}

extension JobRows.Fields {
  fileprivate init(row table: CSVTable) throws(JobRefusal) {
    if let flaw = table.flaw {
      throw JobRefusal(flaw == .tooLong ? .tooLong : .badRow, flaw.description)
    }
    // Text of another encoding keeps its letters.
    let written = table.splitter.texts(of: table.bytes).texts
    names = table.header
    writings = names.indices.map { $0 < written.count ? written[$0] : "" }
    texts = writings.map(trimmedID)
  }

  /// - Parameter line: `nil` for a line that is too long.
  fileprivate init(json line: [UInt8]?) throws(JobRefusal) {
    guard let line else { throw JobRefusal(.tooLong, "the line is longer than \(RecordFile.longestLine) bytes") }
    guard let json = try? JSONValue(parsing: line), let fields = json.fields,
      let members = membersOfObject(line), members.count == fields.count
    else { throw JobRefusal(.badJSON, "the line is no JSON object") }
    names = fields.map(\.name)
    if let name = Dictionary(grouping: names, by: \.self).first(where: { $0.value.count > 1 })?.key {
      throw JobRefusal(.badJSON, "\(shown(name)) occurs twice")
    }
    writings = zip(fields, members).map { field, bytes in
      field.value == .null ? "" : field.value.text ?? String(decoding: bytes, as: UTF8.self)
    }
    texts = zip(fields, writings).map { trimmedID($0.value.word ?? $1) }
  }
}

/// The bytes of the values of a well-formed JSON object, in order.
///
/// - Returns: `nil` if the text is not one object.
func membersOfObject(_ text: [UInt8]) -> [ArraySlice<UInt8>]? {
  guard let open = text.firstIndex(of: UInt8(ascii: "{")) else { return nil }
  var members: [ArraySlice<UInt8>] = []
  var (depth, isInText, isEscaped) = (0, false, false)
  var begin: Int?
  for position in (open + 1)..<text.count {
    let byte = text[position]
    if isInText {
      if byte == UInt8(ascii: "\""), !isEscaped { isInText = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): (isInText, isEscaped) = (true, false)
    case UInt8(ascii: ":") where depth == 0: begin = position + 1
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}") where depth == 0, UInt8(ascii: ",") where depth == 0:
      if let begin { members.append(trimmedBlanks(text[begin..<position])) }
      begin = nil
      if byte == UInt8(ascii: "}") { return members }
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    default: break
    }
  }
  return nil
}

private func trimmedBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var bytes = bytes.drop { $0 <= 0x20 }
  while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
  return bytes
}
