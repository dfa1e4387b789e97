import Foundation
import Geodesy
import Moments
import Plans
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Simulation

@Suite struct `Drives that have a plan` {
  private func plannedDrives(
    _ count: Int, on graph: RoadGraph, _ change: (inout SimulationSettings) -> Void = { _ in }
  ) throws -> [PlannedDrive] {
    var simulation = try PlannedSimulation(on: graph, settings: quiet(change))
    var drives: [PlannedDrive] = []
    for number in 1...count { drives.append(try simulation.drive(number)) }
    return drives
  }

  private static let graphs: Result<[RoadGraph], any Error> = Result {
    [try town().graph] + RealMaps.graphs.map(\.graph)
  }

  @Test(arguments: DriveKind.allCases)
  func `are of the kind asked for, and their labels tell of the same places and times`(kind: DriveKind) throws {
    for graph in try Self.graphs.get() {
      let drives = try plannedDrives(4, on: graph) { $0.driveKinds = [kind] }
      #expect(drives.count { $0.missing == nil } >= 3, "\(kind)")
      for drive in drives {
        #expect(drive.missing == nil ? drive.kind == kind : drive.kind == .keeps)
        try checkProgress(of: drive, on: graph)
        checkMilestones(of: drive, on: graph)
        checkDeviations(of: drive, on: graph)
        checkKind(of: drive)
      }
    }
  }

