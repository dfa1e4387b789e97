import Foundation
import TestSupport
import Testing

private let nodes = "id,lat,lon\n10,47.5,9.5\n11,47.5,9.501\n12,47.501,9.501\n13,47.502,9.501\n"
private let brokenQuote = "a quoted field is not closed or has text behind its quote. The row was skipped.\n"

/// The rows of a table that the program printed, without the header.
private func rows(_ run: ProgramRun) -> [Substring] { Array(run.output.split(separator: "\n").dropFirst()) }

@Suite struct `A stray quote` {
  /// A later row has quotes as well, with which the stray one must not pair.
  private static let edges = "id,from,to,name\n1,10,11,A\n2,11,12,\"B\n3,12,13,\"C\"\n"

  @Test(arguments: ["edges.csv", "edges.csv.gz", "packed.csv"])
  func `costs an edge list one row, plain or packed`(name: String) throws {
    let folder = try TemporaryFolder()
    let map = folder.path("yard.tmg")
    let text = Array(Self.edges.utf8)
    let edges = try folder.write(name, name == "edges.csv" ? text : gzipped(text))
    let run = try ProgramRun("map", "build", "--nodes", folder.write("nodes.csv", nodes), "--edges", edges, "-o", map)
    #expect(run.exitCode == 0)
    #expect(run.errors == "tracemill: \(edges):3: \(brokenQuote)")
    let lines = try ProgramRun("map", "info", map).output.split(separator: "\n").map { $0.split(separator: " ") }
    for (name, count) in [("edge_rows_read", "3"), ("rows_refused_bad_record", "1"), ("ways_kept", "2")] {
      #expect(lines.contains { $0.map(String.init) == [name, count] }, "\(name)")
    }
  }

  @Test func `costs the nodes of an edge list one row, and the edges that lead there`() throws {
    let folder = try TemporaryFolder()
    let nodes = try folder.write("nodes.csv", nodes.replacing("11,", with: "\"11,", maxReplacements: 1))
    let edges = try folder.write("edges.csv", "id,from,to\n1,10,11\n2,10,12\n3,12,13\n")
    let run = try ProgramRun("map", "build", "--nodes", nodes, "--edges", edges, "-o", folder.path("yard.tmg"))
    #expect(run.exitCode == 0)
    let told = run.errors.split(separator: "\n")
    #expect(told.count == 2 && run.errors.hasPrefix("tracemill: \(nodes):3: \(brokenQuote)"), "\(run.errors)")
    #expect(told.last?.hasPrefix("tracemill: \(edges):2: ") == true, "\(run.errors)")
  }

  @Test(arguments: ["csv", "csv.gz"])
  func `costs a trace one fix`(ending: String) throws {
    let folder = try TemporaryFolder()
    var times: [String] = (0..<6).map { "2026-01-02T03:04:0\($0)Z" }
    var lines: [String] = (0..<6).map { "van,\(times[$0]),54.70042,2.840\($0)," }
    lines[2] += "\"first"
    lines[4] += "\"second, quoted\""
    let text = Array("trace_id,time,lat,lon,note\n\(lines.joined(separator: "\n"))\n".utf8)
    let trace = try folder.write("van." + ending, ending == "csv" ? text : gzipped(text))
    let match = ["match", trace, "--map", try SampleTown.map.get(), "--format", "csv", "--table"]
    let points = try ProgramRun(match + ["points"])
    #expect(points.exitCode == 0)
    #expect(points.errors == "tracemill: \(trace):4: \(brokenQuote)tracemill: refused: bad_record 1\n")
    times.remove(at: 2)
    #expect(rows(points).map { String($0.split(separator: ",")[3]) } == times.map { $0.dropLast() + ".000Z" })
    let rejects = try rows(ProgramRun(match + ["rejects", "--fail-if", "any"]))
    #expect(rejects.count == 1 && rejects[0].hasPrefix("\(trace),4,") && rejects[0].contains(",bad_record,"))
    #expect(try ProgramRun(match + ["rejects", "--fail-if", "any"]).exitCode == 1)
  }
}
