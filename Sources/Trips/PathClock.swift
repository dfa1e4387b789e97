internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces

/// When a vehicle passed a place, and how exactly that is known.
struct Passing: Equatable {
  var time: Timestamp
  var source: TimeSource
}

/// When a vehicle passed the ends of the edges of a path: between two timed fixes it is taken to go at one speed.
struct PathClock {
  /// Metres from the begin of the path to the begin of each step; one entry more than steps.
  private var stepBegins: [Metres] = [0]
  private var moments: [(distance: Metres, time: Timestamp)] = []

  private let longestMeasuredStep: Seconds

  init(_ path: MatchedPath, trace: Trace, settings: TripSettings) {
    longestMeasuredStep = settings.longestMeasuredStep
    for step in path.steps { stepBegins.append(stepBegins[stepBegins.count - 1] + step.length) }
    for anchor in path.anchors {
      guard let time = trace.fixes[anchor.fix].time else { continue }
      moments.append((stepBegins[anchor.step] + anchor.offset - path.steps[anchor.step].begin, time))
    }
  }

  func passing(atBeginOf step: Int) -> Passing? {
    guard step == 0, let first = moments.first else { return passing(at: stepBegins[step]) }
    return Passing(time: first.time, source: first.distance > Self.rounding ? .estimated : .measured)
  }

  func passing(atEndOf step: Int) -> Passing? { passing(at: stepBegins[step + 1]) }

  /// Several fixes at one place are a wait there. At a junction it belongs to the edge that leads to it, since vehicles
  /// wait before a junction and not behind it: the edge's end is passed, and the next edge begun, at the last of them.
  private func passing(at distance: Metres) -> Passing? {
    guard let first = moments.first else { return nil }
    let next = firstMoment(beyond: distance + Self.rounding)
    guard next > 0 else { return Passing(time: first.time, source: .estimated) }
    let a = moments[next - 1]
    if distance - a.distance <= Self.rounding { return Passing(time: a.time, source: .measured) }
    guard next < moments.count else { return Passing(time: a.time, source: .estimated) }
    let b = moments[next]
    let seconds = b.time.seconds(since: a.time)
    return Passing(
      time: a.time.adding(seconds: (distance - a.distance) / (b.distance - a.distance) * seconds),
      source: seconds <= longestMeasuredStep ? .measured : .estimated)
  }

  /// Lengths of steps add up to within this.
  private static let rounding: Metres = 0.001

  private func firstMoment(beyond distance: Metres) -> Int {
    var low = 0
    var high = moments.count
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].distance <= distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
