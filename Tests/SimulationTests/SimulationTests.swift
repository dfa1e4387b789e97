import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing
import Traces

@testable import Simulation

@Suite struct `A simulation` {
  private let names = ["traces.csv", "truth.csv", "labels.csv", "stretches.csv"]

  private func files(_ count: Int, _ settings: SimulationSettings, _ graph: RoadGraph) throws -> [String] {
    let folder = try TemporaryFolder()
    let files = try SimulationFiles(in: folder.path("new/drives"), graph: graph, settings: settings)
    for drive in try drives(count, on: graph, settings) { try files.write(drive) }
    #expect(!folder.exists("new/drives/traces.csv"))
    try files.commit()
    return try names.map { try folder.text("new/drives/" + $0) }
  }

  private var eventful: SimulationSettings {
    var settings = SimulationSettings()
    settings.wrongWay = 0.5
    settings.offRoad = 0.5
    settings.stops = 0.5
    settings.reversed = 0.2
    settings.columns = [.accuracy, .speed, .heading]
    return settings
  }

  @Test func `gives the same bytes for the same seed, and others for another`() throws {
    let graph = try town().graph
    let first = try files(20, eventful, graph)
    #expect(try files(20, eventful, graph) == first)
    var other = eventful
    other.seed = 2
    #expect(zip(try files(20, other, graph), first).allSatisfy { $0 != $1 })
  }

  @Test func `begins as a shorter one does`() throws {
    let graph = try town().graph
    for (long, short) in zip(try files(20, eventful, graph), try files(5, eventful, graph)) {
      #expect(long.hasPrefix(short) && long.count > short.count)
    }
  }

  @Test func `drives the same routes whatever the noise and the period`() throws {
    let graph = try town().graph
    let fine = try drives(10, on: graph, quiet())
    let coarse = try drives(
      10, on: graph,
      quiet {
        $0.sigma = 40
        $0.correlation = 10
        $0.outliers = 0.1
        $0.period = 15
        $0.swapped = 0.5
      })
    for (fine, coarse) in zip(fine, coarse) {
      #expect(coarse.travelled.count > 5)
      #expect(fine.travelled.starts(with: coarse.travelled.dropLast()))
      #expect(Set(coarse.fixes.map(\.truth)).isSubset(of: fine.fixes.map(\.truth)))
    }
  }