  private func checkProgress(of planned: PlannedDrive, on graph: RoadGraph) throws {
    let steps = planned.plan.legs.flatMap(\.elements)
    for (fix, progress) in zip(planned.drive.fixes, planned.progress) {
      let isOff = planned.deviations.contains { deviation in
        deviation.beginTime < fix.time && deviation.endTime.map { fix.time < $0 } ?? true
      }
      let isAtEnd = planned.deviations.contains { deviation in
        [deviation.beginTime, deviation.endTime].contains { abs($0?.seconds(since: fix.time) ?? 1) < 0.01 }
      }
      #expect(isAtEnd || (progress == nil) == isOff, "\(planned.kind) \(planned.drive.id) \(fix.time)")
      guard var rest = progress else { continue }
      let step = steps.first { step in
        if rest <= step.length + 0.02 { return true }
        rest -= step.length
        return false
      }
      let place = graph.place(on: try #require(step).edge, at: try #require(step).begin + rest)
      #expect(groundDistance(place, fix.truth) < 0.1, "\(planned.kind) \(planned.drive.id) \(fix.time)")
    }
  }

  private func checkMilestones(of planned: PlannedDrive, on graph: RoadGraph) {
    #expect(planned.milestones.map(\.waypoint) == Array(planned.plan.waypoints.indices.dropFirst()))
    for milestone in planned.milestones {
      let waypoint = planned.plan.waypoints[milestone.waypoint]
      let place = graph.place(at: waypoint.position)
      let near = planned.drive.fixes.filter { groundDistance($0.truth, place) < 15 }
      guard let time = milestone.time else {
        #expect(near.isEmpty, "\(planned.kind) \(planned.drive.id) \(milestone.waypoint)")
        continue
      }
      #expect(near.contains { abs($0.time.seconds(since: time)) <= 1 })
      guard waypoint.waypoint.kind == .stopover else { continue }
      let standing = near.count { $0.trueSpeed == 0 && $0.time >= time }
      #expect(standing >= 19, "\(planned.kind) \(planned.drive.id) \(milestone.waypoint)")
    }
  }

  private func checkDeviations(of planned: PlannedDrive, on graph: RoadGraph) {
    let line = PlanLine(planned.plan, on: graph)
    for deviation in planned.deviations {
      let off = planned.drive.fixes.filter { fix in
        deviation.beginTime <= fix.time && deviation.endTime.map { fix.time <= $0 } ?? true
      }
      let farthest = off.map { line.distance(to: $0.truth) }.max() ?? 0
      #expect(planned.kind == .reverses ? farthest < 30 : farthest > 45, "\(planned.kind) \(planned.drive.id)")
      #expect(abs(farthest - deviation.greatestDistance) < 15)
      #expect(deviation.length >= 200 && (deviation.end == nil) == (deviation.endTime == nil))
    }
  }

  private func checkKind(of planned: PlannedDrive) {
    let missed = planned.milestones.count { $0.time == nil }
    let times = planned.milestones.compactMap(\.time)
    let isInOrder = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    switch planned.kind {
    case .keeps: #expect(planned.deviations.isEmpty && missed == 0 && isInOrder)
    case .leaves, .cuts: #expect(planned.deviations.count == 1 && missed == 0 && isInOrder)
    case .skips: #expect(!planned.deviations.isEmpty && missed == 1 && isInOrder)
    case .reorders: #expect(!planned.deviations.isEmpty && missed == 0 && !isInOrder)
    case .abandons: #expect(planned.deviations.map(\.endTime) == [nil] && planned.milestones.last?.time == nil)
    case .reverses: #expect(planned.deviations.count == 1 && isInOrder)
    }
  }

  @Test func `have plans that their handles restore`() throws {
    for graph in try Self.graphs.get() {
      var planner = Planner(router: Router(on: graph))
      for planned in try plannedDrives(3, on: graph) {
        let restored = try planner.route(planned.handle).route
        let edges = restored.legs.map { $0.elements.map(\.edge) }
        #expect(edges == planned.plan.legs.map { $0.elements.map(\.edge) })
        #expect(restored.waypoints.map(\.waypoint.kind) == planned.plan.waypoints.map(\.waypoint.kind))
        #expect((2...5).contains(restored.waypoints.count) && planned.plan.violations.isEmpty)
      }
    }
  }

  @Test func `take the same roads whatever the noise and the period`() throws {
    let graph = try town().graph
    let fine = try plannedDrives(10, on: graph)
    let coarse = try plannedDrives(10, on: graph) {
      $0.sigma = 20
      $0.period = 5
    }
    for (fine, coarse) in zip(fine, coarse) {
      #expect(fine.handle == coarse.handle && fine.milestones == coarse.milestones)
      #expect(fine.deviations == coarse.deviations)
      #expect(Set(coarse.drive.fixes.map(\.truth)).isSubset(of: fine.drive.fixes.map(\.truth)))
    }
    #expect(Set(fine.map(\.kind)).count > 3)
  }

  private func files(_ count: Int, seed: UInt64) throws -> [String] {
    let folder = try TemporaryFolder()
    let graph = try town().graph
    let settings = quiet { $0.seed = seed }
    let files = try SimulationFiles(in: folder.path(""), graph: graph, settings: settings, content: .plannedDrives)
    for drive in try plannedDrives(count, on: graph, { $0.seed = seed }) { try files.write(drive) }
    try files.commit()
    return try SimulationFiles.fileNamesWithPlans.map { try folder.text($0) }
  }

  @Test func `give the same bytes for the same seed, begin as fewer do, and differ with the seed`() throws {
    let first = try files(12, seed: 7)
    #expect(try files(12, seed: 7) == first)
    for (long, short) in zip(first, try files(4, seed: 7)) { #expect(long.hasPrefix(short)) }
    #expect(zip(try files(12, seed: 8), first).allSatisfy { $0 != $1 })
  }

  @Test func `are written in the formats that the documentation states`() throws {
    let tables = try files(12, seed: 7).dropFirst(4).map { $0.split(separator: "\n").map(String.init) }
    let time = #"2026-01-0[12]T\d\d:\d\d:\d\d\.\d{3}Z"#
    let place = #"\d+\.\d{7},\d+\.\d{7}"#
    let patterns = [
      #"\{"id":"(drive-\d+)","trace_id":"\1","handle":"[-_A-Za-z0-9]+","waypoints":\[\{.*"type":"stopover"\}\]\}"#,
      #"drive-\d+,[a-z]+,[2-5],\d+\.\d\d"#,
      #"drive-\d+,[1-4],(stopover|pass_through),(reached,"# + time + "|missed,)",
      #"drive-\d+,[a-z]+,"# + time + "," + "(\(time))?," + place + #",(\#(place)|,),\d+\.\d\d,\d+\.\d"#,
      #"drive-\d+,\d+,(\d+\.\d\d)?"#,
    ]
    for (number, (rows, pattern)) in zip(tables, patterns).enumerated() {
      #expect(rows.count > 5)
      let pattern = try Regex(pattern)
      for row in rows.dropFirst(number == 0 ? 0 : 1) { #expect(row.wholeMatch(of: pattern) != nil, "\(row)") }
    }
  }
}
