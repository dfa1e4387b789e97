import Geodesy
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Matching

@Suite struct `How exact a trace is` {
  private let settings = MatchingSettings(mode: .car)

  /// A town of 5 × 5 junctions, A to Y row by row, 120 m apart.
  private func town() throws -> RoadSketch {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXY")
    let rows = (0..<5).map { row in Array(letters[5 * row..<5 * row + 5]) }
    let drawing = rows.map { row in row.map(String.init).joined(separator: "-----") }
      .joined(separator: String(repeating: "\n", count: 6))
    let streets = rows.map { $0.map(String.init).joined(separator: "-") }
    let avenues = (0..<5).map { column in rows.map { String($0[column]) }.joined(separator: "-") }
    return try RoadSketch(drawing, metresPerCell: 20, roads: (streets + avenues).map { SketchRoad($0) })
  }

  /// Metres of edges driven too often, or too rarely.
  private func error(_ matched: MatchedTrace, _ truth: String, on sketch: RoadSketch) -> Metres {
    var counts: [String: Int] = [:]
    for edge in matched.spelled(on: sketch).split(separator: " ") { counts[String(edge), default: 0] += 1 }
    for edge in zip(truth, truth.dropFirst()) { counts["\(edge.0)\(edge.1)", default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + 120 * Metres(abs($1)) }
  }

  private let route = "ABCDEJOTYXWVUPKFGHIJOTSRQPKFABGLQVWXSNIDCHMRW"

  @Test func `a sparse noisy one is matched as well as when its noise is told`() throws {
    let sketch = try town()
    var errors = (told: 0.0, found: 0.0, ignored: 0.0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let trace = sketch.ride(route, Ride(speed: 8, period: 10, noise: 20, seed: seed))
      errors.told += error(match(sketch, trace) { $0.noise.sigma = 20 }, route, on: sketch)
      errors.found += error(match(sketch, trace), route, on: sketch)
      errors.ignored += error(match(sketch, trace) { $0.noise.leastResiduals = .max }, route, on: sketch)
    }
    let length = 6 * 120 * Metres(route.count - 1)
    #expect(errors.told < 0.15 * length)
    #expect(errors.found < 1.2 * errors.told + 0.02 * length, "\(errors) of \(length) m")
    #expect(errors.found < 0.7 * errors.ignored, "\(errors) of \(length) m")
  }

  @Test func `an exact one is taken for as exact as it says`() throws {
    let sketch = try town()
    for period in [1.0, 5, 30] {
      let usable = UsableFixes(of: sketch.ride(route, Ride(speed: 8, period: period)), settings: settings)
      #expect(usable.fixes.allSatisfy { $0.sigma == 5 })
      var residuals = [Double](repeating: 0.4, count: 50)
      #expect(usable.coarseness(from: &residuals, settings: settings) == 1)
    }
  }

  @Test(arguments: [(1.0, 1.48), (0.3, 1), (8, 1.6), (40, 1.6)])
  func `a steady one beside all roads is at most a little less exact than it says`(residual: Double, found: Double) {
    let steady = line(noise: 0)
    var usable = UsableFixes(of: steady, settings: settings)
    var residuals = [Double](repeating: residual, count: 50)
    let scale = usable.coarseness(from: &residuals, settings: settings)
    #expect(abs(scale - found) < 0.01)
    usable.coarsen(by: scale, settings: settings)
    #expect(abs(usable.fixes[7].sigma - 5 * scale) < 1e-9)
    #expect(usable.coarseness(from: &residuals, settings: settings) < 1.61 / scale, "and no more when asked again")
  }

  @Test func `a dense one that does not jump about and yet lies beside roads has errors that last longer`() {
    for (period, memory) in [(1.0, 15.0), (10, 10)] {
      var usable = UsableFixes(of: line(noise: 0, period: period), settings: settings)
      #expect(usable.errorMemory == 10)
      usable.coarsen(by: 1.1, settings: settings)
      #expect(abs(usable.errorMemory - (period == 1 ? 12.1 : 10)) < 1e-9)
      usable.coarsen(by: 1.3, settings: settings)
      #expect(usable.errorMemory == memory)
    }
  }

  @Test(arguments: [(4.0, 4 * 1.4826), (40, 8)])
  func `one that jumps about is as inexact as its distances say, and as it jumps`(residual: Double, most: Double) {
    let jumpy = UsableFixes(of: line(noise: 40), settings: settings)
    var residuals = [Double](repeating: residual, count: 50)
    let scale = jumpy.coarseness(from: &residuals, settings: settings)
    #expect(scale > 0.8 * most && scale < 1.25 * most)
  }

  @Test func `few distances tell nothing`() {
    let usable = UsableFixes(of: line(noise: 40), settings: settings)
    var residuals = [Double](repeating: 9, count: settings.noise.leastResiduals - 1)
    #expect(usable.coarseness(from: &residuals, settings: settings) == 1)
    var none: [Double] = []
    #expect(usable.coarseness(from: &none, settings: settings) == 1)
  }

  @Test(arguments: [1.0, 5, 20])
  func `somebody who walks beside a road all the time is not on it`(period: Seconds) throws {
    let sketch = try RoadSketch(
      """
      A------------------------------------------------------------B


      1                                                            2
      """, metresPerCell: 16, roads: ["A-B"])
    let matched = match(sketch, sketch.ride("12", Ride(speed: 1.3, period: period, noise: 1)), mode: .pedestrian)
    #expect(matched.signs.replacing("f", with: "n").runs == "n" && matched.paths.isEmpty)
  }

  /// Ten fixes of a noisy drive lean to a road 40 m beside it, and say whether they are exact.
  private func leaning(accuracy: Metres, seed: UInt64) throws -> (sketch: RoadSketch, trace: Trace) {
    let sketch = try RoadSketch(
      """
                E-------------------F
                |                   |
      A---------B-------------------C--------------D
      """, metresPerCell: 20, roads: ["A-B-C-D", "B-E-F-C"])
    var trace = sketch.ride("ABCD", Ride(speed: 10, noise: 4, seed: seed))
    for i in trace.fixes.indices {
      let leans = (38...48).contains(i)
      let fix = trace.fixes[i].moved(northward: leans ? 38 : 0)
      trace.fixes[i] = Fix(place: fix.place, time: fix.time, accuracy: leans ? accuracy : 5, line: fix.line)
    }
    return (sketch, trace)
  }

  @Test func `what a receiver says of single fixes counts where noise is smoothed away, too`() throws {
    var breaks = 0
    for seed in 1...10 as ClosedRange<UInt64> {
      let inexact = try leaning(accuracy: 60, seed: seed)
      #expect(driven(inexact.sketch, inexact.trace) == "AB BC CD")
      let exact = try leaning(accuracy: 5, seed: seed)
      if driven(exact.sketch, exact.trace) != "AB BC CD" { breaks += 1 }
    }
    #expect(breaks > 0, "else the fixes do not lean enough to tell")
  }

  @Test func `the stated accuracy is believed within bounds`() {
    for (stated, sigma) in [(nil, 5.0), (1, 3), (12, 12), (500, 40)] as [(Metres?, Metres)] {
      let fix = Fix(place: RoadSketch.corner, time: nil, accuracy: stated)
      let trace = Trace(id: "one", source: TraceSource(file: "one"), fixes: [fix])
      #expect(UsableFixes(of: trace, settings: settings).fixes.map(\.sigma) == [sigma])
    }
  }

  /// Fixes on a line, 100 m apart.
  private func line(noise: Metres, period: Seconds = 10) -> Trace {
    var random = SplitMix64(seed: 7)
    let ruler = LocalRuler(at: RoadSketch.corner)
    let fixes = (0..<400).map { i in
      let point = LocalPoint(x: 100 * Double(i) + noise * random.normal(), y: noise * random.normal())
      return Fix(place: ruler.place(point), time: RoadSketch.begin.adding(seconds: period * Double(i)))
    }
    return Trace(id: "line", source: TraceSource(file: "line"), fixes: fixes)
  }
}
