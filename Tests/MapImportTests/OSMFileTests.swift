import Extracts
import Foundation
import Records
import RoadGraph
import TestSupport
import Testing

@testable import MapImport

struct OSMFileTests {
  private static var town: OSMSketch {
    var sketch = OSMSketch(
      """
         D
      A--B--C
      """,
      ways: [
        ("ABC", ["highway": "residential", "name": "Rue de l’Église", "maxspeed": "30"]),
        ("BD", ["highway": "service", "access": "private"]),
      ])
    sketch.nodeTags["D"] = ["barrier": "gate", "access": "private"]
    sketch.relations = [(["type": "restriction", "restriction": "no_left_turn"], "w1@from n2@via w2@to")]
    return sketch
  }

  /// The same file in OSM's one-line-per-object format.
  private static let opl = """
    n1 x9.5 y47.4999
    n2 x9.5003 y47.4999
    n3 x9.5006 y47.4999
    n4 x9.5003 y47.5 Tbarrier=gate,access=private
    w1 Thighway=residential,name=Rue%20%de%20%l%2019%Église,maxspeed=30 Nn1,n2,n3
    w2 Thighway=service,access=private Nn2,n4
    r100 Ttype=restriction,restriction=no_left_turn Mw1@from,n2@via,w2@to

    """

  /// `content` run through a command of the system; `nil` if that is not installed.
  private func piped(_ content: String, through command: [String]) throws -> Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // A file and not a pipe: writing to a command that is not there would end the tests.
    let folder = try TemporaryFolder()
    let input = folder.url.appending(path: "input")
    try Data(content.utf8).write(to: input)
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: input)
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let result = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? result : nil
  }

  @Test func `XML, OPL, PBF and their compressed forms give the same network`() throws {
    let expected = try Self.town.network().text
    #expect(try imported(Self.opl, named: "town.opl").text == expected)
    let commands = [["gzip", "-c"], ["bzip2", "-c"], ["osmium", "cat", "-F", "osm", "-", "-f", "pbf", "-o", "-"]]
    for command in commands {
      guard let packed = try piped(Self.town.xml, through: command) else { continue }
      let network = try withFile(packed, named: "town.osm") { try importOSM(path: $0) }
      #expect(network.text == expected, "\(command)")
    }
  }

  @Test func `two imports are equal`() throws {
    let once = try Self.town.network().text
    let again = try Self.town.network().text
    #expect(once == again)
  }

  @Test func `every truncation of a file is an error, not a crash`() throws {
    let xml = Data(Self.town.xml.utf8)
    for length in stride(from: 0, to: xml.count - 7, by: 11) {
      #expect(throws: MapImportError.self) {
        try withFile(xml.prefix(length), named: "town.osm") { try importOSM(path: $0) }
      }
    }
    guard let packed = try piped(Self.town.xml, through: ["gzip", "-c"]) else { return }
    for length in stride(from: 0, to: packed.count, by: 3) {
      #expect(throws: MapImportError.self) {
        try withFile(packed.prefix(length), named: "town.osm.gz") { try importOSM(path: $0) }
      }
    }
  }

  @Test func `damage anywhere is survived`() throws {
    guard let packed = try piped(Self.town.xml, through: ["gzip", "-c"]) else { return }
    for position in stride(from: 0, to: packed.count, by: 5) {
      var damaged = packed
      damaged[position] ^= 0x55
      _ = try? withFile(damaged, named: "town.osm.gz") { try importOSM(path: $0) }
    }
  }

  private func failure(_ content: String, named name: String = "map.osm") -> MapImportError? {
    do {
      _ = try imported(content, named: name)
      return nil
    } catch {
      return error as? MapImportError
    }
  }

  @Test func `each failure says what to do`() throws {
    #expect(throws: MapImportError.extract(.notFound(path: "/nowhere/map.osm.pbf"))) {
      try importOSM(path: "/nowhere/map.osm.pbf")
    }
    #expect(throws: MapImportError.extract(.standardInput)) { try importOSM(path: "-") }
    let folder = ExtractError.unreadable(path: "/", reason: "it is a folder, or reading it is not permitted")
    #expect(throws: MapImportError.extract(folder)) { try importOSM(path: "/") }
    #expect(ExtractError.standardInput.description.contains("Save it to a file first"))
  }

  @Test(arguments: [
    ("lat,lon,time\n1,2,3\n", "notOSM"), ("", "notOSM"), ("<html><body>503</body></html>", "notOSM"),
    ("<osm version='0.6'></osm>", "noRoads"), ("<osm version='0.6'><node id='one'", "damaged"),
    ("<osm version='0.6'><way id='1'><nd ref='1'/><tag k='highway' v='road'/></way></osm>", "noRoads"),
    ("<osm version='0.6'><way id='one'></way></osm>", "damaged"), ("<osm version='99'></osm>", "damaged"),
  ])
  func `foreign, damaged and roadless files are told apart`(content: String, expected: String) throws {
    let found = try #require(self.failure(content))
    var cause: any Error = found
    if case .extract(let error) = found { cause = error }
    #expect("\(Mirror(reflecting: cause).children.first?.label ?? "")" == expected)
    #expect(found.description.contains("map.osm: "))
  }

  @Test func `a change file is refused with its cure`() {
    let change = """
      <osmChange version='0.6'><create><way id='1' version='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='road'/></way>
      </create></osmChange>
      """
    guard case .extract(.unsupported(_, let what, let cure)) = failure(change) else {
      return #expect(Bool(false), "a change file is no extract")
    }
    #expect(what == "a change or history file")
    #expect(cure.contains("osmium apply-changes"))
  }

  @Test func `a name that looks like an address is a file`() {
    #expect(throws: MapImportError.extract(.notFound(path: "http://example.org/map.osm"))) {
      try importOSM(path: "http://example.org/map.osm")
    }
  }

  @Test func `the data's time is the newest object's where the header has none`() throws {
    let xml = """
      <osm version='0.6'><node id='1' lat='1' lon='1'/><node id='2' lat='1' lon='2'/>
      <way id='1' version='2' timestamp='2020-02-29T12:00:00Z'><nd ref='1'/><nd ref='2'/><tag k='highway' v='road'/></way>
      </osm>
      """
    let network = try imported(xml, named: "old town.osm")
    #expect(network.provenance.dataTime == "2020-02-29T12:00:00Z")
    #expect(network.provenance.source == "old town.osm")
    #expect(network.provenance.kind == "osm")
    #expect(network.provenance.counts == ["ways_kept": 1])
  }
}
