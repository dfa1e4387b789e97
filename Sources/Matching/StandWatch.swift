internal import Geodesy

/// Recognises standing vehicles in fixes as they come, by the same clouds as ``gathered(_:settings:)``.
///
/// Memory: the fixes of a cloud, 256 at most; what stands for longer is several clouds at one place.
struct StandWatch {
  private let settings: MatchingSettings
  /// The fixes from the first one on that may begin a stand.
  private var waiting: [KeptFix] = []
  /// Of the first of them where it has begun, or else of one before, whose memory it takes.
  private var cloud: Cloud?
  private var hasBegun = false
  /// Which of them are a stand, so far to the last one.
  private var stand: ClosedRange<Int>?

  private static let mostFixes = 256

  init(settings: MatchingSettings) { self.settings = settings }

  /// The fixes that wait are a stand that goes on.
  var isStanding: Bool { stand != nil }

  /// The number of the first fix of the stand, and where it is.
  var standing: (first: Int, place: Place)? {
    stand.flatMap { stand in cloud.map { (waiting[stand.lowerBound].number, $0.middle) } }
  }

  /// What waits as it is to be seen for now: of a stand its begin only.
  var provisional: [KeptFix] {
    guard let stand, let cloud else { return waiting }
    let first = cloud.atMiddle(waiting[stand.lowerBound], waiting[stand.upperBound])[0]
    return waiting[..<stand.lowerBound] + [first]
  }

  /// Takes the next fix.
  ///
  /// - Returns: the fixes that wait no longer; the begin and the end of each stand instead of its fixes.
  mutating func take(_ fix: KeptFix) -> [KeptFix] {
    waiting.append(fix)
    return pass(isLast: false)
  }

  /// - Returns: all that wait.
  mutating func finish() -> [KeptFix] { pass(isLast: true) }

  private mutating func pass(isLast: Bool) -> [KeptFix] {
    var passed: [KeptFix] = []
    stand = nil
    while !waiting.isEmpty {
      var cloud = takeCloud()
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

  /// The cloud of the first fix that waits. It has one owner while it grows, or else it would be copied.
  private mutating func takeCloud() -> Cloud {
    guard var cloud else { return Cloud(from: 0, of: waiting, settings: settings) }
    self.cloud = nil
    if !hasBegun { cloud.begin(at: 0, of: waiting, settings: settings) }
    hasBegun = false
    return cloud
  }
}
