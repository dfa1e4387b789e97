import Geodesy
import Moments
import RoadGraph
import TestSupport
import Testing

@testable import Simulation

@Suite struct `Stretches of a drive` {
  private var graphs: [RoadGraph] { get throws { [try town().graph] + RealMaps.graphs.map(\.graph) } }

  @Test func `a wrong way of 60 to 600 m runs against edges with no access, between two lawful ones`() throws {
    for graph in try graphs {
      for drive in try drives(40, on: graph, quiet { $0.wrongWay = 1 }) {
        let offences = drive.stretches(.wrongWay)
        #expect(offences.count == 1 && (60...600).contains(offences[0].length), "\(drive.id)")
        let wrong = drive.travelled.filter { graph.access(of: $0.edge)[.car] == .no }
        #expect(wrong.allSatisfy { graph.isAgainstOneway($0.edge, for: .car) && $0.begin == 0 && $0.end == 1 })
        let edges = Set(wrong.map(\.edge))
        #expect(abs(edges.reduce(0) { $0 + graph.length(of: $1) } - offences[0].length) < 0.01)
        #expect(drive.travelled.first.map { !edges.contains($0.edge) } ?? false)
        #expect(drive.travelled.last.map { !edges.contains($0.edge) } ?? false)
        for fix in drive.fixes where fix.road.map({ edges.contains($0.edge) }) ?? false {
          #expect(offences[0].beginTime <= fix.time && fix.time <= offences[0].endTime)
        }
      }
    }
  }

  @Test func `innocent drives use the streets of the offences, as the law has it, or streets beside them`() throws {
    let graph = try town().graph
    let offences = try drives(60, on: graph, quiet { $0.wrongWay = 1 })
    let innocents = try drives(60, on: graph, quiet { $0.besideOneways = 1 })
    for (offence, innocent) in zip(offences, innocents) {
      #expect(innocent.stretches.isEmpty && innocent.missing.isEmpty)
      #expect(offence.stretches.allSatisfy { $0.beside == nil })
      let wrong = offence.travelled.map(\.edge).filter { graph.isAgainstOneway($0, for: .car) }
      #expect(Set(wrong.map(\.reversed)).isSubset(of: innocent.travelled.map(\.edge)), "\(innocent.id)")
    }
  }

  @Test func `of divided roads innocent drives take either carriageway`() throws {
    let sketch = try RoadSketch(
      """
      A---B---------C---D
      |   |         |   |
      |   E---------F   |
      |                 |
      G-----------------H
      """, metresPerCell: 15,
      roads: ["A-B", "C>B", "E>F", "B-E", "C-F", "C-D-H-G-A"])
    let offences = try drives(40, on: sketch.graph, quiet { $0.wrongWay = 1 }).flatMap { $0.stretches(.wrongWay) }
    #expect(offences.count == 40 && offences.allSatisfy { $0.beside.map { abs($0 - 30) < 0.1 } ?? false })
    let innocents = try drives(40, on: sketch.graph, quiet { $0.besideOneways = 1 })
    let edges = innocents.map { Set($0.travelled.map(\.edge)) }
    #expect(edges.allSatisfy { $0.contains(sketch.edge("CB")) || $0.contains(sketch.edge("EF")) })
    #expect(edges.contains { $0.contains(sketch.edge("EF")) } && edges.contains { $0.contains(sketch.edge("CB")) })
  }

  @Test func `a detour turns round and ends where it began, and the way goes on`() throws {
    for graph in try graphs {
      let found = try drives(40, on: graph, quiet { $0.detours = 1 })
      #expect(found.count { $0.missing.isEmpty } >= 35)
      for stretch in found.flatMap({ $0.stretches(.detour) }) {
        #expect(stretch.begin == stretch.end && stretch.length <= 600.001 && stretch.length > 1)
      }
    }
  }

  @Test func `off the road is smooth, has no road place, and the middle of it is 25 m from every road`() throws {
    for graph in try graphs {
      let found = try drives(40, on: graph, quiet { $0.offRoad = 1 })
      // Few places of Monaco are 25 m from every footway and square.
      #expect(found.count { $0.missing.isEmpty } >= 24)
      for drive in found where drive.missing.isEmpty {
        let stretch = drive.stretches(.offRoad)[0]
        #expect((150...1_000).contains(stretch.length))
        let off = drive.fixes.filter { $0.road == nil }
        #expect(off.count > 10)
        #expect(off.allSatisfy { stretch.beginTime <= $0.time && $0.time <= stretch.endTime })
        #expect(off.contains { isFar($0.truth, on: graph) })
        for (a, b) in zip(off, off.dropFirst()) { #expect(groundDistance(a.truth, b.truth) < 5) }
      }
    }
  }

  private func isFar(_ place: Place, on graph: RoadGraph) -> Bool {
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    graph.roads(near: place, within: OpenGround.clearance, into: &found, using: &scratch)
    return found.isEmpty
  }

  @Test func `no fix is noted in a gap, and time goes on`() throws {
    let settings = quiet {
      $0.gaps = 1
      $0.gapLength = 40
    }
    for drive in try drives(40, on: town().graph, settings) {
      let gap = try #require(drive.stretches(.gap).first)
      #expect(gap.endTime.seconds(since: gap.beginTime) == 40)
      #expect(drive.fixes.allSatisfy { $0.time < gap.beginTime || $0.time > gap.endTime })
      #expect(drive.fixes.contains { $0.time < gap.beginTime } && drive.fixes.contains { $0.time > gap.endTime })
    }
  }

  @Test func `a drive too short for its gap says so`() throws {
    let settings = quiet {
      $0.gaps = 1
      $0.gapLength = 3_600
    }
    let drive = try #require(try drives(1, on: town().graph, settings).first)
    #expect(drive.missing == [.gap] && drive.stretches.isEmpty)
  }

  @Test func `silent tunnels have no fixes, and each is a stretch`() throws {
    let sketch = try town { network in network.ways[7].flags = .tunnel }
    let settings = quiet { $0.tunnels = .silent }
    let found = try drives(40, on: sketch.graph, settings)
    let tunnel = [sketch.edge("DH"), sketch.edge("HD")]
    #expect(found.flatMap(\.fixes).allSatisfy { fix in fix.road.map { !tunnel.contains($0.edge) } ?? true })
    #expect(found.allSatisfy { $0.stretches(.tunnel).isEmpty != $0.travelled.contains { tunnel.contains($0.edge) } })
    #expect(found.contains { !$0.stretches(.tunnel).isEmpty })
    let heard = try drives(40, on: sketch.graph, quiet())
    #expect(heard.flatMap(\.fixes).contains { fix in fix.road.map { tunnel.contains($0.edge) } ?? false })
  }

  @Test func `at a stop the vehicle stands for two to ten minutes`() throws {
    for drive in try drives(20, on: town().graph, quiet { $0.stops = 1 }) {
      let stop = try #require(drive.stretches(.stop).first)
      #expect((120...600).contains(stop.endTime.seconds(since: stop.beginTime)) && stop.length == 0)
      let standing = drive.fixes.filter { stop.beginTime < $0.time && $0.time < stop.endTime }
      #expect(standing.count > 100 && standing.allSatisfy { $0.trueSpeed == 0 && $0.truth == stop.begin })
    }
  }
}
