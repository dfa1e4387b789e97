public import Geodesy
public import Moments

/// One timed GPS position as given by its source: 40 bytes, no references.
///
/// Optional quantities are stored as NaN or a sentinel and exposed as optionals. A refused fix stays in its trace, so
/// that the position of a fix in ``Trace/fixes`` is the number of its record in the input, and every input record has
/// its row in the report.
@usableFromInline package struct Fix: Sendable, BitwiseCopyable {
  /// Undefined if `refusal` is one of the reasons that refuse the position; see ``place``.
  @usableFromInline var storedPlace: Place
  @usableFromInline var storedMilliseconds: Int64
  @usableFromInline var storedSpeed: Float
  @usableFromInline var storedBearing: Float
  var storedAccuracy: Float
  /// The line of the record in its file, from 1.
  package var line: UInt32
  /// Where the values of kept columns are: a row of ``KeptValues``. It takes bytes that alignment left free.
  var kept: UInt32 = 0
  /// In steps above the lowest one, all ones where none is known; in bytes that alignment left free.
  @usableFromInline var storedAltitude: UInt16
  /// Why the record cannot be used; `nil` for a good one.
  package var refusal: FixReason?

  package init(
    place: Place?, time: Timestamp?, speed: MetresPerSecond? = nil, bearing: Degrees? = nil,
    accuracy: Metres? = nil, altitude: Metres? = nil, line: UInt32 = 0, refusal: FixReason? = nil
  ) {
    storedPlace = place ?? Place(latitudeE7: .min, longitudeE7: .min)
    storedMilliseconds = time?.millisecondsSince1970 ?? .min
    storedSpeed = Float(speed ?? .nan)
    storedBearing = Float(bearing ?? .nan)
    storedAccuracy = Float(accuracy ?? .nan)
    storedAltitude = Self.steps(of: altitude)
    self.line = line
    self.refusal = refusal
  }

  /// The place; `nil` if the record's position could not be read.
  @inlinable package var place: Place? { storedPlace.latitudeE7 == .min ? nil : storedPlace }

  /// The time; `nil` if the record has no time or an unreadable one.
  @inlinable package var time: Timestamp? {
    storedMilliseconds == .min ? nil : Timestamp(millisecondsSince1970: storedMilliseconds)
  }

  /// The device's speed over ground.
  @inlinable package var speed: MetresPerSecond? { storedSpeed.isNaN ? nil : MetresPerSecond(storedSpeed) }

  /// The device's course over ground, clockwise from north, 0 ..< 360.
  @inlinable package var bearing: Degrees? { storedBearing.isNaN ? nil : Degrees(storedBearing) }

  /// The stated horizontal accuracy, one standard deviation.
  package var accuracy: Metres? { storedAccuracy.isNaN ? nil : Metres(storedAccuracy) }

  /// The stated height above sea level, to 0.2 m; `nil` also for one below −1,000 m or above 12,000 m.
  @inlinable package var altitude: Metres? {
    storedAltitude == .max ? nil : Self.lowest + Metres(storedAltitude) / Self.stepsPerMetre
  }

  private static func steps(of altitude: Metres?) -> UInt16 {
    guard let altitude, lowest...12_000 ~= altitude else { return .max }
    return UInt16(((altitude - lowest) * stepsPerMetre).rounded())
  }

  @inlinable static var lowest: Metres { -1000 }
  @inlinable static var stepsPerMetre: Double { 5 }
}
