import Foundation
import TestSupport
import Testing

/// Numbers that no arithmetic may trap on.
private let extremes = [
  "9223372036854775807", "2305843009213693952", "-9223372036854775808", "0", "18446744073709551616",
]

@Suite struct `Numbers of any size in options` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  /// The exit codes of the program itself; a trap has none of them.
  private func ends(_ run: ProgramRun, _ what: String) {
    #expect((0...7).contains(run.exitCode), "\(what): \(run.exitCode) \(run.errors)")
    #expect(run.exitCode == 0 || !run.errors.isEmpty, "\(what) ends without a sentence")
  }

  @Test(arguments: ["--jobs", "--limit", "--alternatives", "--shard"])
  func `end no match in a trap`(option: String) throws {
    for number in extremes {
      let value = option == "--shard" ? "1/\(number)" : number
      ends(
        try ProgramRun(
          "match", "Traces/courier.gpx", "--map", map, "-o", folder.path("out.ndjson"), "--allow-empty",
          option + "=" + value),
        "\(option) \(value)")
    }
  }

  @Test(arguments: ["9999-12-31", "0001-01-01", "30000d"])
  func `as times of files end in no trap`(time: String) throws {
    let arguments = ["match", "Traces/courier.gpx", "--map", map, "-o", folder.path("out.ndjson"), "--allow-empty"]
    ends(try ProgramRun(arguments + ["--newer-than", time]), time)
  }

  @Test(arguments: ["--lag", "--open-traces"])
  func `end no online match in a trap`(option: String) throws {
    let rows = Data("trace,time,lat,lon\na,2026-05-04T07:00:00Z,54.7,2.83\nb,2026-05-04T07:00:00Z,54.7,2.83\n".utf8)
    for number in extremes {
      let run = try ProgramRun(
        ["match", "--online", "--map", map, option + "=" + number, "--allow-empty"], input: rows)
      ends(run, "\(option) \(number)")
    }
  }

  @Test(arguments: ["--jobs", "--alternatives", "--max-waypoints", "--next-waypoint", "--avoid-edge", "--avoid-way"])
  func `end no route in a trap`(option: String) throws {
    for number in extremes {
      let run = try ProgramRun(
        "route", "--map", map, "--waypoint", "54.71,2.84", "--waypoint", "54.7,2.83", option + "=" + number)
      ends(run, "\(option) \(number)")
    }
  }

  @Test(arguments: ["--bins", "--worst"])
  func `end no comparison in a trap`(option: String) throws {
    let file = try folder.write("t.csv", "trace_id,from_node,to_node,length_m\nvan,1,2,60\n")
    for number in extremes { ends(try ProgramRun("compare", file, file, option + "=" + number), "\(option) \(number)") }
  }

  @Test func `are refused as workers by variable and by file as well`() throws {
    let arguments = ["match", "Traces/courier.gpx", "--map", map, "-o", folder.path("out.ndjson")]
    let settings = try folder.write("tracemill.toml", "jobs = 2305843009213693952\n")
    for variables in [
      ["TRACEMILL_CONFIG": "", "TRACEMILL_JOBS": "2305843009213693952"], ["TRACEMILL_CONFIG": settings],
    ] {
      let run = try ProgramRun(arguments, variables: variables)
      #expect(run.exitCode == 2 && run.errors.contains("--jobs is 1 to 4096"), "\(run.errors)")
    }
  }
}
