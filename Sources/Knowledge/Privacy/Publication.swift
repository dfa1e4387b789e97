package import Storage

/// A row of a table as it is published, with the vehicles on which it stands.
package struct PublicRow: Hashable, Sendable {
  /// The table and what the row is about, but for its hours: `speeds 4711`.
  package var subject: String
  /// `nil` for rows about all hours.
  package var hours: WeekHours?
  package var support: Support
  package var vehicles: VehicleSketch
  /// The row as it is written, without line ends and tabulators.
  package var content: String

  package init(
    subject: String, hours: WeekHours? = nil, support: Support, vehicles: VehicleSketch, content: String
  ) {
    self.subject = subject
    self.hours = hours
    self.support = support
    self.vehicles = vehicles
    self.content = content
  }

  /// Whether both are about the same thing at some hour.
  fileprivate func overlaps(_ other: PublicRow) -> Bool {
    guard subject == other.subject else { return false }
    guard let hours, let others = other.hours else { return true }
    return hours.days == others.days && hours.hours.overlaps(others.hours)
  }
}

/// What was published, so that nobody can tell what a single vehicle did from the difference of two publications.
///
/// A row is published when it stands on enough vehicles. After that it stays as it was until as many vehicles are new in
/// it as a row needs, and also when vehicles are forgotten that it stood on. Rows with other hours that overlap count as
/// the same row: a row takes the place of all that it overlaps, or of none.
///
/// The record is as secret as the store: it has the vehicles of each row.
package struct Publication: Sendable {
  /// By subject, days and hours.
  package private(set) var rows: [PublicRow] = []

  package init() {}

  /// What became of the rows of a publication.
  package struct Counts: Hashable, Sendable {
    package var renewed = 0
    package var added = 0
    /// Published as they were, although they are different now.
    package var kept = 0
    /// On too few vehicles, or mostly on one.
    package var withheld = 0
  }

  /// Publishes rows as far as they may be.
  ///
  /// - Parameter current: all rows as they are now, in any order. Those about one thing do not overlap.
  /// - Returns: what became of them; ``rows`` are what is published now.
  package mutating func publish(_ current: [PublicRow], by rule: PublicSupport) -> Counts {
    var counts = Counts()
    let published = Dictionary(grouping: rows.filter { rule.admits($0.support) }, by: \.subject)
    var next: [PublicRow] = []
    let now = Dictionary(grouping: current, by: \.subject)
    for subject in Set(published.keys).union(now.keys).sorted() {
      next += Self.merged(published[subject] ?? [], now[subject] ?? [], by: rule, &counts)
    }
    rows = next
    return counts
  }

  private static func merged(
    _ published: [PublicRow], _ current: [PublicRow], by rule: PublicSupport, _ counts: inout Counts
  ) -> [PublicRow] {
    var kept = published
    var taken: [PublicRow] = []
    for row in current.sorted(by: precedes) {
      let before = published.filter { $0.overlaps(row) }
      guard rule.admits(row.support) else {
        counts.withheld += 1
        continue
      }
      guard before.allSatisfy({ row.vehicles.surelyNew(besides: $0.vehicles) >= rule.vehicles }) else {
        if !before.contains(row) { counts.kept += 1 }
        continue
      }
      if before.isEmpty { counts.added += 1 } else { counts.renewed += 1 }
      kept.removeAll { $0.overlaps(row) }
      taken.append(row)
    }
    return (kept + taken).sorted(by: precedes)
  }

  private static func precedes(_ a: PublicRow, _ b: PublicRow) -> Bool {
    let (left, right) = (a.hours, b.hours)
    let (first, second) = (left?.days ?? -1, right?.days ?? -1)
    return (a.subject, first, left?.hours.lowerBound ?? 0, left?.hours.upperBound ?? 0)
      < (b.subject, second, right?.hours.lowerBound ?? 0, right?.hours.upperBound ?? 0)
  }
}

extension PublicSupport {
  /// The class of a count: `3-5`, `6-10`, `11-20` …, so that one vehicle more or less changes few rows. The classes end
  /// at 5, 10, 20, 50 and so on; the first one begins at the fewest vehicles.
  package func classOf(_ count: Int) -> String {
    if count < vehicles { return "<\(vehicles)" }
    var (low, high, step) = (1, 5, 0)
    while count > high {
      low = high + 1
      high = step == 2 ? high * 5 / 2 : high * 2
      step = (step + 1) % 3
    }
    let begin = max(low, vehicles)
    return begin == high ? "\(high)" : "\(begin)-\(high)"
  }
}

// MARK: - The file

extension Publication {
  private static let header = "tracemill/publication/1"

  /// - Throws: ``PrivacyError/damagedRecord(path:)``: without the record a new publication would betray what the old one
  ///   hid. A file that is missing is an empty record.
  package init(path: String) throws(PrivacyError) {
    guard FileKind(at: path) != .missing else { return }
    guard let bytes = try? wholeFile(path, atMost: .documents) else { throw .damagedRecord(path: path) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.header[...], lines.last == "end" else { throw .damagedRecord(path: path) }
    for line in lines.dropFirst().dropLast() {
      guard let row = PublicRow(line: line) else { throw .damagedRecord(path: path) }
      rows.append(row)
    }
  }

  /// Writes the record for its owner alone; it appears when it is complete.
  package func write(to path: String) throws(StorageError) {
    let file = try AtomicFile(path: path, for: .ownerAlone)
    try file.write(Array((Self.header + "\n").utf8))
    for row in rows { try file.write(Array((row.line + "\n").utf8)) }
    try file.write(Array("end".utf8))
    try file.commit()
  }
}

extension PublicRow {
  fileprivate var line: String {
    let hours = hours.map { "\($0.days) \($0.hours.lowerBound) \($0.hours.upperBound)" } ?? ""
    let counts = "\(support.passages) \(support.trips) \(support.vehicles) \(support.mostOfOne)"
    let hashes = (vehicles.isSample ? "+" : "") + vehicles.hashes.map { String($0, radix: 16) }.joined(separator: " ")
    return [subject, hours, counts, hashes, content].joined(separator: "\t")
  }

  /// - Returns: `nil` for a line that ``line`` does not write.
  fileprivate init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 5 else { return nil }
    let hours = fields[1].split(separator: " ").compactMap { Int($0) }
    let counts = fields[2].split(separator: " ").compactMap { Int($0) }
    let hashes = fields[3].drop { $0 == "+" }.split(separator: " ").map { UInt64($0, radix: 16) }
    guard counts.count == 4, hours.isEmpty || hours.count == 3 && hours[1] < hours[2], !hashes.contains(nil) else {
      return nil
    }
    self.init(
      subject: String(fields[0]), hours: hours.isEmpty ? nil : WeekHours(days: hours[0], hours: hours[1]..<hours[2]),
      support: Support(passages: counts[0], trips: counts[1], vehicles: counts[2], mostOfOne: counts[3]),
      vehicles: VehicleSketch(hashes: hashes.compactMap(\.self), isSample: fields[3].hasPrefix("+")),
      content: String(fields[4]))
  }
}
