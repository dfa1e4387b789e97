import Foundation
import TestSupport
import Testing

/// Languages, units and notifications on the command line, in the sample town.
@Suite struct `Words on the command line` {
  private func run(_ arguments: String...) throws -> ProgramRun {
    let map = try SampleTown.map.get()
    return try ProgramRun([arguments[0], "--map", map, "--quiet"] + arguments.dropFirst())
  }

  private func rows(_ run: ProgramRun) throws -> [[String: Any]] {
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { try jsonObject($0) }
  }

  private let courier = "Traces/courier.gpx"
  private let ends = ["--waypoint", "54.6959126,2.8368978", "--waypoint", "54.6983381,2.8458941"]

  @Test func `are in the language that was asked for, and codes stay as they are`() throws {
    let english = try rows(run("match", courier, "--table", "maneuvers", "--format", "ndjson"))
    let german = try rows(
      run("match", courier, "--table", "maneuvers", "--format", "ndjson", "--guidance", "language=de"))
    #expect(english.map { $0["type"] as? String } == german.map { $0["type"] as? String })
    #expect(english.first?["instruction"] as? String == "Head east on Depot Lane.")
    #expect(german.first?["instruction"] as? String == "Auf Depot Lane Richtung Osten starten.")
    #expect(german.first?["short"] as? String == "Richtung Osten")
  }

  @Test(arguments: [
    ("en", "Head east on Depot Lane."), ("de", "Auf Depot Lane Richtung Osten starten."),
    ("fr", "Partez vers l'est sur Depot Lane."),
  ])
  func `are those of the file that the command language prints`(code: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    let printed = try ProgramRun(["language", code])
    #expect(printed.exitCode == 0 && printed.errors.isEmpty)
    let file = try folder.write("mine.json", printed.output)
    func maneuvers(_ language: String) throws -> ProgramRun {
      try run("match", courier, "--table", "maneuvers", "--format", "ndjson", "--guidance", "language=\(language)")
    }
    #expect(try maneuvers(file).output == maneuvers(code).output)
    #expect(try rows(maneuvers(code)).first?["instruction"] as? String == sentence)
  }

  @Test func `are the same while the drive is recorded`() throws {
    let whole = try run(
      "match", "Traces/van.csv.gz", "--table", "maneuvers", "--format", "csv", "--guidance", "language=de")
    let spoken = whole.output.split(separator: "\n").filter { $0.contains("abbiegen") }
    #expect(!spoken.isEmpty)
    let online = try run(
      "match", "Traces/van.csv.gz", "--online", "--table", "maneuvers", "--format", "csv", "--guidance", "language=de")
    #expect(online.exitCode == 0, "\(online.errors)")
    #expect(online.output.contains("abbiegen") && !online.output.contains("Turn "))
  }

