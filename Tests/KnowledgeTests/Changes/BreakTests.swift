import Geodesy
import Knowledge
import Moments
import RoadGraph
import TestSupport
import Testing

@Suite("Closed roads, detours and congestion on a drawn town")
struct BreakTests {
  private let sketch: RoadSketch
  private static let monday = 20_458  // 2026-01-05
  private static let change = 50

  init() throws {
    sketch = try RoadSketch(
      """
            E-------F
            |       |
      A-----B-------C-----D
      """, metresPerCell: 30, roads: ["A-B-C-D", "B-E-F-C"])
  }

  @Test("A road that is closed is found, and so are the roads that carry its traffic")
  func detour() throws {
    let breaks = try BreakFold(of: DriveList(drives(days: 60)), on: sketch.graph).breaks
    let closed = breaks.filter { $0.kind == .closed }
    #expect(closed.map { sketch.spelled([$0.edge]) } == ["BC"])
    #expect(closed.allSatisfy { $0.day.daysSince1970 == Self.monday + Self.change })
    #expect(closed.allSatisfy { $0.detected.daysSince1970 <= Self.monday + Self.change + 2 && $0.after == 0 })
    let detours = breaks.filter { $0.kind == .detour }
    #expect(Set(detours.map { sketch.spelled([$0.edge]) }) == ["BE", "EF", "FC"])
    #expect(detours.allSatisfy { $0.cause == sketch.edge("BC") && $0.after > 3 * $0.before })
    #expect(breaks.count == 4)
  }

  @Test("The days after a break change nothing in what was found before, and batches do not matter")
  func prefix() throws {
    let all = drives(days: 60)
    let whole = try BreakFold(of: DriveList(all), on: sketch.graph).breaks
    for days in [51, 52, 53, 55] {
      let last = Int64(Self.monday + days) * 86_400_000
      let part = try BreakFold(of: DriveList(all.filter { $0.begin < last }), on: sketch.graph).breaks
      #expect(part == whole.filter { $0.detected.daysSince1970 < Self.monday + days })
    }
    var settings = ChangeSettings()
    settings.memoryOfReader = 1
    #expect(try BreakFold(of: DriveList(all), on: sketch.graph, settings: settings).breaks == whole)
  }

  @Test("A day out of the ordinary is congestion while it is the last one")
  func congestion() throws {
    let slow = try BreakFold(of: DriveList(drives(days: 30, slowFrom: 29)), on: sketch.graph).breaks
    #expect(slow.map(\.kind).contains(.congestion))
    #expect(slow.allSatisfy { $0.kind == .congestion && $0.after < 0.7 * $0.before })
    let next = try BreakFold(of: DriveList(drives(days: 29)), on: sketch.graph).breaks
    #expect(next.isEmpty)
  }

  @Test("Roads on which all are slower from some day on are found")
  func slower() throws {
    let breaks = try BreakFold(of: DriveList(drives(days: 40, slowFrom: 30)), on: sketch.graph).breaks
    let slower = breaks.filter { $0.kind == .slower }
    #expect(Set(slower.map { sketch.spelled([$0.edge]) }).isSuperset(of: ["AB", "BC", "CD"]))
    #expect(slower.allSatisfy { $0.day.daysSince1970 == Self.monday + 30 })
    #expect(slower.allSatisfy { $0.detected.daysSince1970 <= Self.monday + 32 })
  }

  @Test("A closed road is not called slower for the passages that are mistaken for its own")
  func closedIsNotSlower() throws {
    let mistaken = (Self.change..<60).map { day in
      drive(["AB", "BC", "CD"], "car 1", 6, Int64(Self.monday + day) * 86_400_000 + 72_000_000)
    }
    let breaks = try BreakFold(of: DriveList(drives(days: 60) + mistaken), on: sketch.graph).breaks
    #expect(breaks.filter { $0.edge == sketch.edge("BC") }.map(\.kind) == [.closed])
  }

  @Test("No drives, no rows")
  func empty() throws { #expect(try BreakFold(of: DriveList([]), on: sketch.graph).breaks.isEmpty) }

  /// Fifteen vehicles a day from A to D, three of them by E and F; all of them from the day of the change on.
  private func drives(days: Int, slowFrom: Int = .max) -> [DriveRecord] {
    (0..<days).flatMap { day in
      (0..<15).map { vehicle in
        let isRound = vehicle % 5 == 0 || day >= Self.change
        let noise = Double((day * 7 + vehicle * 13) % 11 - 5) / 50
        let speed = 12 * (1 + noise) * (day >= slowFrom ? 0.6 : 1)
        return drive(
          isRound ? ["AB", "BE", "EF", "FC", "CD"] : ["AB", "BC", "CD"], "car \(vehicle)", speed,
          Int64(Self.monday + day) * 86_400_000 + Int64(7 + vehicle % 10) * 3_600_000)
      }
    }
  }

  private func drive(_ letters: [String], _ vehicle: String, _ speed: MetresPerSecond, _ begin: Int64) -> DriveRecord {
    let steps = letters.map { letters in
      let edge = sketch.edge(letters)
      return DrivenStep(edge: edge, begin: 0, end: Int32(100 * sketch.graph.length(of: edge)))
    }
    var fixes: [PathFix] = []
    var (place, passed, step) = (0.0, 0.0, 0)
    while step < steps.count {
      fixes.append(
        PathFix(
          step: Int32(step), offset: Int32(100 * (place - passed)), time: begin + Int64(1000 * place / speed)))
      place += 5 * speed
      while step < steps.count, place - passed >= steps[step].length {
        passed += steps[step].length
        step += 1
      }
    }
    return DriveRecord(
      vehicle: vehicle, tripID: "\(begin)", source: "town", begin: begin, end: fixes[fixes.count - 1].time,
      paths: [DrivenPath(steps: steps, fixes: fixes)])
  }
}
