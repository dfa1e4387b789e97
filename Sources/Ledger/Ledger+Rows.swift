internal import GRDB
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

extension UInt64 {
  var stored: Int64 { Int64(bitPattern: self) }
}

extension Int64 {
  var hash: UInt64 { UInt64(bitPattern: self) }
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

  /// `nil` if the row is damaged.
  init?(_ row: Row, segments: [Segment]) {
    self.init(key: PartKey(path: row["path"], occurrence: row["occurrence"]))
    guard let standing = Standing(rawValue: row["standing"]), let own = ids(in: row["own_ids"]),
      let given = ids(in: row["given_ids"])
    else { return nil }
    self.standing = standing
    stamp = (row["stamp"] as String?).flatMap { FileStamp($0) }
    checkedAt = row["checked"]
    content = (row["content"] as Int64).hash
    circumstances = (row["circumstances"] as Int64).hash
    outcomes = row["outcomes"]
    counts = row["counts"]
    ownIDs = own
    givenIDs = given
    self.segments = segments
    if seal != row["seal"] { return nil }
  }
}

extension Segment {
  init(_ row: Row) {
    self.init(
      output: row["output"], run: row["run"], begin: row["first_byte"], byteCount: row["byte_count"],
      rowCount: row["row_count"], hash: (row["hash"] as Int64).hash)
  }
}

extension OutputRecord {
  var seal: Int64 { Ledger.seal([name, "\(rowCount)", "\(segmentCount)", "\(hash)", stamp?.text]) }

  init(_ row: Row) {
    self.init(
      name: row["name"], rowCount: row["row_count"], segmentCount: row["segment_count"],
      hash: (row["hash"] as Int64).hash, stamp: (row["stamp"] as String?).flatMap { FileStamp($0) })
  }
}
