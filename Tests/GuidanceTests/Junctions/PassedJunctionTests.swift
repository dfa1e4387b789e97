import Guidance
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@Suite struct `Junctions that come again` {
  /// A town whose roads have lanes, and random drives through it that turn where they please.
  private let graph: RoadGraph
  private let drives: [[PathEdge]]

  init() throws {
    graph = try drawnTown(turnLanes: "left|through;right").graph
    var random = SplitMix64(seed: 5)
    var drives: [[PathEdge]] = []
    for _ in 0..<40 { drives.append(Self.drive(on: graph, using: &random)) }
    self.drives = drives
  }

  private static func drive(on graph: RoadGraph, using random: inout SplitMix64) -> [PathEdge] {
    var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
    var drive: [PathEdge] = []
    for _ in 0..<Int.random(in: 1..<40, using: &random) {
      let length = graph.length(of: edge)
      let begin = drive.isEmpty ? Double.random(in: 0..<length, using: &random) : 0
      drive.append(PathEdge(EdgeStretch(edge: edge, begin: begin, end: length)))
      let next = graph.edges(leaving: graph.head(of: edge))
      let turnsBack = next.count == 1 || Int.random(in: 0..<20, using: &random) == 0
      edge = next.filter { turnsBack || $0 != edge.reversed }.randomElement(using: &random) ?? edge.reversed
    }
    let last = drive.count - 1
    drive[last].stretch.end = Double.random(in: drive[last].begin...drive[last].end, using: &random)
    return drive
  }

  private func described(_ drive: [PathEdge], for mode: TravelMode = .car, by memory: JunctionMemory) -> [String] {
    itinerary(along: [drive], on: graph, for: mode, memory: memory).maneuvers.map { maneuver in
      let (details, words) = (maneuver.details, maneuver.details.words)
      let parts: [Any?] = [
        maneuver.type, maneuver.modifier, maneuver.exit, maneuver.place, maneuver.distance, maneuver.edge,
        maneuver.angle,
        maneuver.junctionsPassed, maneuver.distanceToNext, details.road, details.nextRoad, words.full, words.short,
        words.spoken, details.sign, details.lanes, details.shields, details.bearingBefore, details.bearingAfter,
      ]
      return parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    }
  }

  private func forgetful() -> JunctionMemory { JunctionMemory(on: graph, isKept: false) }

  @Test(arguments: [TravelMode.car, .bicycle, .pedestrian])
  func `are described as if they were new, in any order`(mode: TravelMode) {
    let expected = drives.map { described($0, for: mode, by: forgetful()) }
    let memory = JunctionMemory(on: graph)
    for i in drives.indices.reversed() { #expect(described(drives[i], for: mode, by: memory) == expected[i]) }
    for i in drives.indices { #expect(described(drives[i], for: mode, by: memory) == expected[i]) }
  }

  @Test func `are described alike for modes that share a memory, and by a memory that is full after a few`() {
    let (shared, small) = (JunctionMemory(on: graph), JunctionMemory(on: graph, mostPassed: 32))
    for drive in drives {
      for mode in [TravelMode.car, .bicycle] {
        let expected = described(drive, for: mode, by: forgetful())
        #expect(described(drive, for: mode, by: shared) == expected)
        #expect(described(drive, for: mode, by: small) == expected)
      }
    }
  }

  @Test(arguments: [3, 8])
  func `are described alike by workers that share a memory`(workers: Int) async {
    let expected = drives.map { described($0, by: forgetful()) }
    let memory = JunctionMemory(on: graph)
    await withTaskGroup(of: Bool.self) { group in
      for worker in 0..<workers {
        group.addTask {
          drives.indices.allSatisfy { i in
            let number = (i + worker * drives.count / workers) % drives.count
            return described(drives[number], by: memory) == expected[number]
          }
        }
      }
      for await isAlike in group { #expect(isAlike) }
    }
  }
}
