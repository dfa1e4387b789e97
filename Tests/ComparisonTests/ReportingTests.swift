import Foundation
import Records
import TestSupport
import Testing

@testable import Comparison

/// Three traces: one right, one wrong, one lost; and some points.
private func comparison() throws -> Comparison {
  let header = "trace_id,from_node,to_node,length_m\n"
  let truth = header + "right,1,2,1000\n\"wro,ng\",1,2,1000\n\"wro,ng\",2,3,500.25\nlost,4,5,10\n"
  let result = header + "\"wro,ng\",2,3,500.25\nright,1,2,1000\n"
  var comparison = try compared(truth, result)
  comparison.points = PointComparison(bins: 2)
  return comparison
}

@Suite struct `A comparison is told` {
  @Test func `as a table for people, the worst first`() throws {
    var comparison = try comparison()
    comparison.points = nil
    let lines = comparison.text(worst: 20).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
    #expect(
      lines.joined(separator: "\n") == """

        trace   truth km  result km  correct km  missing m  extra m  correct %  mismatch %
        lost       0.010      0.000       0.000       10.0      0.0      0.000     100.000
        wro,ng     1.500      0.500       0.500     1000.0      0.0     33.344      66.656
        right      1.000      1.000       1.000        0.0      0.0    100.000       0.000
        all        2.510      1.500       1.500     1010.0      0.0     59.765      40.235

        Only in the truth: lost.

        """)
    #expect(comparison.text(worst: 1).contains("The 1 worst of 3 traces"))
  }

  @Test func `as CSV, in the order of the files or the worst first`() throws {
    let comparison = try comparison()
    #expect(
      comparison.csv(worst: nil) == """
        trace_id,in,truth_m,result_m,correct_m,missing_m,extra_m,correct_fraction,mismatch_fraction,alignment
        right,both,1000.00,1000.00,1000.00,0.00,0.00,1.000000,0.000000,exact
        "wro,ng",both,1500.25,500.25,500.25,1000.00,0.00,0.333444,0.666556,exact
        lost,truth,10.00,0.00,0.00,10.00,0.00,0.000000,1.000000,exact

        """)
    #expect(comparison.csv(worst: 1).split(separator: "\n").last?.hasPrefix("lost,truth") == true)
  }

  @Test func `as a JSON document with every field, if only as null`() throws {
    var comparison = try comparison()
    comparison.points?.labelled = 3
    let text = comparison.json(worst: nil)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(root.keys) == ["schema", "truth", "result", "overall", "traces", "refused", "points"])
    #expect(root["schema"] as? String == "tracemill/comparison/1")
    let overall = try #require(root["overall"] as? [String: Double])
    #expect(overall["missing_m"] == 1010 && overall["correct_fraction"] == 0.59765)
    let traces = try #require(root["traces"] as? [[String: Any]])
    #expect(traces.map { $0["trace_id"] as? String } == ["right", "wro,ng", "lost"])
    let points = try #require(root["points"] as? [String: Any])
    #expect(points["labelled"] as? Int == 3 && points["expected_calibration_error"] is NSNull)
    #expect(points["brier_score"] is NSNull)
    #expect((points["reliability"] as? [[String: Any]])?.map { $0["from"] as? Double } == [0, 0.5])
    comparison.points = nil
    #expect(comparison.json(worst: 0).contains("\"points\": null"))
    #expect(comparison.json(worst: nil) == comparison.json(worst: nil), "same input, same bytes")
  }
}

@Suite struct `A threshold` {
  @Test(arguments: [
    (0.597 as Double?, nil as Double?, nil as Double?, [] as [String]),
    (0.598, nil, nil, ["the correct fraction is 0.597650, less than 0.598"]),
    (nil, 0.403, nil, []),
    (nil, 0.4, nil, ["the mismatch fraction is 0.402350, more than 0.4"]),
    (nil, nil, 0.5, ["the accuracy of points is not known, less than 0.5"]),
    (
      1, 0, nil,
      ["the correct fraction is 0.597650, less than 1.0", "the mismatch fraction is 0.402350, more than 0.0"]
    ),
  ])
  func `that is not reached is told`(
    minCorrect: Double?, maxMismatch: Double?, minAccuracy: Double?, expected: [String]
  ) throws {
    var thresholds = Thresholds()
    thresholds.minCorrect = minCorrect
    thresholds.maxMismatch = maxMismatch
    thresholds.minPointAccuracy = minAccuracy
    #expect(thresholds.failures(of: try comparison()) == expected)
  }
}

@Test func `the documentation has every reason and every column`() throws {
  let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Tables.md"), encoding: .utf8)
  for reason in ComparisonReason.allCases { #expect(text.contains("| `\(reason.rawValue)` | \(reason.meaning) |")) }
  let header = try comparison().csv(worst: 0).trimmingCharacters(in: .newlines)
  for column in header.split(separator: ",") { #expect(text.contains("\n| `\(column)` |")) }
}
