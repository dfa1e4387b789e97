import Foundation
import TestSupport
import Testing

@Suite struct `A configuration` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  /// A run in the folder, whose user and system have the files that the test wrote.
  private func run(_ arguments: [String], _ variables: [String: String] = [:]) throws -> ProgramRun {
    let places = ["XDG_CONFIG_HOME": folder.path("user"), "XDG_CONFIG_DIRS": folder.path("system")]
    return try ProgramRun(arguments, in: folder.url, variables: places.merging(variables) { $1 })
  }

  private func settings(_ command: [String], _ variables: [String: String] = [:]) throws -> [String: [String]] {
    let shown = try run(["config"] + command + ["--format", "json"], variables)
    try #require(shown.exitCode == 0, "\(shown.errors)")
    let rows = try #require(try jsonObject(shown.output)["settings"] as? [[String: String]])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"] ?? "", [$0["value"] ?? "", $0["origin"] ?? ""]) })
  }

  @Test func `counts for less than the environment, and less than the command line`() throws {
    try folder.write("system/tracemill/tracemill.toml", "[match]\nradius = 10\nsigma = 1.5\nmode = \"bus\"\n")
    try folder.write("user/tracemill/tracemill.toml", "[match]\nradius = 20\nsigma = 2.5\n")
    try folder.write("tracemill.toml", "# ours\n[match]\nradius = 30\n")
    let variables = ["TRACEMILL_TIME_ZONE": "Europe/Vaduz"]
    #expect(
      try settings(["match"], variables) == [
        "match.radius": ["\"30\"", "./tracemill.toml:3"],
        "match.sigma": ["\"2.5\"", folder.path("user/tracemill/tracemill.toml:3")],
        "match.mode": ["\"bus\"", folder.path("system/tracemill/tracemill.toml:4")],
        "match.time-zone": ["\"Europe/Vaduz\"", "TRACEMILL_TIME_ZONE"],
      ])
    let trace = projectRoot.appending(path: "Traces/courier.gpx").path
    let match = try run(["match", trace, "--map", map, "-o", "out/", "--radius=40", "--quiet"], variables)
    #expect(match.exitCode == 0, "\(match.errors)")
    let options = try #require(try jsonObject(folder.text("out/manifest.json"))["options"] as? [String: String])
    #expect(options["radius"] == "40.0" && options["sigma"] == "2.5" && options["mode"] == "bus")
    #expect(options["time_zone"] == "Europe/Vaduz")
  }

  @Test func `sets flags, lists and options of all commands, and the user's flags win`() throws {
    try folder.write(
      "tracemill.toml",
      """
      verbose = true
      jobs = 1
      [match]
      fail-if = ["trips > 0", "failed_percent > 5", "any"]
      speeding = "none"
      """)
    let trace = projectRoot.appending(path: "Traces/courier.gpx").path
    let first = try run(["match", trace, "--map", map, "-o", "out/"])
    #expect(first.exitCode == 1 && first.errors.contains("--fail-if 'trips > 0': it is 1"))
    #expect(first.errors.contains("1 trips: ok 1"))
    #expect(try folder.text("out/manifest.json").contains("\"speeding\": \"false\""))
    let second = try run([
      "match", trace, "--map", map, "-o", "out/", "--fail-if", "trips > 1", "-q", "--speeding", "tolerance=5",
    ])
    #expect(second.exitCode == 0 && second.errors.isEmpty, "\(second.errors)")
    #expect(!(try folder.text("out/manifest.json").contains("\"speeding\": \"false\"")))
    #expect(try settings(["map", "build"]).keys.sorted() == ["map.build.verbose"])
  }

  @Test(arguments: [
    ("job = 1", "./tracemill.toml:1: no command has an option job. Did you mean jobs?"),
    ("[match]\n\nradiuss = 1", "./tracemill.toml:3: match does not have an option radiuss. Did you mean radius?"),
    ("[mach]\njobs = 1", "there is no command mach. Did you mean match?"),
    ("jobs = true", "./tracemill.toml:1: jobs is a text or a number, not true or false"),
    ("[match]\nonline = \"yes\"", "./tracemill.toml:2: online is true or false"),
    ("jobs = [1, 2]", "./tracemill.toml:1: jobs is one value and no list"),
    ("jobs = 2026-05-04", "./tracemill.toml:1: jobs is a date"),
    ("jobs = 1\njobs 2", "./tracemill.toml:2: "),
    ("jobs = 1\n[match]\nfail-if = [ 'a',\n }", "./tracemill.toml:4: a } closes a ["),
    ("jobs = { a = 1 ]", "./tracemill.toml:1: a ] closes a {"),
    ("jobs = 1\n[ = ]", "./tracemill.toml:2: there is no name behind the [ of a table"),
    ("[[[match]]]", "./tracemill.toml:1: there is no name behind the [ of a table"),
    ("jobs = 1979-05-27T", "./tracemill.toml:1: a time cannot be a setting"),
    ("jobs = \"\"\"\n\"]\\\"\n\"\"\"\nlock-wait = 1979-05-27T-1:32:00Z", "./tracemill.toml:4: a time cannot be"),
    ("jobs = 1\n\u{0}\njobs = 2", "./tracemill.toml:2: there is a zero byte"),
    ("jobs = ''' } 07:32'''' # }\njob = 1", "./tracemill.toml:2: no command has an option job."),
    ("[match]\nradius = \"wide\"", "Settings are in force: radius (./tracemill.toml:2)"),
  ])
  func `is refused with file and line if it makes no sense`(text: String, message: String) throws {
    try folder.write("tracemill.toml", text)
    let match = try run(["match", "x.gpx", "--map", "x.tmg"])
    #expect(match.exitCode == 2 && match.errors.contains(message), "\(match.errors)")
    #expect(try run(["explain", "2"]).exitCode == 0)
  }

  @Test func `of the environment has the same names`() throws {
    let unknown = try run(["match", "x.gpx", "--map", "x.tmg"], ["TRACEMILL_TIMEZONES": "UTC"])
    #expect(unknown.exitCode == 2 && unknown.errors.contains("TRACEMILL_TIMEZONES: no command has an option timezones"))
    #expect(try settings(["match"], ["TRACEMILL_RESUME": "1"])["match.resume"]?.last == "TRACEMILL_RESUME")
    let bad = try run(["match", "x.gpx", "--map", "x.tmg"], ["TRACEMILL_RESUME": "maybe"])
    #expect(bad.exitCode == 2 && bad.errors.contains("TRACEMILL_RESUME: resume is true or false"))
  }

  @Test func `may be one file, or none`() throws {
    try folder.write("tracemill.toml", "nonsense")
    try folder.write("other.toml", "jobs = 2")
    #expect(try settings(["match"], ["TRACEMILL_CONFIG": "other.toml"]) == ["match.jobs": ["\"2\"", "other.toml:1"]])
    #expect(try settings(["match"], ["TRACEMILL_CONFIG": ""]).isEmpty)
  }

  @Test(arguments: [
    ("[match]", "output", "\"out/\""), ("[route]", "output", "\"out/\""), ("[map.build]", "output", "\"out.tmg\""),
    ("", "output", "\"out/\""), ("[match]", "overwrite", "true"), ("", "overwrite", "true"),
    ("[maps.install]", "library", "\"lib\""), ("[match]", "library", "\"lib\""), ("[maps.update]", "server", "\"srv\""),
    ("[match]", "metrics-file", "\"m.prom\""), ("[match]", "reject-dir", "\"bad/\""), ("[route]", "plot", "\"p.svg\""),
    ("[match]", "shields", "\"icons/\""), ("[match]", "learn", "\"knowledge/\""),
  ])
  func `that was only found in the folder decides nothing about what is written and whom it asks`(
    table: String, key: String, value: String
  ) throws {
    try folder.write("tracemill.toml", "\(table)\n\(key) = \(value)\n")
    let run = try run(["inspect", "x.gpx"])
    #expect(run.exitCode == 2 && run.errors.contains("./tracemill.toml:2: "), "\(run.errors)")
    #expect(run.errors.contains("may not set \(key). Give --\(key), or name the file: TRACEMILL_CONFIG="))
    let command = table.isEmpty ? ["match"] : table.dropFirst().dropLast().split(separator: ".").map(String.init)
    let name = (command + [key]).joined(separator: ".")
    #expect(try settings(command, ["TRACEMILL_CONFIG": "./tracemill.toml"])[name]?.last == "./tracemill.toml:2")
    #expect(try settings(command, ["TRACEMILL_CONFIG": folder.path("tracemill.toml")])[name] != nil)
  }

  @Test func `in a foreign folder replaces no file`() throws {
    try folder.write("precious.csv", "theirs\n")
    try folder.write("tracemill.toml", "[match]\noutput = \"precious.csv\"\noverwrite = true\n")
    let trace = projectRoot.appending(path: "Traces/courier.gpx").path
    #expect(try run(["match", trace, "--map", map]).exitCode == 2)
    #expect(try folder.text("precious.csv") == "theirs\n")
  }

  @Test func `of the user and of the system is trusted, also within its own folder`() throws {
    try folder.write("user/tracemill/tracemill.toml", "[maps.update]\nserver = \"srv\"\n")
    try folder.write("system/tracemill/tracemill.toml", "overwrite = true\n")
    #expect(try settings(["match"]).keys.contains("match.overwrite"))
    let places = ["XDG_CONFIG_HOME": folder.path("user"), "XDG_CONFIG_DIRS": folder.path("system")]
    let inside = URL(filePath: folder.path("user/tracemill"))
    #expect(try ProgramRun(["config"], in: inside, variables: places).exitCode == 0)
  }

  @Test(arguments: [
    (["--columns", "latt=Breite,lon=Laenge"], "There is no column latt. Did you mean lat?"),
    (["--mode", "bycicle"], "Did you mean bicycle?"), (["--table", "trip"], "Did you mean trips?"),
    (["--format", "geojsn"], "Did you mean geojson?"),
  ])
  func `or a value that is none is answered with the nearest one`(arguments: [String], hint: String) throws {
    let run = try run(["match", "x.gpx", "--map", "x.tmg"] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains(hint), "\(run.errors)")
  }

  @Test(arguments: [("mach", "match"), ("expain", "explain"), ("Route", "route")])
  func `or a word that is no command is answered with the nearest one`(word: String, meant: String) throws {
    let run = try run([word])
    #expect(run.exitCode == 2 && run.errors.contains("Did you mean tracemill \(meant)?"), "\(run.errors)")
  }
}
