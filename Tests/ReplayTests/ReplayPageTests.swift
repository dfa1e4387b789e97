import Foundation
import Geodesy
import RandomNumbers
import Replay
import Reports
import RoadGraph
import TestSupport
import Testing

@Suite struct `The data of a page` {
  @Test func `are the cells of the tables`() throws {
    let page = try DrivePage(
      of: .with(
        "points", .of("index", .numbers(places: 0), [0, 1, 5, 2]),
        .of("lat", .numbers(places: 7), [475_000_000, nil, 475_000_123, -900_000_000]),
        .of("time", .times, [1_700_000_000_000, nil, 1_700_000_001_500, 0]),
        .of("wrong_way", .flags, [0, 1, nil, 0]), .words("status", ["matched", nil, "dropped", "matched"])))
    #expect(page.column("index", of: "points") == [0, 1, 5, 2])
    #expect(page.column("lat", of: "points") == [47.5, nil, 47.500_012_3, -90.0])
    #expect(page.column("time", of: "points") == [1_700_000_000_000, nil, 1_700_000_001_500, 0])
    #expect(page.column("wrong_way", of: "points") == [false, true, nil, false])
    #expect(page.column("status", of: "points") == ["matched", nil, "dropped", "matched"])
  }

  @Test func `name a value once that all rows have`() throws {
    let page = try DrivePage(
      of: .with(
        "edges", .of("length_m", .numbers(places: 2), [1250, 1250]), .words("name", [nil, nil]),
        .words("ref", ["A 1", "A 1"]), .of("leg", .numbers(places: 0), [0, 0]), .of("wrong_way", .flags, [1, 1]),
        .of("enter_time", .times, [7, 7])))
    #expect(page.column("length_m", of: "edges") == [12.5, 12.5])
    #expect(page.column("name", of: "edges") == [nil, nil])
    #expect(page.column("ref", of: "edges") == ["A 1", "A 1"])
    #expect(page.text.contains("\"wrong_way\":{\"all\":true}"))
    #expect(page.text.contains("\"enter_time\":{\"all\":7}") && page.text.contains("\"leg\":{\"all\":0}"))
  }

  @Test func `keep ids that a number of JSON cannot hold`() throws {
    let page = try DrivePage(of: .with("edges", .of("way", .numbers(places: 0), [Int64.max, nil, -Int64.max])))
    #expect(page.column("way", of: "edges") == ["9223372036854775807", nil, "-9223372036854775807"])
  }

  @Test func `of random columns come back`() throws {
    var random = SplitMix64(seed: 16)
    for _ in rounds(200, few: 10) {
      let values: [Int64?] = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int.random(in: 0...4, using: &random) == 0 ? nil : Int64.random(in: -1_000_000...1_000_000, using: &random)
      }
      let page = try DrivePage(of: .with("points", .of("x", .numbers(places: 0), values)))
      #expect(page.column("x", of: "points") == values.map { $0.map { AnyHashable(Int($0)) } })
    }
  }

  @Test(arguments: ["<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "<!--", "\"&'\u{2028}\\"])
  func `end no element of the page, whatever names say`(name: String) throws {
    var drive = Drive(
      .trip, title: name, tables: [ColumnTable("edges", [.words("name", [name, "b"])], rowCount: 2)])
    drive.notes = [name]
    let page = try DrivePage(of: drive)
    #expect(page.data["title"] as? String == name && page.data["notes"] as? [String] == [name])
    #expect(page.column("name", of: "edges") == [name, "b"])
    #expect(!page.text.contains("<img") && !page.text.contains("<script>alert"))
    let plain = try DrivePage(of: Drive(.trip, title: "plain", tables: []))
    for tag in ["<script", "</script>", "<!--"] {
      #expect(page.text.components(separatedBy: tag).count == plain.text.components(separatedBy: tag).count)
    }
  }

  @Test func `are the same bytes each time`() throws {
    let drive = Drive.with("points", .words("status", ["a", "b"]))
    #expect(try DrivePage(of: drive).text == DrivePage(of: drive).text)
  }
}

