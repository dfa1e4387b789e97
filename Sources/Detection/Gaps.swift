internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Trips

extension Drive {
  /// What lies between the legs.
  func gapEvents() -> [Event] {
    trip.gaps.compactMap { gapEvent($0.fixes, length: $0.length, code: $0.reason.rawValue, $0.reason.clause) }
  }

  /// Long silences within a leg, such as tunnels: the path is known, but not seen.
  func silenceEvents() -> [Event] {
    let steps = timedSteps()
    guard steps.contains(where: { $0.seconds > settings.shortestSilence }), let period = median(steps.map(\.seconds))
    else { return [] }
    let threshold = max(settings.shortestSilence, settings.silencePeriods * period)
    return steps.filter { $0.seconds > threshold && isWithinLeg($0.fixes) }.compactMap { step in
      gapEvent(
        step.fixes, length: straightLine(step.fixes.lowerBound, step.fixes.upperBound), code: "silence",
        "the trace is silent on a known path")
    }
  }

  /// From each usable fix to the next, where both have a time.
  private func timedSteps() -> [(fixes: ClosedRange<Int>, seconds: Seconds)] {
    var steps: [(fixes: ClosedRange<Int>, seconds: Seconds)] = []
    steps.reserveCapacity(fixes.count)
    var last: Int?
    for fix in fixes.indices where isUsable(fix) {
      if let last, let seconds = seconds(from: last, to: fix) { steps.append((last...fix, seconds)) }
      last = fix
    }
    return steps
  }

  private func gapEvent(_ gap: ClosedRange<Int>, length: Metres, code: String, _ clause: String) -> Event? {
    guard let place = place(of: gap.lowerBound) else { return nil }
    let silence = seconds(from: gap.lowerBound, to: gap.upperBound).map { ", \(rounded($0)) s" } ?? ""
    return Event(
      type: .gap, beginTime: time(of: gap.lowerBound), endTime: time(of: gap.upperBound), place: place,
      edge: edgeOfFix[gap.lowerBound], length: length, confidence: 1, fixes: gap, detail: "\(code): \(clause)\(silence)"
    )
  }

  private func isWithinLeg(_ step: ClosedRange<Int>) -> Bool {
    guard let begin = edgeOfFix[step.lowerBound], let end = edgeOfFix[step.upperBound] else { return false }
    return trip.edges[begin].leg == trip.edges[end].leg
  }

  private func seconds(from begin: Int, to end: Int) -> Seconds? {
    guard let begin = time(of: begin), let end = time(of: end) else { return nil }
    return end.seconds(since: begin)
  }

  private func median(_ values: [Seconds]) -> Seconds? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}

/// Seconds in whole numbers, for people.
func rounded(_ seconds: Seconds) -> Int { Int(seconds.rounded()) }

extension BreakReason {
  fileprivate var clause: String {
    switch self {
    case .offRoad: "the vehicle was off the road in between"
    case .timeGap: "the trace is silent too long to tell the path"
    case .noPath: "no path joins the two ends"
    }
  }
}
