import Foundation
import Geodesy
import Matching
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Traces

/// A trace laid on a sketch, for a car by default.
func match(
  _ sketch: RoadSketch, _ trace: Trace, mode: TravelMode = .car, _ adjust: (inout MatchingSettings) -> Void = { _ in }
) -> MatchedTrace {
  var settings = MatchingSettings(mode: mode)
  adjust(&settings)
  var scratch = MatchingScratch()
  return Matcher(graph: sketch.graph, settings: settings).match(trace, using: &scratch)
}

/// The edges driven, path by path: `"AB BC | DE"`.
func driven(_ sketch: RoadSketch, _ trace: Trace, mode: TravelMode = .car) -> String {
  match(sketch, trace, mode: mode).spelled(on: sketch)
}

extension MatchedTrace {
  /// The edges of its paths, path by path: `"AB BC | DE"`.
  func spelled(on sketch: RoadSketch) -> String {
    paths.map { sketch.spelled($0.steps.map(\.edge)) }.joined(separator: " | ")
  }

  /// A sign for each fix: `.` matched, `n` not on a road, `f` far from every road, `x` outside the map, `u` unmatched,
  /// `-` left out before.
  var signs: String {
    String(
      fixes.map { fix in
        switch (fix.status, fix.reason) {
        case (.matched, nil): "."
        case (.offRoad, .notOnRoad): "n"
        case (.offRoad, .noRoadNear): "f"
        case (.offRoad, .outsideMap): "x"
        case (.unmatched, .noPath): "u"
        case (.rejected, _), (.dropped, _): "-"
        default: "?"
        }
      })
  }

  /// The same with each run of equal signs as one: `".n."`.
  var runs: String { signs.runs }

  var length: Metres { paths.reduce(0) { $0 + $1.steps.reduce(0) { $0 + $1.length } } }
}

/// How a vehicle goes over a sketch, and how well its receiver does.
struct Ride {
  var speed: MetresPerSecond = 10
  /// From one fix to the next.
  var period: Seconds = 1
  /// Standard deviation of white noise, per axis.
  var noise: Metres = 0
  /// Moves all fixes this far east and north.
  var lean = LocalPoint.origin
  var hasTimes = true
  var seed: UInt64 = 1
}

extension RoadSketch {
  /// Fixes of a vehicle that goes from sign to sign in straight lines, whether or not there are roads.
  func ride(_ signs: String, _ ride: Ride = Ride()) -> Trace {
    let ruler = LocalRuler(at: RoadSketch.corner)
    let corners = signs.map { ruler.point(place($0)) }
    let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
    var random = SplitMix64(seed: ride.seed)
    let places = points(along: corners, every: ride.speed * ride.period).map { point in
      ruler.place(
        LocalPoint(
          x: point.x + ride.lean.x + ride.noise * random.normal(),
          y: point.y + ride.lean.y + ride.noise * random.normal()))
    }
    let fixes = places.enumerated().map { number, place in
      Fix(
        place: place, time: ride.hasTimes ? begin.adding(seconds: Double(number) * ride.period) : nil,
        line: UInt32(number + 1))
    }
    return Trace(id: "ride", source: TraceSource(file: "sketch"), fixes: fixes)
  }

  /// A drive that waits at its second sign.
  func ride(_ signs: String, waiting seconds: Double, _ ride: Ride, noise: Double) -> Trace {
    let cut = signs.index(signs.startIndex, offsetBy: 2)
    var trace = self.ride(String(signs[..<cut]), ride)
    var random = SplitMix64(seed: ride.seed)
    guard let arrival = trace.fixes.last?.time else { return trace }
    let stop = place(signs[signs.index(before: cut)])
    let count = Int(seconds / ride.period)
    for i in 1...count {
      let still = Fix(place: stop, time: arrival.adding(seconds: Double(i) * ride.period), line: 0)
      trace.fixes.append(still.moved(eastward: noise * random.normal(), northward: noise * random.normal()))
    }
    var later = ride
    later.seed += 1000
    for fix in self.ride(String(signs[signs.index(before: cut)...]), later).fixes {
      guard let time = fix.time else { continue }
      let since = time.seconds(since: RoadSketch.begin) + Double(count + 1) * ride.period
      trace.fixes.append(Fix(place: fix.place, time: arrival.adding(seconds: since), line: 0))
    }
    return trace
  }

  private func points(along corners: [LocalPoint], every step: Metres) -> [LocalPoint] {
    var points: [LocalPoint] = []
    var ahead: Metres = 0
    for (a, b) in zip(corners, corners.dropFirst()) {
      let length = a.distance(to: b)
      while ahead < length {
        let part = ahead / length
        points.append(LocalPoint(x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y)))
        ahead += step
      }
      ahead -= length
    }
    return points
  }
}

extension String {
  /// Each run of equal signs as one.
  var runs: String { reduce(into: "") { runs, sign in if runs.last != sign { runs.append(sign) } } }
}

extension Fix {
  func later(by seconds: Double) -> Fix {
    Fix(
      place: place, time: time?.adding(seconds: seconds), speed: speed, bearing: bearing, accuracy: accuracy,
      line: line, refusal: refusal)
  }

  func moved(eastward x: Metres = 0, northward y: Metres = 0) -> Fix {
    guard let place else { return self }
    return Fix(place: LocalRuler(at: place).place(LocalPoint(x: x, y: y)), time: time, line: line)
  }
}
