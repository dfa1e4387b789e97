internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// The speeds of free flow that the drives themselves show, for whoever knows no better.
///
/// The 85th percentile of the speeds in time spans in which no crossing stops anybody, as a factor of the profile's speed:
/// by class of road and profile speed, and by edge as far as it has such spans.
struct FreeFlowPaces {
  private let graph: RoadGraph
  private let times: ExpectedTimes
  /// Counts by class and profile speed, then by factor; all spans, and those away from crossings.
  private var all: [[UInt32]]
  private var free: [[UInt32]]
  /// Of all spans, in milliseconds.
  private var duration = 0
  private var count = 0
  private static let steps = 150
  private static let width = 0.02
  private static let leastSpans = 50

  init(graph: RoadGraph, mode: TravelMode) {
    self.graph = graph
    times = ExpectedTimes(graph: graph, mode: mode)
    all = [[UInt32]](repeating: [UInt32](repeating: 0, count: Self.steps), count: 24 * 16)
    free = all
  }

  /// The profile's paces, seconds per metre.
  func profile() -> [Float] { (0..<graph.edgeCount).map { Float(1 / times.speed(on: EdgeID($0))) } }

  /// - Parameter scan: by the profile's paces.
  mutating func add(_ scan: borrowing DelayScan, _ path: DrivenPath, _ settings: DelaySettings) {
    var (turn, behind) = (0, -Double.infinity)
    for span in scan.spans where span.isUsable && span.end - span.begin > settings.meanQueue {
      let factor = min(Int(span.free / span.duration / Self.width), Self.steps - 1)
      guard factor >= 0 else { continue }
      let group = group(of: path.steps[(span.steps.lowerBound + span.steps.upperBound) / 2].edge)
      all[group][factor] += 1
      duration += Int((span.duration * 1000).rounded())
      count += 1
      while turn < scan.turns.count, scan.turns[turn].place < span.begin || !scan.turns[turn].isBarrier {
        if scan.turns[turn].isBarrier { behind = scan.turns[turn].place + settings.departure }
        turn += 1
      }
      let ahead = (turn < scan.turns.count ? scan.turns[turn].place : .infinity) - settings.meanQueue
      // Where only slow spans fit between two crossings, those that do say nothing.
      let room = 1.5 * span.duration * (span.end - span.begin) / span.free
      if behind <= span.begin, span.end <= ahead, ahead - behind >= room { free[group][factor] += 1 }
    }
  }

  mutating func add(_ other: FreeFlowPaces) {
    for group in all.indices {
      for factor in 0..<Self.steps {
        all[group][factor] += other.all[group][factor]
        free[group][factor] += other.free[group][factor]
      }
    }
    duration += other.duration
    count += other.count
  }

  /// Seconds per metre, by edge.
  func paces() -> [Float] {
    let factors = factors()
    return (0..<graph.edgeCount).map {
      Float(1 / (times.speed(on: EdgeID($0)) * factors[group(of: EdgeID($0))]))
    }
  }

  private func factors() -> [Double] {
    let whole = factor(Self.sum(free), Self.sum(all)) ?? 1
    return zip(free, all).map { factor($0, $1) ?? whole }
  }

  /// Where crossings are so close that no span is free of them, only the fastest spans met none that stopped them.
  private func factor(_ free: [UInt32], _ all: [UInt32]) -> Double? {
    // The longer spans are, the fewer of them meet no crossing that stops them.
    let mean = Double(duration) / 1000 / max(1, Double(count))
    let share = 0.9 + 0.07 * min(1, max(0, mean - 5) / 15)
    return [Self.quantile(0.85, of: free), Self.quantile(share, of: all)].compactMap(\.self).max()
  }

  private static func quantile(_ share: Double, of counts: [UInt32]) -> Double? {
    let sum = counts.reduce(0) { $0 + Int($1) }
    guard sum >= leastSpans else { return nil }
    var rest = share * Double(sum)
    for (step, count) in counts.enumerated() where count > 0 {
      if rest <= Double(count) { return (Double(step) + rest / Double(count)) * width }
      rest -= Double(count)
    }
    return nil
  }

  private static func sum(_ groups: [[UInt32]]) -> [UInt32] {
    groups.reduce([UInt32](repeating: 0, count: steps)) { zip($0, $1).map(&+) }
  }

  /// Roads of a class with about the same speed in the profile, in steps of 10 km/h.
  private func group(of edge: EdgeID) -> Int {
    Int(graph.roadClass(of: edge).rawValue) * 16 + min(15, Int(times.speed(on: edge) * 3.6 / 10))
  }
}
