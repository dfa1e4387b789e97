import Geodesy
import Knowledge
import Moments
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("Delays of turns")
struct DelayTests {
  private static let crossings = [
    SignalStreet.Crossing(stopShare: 0.6, longestWait: 40, longestQueue: 60),
    SignalStreet.Crossing(stopShare: 0.25, longestWait: 24, longestQueue: 20),
    SignalStreet.Crossing(stopShare: 0, longestWait: 0, longestQueue: 0),
  ]

  @Test("The mean delay is that of the vehicles, however far apart the fixes are", arguments: [1.0, 5, 15, 30])
  func mean(interval: Seconds) throws {
    var street = try SignalStreet(Self.crossings)
    street.drive(800, every: interval, noise: 5)
    let rows = try fold(street).rows()
    let edges = street.edges
    for number in 0..<3 {
      let row = rows.filter { $0.from == edges[number] && $0.onto == edges[number + 1] }
      let passages = row.reduce(0) { $0 + $1.support.passages }
      let mean = row.reduce(0) { $0 + $1.mean * Double($1.support.passages) } / Double(passages)
      let truth = street.lost[number] / 800
      #expect(abs(mean - truth) < max(1, 0.1 * truth), "\(number): \(mean), truly \(truth)")
      #expect(passages > 700)
    }
  }

  private func fold(_ street: SignalStreet) throws -> DelayFold {
    try DelayFold(
      of: DriveList(street.drives), on: street.sketch.graph,
      classes: WeekClasses(days: [0x7F], hours: [0]) ?? .usual
    ) { _ in SignalStreet.freePace }
  }
}
