internal import Geodesy
package import Moments

/// All that the drives of one asset on one day show.
package struct AssetDay: Sendable {
  package struct Key: Hashable, Sendable {
    package var asset: String
    package var day: CivilDate?

    package init(asset: String, day: CivilDate?) {
      self.asset = asset
      self.day = day
    }
  }

  /// A stand near jobs, of which one device or several tell.
  struct Presence: Sendable {
    var begin: Timestamp
    var end: Timestamp
    var isLeft: Bool
    var middle: Place
    /// The number of the drive with the most fixes there.
    var drive: Int
    var fixCount: Int

    var duration: Seconds { end.seconds(since: begin) }
  }

  package let key: Key
  /// What traces call the asset.
  let name: String
  /// In the order of time.
  package let drives: [AssetDrive]
  /// The numbers of the drives besides those of a second device, which was in the vehicle, too.
  let leading: [Int]
  let stands: [Presence]

  var begin: Timestamp { drives.map(\.begin).min() ?? drives[0].begin }
  var end: Timestamp { drives.map(\.end).max() ?? drives[0].end }
  /// The length driven.
  var length: Metres { leading.reduce(0) { $0 + (drives[$1].course.last?.driven ?? 0) } }

  /// - Parameter drives: at least one; of one asset and day.
  package init(_ key: Key, _ drives: [AssetDrive], settings: JobSettings) {
    self.key = key
    name = drives[0].name
    let drives = drives.enumerated().sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }
      .map(\.element)
    self.drives = drives
    leading = Self.leading(of: drives)
    stands = Self.joined(drives, settings)
  }

  /// The drives of all assets and days, in the order in which the first drive of each was read.
  package static func days(of drives: [AssetDrive], settings: JobSettings) -> [AssetDay] {
    var order: [Key] = []
    var drivesOfDay: [Key: [AssetDrive]] = [:]
    for drive in drives {
      let key = Key(asset: drive.asset, day: drive.day)
      if drivesOfDay[key] == nil { order.append(key) }
      drivesOfDay[key, default: []].append(drive)
    }
    return order.map { AssetDay($0, drivesOfDay[$0] ?? [], settings: settings) }
  }

  /// Of drives at the same time, the one with the most fixes leads.
  private static func leading(of drives: [AssetDrive]) -> [Int] {
    let byFixes = drives.indices.sorted { (-drives[$0].fixCount, $0) < (-drives[$1].fixCount, $1) }
    var leading: [Int] = []
    for number in byFixes where !leading.contains(where: { drives[$0].overlaps(drives[number]) }) {
      leading.append(number)
    }
    return leading.sorted()
  }

  // MARK: Stands

  private static func joined(_ drives: [AssetDrive], _ settings: JobSettings) -> [Presence] {
    var pieces: [Presence] = []
    for (number, drive) in drives.enumerated() {
      for stand in drive.stands {
        pieces.append(
          Presence(
            begin: stand.begin, end: stand.end, isLeft: stand.isLeft, middle: stand.middle, drive: number,
            fixCount: stand.fixCount))
      }
    }
    pieces.sort { ($0.begin, $0.drive) < ($1.begin, $1.drive) }
    var joined: [Presence] = []
    for piece in pieces {
      let isBegin = piece.begin <= drives[piece.drive].begin
      let place = joined.lastIndex { $0.goesOn(in: piece, atBegin: isBegin, settings) }
      if let place { joined[place].add(piece) } else { joined.append(piece) }
    }
    return joined
  }

  // MARK: Course

  /// The length driven from one moment to another.
  func driven(from begin: Timestamp, to end: Timestamp) -> Metres {
    leading.reduce(0) { $0 + max(0, drives[$1].driven(at: end) - drives[$1].driven(at: begin)) }
  }

  /// The first sample on a road at a moment or after it.
  func sample(after moment: Timestamp) -> CourseSample? {
    leading.lazy.compactMap { number in
      drives[number].course.first { $0.time >= moment && $0.position != nil }
    }.first
  }

  /// Where the asset was when the office noted something; `nil` if the record does not say so.
  func place(at moment: Timestamp, within silence: Seconds) -> Place? {
    let samples = drives.lazy.flatMap(\.claims)
    let nearest = samples.min { $0.distance(to: moment) < $1.distance(to: moment) }
    return nearest.flatMap { $0.distance(to: moment) <= silence ? $0.place : nil }
  }
}

extension CourseSample {
  fileprivate func distance(to moment: Timestamp) -> Seconds { abs(time.seconds(since: moment)) }
}

extension AssetDay.Presence {
  /// Whether a later piece is of the same stand.
  ///
  /// - Parameter isBegin: the piece begins its record, so nobody saw the vehicle come.
  fileprivate func goesOn(in piece: AssetDay.Presence, atBegin isBegin: Bool, _ settings: JobSettings) -> Bool {
    let distance = groundDistance(middle, piece.middle)
    // The errors of two devices, and of the first fixes of a record, are not the same.
    if piece.begin < end || !isLeft && isBegin { return distance <= settings.reach }
    return distance <= settings.sameStand && piece.begin.seconds(since: end) <= settings.longestPause
  }

  fileprivate mutating func add(_ piece: AssetDay.Presence) {
    if piece.begin < end, piece.drive != drive {
      // Two devices tell of one stand: the one with more fixes knows its times better.
      guard piece.fixCount > fixCount else { return }
      self = piece
      return
    }
    if piece.end >= end { (end, isLeft) = (piece.end, piece.isLeft) }
    if piece.fixCount > fixCount { (middle, drive) = (piece.middle, piece.drive) }
    fixCount += piece.fixCount
  }
}

extension AssetDrive {
  /// Most of the shorter one is within the other.
  fileprivate func overlaps(_ other: AssetDrive) -> Bool {
    let common = min(end, other.end).seconds(since: max(begin, other.begin))
    return common > 0.5 * min(end.seconds(since: begin), other.end.seconds(since: other.begin))
  }

  /// The length driven until a moment.
  fileprivate func driven(at moment: Timestamp) -> Metres {
    guard let next = course.firstIndex(where: { $0.time > moment }) else { return course.last?.driven ?? 0 }
    guard next > 0 else { return 0 }
    let (a, b) = (course[next - 1], course[next])
    let share = moment.seconds(since: a.time) / b.time.seconds(since: a.time)
    return a.driven + share * (b.driven - a.driven)
  }
}
