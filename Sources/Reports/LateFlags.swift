internal import Detection
internal import Records

/// A flag of a row that is known only when the run has ended: whether a rule is doubtful.
///
/// Until then it is held in the unfinished file as five bytes: one that occurs in no text, for the kind of rule, and
/// four for its index. They are as long as `false`, so that the places of rows stay unless a rule is doubtful.
package struct LateFlag: CellValue {
  let rule: RuleID

  init(_ rule: RuleID) { self.rule = rule }

  package func put(in row: inout some CellSink & ~Copyable) { row.put(flag: mark) }

  static let byteCount = 5
  /// UTF-8 does not use the bytes from here on.
  private static let firstByte: UInt8 = 0xF8

  var bytes: [UInt8] { Self.bytes(ofMark: mark) }

  /// The bytes of a mark in a text.
  static func bytes(ofMark mark: Int64) -> [UInt8] {
    let value = -1 - mark
    return [firstByte + UInt8(value >> 32)] + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The rule as a number below zero, which no flag of a database is.
  var mark: Int64 {
    let kind = RuleKind.allCases.firstIndex(of: rule.kind) ?? 0
    return -1 - (Int64(kind) << 32 | Int64(rule.index))
  }

  static func rule(ofMark mark: Int64) -> RuleID? {
    let value = -1 - mark
    let kind = Int(value >> 32)
    guard RuleKind.allCases.indices.contains(kind) else { return nil }
    return RuleID(RuleKind.allCases[kind], index: UInt32(truncatingIfNeeded: value))
  }

  static func isMark(_ byte: UInt8) -> Bool { byte >= firstByte }

  /// The rule of five bytes; `nil` if their kind is unknown.
  static func rule(of bytes: ArraySlice<UInt8>) -> RuleID? {
    let first = bytes.startIndex
    let kind = Int(bytes[first]) - Int(firstByte)
    guard RuleKind.allCases.indices.contains(kind) else { return nil }
    let index = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[first + 1 + $1]) << UInt32(8 * $1) }
    return RuleID(RuleKind.allCases[kind], index: index)
  }
}

/// Writes the flags of a file that are known now in place of their marks.
struct LateFlagEditor {
  let isDoubtful: (RuleID) -> Bool
  /// The beginning of a mark whose end follows.
  private var rest: [UInt8] = []

  init(_ isDoubtful: @escaping (RuleID) -> Bool) { self.isDoubtful = isDoubtful }

  /// The next bytes with their flags; never more than came in so far.
  mutating func edited(_ bytes: [UInt8]) -> [UInt8] {
    let all = rest + bytes
    rest.removeAll()
    var edited: [UInt8] = []
    edited.reserveCapacity(all.count)
    var next = 0
    while next < all.count {
      guard LateFlag.isMark(all[next]) else {
        edited.append(all[next])
        next += 1
        continue
      }
      guard next + LateFlag.byteCount <= all.count else {
        rest = Array(all[next...])
        break
      }
      let rule = LateFlag.rule(of: all[next..<next + LateFlag.byteCount])
      edited += (rule.map(isDoubtful) ?? false ? "true" : "false").utf8
      next += LateFlag.byteCount
    }
    return edited
  }
}
