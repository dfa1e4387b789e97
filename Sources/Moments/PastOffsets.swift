internal import Storage

/// The offsets of a zone from UTC before the rule of today, as its file lists them.
///
/// Shapes, for *n* changes:
///
///     changes    n moments in milliseconds since 1970, each later than the one before
///     offsets    n entries, in minutes east of UTC; entry i holds before change i
struct PastOffsets: Hashable, Sendable {
  private var changes: [Int64] = []
  private var offsets: [Int] = []

  /// None: the rule has always held.
  init() {}

  /// The offset at a moment; `nil` if the rule holds then.
  func offset(at moment: Timestamp) -> Int? {
    guard let last = changes.last, moment.millisecondsSince1970 < last else { return nil }
    return offsets[changes.partitioningIndex { $0 > moment.millisecondsSince1970 }]
  }

  /// The list of a zone's file; `nil` if the file is damaged.
  ///
  /// Offsets with a fraction of a minute, of which a few existed until 1972, are truncated to the minute.
  ///
  /// - Source: RFC 8536 §3.2: a block with times of 4 bytes, then one with times of 8 bytes, each after its header.
  init?(zoneFile bytes: [UInt8]) {
    guard let first = BlockHeader(bytes, at: 0), let header = BlockHeader(bytes, at: first.end(timeSize: 4)),
      header.end(timeSize: 8) <= bytes.count, header.types > 0
    else { return nil }
    let kinds = header.begin + 8 * header.times
    let types = kinds + header.times
    var offset = bytes.integer(at: types, size: 4)
    var earlier = Int64.min
    for number in 0..<header.times {
      let change = bytes.integer(at: header.begin + 8 * number, size: 8)
      let kind = Int(bytes[kinds + number])
      guard kind < header.types, change > earlier, change < Self.latest else { return nil }
      earlier = change
      // A file may begin with a change in the year of the Big Bang.
      if change >= Self.earliest {
        changes.append(change * 1000)
        offsets.append(Int(offset / 60))
      }
      offset = bytes.integer(at: types + 6 * kind, size: 4)
    }
  }

  /// The year 0, in seconds since 1970.
  private static let earliest: Int64 = -62_167_219_200
  /// The year 10000.
  private static let latest: Int64 = 253_402_300_800
}

/// The header of a block of a zone's file.
private struct BlockHeader {
  /// Of the block.
  let begin: Int
  let times: Int
  let types: Int
  private let leaps: Int
  private let letters: Int
  private let marks: Int

  private static let size = 44

  init?(_ bytes: [UInt8], at place: Int) {
    guard place + Self.size <= bytes.count, bytes[place...].starts(with: Array("TZif".utf8)) else { return nil }
    let counts = (0..<6).map { Int(bytes.integer(at: place + 20 + 4 * $0, size: 4)) }
    guard counts.allSatisfy({ 0...bytes.count ~= $0 }) else { return nil }
    begin = place + Self.size
    marks = counts[0] + counts[1]
    (leaps, times, types, letters) = (counts[2], counts[3], counts[4], counts[5])
  }

  /// Where the block ends.
  func end(timeSize: Int) -> Int {
    begin + (timeSize + 1) * times + 6 * types + letters + (timeSize + 4) * leaps + marks
  }
}

extension [UInt8] {
  /// A signed number, the most significant byte first.
  fileprivate func integer(at place: Int, size: Int) -> Int64 {
    let word = self[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: word)) : Int64(bitPattern: word)
  }
}
