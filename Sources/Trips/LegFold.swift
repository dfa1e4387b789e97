internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces

/// A leg in progress: turns each step of its path into an edge of the trip as soon as nothing that follows can change
/// it.
///
/// A step is certain when there is a fix beyond its end, since that fix shows when the step was left, or when the path
/// has ended. A fully known path becomes edges at once.
struct LegFold {
  /// Index into the legs of the trip.
  let number: Int
  /// The number of its first edge in the trip.
  private let firstEdge: Int
  let firstFix: Int
  private(set) var last: LegAnchor
  private let settings: TripSettings
  private var clock: PassingClock

  /// The steps that are not yet certain, and what is known about them.
  private var steps: ArraySlice<EdgeStretch> = []
  private var confidences: ArraySlice<Double> = []
  private var evidence: ArraySlice<Evidence> = []
  /// Metres from the start of the leg to the start of the first uncertain step, and to the end of the last step.
  private var begin: Metres = 0
  private var end: Metres = 0
  /// When the vehicle entered the first uncertain step, if known.
  private var entered: Passing?
  /// The step that follows the last one, if it is known.
  private var next: NextStep?

  /// - Parameter first: the first fix of the path.
  init(number: Int, firstEdge: Int, first: LegAnchor, settings: TripSettings) {
    self.number = number
    self.firstEdge = firstEdge
    self.settings = settings
    firstFix = first.fix
    last = first
    clock = PassingClock(longestMeasuredStep: settings.longestMeasuredStep)
  }

  /// The numbers in the trip of the edges that its steps have become or will become.
  var edges: Range<Int> { firstEdge..<firstEdge + steps.endIndex }

  /// The number in the trip of the edge that the first step of the next part becomes.
  func firstEdge(of part: PathPart) -> Int { firstEdge + firstStep(of: part) }

  /// Continues with a further part of the path.
  ///
  /// - Parameters:
  ///   - fixes: by their numbers; includes the fixes of the part.
  ///   - longestStep: fixes further apart in time than this are not joined with certainty.
  mutating func append(_ part: PathPart, _ fixes: Numbered<Fix>, longestStep: Seconds) {
    let path = part.path
    let base = firstStep(of: part)
    var begins = StepBegins(from: end)
    let new = part.continuesStep ? 1 : 0
    if part.continuesStep { prolong(by: path) }
    steps += path.steps[new...]
    confidences += path.confidences[new...]
    evidence += repeatElement(.inferred, count: path.steps.count - new)
    for anchor in path.anchors {
      evidence[base + anchor.step] = .observed
      if anchor.fix == next?.fix { continue }  // taken with the part before
      begins.move(to: anchor.step, of: path.steps)
      let distance = begins.distance + anchor.offset - path.steps[anchor.step].begin
      take(
        LegAnchor(
          fix: anchor.fix, step: base + anchor.step, distance: distance, place: fixes[anchor.fix].place,
          time: fixes[anchor.fix].time), longestStep: longestStep)
    }
    begins.move(to: path.steps.count, of: path.steps)
    end = begins.distance
    next = part.next
    if let next { take(LegAnchor(next, step: steps.endIndex, behind: end), longestStep: longestStep) }
  }

  /// The edge of the first uncertain step, if it is known.
  var nextEdge: EdgeID? { steps.first?.edge ?? next?.edge }

  /// The number in the leg of the first step of the next part.
  private func firstStep(of part: PathPart) -> Int { steps.endIndex - (part.continuesStep ? 1 : 0) }

  /// Continues the last step; its confidence is the mean of its parts by length.
  private mutating func prolong(by path: MatchedPath) {
    let last = steps.endIndex - 1
    let (length, more) = (steps[last].length, path.steps[0].length)
    if confidences[last] != path.confidences[0], length + more > 0 {
      confidences[last] = (length * confidences[last] + more * path.confidences[0]) / (length + more)
    }
    steps[last].end = path.steps[0].end
  }

  private mutating func take(_ anchor: LegAnchor, longestStep: Seconds) {
    if anchor.step > last.step + 1, isDetour(to: anchor, longestStep: longestStep) {
      for step in last.step + 1..<anchor.step { evidence[step] = .detour }
    }
    if let time = anchor.time { clock.add(time, at: anchor.distance) }
    last = anchor
  }

  /// Whether the path from the last fix to the next is not the only plausible one.
  private func isDetour(to next: LegAnchor, longestStep: Seconds) -> Bool {
    if let begin = last.time, let end = next.time, end.seconds(since: begin) > longestStep { return true }
    guard let begin = last.place, let end = next.place else { return false }
    let straight = groundDistance(begin, end)
    let driven = next.distance - last.distance
    return driven - straight > settings.leastDetour && driven > settings.detourRatio * straight
  }

  /// Appends the edges that are now certain.
  ///
  /// - Parameter isEnd: whether the path ends, so that all its edges are certain.
  mutating func takeEdges(isEnd: Bool, on graph: RoadGraph, for mode: TravelMode, into edges: inout [TripEdge]) {
    edges.reserveCapacity(edges.count + (isEnd ? steps.count : 0))
    var step = steps.startIndex
    if step == 0, step < steps.endIndex { entered = clock.beginOfLeg }
    while step < steps.endIndex, isEnd || begin + steps[step].length + PassingClock.rounding < last.distance {
      let edge = steps[step].edge
      let isWrongWay = graph.access(of: edge)[mode] == .no && graph.isAgainstOneway(edge, for: mode)
      edges.append(takeEdge(step, isWrongWay: isWrongWay))
      step += 1
    }
    steps = steps[step...]
    confidences = confidences[step...]
    evidence = evidence[step...]
    clock.forget()
  }

  /// The edge that the first uncertain step becomes.
  private mutating func takeEdge(_ step: Int, isWrongWay: Bool) -> TripEdge {
    begin += steps[step].length
    let left = clock.passing(at: begin)
    defer { entered = left }
    return TripEdge(
      steps[step], enterTime: entered?.time, exitTime: left?.time, enterTimeSource: entered?.source,
      exitTimeSource: left?.source, evidence: evidence[step], confidence: confidences[step], isWrongWay: isWrongWay,
      leg: number)
  }
}

/// A fix on a leg.
struct LegAnchor {
  var fix: Int
  /// The number of its step in the leg.
  var step: Int
  /// The distance from the start of the leg.
  var distance: Metres
  var place: Place?
  var time: Timestamp?
}

extension LegAnchor {
  /// - Parameter distance: from the start of the leg to the start of the step.
  fileprivate init(_ next: NextStep, step: Int, behind distance: Metres) {
    self.init(
      fix: next.fix, step: step, distance: distance + next.offset - next.begin, place: next.place, time: next.time)
  }
}

/// Walks along steps and adds up their lengths.
private struct StepBegins {
  private(set) var distance: Metres
  private var step = 0

  init(from distance: Metres) { self.distance = distance }

  mutating func move(to next: Int, of steps: [EdgeStretch]) {
    while step < next {
      distance += steps[step].length
      step += 1
    }
  }
}
