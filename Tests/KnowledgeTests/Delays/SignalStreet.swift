import Geodesy
import Knowledge
import RandomNumbers
import RoadGraph
import TestSupport

/// A street with three crossings, and drives along it whose delays are known.
///
/// Vehicles cruise at 50 km/h, brake for a red signal at 2.5 m/s², wait, and gain speed at 1.5 m/s².
struct SignalStreet {
  /// What happens at one crossing.
  struct Crossing {
    var stopShare: Double
    var longestWait: Seconds
    /// Where the vehicle stands, metres ahead of the crossing, at most.
    var longestQueue: Metres
  }

  let sketch: RoadSketch
  let crossings: [Crossing]
  private(set) var drives: [DriveRecord] = []
  /// The sums of the true delays at each crossing.
  private(set) var lost: [Seconds]
  private static let speed = 50 / 3.6
  private static let braking = 2.5
  private static let gaining = 1.5
  static let freePace = 1 / speed

  init(_ crossings: [Crossing], flags: NodeFlags = .trafficSignals) throws {
    sketch = try RoadSketch(
      """
                F         H         J
      A---------B---------C---------D---------E
                G         I         K
      """, metresPerCell: 30, roads: ["A-B-C-D-E", "F-B-G", "H-C-I", "J-D-K"]
    ) { network in
      for node in network.nodes.indices where [2, 3, 4].contains(network.nodes[node].source.rawValue) {
        network.nodes[node].flags = flags
      }
    }
    self.crossings = crossings
    lost = [0, 0, 0]
  }

  var edges: [EdgeID] { ["AB", "BC", "CD", "DE"].map(sketch.edge) }
  private var ends: [Metres] {
    edges.reduce(into: []) { $0.append(($0.last ?? 0) + sketch.graph.length(of: $1)) }
  }

  /// Adds drives with a fix every `interval` seconds, `noise` metres from the truth along the road.
  mutating func drive(_ count: Int, every interval: Seconds, noise: Metres, from time: Int64 = 0, seed: UInt64 = 7) {
    var random = SplitMix64(seed: seed)
    for number in 0..<count {
      let knots = knots(&random)
      let end = knots.last?.time ?? 0
      var fixes: [(time: Seconds, place: Metres)] = []
      var moment = random.uniform() * interval
      while moment < end {
        fixes.append((moment, Self.place(at: moment, knots) + noise * random.normal()))
        moment += interval
      }
      drives.append(record(number, fixes, from: time + Int64(number) * 600_000))
    }
  }

  // MARK: Motion

  /// A moment from which the speed changes evenly until the next.
  private struct Knot {
    var time: Seconds
    var place: Metres
    var speed: MetresPerSecond
    var gain: Double
  }

  private mutating func knots(_ random: inout SplitMix64) -> [Knot] {
    let (v, a, b) = (Self.speed, Self.braking, Self.gaining)
    var knots = [Knot(time: 0, place: 0, speed: v, gain: 0)]
    let ends = ends
    for (number, crossing) in crossings.enumerated() {
      let isStopped = random.uniform() < crossing.stopShare
      let wait = random.uniform() * crossing.longestWait
      let stop = ends[number] - 5 - random.uniform() * crossing.longestQueue
      guard isStopped, let last = knots.last, stop - v * v / 2 / a > last.place else { continue }
      let begin = last.time + (stop - v * v / 2 / a - last.place) / v
      knots.append(Knot(time: begin, place: stop - v * v / 2 / a, speed: v, gain: -a))
      knots.append(Knot(time: begin + v / a, place: stop, speed: 0, gain: 0))
      knots.append(Knot(time: begin + v / a + wait, place: stop, speed: 0, gain: b))
      knots.append(Knot(time: begin + v / a + wait + v / b, place: stop + v * v / 2 / b, speed: v, gain: 0))
      lost[number] += v / 2 / a + wait + v / 2 / b
    }
    if let last = knots.last, let end = ends.last {
      knots.append(Knot(time: last.time + (end - last.place) / v, place: end, speed: v, gain: 0))
    }
    return knots
  }

  private static func place(at time: Seconds, _ knots: [Knot]) -> Metres {
    let knot = knots.last { $0.time <= time } ?? knots[0]
    let passed = time - knot.time
    return knot.place + knot.speed * passed + knot.gain * passed * passed / 2
  }

  private func record(_ number: Int, _ fixes: [(time: Seconds, place: Metres)], from begin: Int64) -> DriveRecord {
    let ends = ends
    let steps = edges.map {
      DrivenStep(edge: $0, begin: 0, end: Int32(100 * sketch.graph.length(of: $0)))
    }
    let matched = fixes.map { fix in
      let place = min(max(fix.place, 0), ends[3] - 0.1)
      let step = ends.firstIndex { place < $0 } ?? 3
      return PathFix(
        step: Int32(step), offset: Int32(100 * (place - (step > 0 ? ends[step - 1] : 0))),
        time: begin + Int64(1000 * fix.time))
    }
    return DriveRecord(
      vehicle: "car \(number % 50)", tripID: "\(number)", source: "street", begin: matched.first?.time ?? begin,
      end: matched.last?.time ?? begin, paths: [DrivenPath(steps: steps, fixes: matched)])
  }
}
