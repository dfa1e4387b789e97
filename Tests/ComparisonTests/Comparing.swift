import Records
import RoadGraph
import TestSupport
import Traces

@testable import Comparison

/// Compares two texts as if they were files `truth` and `result`.
func compared(
  _ truth: String, _ result: String, on graph: RoadGraph? = nil, _ adjust: (inout ComparisonSettings) -> Void = { _ in }
) throws -> Comparison {
  let folder = try TemporaryFolder()
  var settings = ComparisonSettings()
  adjust(&settings)
  return try compare(
    truth: folder.write("truth", truth), result: folder.write("result", result), on: graph, settings: settings)
}

/// Segments of one trace by letters: `AB BC` are whole pieces, `AB:0.5-1` is the latter half of one.
///
/// Nodes have the numbers of ``RoadSketch``: capital letters count from 1, small ones are their ASCII codes.
func segments(_ path: String, trace: String = "van", header: Bool = true) -> String {
  let rows = path.split(separator: " ").map { piece in
    let parts = piece.split(separator: ":")
    let nodes = parts[0].map { String(node($0)) }
    let span = parts.count > 1 ? parts[1].split(separator: "-").map(String.init) : ["0", "1"]
    return ([trace] + nodes + span).joined(separator: ",") + "\n"
  }
  return (header ? "trace_id,from_node,to_node,begin,end\n" : "") + rows.joined()
}

func node(_ letter: Character) -> Int {
  let code = Int(letter.asciiValue ?? 0)
  return letter.isUppercase ? code - 64 : code
}

/// Metres, rounded: `truth 300 result 300 correct 200 missing 100 extra 100`.
func spelled(_ overlap: RouteOverlap) -> String {
  let lengths = [
    ("truth", overlap.truth), ("result", overlap.result), ("correct", overlap.correct), ("missing", overlap.missing),
    ("extra", overlap.extra),
  ]
  return lengths.map { "\($0) \(Int($1.rounded()))" }.joined(separator: " ")
}

/// A refusal as `file:line reason`, without the folder.
func spelled(_ comparison: Comparison) -> [String] {
  comparison.refusals.told.map { refusal in
    let file = refusal.file.split(separator: "/").last.map(String.init) ?? ""
    return "\(file)\(refusal.line.map { ":\($0)" } ?? "") \(refusal.reason)"
  }
}
