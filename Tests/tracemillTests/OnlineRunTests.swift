import Foundation
import TestSupport
import Testing

@Suite struct `Matching online` {
  private func sparse() throws -> String {
    try String(contentsOf: projectRoot.appending(path: "Traces/sparse.csv"), encoding: .utf8)
  }

  @Test func `has a row for each fix of each trace, in order, the same every time`() throws {
    let map = try SampleTown.map.get()
    let arguments = ["match", "--online", "--lag", "2", "--map", map, "--format", "csv"]
    let runs = try (0..<2).map { _ in try ProgramRun(arguments, input: Data(try sparse().utf8)) }
    #expect(runs[0].exitCode == 0 && runs[0].errors.isEmpty && runs[0].output == runs[1].output, "\(runs[0].errors)")
    let whole = try ProgramRun(
      ["match", "-", "--map", map, "--format", "csv", "--table", "points"], input: Data(try sparse().utf8))
    let key = { (line: Substring) in line.split(separator: ",", omittingEmptySubsequences: false).prefix(6).joined() }
    #expect(
      Set(runs[0].output.split(separator: "\n").map(key)) == Set(whole.output.split(separator: "\n").map(key)))
  }

  @Test func `rows that come one by one are answered one by one`() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = ProgramRun.program
    process.arguments = ["match", "--online", "--lag", "0", "--map", try SampleTown.map.get()]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var answered = 0
    for line in try sparse().split(separator: "\n").prefix(12) {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      answered += 1
      // The header and the first row tell the layout; from then on a row is answered before the next one is sent.
      if answered >= 2 { #expect(output.fileHandleForReading.availableData.last == UInt8(ascii: "\n")) }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `bad rows are told and counted, and the run goes on`() throws {
    let rows = "id,time,lat,lon\nv,1,54.7,x\nv,2,north,2.84\nv,abc\n,4,54.7,2.84\nv,5,54.7,2.84\n"
    let arguments = ["match", "--online", "--map", try SampleTown.map.get()]
    let run = try ProgramRun(arguments, input: Data(rows.utf8))
    #expect(run.exitCode == 0 && run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(run.errors.contains("-:2: longitude 'x' is not a number"))
    #expect(run.errors.contains("refused: bad_position 2, bad_record 2"), "\(run.errors)")
    #expect(try ProgramRun(arguments + ["--strict"], input: Data(rows.utf8)).exitCode == 1)
  }

  @Test func `a trace that was closed to make room comes back as a further trip`() throws {
    let rows = "trace_id,time,lat,lon\na,1,54.7,2.84\nb,1,54.7,2.84\na,2,54.7,2.84\n"
    let run = try ProgramRun(
      ["match", "--online", "--open-traces", "1", "--map", try SampleTown.map.get(), "--format", "csv"],
      input: Data(rows.utf8))
    let ids = run.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[0...2].joined(separator: " ")
    }
    #expect(ids == ["a a 0", "b b 0", "a~2 a 0"], "\(run.output) \(run.errors)")
  }

  @Test(arguments: [
    (["--lag", "3"], "--lag and --open-traces go with --online"), (["--online", "--lag", "-1"], "--lag"),
    (["--online", "-o", "x/"], "standard output"), (["--online", "--format", "gpx"], "csv or ndjson"),
    (["--online", "--table", "trips"], "the tables points, edges, maneuvers, events"),
    (["--online", "--table", "points", "--table", "events", "--format", "csv"], "several as ndjson only"),
    (["a.csv", "b.csv", "--online"], "one stream"),
  ])
  func `what does not go with it is a mistake of usage`(arguments: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "--map", "x"] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}
