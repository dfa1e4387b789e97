import Moments
import RoadGraph
import Testing

@testable import RoadRules

@Suite struct `Changes of roads by time` {
  private let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)
  private let edges = (0..<4).map { EdgeID($0) }

  private func moment(_ seconds: Double) -> Timestamp { begin.adding(seconds: seconds) }
  private func time(_ seconds: Double) -> ZonedTime { ZonedTime(moment: moment(seconds), offsetInMinutes: 0) }

  /// Edge 0 from 10 to 20 s, edge 1 always, edge 2 from 30 s, edge 3 by the hours of the day.
  private var changes: TimedChanges {
    var change = RoadChange()
    change.speed = 1
    var changes = TimedChanges()
    changes.add(change, to: [edges[0]], Validity(from: moment(10), to: moment(20)))
    changes.add(change, to: [edges[1]], Validity())
    changes.add(change, to: [edges[2]], Validity(from: moment(30)))
    changes.add(change, to: [edges[3]], Validity(hours: OpeningHours("00:00-24:00")))
    return changes
  }

  private func inForce(_ changes: TimedChanges, at seconds: Double?) -> [Int] {
    edges.indices.filter { changes.change(of: edges[$0], at: seconds.map(time), for: .car) != nil }
  }

  @Test(arguments: [(5.0, [1, 3]), (10, [0, 1, 3]), (20, [1, 3]), (30, [1, 2, 3])] as [(Double, [Int])])
  func `known at a moment are those in force then, and they last`(seconds: Double, known: [Int]) {
    let then = changes.known(at: time(seconds))
    for later in [nil, 0.0, 25, 1000] { #expect(inForce(then, at: later) == known) }
  }

  @Test func `of a period are those in force at some time of it`() {
    #expect(inForce(changes.during(moment(12)...moment(13)), at: nil) == [0, 1, 3])
    #expect(inForce(changes.during(moment(20)...moment(29)), at: nil) == [1, 3])
    #expect(inForce(changes.during(moment(0)...moment(30)), at: nil) == [0, 1, 2, 3])
  }

  @Test func `begin and end at moments, and those by the hours of the day can be left out`() {
    #expect(Set(changes.changeTimes) == [moment(10), moment(20), moment(30)])
    #expect(changes.changeTimes(on: [edges[1], edges[2]]) == [moment(30)])
    #expect(inForce(changes.withoutHours, at: 15) == [0, 1])
  }
}
