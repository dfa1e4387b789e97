import TestSupport
import Testing

@testable import Settings

@Suite struct `Settings of a run` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func configuration(_ text: String, _ variables: [String: String] = [:]) throws -> Configuration {
    let path = try folder.write("tracemill.toml", text)
    return try Configuration(
      environment: variables.merging(["TRACEMILL_CONFIG": path]) { $1 }, tree: SampleCommands.tree)
  }

  @Test(arguments: [
    ("jobs = 4", "match day.csv", "match --jobs=4 day.csv"), ("jobs = 4", "map build", "map build --jobs=4"),
    ("[match]\nradius = 30", "map build x", "map build x"), ("[match]\nradius = 1.5", "match", "match --radius=1.5"),
    ("[map.build]\nhierarchy = true", "map build x", "map build --hierarchy x"),
    ("[map.build]\nfast = true", "map build x", "map build --fast x"),
    ("jobs = 1\n[match]\njobs = 2", "match", "match --jobs=2"),
    ("jobs = 1\n[match]\njobs = 2", "map build", "map build --jobs=1"),
    ("fail-if = ['a', 'b']", "match", "match --fail-if=a --fail-if=b"), ("fail-if = []", "match", "match"),
    ("quiet = true", "match", "match --quiet"), ("quiet = false", "match", "match"),
    ("speeding = false", "match", "match --no-speeding"), ("no-speeding = false", "match", "match --speeding"),
    ("verbose = true\njobs = 2", "match", "match --jobs=2 --verbose"), ("jobs = 4", "matches", "matches"),
    ("jobs = 4", "", ""),
  ])
  func `become arguments before those that were given, in the order of the options`(
    text: String, given: String, arguments: String
  ) throws {
    let found = try configuration(text).arguments(adding: given.split(separator: " ").map(String.init))
    #expect(found.arguments.joined(separator: " ") == arguments)
  }

  @Test(arguments: [
    ("jobs = 4", "match --jobs 2"), ("jobs = 4", "match --jobs=2"), ("jobs = 4", "match -j 2"),
    ("jobs = 4", "match -j2"),
    ("jobs = 4", "match -qj2"), ("jobs = 4", "match x.csv -q -j2"), ("quiet = true", "match -vq"),
    ("quiet = true", "match -v"),
    ("verbose = true", "match --quiet"), ("speeding = true", "match --no-speeding"), ("speeding = true", "match -n"),
    ("no-speeding = true", "match --speeding"), ("[map.build]\nhierarchy = true", "map build --fast"),
    ("jobs = 4", "match --help"), ("jobs = 4", "match -h"), ("jobs = 4", "match --version"),
    ("jobs = 4", "--generate-completion-script bash"),
  ])
  func `give way to options of the command line, to their opposites and to the help`(
    text: String, given: String
  ) throws {
    let found = try configuration(text).arguments(adding: given.split(separator: " ").map(String.init))
    #expect(found.arguments.joined(separator: " ") == given && found.used.isEmpty)
  }

  @Test(arguments: ["match -- -j2", "match -fj", "match x-j2", "match --jobsx", "match - x", "match -f=--jobs"])
  func `do not give way to what only looks like their option`(given: String) throws {
    let words = given.split(separator: " ").map(String.init)
    let found = try configuration("jobs = 4").arguments(adding: words)
    #expect(found.arguments == ["match", "--jobs=4"] + Array(words.dropFirst()))
  }

  @Test func `of the environment count for more than those of files`() throws {
    let found = try configuration(
      "[match]\njobs = 2\nradius = 3",
      ["TRACEMILL_JOBS": "8", "TRACEMILL_FAIL_IF": "a\nb c", "JOBS": "9", "TRACEMILL_TEST_X": "1"])
    #expect(found.settings.map(\.key) == ["match.jobs", "match.radius", "fail-if", "jobs"])
    #expect(
      found.arguments(adding: ["match"]).arguments == [
        "match", "--jobs=8", "--radius=3", "--fail-if=a", "--fail-if=b c",
      ])
  }

  @Test(arguments: [
    ("1", true), ("true", true), ("YES", true), ("On", true), ("0", false), ("False", false), ("no", false),
    ("off", false), ("", false),
  ])
  func `of the environment are on or off by many words`(text: String, isOn: Bool) throws {
    let found = try configuration("", ["TRACEMILL_QUIET": text])
    #expect(found.arguments(adding: ["match"]).arguments == (isOn ? ["match", "--quiet"] : ["match"]))
    #expect(found.settings.map(\.isOn) == [isOn])
  }

  @Test func `without an option are told apart`() throws {
    let found = try configuration("[match]\nverify = false\nmemory = \"1G\"\njobs = 2").arguments(adding: [
      "match", "x",
    ])
    #expect(found.arguments == ["match", "--jobs=2", "x"])
    #expect(found.used.map(\.key) == ["match.jobs", "match.verify", "match.memory"])
    #expect(found.rare["verify"]?.isOn == false && found.rare["memory"]?.text == "1G" && found.rare["jobs"] == nil)
  }

  @Test(arguments: [
    ("job = 1", ":1: no command has an option job. Did you mean jobs?"),
    ("[match]\n\nradiuss = 1", ":3: match does not have an option radiuss. Did you mean radius?"),
    ("[map.build]\nradius = 1", ":2: map build does not have an option radius."),
    ("[mach]\njobs = 1", ":2: there is no command mach. Did you mean match?"),
    ("[map]\njobs = 1", ":2: there is no command map."), ("help = true", ":1: no command has an option help."),
    ("verify = 1", ":1: verify is true or false"), ("quiet = \"yes\"", ":1: quiet is true or false"),
    ("jobs = true", ":1: jobs is a text or a number, not true or false"),
    ("jobs = [1, 2]", ":1: jobs is one value and no list"),
    ("[match]\nmemory = false", ":2: memory is a text or a number, not true or false"),
    ("[match]\nmemory = ['1G']", ":2: memory is one value and no list"),
    (
      "[match]\nvehicle-height = 4",
      ":2: match does not have an option vehicle-height. vehicle-height is written vehicle = \"height=…\" now."
    ),
  ])
  func `that no command can take are refused with file and line`(text: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try configuration(text) }
    #expect(
      error?.description.hasPrefix(folder.path("tracemill.toml") + message) == true, "\(error.map(\.description) ?? "")"
    )
  }

  @Test(arguments: [
    (["TRACEMILL_QUIET": "maybe"], "TRACEMILL_QUIET: quiet is true or false"),
    (["TRACEMILL_JOB": "1"], "TRACEMILL_JOB: no command has an option job. Did you mean jobs?"),
    (["TRACEMILL_JOBS": "1\n2"], "TRACEMILL_JOBS: jobs is one value and no list"),
  ])
  func `of the environment are refused by their names`(variables: [String: String], message: String) {
    let error = #expect(throws: ConfigurationError.self) { try configuration("", variables) }
    #expect(error?.description == message)
  }

  @Test func `are UTF-8`() throws {
    let path = try folder.write("bad.toml", [0x61, 0x3D, 0x22, 0xFF, 0x22])
    #expect(throws: ConfigurationError(description: "\(path): the configuration cannot be read as UTF-8 text")) {
      try Configuration(environment: ["TRACEMILL_CONFIG": path], tree: SampleCommands.tree)
    }
  }

  /// By the folders in which `tracemill/tracemill.toml` is, and `.` for the one in which the program runs.
  @Test(
    arguments: [
      (["HOME": "/no/home"], ["/etc", "/etc/xdg", "/no/home/.config", "."]),
      (["HOME": "/no/home", "XDG_CONFIG_HOME": "/no/c"], ["/etc", "/etc/xdg", "/no/c", "."]),
      (["HOME": "/no/home", "XDG_CONFIG_HOME": ""], ["/etc", "/etc/xdg", "/no/home/.config", "."]),
      (["HOME": "/no/home", "XDG_CONFIG_DIRS": ""], ["/etc", "/etc/xdg", "/no/home/.config", "."]),
      (["XDG_CONFIG_DIRS": "/no/a:/no/b"], ["/etc", "/no/b", "/no/a", "."]), ([:], ["/etc", "/etc/xdg", "."]),
      (["TRACEMILL_CONFIG": "", "HOME": "/no/home"], []),
    ] as [([String: String], [String])])
  func `are looked for from the system to the folder`(variables: [String: String], folders: [String]) throws {
    let found = try Configuration(environment: variables, tree: SampleCommands.tree)
    let expected = folders.map { $0 == "." ? "./tracemill.toml" : $0 + "/tracemill/tracemill.toml" }
    #expect(found.files.map(\.path) == expected)
  }
}
