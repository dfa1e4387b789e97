internal import Records

/// A line of JSON, whose objects and lists are walked over without making values of them.
///
/// What is not asked for is passed over by its quotes and brackets, and not checked further. A walk that meets no JSON
/// throws ``ReadingReason/badRecord``.
struct JSONText {
  let bytes: [UInt8]

  struct Member {
    /// Without quotes.
    let name: Range<Int>
    let value: Range<Int>
  }

  var whole: Range<Int> { 0..<bytes.count }

  /// The next member of an object.
  ///
  /// - Parameter place: where the object begins, or where the last member ended; then the end of this one, or of the object.
  func nextMember(_ place: inout Int) throws(RowFault) -> Member? {
    guard try opens(&place, UInt8(ascii: "{"), UInt8(ascii: "}")) else { return nil }
    let name = try text(&place)
    guard sign(&place) == UInt8(ascii: ":") else { throw RowFault(.badRecord) }
    place += 1
    return Member(name: name, value: try value(&place))
  }

  /// The next element of a list, as ``nextMember(_:)``.
  func nextElement(_ place: inout Int) throws(RowFault) -> Range<Int>? {
    guard try opens(&place, UInt8(ascii: "["), UInt8(ascii: "]")) else { return nil }
    return try value(&place)
  }

  /// The value of a member of an object; `nil` if there is none.
  func value(of name: String, in object: Range<Int>? = nil) throws(RowFault) -> Range<Int>? {
    var place = object?.lowerBound ?? 0
    while let member = try nextMember(&place) { if bytes[member.name].elementsEqual(name.utf8) { return member.value } }
    return nil
  }

  /// The text in a value; `nil` if it is none.
  func text(in value: Range<Int>) -> String? {
    guard bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return (try? JSONValue(parsing: Array(bytes[value])))?.text
  }

  // MARK: Steps

  /// Whether another element follows; if not, passes the closing bracket.
  private func opens(_ place: inout Int, _ opening: UInt8, _ closing: UInt8) throws(RowFault) -> Bool {
    let first = sign(&place)
    guard first == opening || first == closing || first == UInt8(ascii: ",") else { throw RowFault(.badRecord) }
    place += 1
    if first == opening, sign(&place) == closing {
      place += 1
      return false
    }
    return first != closing
  }

  /// The next byte that is not blank, which is not passed; 0 at the end.
  private func sign(_ place: inout Int) -> UInt8 {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    return place < bytes.count ? bytes[place] : 0
  }

  /// Passes a text with its quotes.
  private func text(_ place: inout Int) throws(RowFault) -> Range<Int> {
    guard sign(&place) == UInt8(ascii: "\"") else { throw RowFault(.badRecord) }
    place += 1
    let begin = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else { throw RowFault(.badRecord) }
    place += 1
    return begin..<place - 1
  }

  private func value(_ place: inout Int) throws(RowFault) -> Range<Int> {
    let first = sign(&place)
    let begin = place
    switch first {
    case UInt8(ascii: "\""): _ = try text(&place)
    case UInt8(ascii: "{"), UInt8(ascii: "["): try passBrackets(&place)
    default:
      while place < bytes.count, !Self.endsWord(bytes[place]) { place += 1 }
    }
    guard place > begin else { throw RowFault(.badRecord) }
    return begin..<place
  }

  private func passBrackets(_ place: inout Int) throws(RowFault) {
    var depth = 0
    repeat {
      guard place < bytes.count else { throw RowFault(.badRecord) }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        _ = try text(&place)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      place += 1
    } while depth > 0
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "\"")
  }
}

/// Takes the wanted columns of a table from objects; the memory is used again.
struct JSONColumns {
  private let table: ReportTable
  private let names: [[UInt8]]
  /// The object in which a column lies in documents, and its name there.
  private let inner: [(object: [UInt8], name: [UInt8])?]
  private var found: [Range<Int>?] = []
  private var foundInside: [Range<Int>?] = []

  init(_ table: ReportTable) {
    self.table = table
    names = table.columns.map { Array($0.utf8) }
    inner = table.columns.map { column in
      table == .trips ? ReportTable.members[column].map { (Array($0.0.utf8), Array($0.1.utf8)) } : nil
    }
  }

  /// - Parameter tripID: for rows that do not name their trip.
  /// - Returns: the columns that the object does not have.
  mutating func take(
    _ object: Range<Int>, of text: JSONText, tripID: Range<Int>? = nil, into cells: inout RowCells
  ) throws(RowFault) -> [String] {
    found.removeAll(keepingCapacity: true)
    found.append(contentsOf: repeatElement(nil, count: names.count))
    foundInside.removeAll(keepingCapacity: true)
    foundInside.append(contentsOf: repeatElement(nil, count: names.count))
    found[0] = tripID
    var place = object.lowerBound
    while let member = try text.nextMember(&place) {
      for column in names.indices where names[column].count == member.name.count {
        if text.bytes[member.name] == names[column][...] { found[column] = member.value }
      }
      if text.bytes[member.value.lowerBound] == UInt8(ascii: "{") { try look(inside: member, of: text) }
    }
    cells.removeAll()
    var missing: [String] = []
    for column in names.indices {
      let value = foundInside[column] ?? found[column]
      if value == nil { missing.append(table.columns[column]) }
      cells.append(value, of: text)
    }
    return missing
  }

  private mutating func look(inside outer: JSONText.Member, of text: JSONText) throws(RowFault) {
    guard inner.contains(where: { $0.map { text.bytes[outer.name] == $0.object[...] } ?? false }) else { return }
    var place = outer.value.lowerBound
    while let member = try text.nextMember(&place) {
      for (column, path) in inner.enumerated() {
        guard let path, text.bytes[outer.name] == path.object[...], text.bytes[member.name] == path.name[...] else {
          continue
        }
        foundInside[column] = member.value
      }
    }
  }
}

extension RowCells {
  /// Appends a value as the tables in CSV have it; a list, an object and null are empty.
  fileprivate mutating func append(_ value: Range<Int>?, of text: JSONText) {
    guard let value else { return append(nil as String?) }
    switch text.bytes[value.lowerBound] {
    case UInt8(ascii: "n"), UInt8(ascii: "{"), UInt8(ascii: "["): append(nil as String?)
    case UInt8(ascii: "\""):
      let inside = text.bytes[value.lowerBound + 1..<value.upperBound - 1]
      if inside.contains(UInt8(ascii: "\\")) { append(text.text(in: value)) } else { append(inside) }
    default: append(text.bytes[value])
    }
  }
}
