import Geodesy
import Matching
import Moments
import TestSupport
import Testing
import Traces

@testable import Trips

@Suite struct `The motion of a trip` {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A----B----C----D
      """, metresPerCell: 100, roads: ["A-B-C-D"])
  }

  private func motion(_ path: String, _ drive: SketchDrive = SketchDrive(), stops: [(Seconds, Seconds)] = [])
    -> TripMotion
  {
    var trip = sketch.trip(path, drive)
    trip.stops = stops.map { begin, end in
      Stop(
        fixes: 0...0, begin: RoadSketch.begin.adding(seconds: begin), end: RoadSketch.begin.adding(seconds: end),
        place: Place(latitude: 0, longitude: 0), edge: nil, road: nil)
    }
    return TripMotion(of: trip)
  }

  private func isNear(_ a: Double?, _ b: Double, within tolerance: Double = 0.1) -> Bool {
    a.map { abs($0 - b) <= tolerance } ?? false
  }

  @Test func `has the speed at which it was driven`() {
    let motion = motion("AB BC CD")
    #expect(isNear(motion.meanSpeed, 10) && isNear(motion.topSpeed, 10))
    #expect(motion.idle == 0)
    #expect(isNear(motion.moving, (motion.legs[0].length) / 10, within: 0.5))
    #expect(motion.legs.count == 1 && motion.legs[0].duration == motion.moving)
  }

  @Test func `begins and ends on the road`() {
    let motion = motion("AB BC")
    let trip = sketch.trip("AB BC")
    #expect(motion.origin == trip.matched.fixes.first?.position?.place && motion.origin != nil)
    #expect(motion.destination == trip.matched.fixes.last?.position?.place && motion.destination != nil)
  }

  @Test func `counts stops as idle and not as moving`() {
    var drive = SketchDrive()
    drive.stands = [(after: 500, duration: 300)]
    let motion = motion("AB BC", drive, stops: [(50, 350)])
    #expect(motion.idle == 300)
    #expect(isNear(motion.meanSpeed, 10) && isNear(motion.topSpeed, 10))
    #expect(isNear(motion.legs[0].duration, (motion.moving ?? 0) + 300, within: 0.01))
  }

  @Test func `takes from each leg the part of a stop that lies in it`() {
    // Two legs with a minute between them; the stop begins in the first and ends in the second.
    let whole = motion("AB | CD")
    let first = whole.legs[0]
    let length = first.duration ?? 0
    let motion = motion("AB | CD", stops: [(length - 10, length + 70)])
    #expect(isNear(motion.idle, 80, within: 0.01))
    #expect(isNear(motion.legs[0].moving, length - 10, within: 0.01))
    #expect(isNear(motion.legs[1].moving, (whole.legs[1].duration ?? 0) - 10, within: 0.1))
  }

  @Test func `without times has places only`() {
    var drive = SketchDrive()
    drive.hasTimes = false
    let motion = motion("AB BC", drive)
    #expect(motion.origin != nil && motion.destination != nil)
    #expect(motion.idle == nil && motion.moving == nil && motion.meanSpeed == nil && motion.topSpeed == nil)
    #expect(motion.legs.map(\.moving) == [nil])
  }
}

@Suite struct `The top speed` {
  /// A fix every second; the signs are the speeds in tens of m/s.
  private func track(_ speeds: String, period: Seconds = 1) -> [(distance: Metres, time: Timestamp)] {
    var distance: Metres = 0
    var points = [(distance: distance, time: RoadSketch.begin)]
    for (number, sign) in speeds.enumerated() {
      distance += 10 * period * Double(sign.wholeNumberValue ?? 0)
      points.append((distance, RoadSketch.begin.adding(seconds: Double(number + 1) * period)))
    }
    return points
  }

  private func topSpeed(_ points: [(distance: Metres, time: Timestamp)]) -> MetresPerSecond? {
    var track = TimedTrack(TripSettings())
    for point in points { track.add(point.distance, point.time) }
    return track.topSpeed
  }

  @Test func `is the highest that was held on both sides of a fix`() {
    let speeds =
      String(repeating: "1", count: 30) + String(repeating: "3", count: 20) + String(repeating: "1", count: 30)
    #expect(topSpeed(track(speeds)) == 30)
    // For one second less it is not held.
    let shorter =
      String(repeating: "1", count: 30) + String(repeating: "3", count: 19) + String(repeating: "1", count: 30)
    #expect(topSpeed(track(shorter)) == 28)
  }

  @Test(arguments: [30.0, -30.0])
  func `is not that of one wrong fix`(error: Metres) {
    for wrong in 1..<60 {
      var points = track(String(repeating: "2", count: 60))
      points[wrong].distance += error
      #expect(topSpeed(points) == 20, "fix \(wrong)")
    }
  }

  @Test func `needs time on both sides`() {
    #expect(topSpeed(track(String(repeating: "2", count: 19))) == nil)
    #expect(topSpeed(track("222", period: 60)) == 20)
    #expect(topSpeed([]) == nil)
  }
}
