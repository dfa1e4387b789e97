import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Simulation

@Suite struct `Motion along a course` {
  private func course(_ sketch: RoadSketch, _ edges: String) -> SimulatedCourse {
    let steps = edges.split(separator: " ").map { letters in
      let edge = sketch.edge(String(letters))
      return Step(ground: .road(edge, begin: 0, end: sketch.graph.length(of: edge)))
    }
    return SimulatedCourse(along: steps, on: sketch.graph, speeds: CruisingSpeed(mode: .car, eagerness: 1))
  }

  @Test func `starts and ends at rest and covers the whole course`() throws {
    let course = try course(town(), "AB BF FG GH HL LP")
    let motion = Motion(along: course)
    var hint = 0
    #expect(motion.moment(at: 0, hint: &hint) == (0, 0))
    let end = motion.moment(at: motion.duration, hint: &hint)
    #expect(abs(end.distance - course.length) < 1e-6 && end.speed == 0)
  }

  @Test func `never jumps, runs back, or changes speed faster than a car does`() throws {
    let motion = Motion(along: try course(town(), "AB BF FG GH HL LP PQ"), halting: [Halt(distance: 600, duration: 20)])
    var hint = 0
    var before = motion.moment(at: 0, hint: &hint)
    for tick in 1...Int(motion.duration * 10) {
      let now = motion.moment(at: Double(tick) / 10, hint: &hint)
      #expect(now.distance >= before.distance)
      #expect(now.speed - before.speed <= 0.1 * Motion.acceleration + 1e-9)
      #expect(before.speed - now.speed <= 0.1 * Motion.braking + 1e-9)
      #expect(abs(now.distance - before.distance - (now.speed + before.speed) / 20) < 0.02)
      before = now
    }
  }

  @Test func `a halt takes its time at its place`() throws {
    let motion = Motion(along: try course(town(), "AB BC CD"), halting: [Halt(distance: 300, duration: 60)])
    #expect(abs(motion.time(at: 300, leaving: true) - motion.time(at: 300) - 60) < 1e-6)
    #expect(motion.halts.map(\.duration) == [60])
  }

  @Test(arguments: [("AB BC", 0.0, 11.0...14.0), ("AB BF", 90, 3...6), ("AB BA", 180, 0.9...1.1)])
  func `slows down for a turn`(edges: String, angle: Double, speeds: ClosedRange<Double>) throws {
    let motion = Motion(along: try course(town(), edges))
    var hint = 0
    let speed = motion.moment(at: motion.time(at: 250), hint: &hint).speed
    #expect(speeds.contains(speed), "\(angle)°: \(speed) m/s")
  }

  @Test func `time and distance are each other's inverse`() throws {
    let course = try course(town(), "AB BF FG GH HL LP PQ")
    let motion = Motion(along: course)
    for metre in stride(from: 0.5, to: course.length, by: 7) {
      var hint = 0
      #expect(abs(motion.moment(at: motion.time(at: metre), hint: &hint).distance - metre) < 1e-6)
    }
  }

  @Test func `no fix is faster than the limit of its road, and most drives come near to it`() throws {
    for graph in [try town().graph] + RealMaps.graphs.map(\.graph) {
      var fastest = 0.0
      for fix in try drives(40, on: graph, quiet()).flatMap(\.fixes) {
        guard let road = fix.road, let limit = graph.speedLimit(of: road.edge)?.kmh else { continue }
        #expect(fix.trueSpeed <= Double(limit) / 3.6 + 1e-6)
        fastest = max(fastest, fix.trueSpeed / Double(limit) * 3.6)
      }
      #expect(fastest > 0.9)
    }
  }

  @Test(arguments: [(TravelMode.pedestrian, 5.0), (.bicycle, 18), (.scooter, 45)])
  func `nobody is faster than his vehicle`(mode: TravelMode, kmh: Double) throws {
    var settings = quiet()
    settings.mode = mode
    let speeds = try drives(5, on: town().graph, settings).flatMap(\.fixes).map(\.trueSpeed)
    #expect(speeds.allSatisfy { $0 <= kmh / 3.6 } && speeds.contains { $0 > 0.7 * kmh / 3.6 })
  }
}
