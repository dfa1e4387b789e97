internal import Geodesy
internal import Moments

/// When a vehicle passed a place, and how exactly that is known.
struct Passing: Equatable {
  var time: Timestamp
  var source: TimeSource
}

/// When a vehicle passed places along a leg, asked for in order: between two fixes with a time it is taken to go at one
/// speed.
struct PassingClock {
  private struct Moment {
    var distance: Metres
    var time: Timestamp
  }

  private let longestMeasuredStep: Seconds
  /// In order of distance.
  private var moments: [Moment] = []
  /// The first one beyond the place asked for last.
  private var next = 0

  /// Lengths of steps add up to within this.
  static let rounding: Metres = 0.001

  init(longestMeasuredStep: Seconds) { self.longestMeasuredStep = longestMeasuredStep }

  /// Of several at one place only the first and the last say when it was passed.
  mutating func add(_ time: Timestamp, at distance: Metres) {
    if let last = moments.last, last.distance == distance, moments.dropLast().last?.distance == distance {
      moments[moments.count - 1].time = time
    } else {
      moments.append(Moment(distance: distance, time: time))
    }
  }

  /// At the begin of the leg; to be asked for before all else.
  var beginOfLeg: Passing? {
    moments.first.map { Passing(time: $0.time, source: $0.distance > Self.rounding ? .estimated : .measured) }
  }

  /// At a distance from the begin of the leg, not before the one asked for last.
  ///
  /// Several fixes at one place are a wait there. At a junction it belongs to the edge that leads to it, since vehicles
  /// wait before a junction and not behind it: the edge's end is passed, and the next edge begun, at the last of them.
  mutating func passing(at distance: Metres) -> Passing? {
    guard let first = moments.first else { return nil }
    while next < moments.count, moments[next].distance <= distance + Self.rounding { next += 1 }
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

  /// Forgets what can tell nothing of places not asked for yet.
  mutating func forget() {
    guard next > Self.mostForgotten else { return }
    moments.removeSubrange(..<(next - 1))
    next = 1
  }

  private static let mostForgotten = 64
}