@Suite struct `A page` {
  @Test func `may load nothing, and with tiles only pictures of their server`() throws {
    let drive = Drive(.trip, title: "x", tables: [])
    let policy = try #require(
      try DrivePage(of: drive).text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/))
    #expect(policy.1.hasPrefix("default-src 'none'") && !policy.1.contains("http"))
    var settings = ReplaySettings(program: "x")
    settings.tiles = try TileSource(url: "https://tile.example.org/{z}/{x}/{y}.png", attribution: "who")
    let tiled = try DrivePage(of: drive, settings: settings)
    #expect(tiled.text.contains("img-src data: blob: https://tile.example.org\""))
    #expect((tiled.data["tiles"] as? [String: String])?["attribution"] == "who")
  }

  @Test func `runs no script but its own, which it names by hash`() throws {
    let page = try DrivePage(of: Drive(.trip, title: "x", tables: []))
    let hash = /'sha256-([A-Za-z0-9+\/]{43}=)'/
    let policy = try #require(page.packed.firstMatch(of: /script-src ([^;]*);/)).1
    #expect(!policy.contains("'unsafe-inline'"))
    let script = try #require(page.packed.firstMatch(of: /<script type="module">((?s).*?)<\/script>/))
    #expect(page.program.count > 10_000)
    let sums = try [String(script.1), page.program].map(sha256)
    #expect(policy.matches(of: hash).map { Data(base64Encoded: String($0.1))?.hexadecimal } == sums)
  }

  private func sha256(_ text: String) throws -> String {
    let (folder, sum, output) = (try TemporaryFolder(), Process(), Pipe())
    sum.executableURL = URL(filePath: "/usr/bin/env")
    sum.arguments = ["sha256sum", try folder.write("script", text)]
    sum.standardOutput = output
    try sum.run()
    let line = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    return String(line.prefix { $0 != " " })
  }

  @Test(arguments: [
    "tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/{z}/{x}.png", "file:///{z}/{x}/{y}",
    "https:///{z}/{x}/{y}",
    "https://a b/{z}/{x}/{y}", "https://a;script-src *;/{z}/{x}/{y}",
  ])
  func `refuses what is no address of tiles`(url: String) {
    #expect(throws: ReplayError.notATileSource(url)) { try TileSource(url: url) }
  }

  @Test func `has no import and no name twice in its script`() throws {
    let page = try DrivePage(of: Drive(.trip, title: "x", tables: []))
    let script = page.program
    var names: Set<Substring> = []
    for match in script.matches(of: /(?m)^(?:async )?(?:const|let|function|class) ([\w$]+)/) {
      #expect(names.insert(match.1).inserted, "\(match.1)")
    }
    #expect(names.count > 100)
    #expect(script.firstMatch(of: /(?m)^(?:import|export)[ ]/) == nil)
    #expect(page.packed.firstMatch(of: /%(TITLE|CSP|STYLE|SCRIPT|DATA|PROGRAM)%/) == nil)
  }

  @Test(arguments: [(51.5, -0.1, "imperial"), (47.1, 9.5, "metric")])
  func `is in miles where one drives in miles`(latitude: Double, longitude: Double, units: String) throws {
    let places = [latitude, longitude].map { Int64($0 * 1e7) }
    let page = try DrivePage(
      of: .with(
        "points", .of("lat", .numbers(places: 7), [nil, places[0]]), .of("lon", .numbers(places: 7), [nil, places[1]])))
    #expect(page.data["units"] as? String == units)
  }
}

extension Data {
  fileprivate var hexadecimal: String { map { String(format: "%02x", $0) }.joined() }
}

@Suite struct `A style` {
  @Test func `changes what it names and leaves the rest`() throws {
    var settings = ReplaySettings(program: "x")
    settings.style = try ReplayStyle(Array(##"{"speed": 5, "arrow": {"colour": "#ff0000"}}"##.utf8), path: "my.json")
    let style = try #require(try DrivePage(of: Drive(.trip, title: "x", tables: []), settings: settings).data["style"])
    let members = try #require(style as? [String: Any])
    let arrow = try #require(members["arrow"] as? [String: Any])
    #expect(members["speed"] as? Int == 5 && arrow["colour"] as? String == "#ff0000" && arrow["size"] as? Int != nil)
  }

  @Test(arguments: [
    (#"{"arow": {}}"#, "there is no arow. Did you mean arrow?"),
    (#"{"arrow": {"color": "x"}}"#, "there is no arrow.color"),
    (#"{"speed": "fast"}"#, "speed is a number, not a text"), ("[]", "the style is an object, not a list"),
    (#"{"speed": 1"#, "line 1"), (#"{"speed": 0}"#, "speed is above 0"),
    (#"{"arrow": {"colour": "rde"}}"#, "arrow.colour is a colour such as"),
    (#"{"theme": "nigth"}"#, "theme is one of auto, day, night, not nigth. Did you mean night?"),
  ])
  func `is refused with the member that is wrong`(text: String, message: String) {
    let error = #expect(throws: ReplayError.self) { try ReplayStyle(Array(text.utf8), path: "my.json") }
    #expect(error?.description.hasPrefix("my.json: \(message)") == true, "\(error?.description ?? "")")
  }

  @Test func `of the program is one that it takes`() throws {
    _ = try ReplayStyle(Array(ReplayStyle.text.utf8), path: "own")
  }
}
