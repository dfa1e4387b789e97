internal import Geodesy
internal import Moments

/// The drive from one fix to the next, and the moments at which positions are wanted: the first fix itself, then as
/// many a second as the settings say.
struct Passage {
  let from: Knot
  /// `nil` after the last fix of a leg.
  private let to: Knot?
  private let drive: SmoothDrive?
  private let beginSpeed: MetresPerSecond?
  private let origin: Timestamp?
  private let settings: PositionSettings
  /// The fixes are so far apart that a position in a tunnel is an estimate.
  let isUnseen: Bool
  /// The trace is silent.
  private let isSilent: Bool
  /// Both fixes have one time.
  private let isInstant: Bool
  /// Whether there is a tunnel between the fixes; of interest only if they are far apart.
  var hasTunnel = false
  /// The number of the next moment, counted from `origin`; without times from the first fix.
  private var next = 0

  /// One moment.
  struct Moment {
    var time: Timestamp?
    var distance: Metres
    var speed: MetresPerSecond?
    var isFix: Bool
  }

  /// - Parameters:
  ///   - origin: the moment of a position from which the others are counted.
  ///   - longestStep: the trace is silent if the fixes are further apart than this.
  init(_ knots: KnotWindow, from: Knot, origin: Timestamp?, longestStep: Seconds, settings: PositionSettings) {
    self.from = from
    self.settings = settings
    to = knots.to
    let pace = to.flatMap { from.pace(to: $0) }
    let length = (to?.distance ?? from.distance) - from.distance
    drive = pace.map {
      SmoothDrive(
        length: length, duration: $0.duration, beginSpeed: knots.beginSpeed ?? 0, endSpeed: knots.endSpeed ?? 0)
    }
    beginSpeed = knots.beginSpeed
    isInstant = drive == nil && from.time != nil && to?.time != nil
    let isTimed = drive != nil || to == nil && from.time != nil
    self.origin = isTimed ? (settings.isInterpolated ? origin ?? from.time : from.time) : nil
    isSilent = pace.map { $0.duration > longestStep } ?? false
    isUnseen =
      pace.map { $0.duration > settings.longestSeen } ?? (length > settings.longestSeen * settings.untimedSpeed)
    if let origin = self.origin, let time = from.time { next = first(from: time, after: origin) }
  }

  /// Whether any position may be wanted besides the fix.
  var hasMore: Bool {
    to != nil && (source(inTunnel: false) != nil || hasTunnel && source(inTunnel: true) != nil)
  }

  /// The source of a position between the fixes; `nil` if none is wanted there.
  func source(inTunnel: Bool) -> TripPosition.Source? {
    if isSilent, settings.extrapolation == .gaps { return .estimated }
    // Smooth positions do not jump from the end of a tunnel to the first fix after it.
    if isUnseen, inTunnel || isSilent && hasTunnel && settings.isInterpolated {
      return settings.extrapolation == .none ? nil : .estimated
    }
    return isSilent || !settings.isInterpolated ? nil : .interpolated
  }

  /// The next moment, in order; the first one may be the moment of the fix.
  mutating func nextMoment() -> Moment? {
    guard let origin else { return nextPlace() }
    guard let begin = from.time else { return nil }
    let time = time(of: next, after: origin)
    guard to.map({ time < $0.time ?? time }) ?? (time == begin) else { return nil }
    next += 1
    if time == begin { return Moment(time: time, distance: from.distance, speed: beginSpeed, isFix: true) }
    let seconds = time.seconds(since: begin)
    return Moment(
      time: time, distance: from.distance + (drive?.distance(after: seconds) ?? 0), speed: drive?.speed(after: seconds),
      isFix: false)
  }

  /// Without times, places follow one another at equal distances.
  private mutating func nextPlace() -> Moment? {
    if isInstant, settings.isInterpolated { return nil }
    let distance = from.distance + Double(next) * settings.untimedSpeed / settings.rate
    guard next == 0 || distance < to?.distance ?? from.distance else { return nil }
    defer { next += 1 }
    return Moment(time: next == 0 ? from.time : nil, distance: distance, speed: nil, isFix: next == 0)
  }

  /// The number of the first moment at a time or after it.
  private func first(from time: Timestamp, after origin: Timestamp) -> Int {
    var number = Int((time.seconds(since: origin) * settings.rate).rounded())
    while number > 0, self.time(of: number - 1, after: origin) >= time { number -= 1 }
    while self.time(of: number, after: origin) < time { number += 1 }
    return number
  }

  private func time(of number: Int, after origin: Timestamp) -> Timestamp {
    origin.adding(seconds: Double(number) / settings.rate)
  }
}
