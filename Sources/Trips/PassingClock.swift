internal import Geodesy
internal import Moments

/// When a vehicle passed a place, and how exactly that is known.
struct Passing: Equatable {
  var time: Timestamp
  var source: TimeSource
}

/// When a vehicle passed places along a leg, requested in order. Between two fixes with a time its speed is taken as
/// constant.
struct PassingClock {
  private struct Moment {
    var distance: Metres
    var time: Timestamp
  }

  private let longestMeasuredStep: Seconds
  /// In order of distance.
  private var moments: [Moment] = []
  /// The first moment beyond the last place requested.
  private var next = 0

  /// The lengths of steps add up to within this.
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

  /// The passing at the start of the leg; must be requested first.
  var beginOfLeg: Passing? {
    moments.first.map { Passing(time: $0.time, source: $0.distance > Self.rounding ? .estimated : .measured) }
  }

  /// The passing at a distance from the start of the leg, which must not be less than the last one requested.
  ///
  /// Several fixes at one place mean a wait. A wait at a junction belongs to the edge that leads to it, since vehicles
  /// wait before a junction and not after it: the edge ends, and the next one begins, at the last of these fixes.
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

  /// Drops the moments that no later request needs.
  mutating func forget() {
    guard next > Self.mostForgotten else { return }
    moments.removeSubrange(..<(next - 1))
    next = 1
  }

  private static let mostForgotten = 64
}
