/// When an edge was entered, as a division of the times between fixes gives it.
struct PassageEntry {
  /// The local day since 1970.
  var day: Int
  /// The class of hours.
  var hours: Int
  /// The class at the fix before or after, where one is in another class.
  var otherHours: Int
}

/// The passage of an edge by a drive, whole or in part, as a division of the times between fixes gives it.
struct Passage: BitwiseCopyable, Sendable {
  var edge: UInt32
  /// The number of the drive, in the order of the source.
  var drive: UInt32
  /// The number of the vehicle, in the order of its name.
  var vehicle: UInt32
  /// The local day since 1970 on which the edge was entered; up to the year 2149.
  var day: UInt16
  /// The class of hours in which the edge was entered.
  var hours: UInt8
  /// The class in which another division might have it entered; mostly the same.
  var otherHours: UInt8
  private var storedOwn: UInt8
  var seconds: Float
  /// How much of the expected time of the edge was driven, in 1/``shareScale``.
  private var storedShare: UInt16

  private static let shareScale: Float = 32_000

  init(
    edge: UInt32, drive: UInt32, vehicle: UInt32, entry: PassageEntry, seconds: Float, share: Float, own: Float
  ) {
    self.edge = edge
    self.drive = drive
    self.vehicle = vehicle
    day = UInt16(clamping: entry.day)
    hours = UInt8(entry.hours)
    otherHours = UInt8(entry.otherHours)
    self.seconds = seconds
    storedShare = UInt16(min(2, max(0, share)) * Self.shareScale)
    storedOwn = max(1, Self.byte(own))
  }

  private static func byte(_ share: Float) -> UInt8 { UInt8((min(1, max(0, share)) * 255).rounded()) }

  /// 1 for the whole edge.
  var share: Float { Float(storedShare) / Self.shareScale }
  /// The share that the edge has in the times of its intervals; 1 if they hold nothing else.
  var own: Float { Float(storedOwn) / 255 }
  /// It counts as a passage, and its speed is that of the edge.
  var isWhole: Bool { storedShare >= UInt16(0.95 * Self.shareScale) }
  /// It counts as a passage: more than half of the edge was driven.
  var isCounted: Bool { storedShare > UInt16(0.5 * Self.shareScale) }
}
