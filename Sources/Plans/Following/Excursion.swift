package import Geodesy
package import Moments
package import RoadGraph
package import Trips

/// A fix at which a drive leaves its plan or comes back to it.
package struct PlanFix: Sendable {
  package var number: Int
  package var time: Timestamp?
  package var place: Place
  /// From the start of the plan.
  package var progress: Metres
  package var edge: Int?
  package var road: EdgeID?
}

/// A drive off its plan, from the last fix on it to the next one.
///
/// Every drive beside the plan is an excursion, even along a service road or in a car park; whether it is a deviation
/// is up to the detection.
package struct Excursion: Sendable {
  /// The last fix on the plan; `nil` before the first one.
  package var left: PlanFix?
  /// How far along the plan the last edge on it ends, and the first one back on it begins.
  package var leftAt: Metres
  package var rejoinedAt: Metres?
  /// The first fix back on the plan; `nil` if it never came back.
  package var rejoined: PlanFix?
  /// How long the plan takes from where it was left to there.
  var plannedTime: Seconds?
  /// The first and the last fix off the plan.
  package var fixes: ClosedRange<Int>
  /// The last waypoint reached before, by its number.
  package var reached: Int
  /// The place of the first one.
  package var firstPlace: Place
  package var fixCount = 0
  /// The number of fixes farther from the line of the plan than their errors, and how many follow one another at most.
  package var farCount = 0
  package var longestFarRun = 0
  package var greatestDistance: Metres = 0
  package var meanDistance: Metres { fixCount > 0 ? distanceSum / Double(fixCount) : 0 }
  /// Driven off the plan.
  package var length: Metres = 0
  /// Driven on roads of the plan against its direction.
  package var reversedLength: Metres = 0
  /// The times of the first and of the last fix off the plan.
  package var beginTime: Timestamp?
  package var endTime: Timestamp?
  /// The number of fixes far back from the farthest one along the plan: evidence of a drive backwards.
  package private(set) var fixesBehind = 0
  /// How far back the farthest of them is.
  private var farthestBehind: Metres = 0
  /// A fix is farther from the plan than reflections throw it, and no other one came long before and after it.
  private var hasLoneFix = false
  /// The newest fix is such a one, if no other follows soon.
  private var loneTime: Timestamp?
  /// The record is silent between the last fix on the plan and the first one off it.
  package var isAfterSilence = false
  /// Whether it really leads away from the plan: it is not a service road beside it, nor errors of fixes.
  package var isAway: Bool { !mayBeLeap && looksAway }

  private var looksAway: Bool {
    (isFarAway && greatestDistance > settings.driftFactor * nearbyDistance) || isCut
      || (reversedLength >= settings.leastReversed && isBehind)
  }

  private var isFarAway: Bool {
    longestFarRun >= settings.leastAwayFixes || hasLoneFix || isLone(until: rejoined?.time)
  }

  private var isBehind: Bool { fixesBehind >= settings.leastAwayFixes || farthestBehind >= settings.farBehind }

  /// Reflections throw fixes out and back within some seconds, while the vehicle goes on at the pace of its plan.
  private var mayBeLeap: Bool {
    guard let begin = left?.time, let end = rejoined?.time ?? endTime, end.seconds(since: begin) <= longestLeap else {
      return false
    }
    guard let plannedTime else { return true }
    return settings.paceOfLeaps.contains(plannedTime / max(1, end.seconds(since: begin)))
  }

  /// Whether it skips a part of the plan that is longer than itself, as the fixes before and after it show.
  private var isCut: Bool {
    guard let rejoinedAt, fixCount > 0, confidence >= settings.leastCutConfidence else { return false }
    return rejoinedAt - leftAt - length >= settings.leastCut
  }

  /// The mean of its fixes; 1 if only the fixes on the plan around it show it.
  package var confidence: Double { fixCount > 0 ? confidenceSum / Double(fixCount) : 1 }
  /// The first place on a road off the plan.
  package var firstPosition: EdgePosition?
  /// The vehicle stood, off the plan.
  package var stops: [Stop] = []
  /// The largest distance from their road of the fixes on the plan just before and after it.
  var nearbyDistance: Metres = 0
  var distanceSum: Metres = 0
  var confidenceSum: Double = 0
  var farRun = 0
  /// The fixes on the plan since it was rejoined.
  var returnFixes = 0

  private let settings: FollowingSettings
  private let longestLeap: Seconds
  /// How far along the plan the farthest fix was, and the farthest of the others.
  private var farthest: Metres
  private var secondFarthest: Metres

  /// - Parameter before: how far along the plan the fix before the last one on it was.
  init(
    left: PlanFix?, before: Metres?, at progress: Metres, reached: Int, first: Int, _ place: Place,
    usualPeriod: Seconds = 0, _ settings: FollowingSettings
  ) {
    self.settings = settings
    longestLeap = settings.longestLeap(usualPeriod: usualPeriod)
    self.left = left
    farthest = max(left?.progress ?? 0, before ?? 0)
    secondFarthest = min(left?.progress ?? 0, before ?? 0)
    self.reached = reached
    leftAt = progress
    firstPlace = place
    fixes = first...first
  }

  /// Notes that the vehicle drives the plan backwards, or is on it farther back.
  ///
  /// A single fix may have strayed ahead. So the vehicle is taken to have turned at the second farthest fix, or
  /// ``FollowingSettings/mostStray`` before the farthest one if that is farther along.
  mutating func goBack(to progress: Metres) {
    secondFarthest = max(secondFarthest, min(progress, farthest))
    farthest = max(farthest, progress)
    let turning = max(secondFarthest, farthest - settings.mostStray)
    fixesBehind += progress <= turning - settings.leastReversed ? 1 : 0
    farthestBehind = max(farthestBehind, turning - progress)
  }

  /// The vehicle was back on the plan for a moment.
  ///
  /// - Parameter progress: of the last fix on the plan.
  mutating func leaveAgain(at progress: Metres) {
    guard let rejoined else { return }
    fixCount += returnFixes
    farRun = 0
    length += max(0, progress - rejoined.progress)
    (self.rejoined, plannedTime, rejoinedAt) = (nil, nil, nil)
  }

  /// Notes the place of a fix on a road off the plan; the first one counts.
  mutating func begin(at position: EdgePosition) { firstPosition = firstPosition ?? position }

  mutating func add(_ fix: Int, at time: Timestamp?, distance: Metres, isFar: Bool, confidence: Double) {
    noteLoneFix(at: time, distance: distance, isFar: isFar)
    fixes = fixes.lowerBound...fix
    fixCount += 1
    distanceSum += distance
    confidenceSum += confidence
    greatestDistance = max(greatestDistance, distance)
    beginTime = beginTime ?? time
    endTime = time ?? endTime
    farRun = isFar ? farRun + 1 : 0
    farCount += isFar ? 1 : 0
    longestFarRun = max(longestFarRun, farRun)
  }

  private mutating func noteLoneFix(at time: Timestamp?, distance: Metres, isFar: Bool) {
    hasLoneFix = hasLoneFix || isLone(until: time)
    let isLone = isFar && distance >= settings.loneDistance && isSilent(from: endTime ?? left?.time, until: time)
    loneTime = isLone ? time : nil
  }

  private func isLone(until time: Timestamp?) -> Bool { isSilent(from: loneTime, until: time) }

  private func isSilent(from begin: Timestamp?, until end: Timestamp?) -> Bool {
    guard let begin, let end else { return false }
    return end.seconds(since: begin) >= settings.sparsePeriod
  }
}