  @Test func `writes the formats that it says`() throws {
    let tables = try files(10, eventful, town().graph).map { $0.split(separator: "\n").map(String.init) }
    #expect(tables[0][0] == "trace_id,time,lat,lon,speed_mps,heading,accuracy_m")
    #expect(tables[1][0] == "trace_id,from_node,to_node,begin,end")
    #expect(tables[2][0] == "trace_id,index,from_node,to_node,fraction,way,on_road,status")
    #expect(tables[3][0].hasPrefix("trace_id,type,begin_time,end_time,begin_lat,begin_lon,end_lat,end_lon,length_m"))
    #expect(tables[3][0].hasSuffix("length_m,beside_m"))
    let trace = try Regex(
      #"drive-\d+,2026-01-0[12]T\d\d:\d\d:\d\d\.000Z,47\.\d{7},9\.\d{7},\d+\.\d\d,\d+\.\d,5\.00"#)
    let truth = try Regex(#"drive-\d+,\d+,\d+,[01]\.\d{7},[01]\.\d{7}"#)
    let label = try Regex(#"drive-\d+,\d+,(\d+,\d+,[01]\.\d{7},\d+,true|,,,,false),(ok|reversed)"#)
    let stretch = try Regex(
      #"drive-\d+,(wrong_way|off_road|stop)(,2026-[-0-9T:]+\.\d{3}Z){2}(,\d+\.\d{7}){4},\d+\.\d\d,(\d+\.\d)?"#)
    for (rows, pattern) in zip(tables, [trace, truth, label, stretch]) {
      #expect(rows.count > 5)
      for row in rows.dropFirst() { #expect(row.wholeMatch(of: pattern) != nil, "\(row)") }
    }
    #expect(tables[0].count == tables[2].count)
  }

  @Test func `writes traces that the reader reads whole`() throws {
    let folder = try TemporaryFolder()
    let text = try files(10, quiet(), town().graph)[0]
    let reader = TraceReader(path: try folder.write("traces.csv", text))
    var traces: [Trace] = []
    while case .trace(let trace)? = reader.next() { traces.append(trace) }
    let made = try drives(10, on: town().graph, quiet())
    #expect(traces.map(\.id) == made.map(\.id))
    #expect(traces.map { $0.fixes.map(\.place) } == made.map { $0.fixes.map(\.place) })
    #expect(traces.map { $0.fixes.map(\.time) } == made.map { $0.fixes.map(\.time) })
  }

  @Test func `an output that cannot be made is told with its path`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", "")
    let graph = try town().graph
    #expect(throws: StorageError.self) { try SimulationFiles(in: path + "/x", graph: graph, settings: quiet()) }
  }
}

@Suite struct `Maps that cannot be simulated on` {
  @Test func `without node ids are refused`() throws {
    let sketch = try town { $0.shapeSources = [] }
    #expect(throws: SimulationError.noSourceIDs(map: "memory")) {
      try Simulation(on: sketch.graph, settings: quiet())
    }
    #expect(SimulationError.noSourceIDs(map: "a.tmg").description.hasPrefix("a.tmg: some places on its roads have no"))
  }

  @Test func `without a way to go on are refused`() throws {
    let sketch = try RoadSketch("A----B----C", roads: ["A-B-C"])
    #expect(throws: SimulationError.noRoads(map: "memory", mode: .car)) {
      try Simulation(on: sketch.graph, settings: quiet())
    }
  }

  @Test func `without oneways are refused when drives against them are wanted`() throws {
    let sketch = try RoadSketch(
      """
      A----B
      |    |
      C----D
      """, metresPerCell: 50, roads: ["A-B-D-C-A"])
    #expect(throws: SimulationError.noOneways(map: "memory", mode: .car)) {
      try drives(1, on: sketch.graph, quiet { $0.wrongWay = 1 })
    }
    #expect(try drives(3, on: sketch.graph, quiet()).count == 3)
  }
}

@Suite struct `The largest strong part` {
  @Test(arguments: 1...30)
  func `is the longest set of edges that reach each other`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 10, roads: 16, forbiddenTurns: 6, using: &random))
    let turns = LawfulTurns(graph: graph, mode: .car)
    let reach = reachability(turns)
    let expected = (0..<graph.edgeCount).map { edge in
      (0..<graph.edgeCount).filter { reach[edge][$0] && reach[$0][edge] }
    }.map { part in (part: part, length: part.reduce(0) { $0 + graph.length(of: EdgeID($1)) }) }
    let longest = expected.map(\.length).max() ?? 0
    let found = StrongPart.largest(of: turns)
    let part = found.indices.filter { found[$0] }
    #expect(expected.contains { $0.part == part && abs($0.length - longest) < 1e-6 } || longest == 0 && part.isEmpty)
  }

  /// Floyd and Warshall's method; an edge reaches itself only round a circle.
  private func reachability(_ turns: LawfulTurns) -> [[Bool]] {
    let graph = turns.graph
    var reach = (0..<graph.edgeCount).map { edge in
      (0..<graph.edgeCount).map { next in
        turns.isOpen(EdgeID(edge)) && graph.tail(of: EdgeID(next)) == graph.head(of: EdgeID(edge))
          && turns.leads(from: EdgeID(edge), onto: EdgeID(next))
      }
    }
    for middle in reach.indices {
      for a in reach.indices where reach[a][middle] {
        for b in reach.indices where reach[middle][b] { reach[a][b] = true }
      }
    }
    return reach
  }
}
