internal import Moments
internal import Records
internal import Storage

/// The file of the drives that begin on one UTC day and were matched on one version of the map.
///
/// Shape: a header, then blocks. A block holds records of drives, each after its number of bytes, in the order of
/// ``StoredDrive/order(_:_:)``, and is compressed by itself. All depends on the drives alone.
///
///     header    8 magic · 4 format · 4 day · 16 map version · 8 drives · 8 latest end · 8 blocks · 8 checksum
///     blocks    as in ``PackedBlocks``
struct DayFile: Hashable, Sendable {
  let day: Int
  /// The first eight digits of the version of the map.
  let map: String
  let path: String

  static let ending = ".drives"

  /// - Parameter folder: `days` in the store.
  init(day: Int, mapVersion: String, in folder: String) {
    self.day = day
    map = String(mapVersion.prefix(8))
    let date = CivilDate(daysSince1970: day).iso8601
    path = joinedPath(folder, "\(date).\(map)\(Self.ending)")
  }

  /// `nil` if the store gives no file this name.
  init?(name: String, in folder: String) {
    guard name.hasSuffix(Self.ending) else { return nil }
    let parts = name.dropLast(Self.ending.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 8, let date = CivilDate(iso8601: String(parts[0])) else { return nil }
    self.init(day: date.daysSince1970, mapVersion: String(parts[1]), in: folder)
    guard fileName(of: path) == name else { return nil }
  }

  /// By day, then by map.
  static func isOrdered(_ a: DayFile, _ b: DayFile) -> Bool { (a.day, a.map) < (b.day, b.map) }
}

/// The first bytes of a day's file.
struct DayHeader: Hashable, Sendable {
  var day: Int
  var mapVersion: String
  var driveCount = 0
  /// The latest end of its drives, in milliseconds since 1970.
  var latestEnd = Int64.min
  var blockCount = 0

  static let size = 64
  private static let magic = Array("tmdrives".utf8)
  private static let format: UInt64 = 1

  init(day: Int, mapVersion: String) {
    self.day = day
    self.mapVersion = mapVersion
  }

  var bytes: [UInt8] {
    var buffer = ByteBuffer(capacity: Self.size)
    buffer.append(Self.magic)
    buffer.append(Self.format, count: 4)
    buffer.append(UInt64(bitPattern: Int64(day)), count: 4)
    buffer.append(Array(mapVersion.utf8.prefix(16)) + [UInt8](repeating: 0, count: max(0, 16 - mapVersion.utf8.count)))
    buffer.append(UInt64(driveCount), count: 8)
    buffer.append(UInt64(bitPattern: latestEnd), count: 8)
    buffer.append(UInt64(blockCount), count: 8)
    buffer.append(checksum(buffer.bytes), count: 8)
    return buffer.array
  }

  /// - Throws: ``StoreError/damaged(path:)``, ``StoreError/newer(path:found:known:)``.
  init(_ bytes: [UInt8], path: String) throws(StoreError) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { throw .damaged(path: path) }
    let format = Int(bytes.span.number(at: 8, count: 4))
    guard format <= Self.format else { throw .newer(path: path, found: format, known: Int(Self.format)) }
    guard bytes.span.number(at: 56, count: 8) == checksum(Array(bytes[..<56])) else { throw .damaged(path: path) }
    day = Int(Int32(truncatingIfNeeded: bytes.span.number(at: 12, count: 4)))
    mapVersion = String(decoding: bytes[16..<32].prefix { $0 != 0 }, as: UTF8.self)
    driveCount = Int(clamping: bytes.span.number(at: 32, count: 8))
    latestEnd = Int64(bitPattern: bytes.span.number(at: 40, count: 8))
    blockCount = Int(clamping: bytes.span.number(at: 48, count: 8))
  }
}
