internal import Storage

/// The drives of a spool in the order of the store, day by day, and what they replace.
struct SpooledDays {
  private let spool: DriveSpool
  private let entries: [DriveSpool.Entry]
  /// The range of entries of each day and map.
  private let ranges: [DayAndMap: Range<Int>]
  private let replaced: ReplacedSpans
  /// From the first begin to the last end, by day.
  private let spans: [Int: TimeSpan]

  struct DayAndMap: Hashable, Comparable {
    var day: Int
    /// Index into ``DriveSpool/maps``.
    var map: Int

    static func < (a: DayAndMap, b: DayAndMap) -> Bool { (a.day, a.map) < (b.day, b.map) }
  }

  init(_ spool: DriveSpool) throws(StoreError) {
    self.spool = spool
    entries = try Self.sorted(spool)
    ranges = Self.ranges(entries)
    replaced = ReplacedSpans(entries)
    var spans: [Int: TimeSpan] = [:]
    for entry in entries {
      var span = spans[Int(entry.day)] ?? entry.span
      span.begin = min(span.begin, entry.span.begin)
      span.end = max(span.end, entry.span.end)
      spans[Int(entry.day)] = span
    }
    self.spans = spans
  }

  /// Ascending.
  var daysAndMaps: [DayAndMap] { ranges.keys.sorted() }

  /// The drives of a day and map, in order.
  func drives(of place: DayAndMap) -> SpooledDrives { SpooledDrives(spool, entries[ranges[place] ?? 0..<0]) }

  /// Whether some drive may share time with those of a stored day.
  func mayReplace(from begin: Int64, to end: Int64) -> Bool {
    spans.values.contains { $0.begin <= end && $0.end >= begin }
  }

  /// Whether some drive takes the place of a stored one, which is not among the spooled ones itself.
  func replaces(_ drive: StoredDrive) -> Bool {
    let span = TimeSpan(of: drive.key)
    return drive.parts.all.contains { replaced.contains($0, span) }
  }

  private static func sorted(_ spool: DriveSpool) throws(StoreError) -> [DriveSpool.Entry] {
    let ranks = ranks(of: spool.vehicles)
    var failure: StoreError?
    let sorted = spool.entries.sorted { a, b in
      if (a.day, a.map) != (b.day, b.map) { return (a.day, a.map) < (b.day, b.map) }
      if a.vehicle != b.vehicle { return ranks[Int(a.vehicle)] < ranks[Int(b.vehicle)] }
      if a.span.begin != b.span.begin { return a.span.begin < b.span.begin }
      do throws(StoreError) {
        return try StoredDrive.order(spool.drive(a), spool.drive(b)) == .before
      } catch {
        failure = error
        return a.offset < b.offset
      }
    }
    if let failure { throw failure }
    return sorted
  }

  /// The place of each text in the order of their bytes.
  private static func ranks(of texts: [String]) -> [Int32] {
    let order = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
    var ranks = [Int32](repeating: 0, count: texts.count)
    for (rank, index) in order.enumerated() { ranks[index] = Int32(rank) }
    return ranks
  }

  private static func ranges(_ entries: [DriveSpool.Entry]) -> [DayAndMap: Range<Int>] {
    var ranges: [DayAndMap: Range<Int>] = [:]
    for (index, entry) in entries.enumerated() {
      let place = DayAndMap(day: Int(entry.day), map: Int(entry.map))
      ranges[place] = (ranges[place]?.lowerBound ?? index)..<index + 1
    }
    return ranges
  }
}

/// Reads spooled drives in order, equal ones once.
struct SpooledDrives {
  private let spool: DriveSpool?
  private var rest: ArraySlice<DriveSpool.Entry>
  private var last: [UInt8] = []
  /// How many were left out because they are equal to the one before.
  private(set) var repeated = 0

  static var none: SpooledDrives { SpooledDrives(nil, []) }

  init(_ spool: DriveSpool?, _ entries: ArraySlice<DriveSpool.Entry>) {
    self.spool = spool
    rest = entries
  }

  mutating func next() throws(StoreError) -> StoredDrive? {
    while let spool, let entry = rest.popFirst() {
      let drive = try spool.drive(entry)
      if drive.bytes != last {
        last = drive.bytes
        return drive
      }
      repeated += 1
    }
    return nil
  }
}

/// When the drives of each vehicle and of each trip of an input were.
private struct ReplacedSpans {
  private struct Part {
    var hash: UInt64
    var span: TimeSpan
  }

  /// By hash and begin; ends are the latest so far of the same hash.
  private let parts: [Part]

  init(_ entries: [DriveSpool.Entry]) {
    var parts: [Part] = []
    parts.reserveCapacity(3 * entries.count)
    for entry in entries { for hash in entry.parts.all { parts.append(Part(hash: hash, span: entry.span)) } }
    parts.sort { ($0.hash, $0.span.begin, $0.span.end) < ($1.hash, $1.span.begin, $1.span.end) }
    for index in parts.indices.dropFirst() where parts[index].hash == parts[index - 1].hash {
      parts[index].span.end = max(parts[index].span.end, parts[index - 1].span.end)
    }
    self.parts = parts
  }

  /// Whether a span of that hash overlaps.
  func contains(_ hash: UInt64, _ span: TimeSpan) -> Bool {
    let next = (0..<parts.count).partitioningIndex { (parts[$0].hash, parts[$0].span.begin) >= (hash, span.end) }
    return next > 0 && parts[next - 1].hash == hash && parts[next - 1].span.end > span.begin
  }
}
