internal import Geodesy
internal import Moments

/// Marks fixes that cannot be true as they arrive, judging by earlier fixes: the online counterpart of
/// ``TraceCleaner``.
///
/// Which of two contradicting fixes is wrong becomes clear only later. The earlier one is believed until enough fixes
/// that agree with each other have contradicted it.
package struct OnlineCleaner: Sendable {
  private let settings: CleaningSettings
  /// The last good fix.
  private var last: Fix?
  /// The last fix dropped since then, because of its time or its place.
  private var doubted: Fix?
  private var doubts = 0
  private var hasTimes = false

  /// This many fixes in a row that agree with each other are believed.
  private static let convincing = 3

  package init(settings: CleaningSettings = CleaningSettings()) {
    self.settings = settings
  }

  /// The same fix, with the reason `missingTime`, `nullIsland`, `duplicate`, `outOfOrder` or `jump` if one applies.
  package mutating func clean(_ fix: Fix) -> Fix {
    guard fix.refusal == nil else { return fix }
    var fix = fix
    fix.refusal = reason(of: fix)
    switch fix.refusal {
    case nil:
      last = fix
      doubts = 0
      if fix.time != nil { hasTimes = true }
    case .outOfOrder, .jump: doubt(&fix)
    default: break
    }
    return fix
  }

  private func reason(of fix: Fix) -> FixReason? {
    guard let place = fix.place else { return nil }
    if hasTimes && fix.time == nil { return .missingTime }
    let zero = Place(latitudeE7: 0, longitudeE7: 0)
    if place == zero {
      let isNear = last?.place.map { groundDistance($0, zero) <= settings.nullIslandRadius } ?? false
      if !isNear { return .nullIsland }
    }
    guard let last, let before = last.time, let time = fix.time else { return nil }
    if time <= before { return time == before ? .duplicate : .outOfOrder }
    return isImpossible(last, fix) ? .jump : nil
  }

  /// Counts dropped fixes that agree with each other, and believes them once there are enough.
  private mutating func doubt(_ fix: inout Fix) {
    let agrees = doubts > 0 && doubted.map { follows($0, fix) } ?? false
    doubts = agrees ? doubts + 1 : 1
    doubted = fix
    guard doubts >= Self.convincing else { return }
    fix.refusal = nil
    last = fix
    doubts = 0
  }

  private func follows(_ a: Fix, _ b: Fix) -> Bool {
    guard let begin = a.time, let end = b.time, end > begin else { return false }
    return !isImpossible(a, b)
  }

  private func isImpossible(_ a: Fix, _ b: Fix) -> Bool {
    guard let from = a.place, let to = b.place, let begin = a.time, let end = b.time else { return false }
    let distance = groundDistance(from, to)
    return distance > settings.minimumJump && distance > settings.maximumSpeed * end.seconds(since: begin)
  }
}
