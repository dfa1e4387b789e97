internal import SQLite
internal import Storage

extension FileStamp {
  /// `size modified changed inode device`.
  var text: String { "\(byteCount) \(modified) \(changed) \(inode) \(device)" }

  init?(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 5 else { return nil }
    self.init(
      byteCount: Int(numbers[0]), modified: numbers[1], changed: numbers[2], inode: numbers[3], device: numbers[4])
  }
}

/// A value of a row is not of the type that was stored.
struct DamagedRow: Error {}

extension Row {
  /// A value that may be of any type in a damaged file.
  func value<Value: Storable>(_ column: String) throws -> Value {
    guard let stored = self[column], let value = Value(stored) else { throw DamagedRow() }
    return value
  }

  func hash(_ column: String) throws -> UInt64 { UInt64(bitPattern: try value(column) as Int64) }

  func stamp() throws -> FileStamp? {
    if self["stamp"] == .null { return nil }
    guard let stamp = FileStamp(try value("stamp") as String) else { throw DamagedRow() }
    return stamp
  }
}

extension UInt64 {
  var stored: Int64 { Int64(bitPattern: self) }
}

/// Lists of ids as they are stored: each with its length before it, since an id may hold any character.
func text(of ids: [String]) -> String { ids.map { "\($0.utf8.count):\($0)" }.joined() }

/// `nil` for a text that ``text(of:)`` did not write.
func ids(in text: String) -> [String]? {
  var ids: [String] = []
  var rest = Substring(text).utf8
  while !rest.isEmpty {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""), count >= 0
    else { return nil }
    let begin = rest.index(after: colon)
    guard let end = rest.index(begin, offsetBy: count, limitedBy: rest.endIndex), let id = String(rest[begin..<end])
    else { return nil }
    ids.append(id)
    rest = rest[end...]
  }
  return ids
}

extension PartRecord {
  /// Over all values, except where the segments are: moving them changes no content.
  var seal: Int64 {
    let own: [String?] = [
      key.path, "\(key.occurrence)", standing.rawValue, stamp?.text, "\(checkedAt)", "\(content)", "\(circumstances)",
      "\(outcomes)", counts, text(of: ownIDs), text(of: givenIDs),
    ]
    let bytes = segments.sorted { $0.output < $1.output }.flatMap {
      [$0.output, "\($0.byteCount)", "\($0.rowCount)", "\($0.hash)"]
    }
    return Ledger.seal(own + bytes)
  }

  /// - Throws: ``DamagedRow``.
  init(_ row: Row, segments: [Segment]) throws {
    self.init(key: PartKey(path: try row.value("path"), occurrence: try row.value("occurrence")))
    guard let standing = Progress(rawValue: try row.value("standing")), let own = ids(in: try row.value("own_ids")),
      let given = ids(in: try row.value("given_ids"))
    else { throw DamagedRow() }
    self.standing = standing
    stamp = try row.stamp()
    checkedAt = try row.value("checked")
    content = try row.hash("content")
    circumstances = try row.hash("circumstances")
    outcomes = try row.value("outcomes")
    counts = try row.value("counts")
    ownIDs = own
    givenIDs = given
    self.segments = segments
    if seal != (try row.value("seal")) { throw DamagedRow() }
  }
}

extension Segment {
  /// - Throws: ``DamagedRow``, also for bytes that no file can have.
  init(_ row: Row) throws {
    self.init(
      output: try row.value("output"), run: try row.value("run"), begin: try row.value("first_byte"),
      byteCount: try row.value("byte_count"), rowCount: try row.value("row_count"), hash: try row.hash("hash"))
    guard begin >= 0, byteCount >= 0, !begin.addingReportingOverflow(byteCount).overflow else { throw DamagedRow() }
  }
}

extension OutputRecord {
  var seal: Int64 { Ledger.seal([name, "\(rowCount)", "\(segmentCount)", "\(hash)", stamp?.text]) }

  init(_ row: Row) throws {
    self.init(
      name: try row.value("name"), rowCount: try row.value("row_count"), segmentCount: try row.value("segment_count"),
      hash: try row.hash("hash"), stamp: try row.stamp())
  }
}

extension LedgerState {
  /// Over the last steps too: they name files that go and files that are replaced.
  func seal(with finish: Finish) -> Int64 {
    let moves = finish.moves.flatMap { ["move", $0.partial, $0.target] }
    let removals = finish.removedBefore.flatMap { ["before", $0] } + finish.removedAfter.flatMap { ["after", $0] }
    return Ledger.seal([phase.rawValue, "\(run)", circumstances] + moves + removals)
  }
}
