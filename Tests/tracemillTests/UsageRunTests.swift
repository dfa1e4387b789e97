import Foundation
import TestSupport
import Testing

/// An option as the parser describes it.
private struct DescribedOption {
  let command: [String]
  let kind: String
  let name: String
  let valueName: String?
}

/// All long options of all commands that are shown.
private func describedOptions() throws -> [DescribedOption] {
  let run = try ProgramRun("--experimental-dump-help")
  func options(_ command: [String: Any], _ path: [String]) -> [DescribedOption] {
    let own = (command["arguments"] as? [[String: Any]] ?? []).flatMap { argument in
      (argument["names"] as? [[String: Any]] ?? []).compactMap { name -> DescribedOption? in
        guard name["kind"] as? String == "long", let text = name["name"] as? String,
          let kind = argument["kind"] as? String
        else { return nil }
        return DescribedOption(command: path, kind: kind, name: text, valueName: argument["valueName"] as? String)
      }
    }
    return own
      + (command["subcommands"] as? [[String: Any]] ?? []).flatMap { below in
        options(below, path + [below["commandName"] as? String ?? ""])
      }
  }
  let root = try jsonObject(run.output)["command"] as? [String: Any]
  return options(try #require(root), [])
}

/// The names of each option of a command and of those below, without hyphens.
private func namesOfOptions(_ command: [String: Any]) -> [[String]] {
  let arguments = (command["arguments"] as? [[String: Any]] ?? []).filter { $0["kind"] as? String == "option" }
  return arguments.map { ($0["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String } }
    + (command["subcommands"] as? [[String: Any]] ?? []).flatMap(namesOfOptions)
}

@Suite struct `A wrong command line` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func refused(_ arguments: [String], _ words: [String], code: Int32 = 2) throws {
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == code, "\(arguments): \(run.exitCode) \(run.errors)")
    for word in words { #expect(run.errors.contains(word), "\(arguments): '\(word)' is missing in: \(run.errors)") }
  }

  /// Every option that takes a value and not the next words whatever they are.
  @Test func `with a value that begins with a minus says how to write it`() throws {
    // An option has one meaning in all commands, so one command is enough.
    let options = Dictionary(try describedOptions().filter { $0.kind == "option" }.map { ($0.name, $0) }) { first, _ in
      first
    }
    #expect(options.count > 100)
    for option in options.values {
      let run = try ProgramRun(option.command + ["--\(option.name)", "-3"])
      let isTaken = !run.errors.contains("Missing value for")
      #expect(
        isTaken || run.errors.contains("write --\(option.name)=-3."),
        "\(option.command.joined(separator: " ")) --\(option.name): \(run.errors)")
    }
    try refused(["match", "x.gpx", "--map", map, "--sigma", "-3"], ["write --sigma=-3."])
    try refused(["match", "x.gpx", "--map", map, "--sigma=-3"], ["--sigma is more than 0"])
    try refused(["match", "x.gpx", "--map", map, "--time-zone", "-03:00"], ["write --time-zone=-03:00."])
  }

  /// Only then is it worth a look whether it is given twice.
  @Test func `has the same option twice only where the names begin alike`() throws {
    let described = try jsonObject(try ProgramRun("--experimental-dump-help").output)
    let options = namesOfOptions(try #require(described["command"] as? [String: Any]))
    #expect(options.contains { $0.count > 1 })
    for names in options {
      let begins = Set(names.map { $0.count > 1 ? String($0.prefix(3)) : $0 })
      #expect(begins.filter { $0.count > 1 }.count < 2 && Set(begins.map { $0.first }).count < 2, "\(names)")
    }
    try refused(["match", "x.gpx", "--map", map, "--time-zone", "UTC", "--timezone=UTC"], ["takes one value"])
    try refused(["match", "x.gpx", "--map", map, "-j2", "--jobs", "3"], ["--jobs takes one value"])
  }

  @Test(arguments: [
    ("--sigma", "4,5", "--sigma is a number without a unit; a fraction has a decimal point"),
    ("--radius", "5m", "without a unit"),
    ("--alternatives", "1.5", "--alternatives is a whole number"),
  ])
  func `with a number that is none says how numbers are written`(option: String, value: String, words: String) throws {
    try refused(["match", "Traces/courier.gpx", "--map", map, option, value], [words])
  }

  @Test(arguments: [
    ("CEST", ["an abbreviation", "Europe/Berlin", "+02:00"]), ("IST", ["an abbreviation"]),
    ("UTC+2", ["+02:00 is east of it"]), ("GMT-03:00", ["-02:00 west"]), ("+2", ["+01:00"]),
  ])
  func `with a clock that may be several names the cure`(zone: String, words: [String]) throws {
    try refused(["match", "x.gpx", "--map", map, "--time-zone=\(zone)"], words)
    try refused(["match", "x.gpx", "--map", map, "--split", "day=\(zone)"], words)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"), "needs zone files"),
    arguments: [
      ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
      ("America/NewYork", "America/New_York"),
    ])
  func `with a zone that is nearly one names it`(zone: String, meant: String) throws {
    try refused(["match", "x.gpx", "--map", map, "--time-zone", zone], ["Did you mean \(meant)?"])
    try refused(["inspect", "x.gpx", "--split", "day=\(zone)"], ["Did you mean \(meant)?"])
  }

  @Test(arguments: [
    ("parquet", "with DuckDB"), ("Parquet", "with DuckDB"), ("xlsx", "Write CSV"), ("shp", "GeoPackage"),
    ("sqlite", "GeoPackage"), ("yaml", "--format is one of json"),
  ])
  func `with a format of others says how to get it`(format: String, words: String) throws {
    for command in [["match", "Traces/courier.gpx"], ["route", "--requests", "Traces/requests.ndjson"]] {
      try refused(
        command + ["--map", map, "--format", format], [words, "json, ndjson, csv, arrow, geojson, gpx, gpkg, html"])
    }
  }

  @Test(arguments: [
    ("110.5,47.1", "did you mean 47.1,110.5?"), ("54,6959,2,8369", "a decimal point"),
    ("54.6959", "an example is 47.141,9.521"), ("54.6959 2.8369", "LAT,LON"),
  ])
  func `with a waypoint that is none says how it is written`(place: String, words: String) throws {
    try refused(["route", "--map", map, "--waypoint", place, "--waypoint", "54.7162,2.8391"], [words])
  }

  @Test func `with waypoints whose coordinates are exchanged says so`() throws {
    let run = try ProgramRun(
      "route", "--map", map, "--waypoint", "2.8369,54.6959", "--waypoint", "2.8391,54.7162", "--table", "routes",
      "--format", "csv")
    #expect(run.output.contains("did you mean 54.6959,2.8369?"), "\(run.output)")
    // A place that lies on no map either way is only told.
    let sea = try ProgramRun("route", "--map", map, "--waypoint", "1,1", "--waypoint", "2,2", "--table", "routes")
    #expect(!sea.output.contains("did you mean"))
  }

  @Test func `with a map that is none says what is there`() throws {
    let gone = folder.path("gone.tmg")
    try refused(["map", "info", gone], ["\(gone): there is no such file; check the name"], code: 3)
    try refused(["map", "info", folder.path], ["this is a folder, and a file is read here"], code: 3)
    try refused(
      ["match", "Traces/courier.gpx", "--map", gone], ["there is no such file", "tracemill map build"], code: 3)
    try refused(["compare", "gone.csv", "gone.csv", "--map", map], ["gone.csv: there is no such file"], code: 3)
    try refused(["match", "Traces/courier.gpx", "--map", map, "--plan", folder.path], ["name a file in it"], code: 3)
  }

  @Test func `for a map with the name of a folder says what to name`() throws {
    try refused(
      ["map", "build", "Traces/town.osm", "-o", folder.path], ["name one in it, such as \(folder.path)/city.tmg"])
    try refused(
      ["map", "build", "Traces/town.osm", "-o", folder.path("new") + "/"], ["such as \(folder.path("new"))/city.tmg"])
    #expect(folder.names.isEmpty)
  }

  @Test func `with requests that are a trace names the option for lines`() throws {
    try refused(["route", "--map", map, "--requests", "Traces/courier.gpx"], ["this is XML", "--import"], code: 3)
  }

  // MARK: One meaning per option

  @Test(arguments: [
    ("route", "from", "54.7,2.8", "--from of route is called --position"),
    ("route", "strict", nil, "--strict of route is called --no-violations"),
    ("simulate", "with", "speed", "--with of simulate is called --record"),
    ("simulate", "plans", nil, "--plans of simulate is called --make-plans"),
  ])
  func `with the earlier name of an option names the new one`(
    command: String, option: String, value: String?, words: String
  ) throws {
    let output = command == "simulate" ? ["-o", "x/"] : ["--requests", "Traces/requests.ndjson"]
    try refused([command, "--map", map] + output + ["--" + option] + [value].compactMap(\.self), [words])
    let settings = try folder.write("old.toml", "[\(command)]\n\(option) = true\n")
    let run = try ProgramRun([command, "--map", map], variables: ["TRACEMILL_CONFIG": settings])
    #expect(run.exitCode == 2 && run.errors.contains("old.toml:2") && run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: [
    ("vehicle-height", "4", "vehicle", "height=…"), ("hazardous-goods", nil, "vehicle", "hazardous-goods"),
    ("no-speeding", nil, "speeding", "none"), ("speed-tolerance", "5", "speeding", "tolerance=…"),
    ("interpolate", "10", "positions", "rate=…"), ("poll-interval", "60", "better-routes", "every=…"),
    ("day", "yesterday", "when", "day=…"), ("explain", nil, "table", "+candidates"),
    ("crossings", nil, "table", "+crossings"), ("time-format", "dmy", "csv", "time-format=…"),
    ("strict", nil, "fail-if", "any"), ("compress", "gz", "format", "csv.gz"),
    ("log-format", "json", "log", "format=…"),
    ("map-library", nil, "map", "installed"), ("plan-for-all", nil, "plans", "all"),
  ])
  func `with an option that is a key or a value now names that, as an option, in a file and in a variable`(
    old: String, value: String?, option: String, key: String
  ) throws {
    try refused(
      ["match", "x.gpx", "--map", map, "--" + old] + [value].compactMap(\.self),
      ["--\(old) is written --\(option) \(key) now."])
    let settings = try folder.write("old.toml", "[match]\n\(old) = true\n")
    let file = try ProgramRun(["match", "x.gpx"], variables: ["TRACEMILL_CONFIG": settings])
    #expect(
      file.exitCode == 2 && file.errors.contains("\(old) is written \(option) = \"\(key)\" now."), "\(file.errors)")
    func variable(_ name: String) -> String { "TRACEMILL_" + name.uppercased().replacing("-", with: "_") }
    let run = try ProgramRun(["match", "x.gpx"], variables: ["TRACEMILL_CONFIG": "", variable(old): "1"])
    #expect(
      run.exitCode == 2 && run.errors.contains("\(variable(old)) is written \(variable(option))='\(key)' now."),
      "\(run.errors)")
  }

  @Test(arguments: ["lock-wait", "memory", "visit-after", "time-limit"])
  func `with an option that is a setting now says where it is set`(name: String) throws {
    try refused(
      ["match", "x.gpx", "--map", map, "--" + name, "60"],
      ["--\(name) is no option but a setting now", "TRACEMILL_\(name.uppercased().replacing("-", with: "_"))="])
    let shown = try ProgramRun(
      ["config", "match"],
      variables: ["TRACEMILL_CONFIG": try folder.write("rare.toml", "[match]\n\(name) = \"60\"\n")])
    #expect(shown.output.contains("match.\(name) = \"60\""), "\(shown.output) \(shown.errors)")
  }

  @Test(arguments: [
    (["--vehicle", "heigth=4"], "--vehicle has no key 'heigth'. Did you mean height? The keys are height=m, width=m,"),
    (["--vehicle", "height"], "height of --vehicle needs a value: height=m."),
    (["--vehicle", "height=x"], "height of --vehicle is 0.01 to 100 m, not x."),
    (
      ["--vehicle", "height=4,weight=3", "--vehicle", "height=4"], "--vehicle has height twice; leave out one of them."
    ),
    (["--vehicle", "hazardous-goods=yes"], "hazardous-goods of --vehicle stands alone and has no value."),
    (["--csv", "time-format=%d.%m.%Y, %H:%M"], "a comma within a value is written \\,."),
    (["--map", "installed"], "--map installed takes all installed maps; leave out the others"),
    (["--table", "+segments", "--format", "json"], "json has no place for the table segments beside its own"),
    (["--table", "+trips", "--format", "gpx"], "gpx has no place for the table trips beside its own"),
  ])
  func `with keys that make no sense says which, and what would`(arguments: [String], words: String) throws {
    try refused(["match", "x.gpx", "--map", map] + arguments, [words])
  }

  /// Options of one name take values of one kind; where a value has another name, the option means the same all the same.
  @Test func `finds each option with one meaning in all commands`() throws {
    let same: Set = [
      "output",  // where the results go: a file, a folder or both, as the command has them
      "map",  // named by its file; of compare, only by that
      "table",  // of learn, which has no usual tables, without a plus
      "traffic",  // a file or a folder; of report, only a folder, since files have no free flow
    ]
    let byName = Dictionary(grouping: try describedOptions(), by: \.name)
    for (name, options) in byName where !same.contains(name) && name != "help" {
      let kinds = Set(options.map { "\($0.kind) \($0.valueName ?? "")" })
      #expect(kinds.count == 1, "--\(name) takes \(kinds.sorted())")
    }
  }
}