  @Test func `can be those of the user's own file`() throws {
    let folder = try TemporaryFolder()
    let printed = try ProgramRun(["language", "en"])
    #expect(printed.exitCode == 0 && printed.errors.isEmpty)
    let mine = try folder.write("mine.json", printed.output.replacing("turn left[ to", with: "hang a left[ to"))
    let words = try rows(
      run("match", courier, "--table", "maneuvers", "--format", "ndjson", "--guidance", "language=\(mine)")
    )
    .compactMap { $0["instruction"] as? String }
    #expect(words.contains("Hang a left onto Pear Street."))
    let unchanged = try folder.write("same.json", printed.output)
    #expect(
      try run("match", courier, "--table", "maneuvers", "--guidance", "language=\(unchanged)").output
        == run("match", courier, "--table", "maneuvers").output)
  }

  @Test(arguments: [
    (["--guidance", "language=tlh"], "language of --guidance is one of en, de, fr, or a file; there is no file tlh."),
    (["--guidance", "units=nautical"], "units of --guidance is one of metric, imperial, not nautical."),
    (["--guidance", "urban=800/300/150/4"], "add --table +notifications, or choose the table."),
    (["--guidance", "alley=1/2/3/4"], "--guidance has no key 'alley'. The keys are language=code|file.json,"),
    (["--guidance", "urban=300/800/150/4"], "the range is farther than the reminder"),
    (["--guidance", "urban=800/300/4"], "such as 800/300/150/4, and not 800/300/4."),
    (["--guidance", "urban=a/b/c/d"], "and not a/b/c/d."),
    (["--guidance", "urban=-800/300/150/4"], "and not -800/300/150/4."),
  ])
  func `are refused with a sentence where an option makes no sense`(options: [String], message: String) throws {
    let run = try ProgramRun(["match", courier, "--map", try SampleTown.map.get()] + options)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `are refused if the file lacks a phrase`() throws {
    let folder = try TemporaryFolder()
    let text = try ProgramRun(["language", "de"]).output.replacing("\"u_turn\":", with: "\"turn_u\":")
    let run = try run("match", courier, "--guidance", "language=\(try folder.write("mine.json", text))")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("mine.json: phrases.turn_u is unknown; known there: depart, "), "\(run.errors)")
  }

  @Test func `of a drive are spoken before each maneuver, in order of time`() throws {
    let spoken = try rows(run("match", courier, "--table", "notifications", "--format", "ndjson"))
    let maneuvers = try rows(run("match", courier, "--table", "maneuvers", "--format", "ndjson"))
    #expect(Set(spoken.compactMap { $0["maneuver_seq"] as? Int }) == Set(maneuvers.indices))
    let times = spoken.compactMap { $0["time"] as? String }
    #expect(times.count == spoken.count && times == times.sorted())
    for row in spoken {
      let maneuver = maneuvers[try #require(row["maneuver_seq"] as? Int)]
      #expect(try #require(row["time"] as? String) <= #require(maneuver["time"] as? String))
    }
    #expect(spoken.contains { $0["text"] as? String == "In 300 metres, turn left onto Pear Street." })
  }

  @Test func `are in documents and folders only if asked for`() throws {
    let folder = try TemporaryFolder()
    for (options, isThere) in [([], false), (["--table", "+notifications"], true)] as [([String], Bool)] {
      for command in [["match", courier], ["route"] + ends] {
        let folder = folder.path(command[0] + "-\(isThere)")
        let map = try SampleTown.map.get()
        let document = try ProgramRun(command + ["--map", map, "--quiet", "--format", "json"] + options)
        #expect(document.exitCode == 0, "\(document.errors)")
        #expect(document.output.contains("\"notifications\"") == isThere, "\(command)")
        let csv = try ProgramRun(command + ["--map", map, "--quiet", "--format", "csv", "-o", folder + "/"] + options)
        #expect(csv.exitCode == 0, "\(csv.errors)")
        #expect(FileManager.default.fileExists(atPath: folder + "/maneuvers.csv"))
        #expect(FileManager.default.fileExists(atPath: folder + "/notifications.csv") == isThere, "\(command)")
      }
    }
  }

  @Test func `of a route are spoken in feet and at the distances set`() throws {
    let run = try ProgramRun(
      ["route", "--map", try SampleTown.map.get(), "--quiet", "--table", "notifications", "--format", "ndjson"] + ends
        + ["--guidance", "units=imperial,urban=0/0/100/5"])
    let spoken = try rows(run)
    let kinds = Set(spoken.compactMap { $0["type"] as? String })
    #expect(kinds == ["distance", "action"])
    let ahead = spoken.filter { $0["type"] as? String == "distance" }
    for row in ahead where row["setting"] as? String == "urban" {
      #expect((row["text"] as? String)?.hasPrefix("In 350 feet, ") == true, "\(row)")
      #expect(abs(try #require(row["ahead_m"] as? Double) - 106.68) < 0.011)
    }
  }

  @Test func `can be set in the configuration`() throws {
    let folder = try TemporaryFolder()
    let settings = try folder.write("tracemill.toml", "[match]\nguidance = \"language=de\"\n")
    let run = try ProgramRun(
      ["match", courier, "--map", try SampleTown.map.get(), "--quiet", "--table", "maneuvers"],
      variables: ["TRACEMILL_CONFIG": settings])
    #expect(run.exitCode == 0 && run.output.contains("Auf Depot Lane Richtung Osten starten"), "\(run.errors)")
  }
}
