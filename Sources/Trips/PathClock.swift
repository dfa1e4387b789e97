internal import Geodesy
internal import Matching
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

  func passing(atBeginOf step: Int) -> Passing? { passing(at: stepBegins[step], isArrival: false) }
  func passing(atEndOf step: Int) -> Passing? { passing(at: stepBegins[step + 1], isArrival: true) }

  /// Several fixes at one place are a wait there: an edge's end is reached at the first of them, and the next edge
  /// begun at the first of them too, so that the wait belongs to the edge that follows.
  private func passing(at distance: Metres, isArrival: Bool) -> Passing? {
    guard let first = moments.first, let last = moments.last else { return nil }
    if distance >= last.distance && isArrival && distance >= stepBegins[stepBegins.count - 1] {
      return Passing(time: last.time, source: distance > last.distance ? .estimated : .measured)
    }
    if distance <= first.distance {
      return Passing(time: first.time, source: distance < first.distance ? .estimated : .measured)
    }
    let after = firstMoment(notBefore: distance)
    guard after < moments.count else { return Passing(time: last.time, source: .estimated) }
    let a = moments[after - 1]
    let b = moments[after]
    let seconds = b.time.seconds(since: a.time)
    let fraction = b.distance > a.distance ? (distance - a.distance) / (b.distance - a.distance) : 1
    return Passing(
      time: a.time.adding(seconds: fraction * seconds),
      source: seconds <= longestMeasuredStep || distance == b.distance ? .measured : .estimated)
  }

  private func firstMoment(notBefore distance: Metres) -> Int {
    var low = 0
    var high = moments.count
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].distance < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
