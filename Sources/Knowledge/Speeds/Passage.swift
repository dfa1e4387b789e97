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
  /// The mean of the squared shares of its intervals' parts, in 1/255: see ``crowding``.
  private var storedCrowding: UInt8
  var seconds: Float
  /// How much of the expected time of the edge was driven, in 1/``shareScale``.
  private var storedShare: UInt16
  /// The part of `seconds` that was spent at the end of the edge, in 1/255.
  private var storedAtEnd: UInt8
  private var storedOwn: UInt8

  private static let shareScale: Float = 32_000

  init(
    edge: UInt32, drive: UInt32, vehicle: UInt32, day: Int, hours: Int, seconds: Float, share: Float, atEnd: Float,
    own: Float, crowding: Float
  ) {
    self.edge = edge
    self.drive = drive
    self.vehicle = vehicle
    self.day = UInt16(clamping: day)
    self.hours = UInt8(hours)
    self.seconds = seconds
    storedShare = UInt16(min(2, max(0, share)) * Self.shareScale)
    storedAtEnd = Self.byte(atEnd)
    storedOwn = max(1, Self.byte(own))
    storedCrowding = max(1, Self.byte(crowding))
  }

  private static func byte(_ share: Float) -> UInt8 { UInt8((min(1, max(0, share)) * 255).rounded()) }

  /// 1 for the whole edge.
  var share: Float { Float(storedShare) / Self.shareScale }
  var atEnd: Float { Float(storedAtEnd) / 255 }
  /// The share that the edge has in the expected times of its intervals; 1 if they hold nothing else.
  var own: Float { Float(storedOwn) / 255 }
  /// The sum of the squares of the shares of all edges in its intervals; 1 if they hold nothing else.
  ///
  /// If the times of edges vary independently and by the same coefficient, the time of an interval varies by this share
  /// of their variance.
  var crowding: Float { Float(storedCrowding) / 255 }
  /// It counts as a passage, and its speed is that of the edge.
  var isWhole: Bool { storedShare >= UInt16(0.95 * Self.shareScale) }
  /// It counts as a passage: more than half of the edge was driven.
  var isCounted: Bool { storedShare > UInt16(0.5 * Self.shareScale) }
}
