internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules

/// One passage of an edge, as far as changes are concerned.
struct EdgePassage: BitwiseCopyable, Sendable {
  var edge: UInt32
  var vehicle: UInt32
  /// From the first day of all.
  var day: UInt16
  /// 0 night and evening, 1 morning, 2 midday, 3 afternoon.
  var part: UInt8
  /// The logarithm of its time over that in free flow; NaN if fixes do not show it.
  var slowness: Float

  /// By day, vehicle, part of the day and slowness, for those of one edge.
  static func isBefore(_ a: EdgePassage, _ b: EdgePassage) -> Bool {
    (a.day, a.vehicle, a.part, a.slowness.bitPattern) < (b.day, b.vehicle, b.part, b.slowness.bitPattern)
  }

  /// ``part`` of a time.
  static func part(of time: ZonedTime) -> UInt8 {
    switch time.minuteOfDay / 60 {
    case 6..<10: 1
    case 10..<15: 2
    case 15..<20: 3
    default: 0
    }
  }
}

/// Reads passages of edges from paths; the memory is used again.
struct EdgePassageReader: Sendable {
  private var scan: DelayScan
  private let paces: [Float]
  private var hours: LocalHours
  private var durations: [Seconds] = []
  private var frees: [Seconds] = []

  init(_ graph: RoadGraph, _ mode: TravelMode, _ clock: LocalClock) {
    scan = DelayScan(DelaySettings(), TurnIndex(of: graph, for: mode), .usual, clock)
    paces = FreeFlowPaces(graph: graph, mode: mode).profile()
    hours = LocalHours(clock)
  }

  /// Calls `body` with the edge, the local time and the slowness of each passage that is certain.
  mutating func forEachPassage(
    of path: DrivenPath, stands: [Stand], _ body: (EdgeID, ZonedTime, Float) throws -> Void
  ) rethrows {
    guard !path.fixes.isEmpty else { return }
    scan.read(path, stands: stands, paces: paces)
    time(path.steps)
    var next = 0
    for (number, step) in path.steps.enumerated() {
      while next + 1 < path.fixes.count, Int(path.fixes[next].step) < number { next += 1 }
      guard step.doubts.isDisjoint(with: DelayScan.doubtful), step.end > step.begin else { continue }
      let time = hours.time(path.fixes[next].time)
      let whole = step.length * Double(paces[step.edge.index])
      let isSeen = frees[number] >= 2 && frees[number] >= whole / 2
      let slowness = isSeen ? Float(Tails.logarithm(durations[number] / frees[number])) : .nan
      try body(step.edge, time, slowness)
    }
  }

  /// The time between two fixes is divided by the times in free flow.
  ///
  /// Not chosen: only spans of which the edge takes half. In Benchmarks/learn_changes.py, of three roads on which traffic is
  /// half as fast, one was found instead of three, for fixes 10 s apart are seldom within 100 m of each other.
  private mutating func time(_ steps: [DrivenStep]) {
    durations.removeAll(keepingCapacity: true)
    durations.append(contentsOf: repeatElement(0, count: steps.count))
    frees.removeAll(keepingCapacity: true)
    frees.append(contentsOf: repeatElement(0, count: steps.count))
    for span in scan.spans where span.isUsable && span.free > 0 {
      for step in span.steps {
        let way = min(span.end, scan.places[step + 1]) - max(span.begin, scan.places[step])
        let free = way * Double(paces[steps[step].edge.index])
        durations[step] += span.duration * free / span.free
        frees[step] += free
      }
    }
  }
}
