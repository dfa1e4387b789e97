import Records
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Comparison

/// Two roads that cross at B; the one from A to C has a bend.
private func crossing() throws -> RoadSketch {
  try RoadSketch(
    """
        D
        |
    A-b-B---C
        |
        E
    """, metresPerCell: 10, roads: ["A-b-B-C", "D-B-E"])
}

private func points(
  _ labels: String, _ points: String, on graph: RoadGraph?, bins: Int = 10
) throws -> (points: PointComparison, refusals: RefusalLedger) {
  let folder = try TemporaryFolder()
  var settings = ComparisonSettings()
  settings.bins = bins
  var refusals = RefusalLedger(limit: 20)
  let comparison = try comparePoints(
    truth: folder.write("labels.csv", labels), result: folder.write("points.csv", points), on: graph,
    settings: settings, &refusals)
  return (comparison, refusals)
}

@Suite struct `The points of a result` {
  private let header = "trace_id,index,from_node,to_node,fraction,way,on_road\n"

  @Test func `are right on the true edge in its direction, wrong elsewhere, unplaced on none`() throws {
    let sketch = try crossing()
    func row(_ index: Int, _ edge: String?, _ status: String = "matched") -> String {
      "van,\(index),\(status),\(edge.map { "\(sketch.edge($0).index)" } ?? ""),0.9\n"
    }
    let labels =
      header + """
        van,0,1,98,0.5,1,1
        van,1,98,2,0.5,1,true
        van,2,2,3,0.5,1,1
        van,3,2,3,0.5,1,1
        van,4,2,5,0.5,2,1
        van,5,,,,,0
        van,6,,,,,false
        van,7,2,5,0.9,2,1

        """
    // Right by a neighbouring pair of the same edge, wrong by direction, by road, dropped, off-road twice, absent.
    let result =
      "trace_id,index,status,edge,confidence\n" + row(0, "AB") + row(1, "AB") + row(2, "CB") + row(3, "BE")
      + row(4, nil, "dropped") + row(5, "AB") + row(6, nil, "off_road") + row(99, "AB")
    let (found, refusals) = try points(labels, result, on: sketch.graph)
    #expect(refusals.count == 0)
    #expect([found.labelled, found.onRoad, found.right, found.wrong, found.unplaced] == [8, 6, 2, 2, 2])
    #expect([found.wronglyOnRoad, found.unlabelled] == [1, 1])
    #expect(found.accuracy == 2.0 / 6)
    #expect(found.reliability.count == 5, "points that were put on an edge and have a label")
    #expect(found.reliability.bins[9].right == 2)
  }

  @Test func `need no map where they name their nodes`() throws {
    let labels = header + "van,0,1,98,0.5,1,1\nvan,1,98,2,0.5,1,1\n"
    let result = "trace_id,index,from_node,to_node\nvan,0,1,98\nvan,1,2,98\n"
    let (found, _) = try points(labels, result, on: nil)
    #expect([found.right, found.wrong] == [1, 1])
    #expect(found.reliability.expectedCalibrationError == nil)
    let (onEdges, _) = try points(labels, "trace_id,index,from_node,to_node\nvan,0,98,2\n", on: try crossing().graph)
    #expect(onEdges.right == 1, "with a map, another pair of the same edge is right")
  }

  @Test func `need a map where they name its edges`() throws {
    #expect {
      try points(header, "trace_id,index,edge\n", on: nil)
    } throws: { "\($0)".contains("name it with --map") }
  }

  @Test func `are refused with file, line and reason where they make no sense`() throws {
    let labels = header + "van,0,1,98,0.5,1,1\nvan,x,1,98,0.5,1,1\nvan,0,1,98,0.5,1,1\nvan,1,A,98,0.5,1,1\nvan,2\n"
    let result = """
      trace_id,index,from_node,to_node,confidence
      van,-1,1,98,0.5
      van,0,1,98,1.5
      van,0,1,98,0.5
      van,0,1,98,0.5
      van,0,one,98,0.5

      """
    let (found, refusals) = try points(labels, result, on: nil)
    let told = refusals.told.map { refusal in
      "\(refusal.file.split(separator: "/").last ?? ""):\(refusal.line ?? 0) \(refusal.reason)"
    }
    #expect(
      told == [
        "labels.csv:3 bad_index", "labels.csv:4 repeated_point", "labels.csv:5 bad_node", "labels.csv:6 bad_record",
        "points.csv:2 bad_index", "points.csv:3 bad_confidence", "points.csv:5 repeated_point", "points.csv:6 bad_node",
      ])
    #expect([found.labelled, found.right] == [1, 1])
  }
}

@Suite struct `The reliability of confidences` {
  private func reliability(_ bins: Int, _ points: [(Double, Bool)]) -> Reliability {
    points.reduce(into: Reliability(bins: bins)) { $0.add($1.0, isRight: $1.1) }
  }

  @Test func `is counted in bins of equal width, the last of which has 1`() {
    let found = reliability(10, [(0, false), (0.05, true), (0.1, true), (0.999, true), (1, true)])
    #expect(found.bins.map(\.count) == [2, 1, 0, 0, 0, 0, 0, 0, 0, 2])
    #expect(found.bins[0].shareRight == 0.5 && found.bins[0].meanConfidence == 0.025)
    #expect(found.bins[5].shareRight == nil && found.bins[5].meanConfidence == nil)
  }

  @Test func `has as its error the distance of share and confidence, weighted by counts`() throws {
    let honest = (0..<10).map { (0.9, $0 < 9) }
    #expect(try #require(reliability(10, honest).expectedCalibrationError) < 1e-12)
    let boastful = (0..<10).map { (0.9, $0 < 5) }
    #expect(abs(try #require(reliability(10, boastful).expectedCalibrationError) - 0.4) < 1e-12)
    let both = honest + boastful.map { (0.2, $0.1) }  // off by 0 and by 0.3
    #expect(abs(try #require(reliability(20, both).expectedCalibrationError) - 0.15) < 1e-12)
    #expect(reliability(10, []).expectedCalibrationError == nil)
  }

  @Test func `has as its Brier score the mean square of confidence less truth`() throws {
    #expect(reliability(10, [(1, true), (0, false)]).brierScore == 0)
    #expect(reliability(10, [(0.5, true), (0.5, false)]).brierScore == 0.25)
    let found = reliability(10, [(0.9, true), (0.9, false), (0.2, false)])  // 0.01, 0.81, 0.04
    #expect(abs(try #require(found.brierScore) - 0.86 / 3) < 1e-12)
    #expect(reliability(10, []).brierScore == nil)
  }
}
