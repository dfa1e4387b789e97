internal import Geodesy

/// Recognises standing vehicles in fixes as they arrive, by the same clouds as ``gathered(_:settings:)``.
///
/// Memory: the fixes of a cloud, at most 256; a longer stand is several clouds at one place.
struct StandWatch {
  /// The fixes since the first one that may begin a stand.
  private var waiting: [KeptFix] = []
  /// The cloud that begins with the first of them if `hasBegun`; otherwise an earlier one, whose memory is reused.
  private var cloud: Cloud?
  private var hasBegun = false
  /// The fixes of the current stand, up to the newest one so far.
  private var stand: ClosedRange<Int>?

  private static let mostFixes = 256

  /// Whether the waiting fixes are a stand that continues.
  var isStanding: Bool { stand != nil }

  /// The number of the first fix of the stand, and its place.
  var standing: (first: Int, place: Place)? {
    stand.flatMap { stand in cloud.map { (waiting[stand.lowerBound].number, $0.middle) } }
  }

  /// The waiting fixes as matching should use them for now: of a stand only its first fix.
  var provisional: [KeptFix] {
    guard let stand, let cloud else { return waiting }
    let first = cloud.atMiddle(waiting[stand.lowerBound], waiting[stand.upperBound])[0]
    return waiting[..<stand.lowerBound] + [first]
  }

  /// Takes the next fix.
  ///
  /// - Returns: the fixes that wait no longer; a stand is replaced by its first and last fix.
  mutating func take(_ fix: KeptFix, _ settings: MatchingSettings) -> [KeptFix] {
    waiting.append(fix)
    return pass(settings, isLast: false)
  }

  /// - Returns: all waiting fixes.
  mutating func finish(_ settings: MatchingSettings) -> [KeptFix] { pass(settings, isLast: true) }

  private mutating func pass(_ settings: MatchingSettings, isLast: Bool) -> [KeptFix] {
    var passed: [KeptFix] = []
    stand = nil
    while !waiting.isEmpty {
      var cloud = takeCloud(settings)
      defer { self.cloud = cloud }
      cloud.grow(in: waiting, settings)
      let stand = cloud.stand(in: waiting, settings)
      if !isLast, waiting.count < Self.mostFixes, cloud.isOpen(in: waiting, settings) {
        self.stand = stand
        hasBegun = true
        return passed
      }
      if let stand {
        passed += waiting[..<stand.lowerBound]
        passed += cloud.atMiddle(waiting[stand.lowerBound], waiting[stand.upperBound])
        waiting.removeFirst(stand.upperBound + 1)
      } else {
        passed.append(waiting.removeFirst())
      }
    }
    return passed
  }

  /// The cloud that begins with the first waiting fix. It has one owner while it grows; otherwise it would be copied.
  private mutating func takeCloud(_ settings: MatchingSettings) -> Cloud {
    guard var cloud else { return Cloud(from: 0, of: waiting, settings: settings) }
    self.cloud = nil
    if !hasBegun { cloud.begin(at: 0, of: waiting, settings: settings) }
    hasBegun = false
    return cloud
  }
}
