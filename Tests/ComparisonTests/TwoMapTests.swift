import Geodesy
import Records
import RoadGraph
import TestSupport
import Testing

@testable import Comparison

/// The same streets twice, with other numbers of nodes, and with one more node in the second street of the later map.
private let earlier = """
  A---------B---------C
            |
            D
  """
private let later = """
  P---------Q----r----S
            |
            T
  """

private func map(_ drawing: String, _ roads: [SketchRoad]) throws -> RoadGraph {
  try RoadSketch(drawing, metresPerCell: 10, roads: roads).graph
}

@Suite struct `Results on two maps` {
  let folder: TemporaryFolder
  let maps: (RoadGraph, RoadGraph)

  init() throws {
    folder = try TemporaryFolder()
    maps = (try map(earlier, ["A-B-C", "B-D"]), try map(later, ["P-Q-r-S", "Q-T"]))
  }

  private func compared(_ truth: String, _ result: String) throws -> Comparison {
    try compare(
      truth: folder.write("truth", truth), result: folder.write("result", result), on: maps.1, truthMap: maps.0)
  }

  @Test(arguments: [
    ("AB BC", "PQ Qr rS", 200.0, 0.0, 0.0), ("AB BC", "PQ Qr", 150, 50, 0), ("AB", "PQ Qr", 100, 0, 50),
    ("AB BC", "Sr rQ QP", 0, 200, 200), ("CB BA", "Sr rQ QP", 200, 0, 0), ("AB:0.5-1", "PQ:0.5-1", 50, 0, 0),
    ("AB BD", "PQ QT", 120, 0, 0), ("AB BA", "PQ QP", 200, 0, 0),
  ])
  func `are compared by line`(truth: String, result: String, correct: Double, missing: Double, extra: Double) throws {
    let comparison = try compared(segments(truth), segments(result))
    #expect(comparison.truth.kind == .lines && comparison.result.kind == .lines)
    #expect(comparison.refusals.count == 0)
    let overall = comparison.overall
    #expect(abs(overall.correct - correct) < 6 && abs(overall.missing - missing) < 6 && abs(overall.extra - extra) < 6)
  }

  @Test func `are compared trace by trace, and what is on neither map is refused`() throws {
    let truth = segments("AB", trace: "a") + segments("BC", trace: "b", header: false)
    let result = segments("Qr rS", trace: "b") + segments("PQ AB", trace: "a", header: false)
    let comparison = try compared(truth, result)
    #expect(comparison.traces.map(\.id) == ["a", "b"])
    #expect(comparison.traces.allSatisfy { ($0.overlap.correctFraction ?? 0) > 0.9 })
    #expect(spelled(comparison) == ["result:5 unknown_pair"])
  }

  @Test func `may be lines already`() throws {
    let line = """
      {"type":"Feature","properties":{"trace_id":"van"},"geometry":{"type":"LineString","coordinates":\(coordinates())}}
      """
    let comparison = try compared(line, segments("PQ Qr rS"))
    #expect((comparison.overall.correctFraction ?? 0) > 0.97)
  }

  private func coordinates() -> String {
    let places = (0..<maps.0.segmentCount).map { maps.0.shape(of: SegmentID($0).forward) }
    let line = places.sorted { ($0.first?.longitudeE7 ?? 0) < ($1.first?.longitudeE7 ?? 0) }.prefix(2).joined()
    return "[" + line.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",") + "]"
  }

  @Test func `on one map say how many pieces are of another`() throws {
    let rows = "trace_id,from_node,to_node,length_m\nvan,1,2,100\nvan,2,3,100\n"
    let comparison = try compare(
      truth: folder.write("truth", segments("PQ Qr")), result: folder.write("result", rows), on: maps.1)
    #expect(comparison.truth.foreignPieces == 0 && comparison.result.foreignPieces == 2)
    #expect(comparison.overall.correct == 0)
  }
}
