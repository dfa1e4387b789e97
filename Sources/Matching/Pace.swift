internal import Geodesy
internal import Moments
internal import Traces

/// How often a trace has fixes, and how fast the vehicle moves between them.
struct Pace: BitwiseCopyable {
  /// A longer silence ends a path if the vehicle moves during it.
  var longestSilence: Seconds = .infinity
  /// The mean along the straight lines between fixes with times; 0 without times.
  var usualSpeed: MetresPerSecond = 0

  init() {}

  init(of kept: [KeptFix], settings: BreakSettings) {
    longestSilence = settings.longestSilence(medianPeriod: medianPeriod(of: kept))
    usualSpeed = meanSpeed(of: kept)
  }

  private func medianPeriod(of kept: [KeptFix]) -> Seconds {
    var periods = zip(kept, kept.dropFirst()).compactMap { a, b in
      a.time.flatMap { begin in b.time.map { $0.seconds(since: begin) } }
    }
    return median(of: &periods) ?? 0
  }

  private func meanSpeed(of kept: [KeptFix]) -> MetresPerSecond {
    var (ground, time): (Metres, Seconds) = (0, 0)
    for (a, b) in zip(kept, kept.dropFirst()) {
      guard let begin = a.time, let end = b.time, end.seconds(since: begin) < longestSilence else { continue }
      ground += groundDistance(a.place, b.place)
      time += end.seconds(since: begin)
    }
    return time > 0 ? ground / time : 0
  }
}
