import Foundation
import Geodesy
import Records
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Knowledge

@Suite("Traffic for Valhalla")
struct ValhallaTests {
  private let folder: TemporaryFolder
  private let sketch: RoadSketch

  init() throws {
    folder = try TemporaryFolder()
    sketch = try RoadSketch("A---B---C---D", metresPerCell: 50, roads: ["A-B-C", "C>D"])
  }

  private func rows(_ edges: [(name: String, places: [Place])]) throws -> ValhallaEdges {
    let text = edges.map { "\($0.name),\"\(polyline($0.places))\"\n" }.joined()
    try folder.write("edges.csv", "edge,shape\n" + text)
    return try ValhallaEdges(path: folder.path("edges.csv"))
  }

  /// Encoded with six decimals, one unit beside what is right.
  private func polyline(_ places: [Place]) -> String {
    var text = ""
    var last = (0, 0)
    for place in places {
      let now = (Int(place.latitudeE7) / 10 + 1, Int(place.longitudeE7) / 10)
      for difference in [now.0 - last.0, now.1 - last.1] {
        var value = difference < 0 ? ~(difference << 1) : difference << 1
        while value >= 32 {
          text.unicodeScalars.append(Unicode.Scalar(UInt8(value & 31 | 32) + 63))
          value >>= 5
        }
        text.unicodeScalars.append(Unicode.Scalar(UInt8(value) + 63))
      }
      last = now
    }
    return text
  }

  private func places(_ letters: String) -> [Place] { letters.map { sketch.place($0) } }

  private func traffic(_ speeds: [String: Double]) throws -> ValhallaTraffic {
    var tables = LearnedTables(classes: .usual)
    tables.speeds = LearnedRows(
      speeds.sorted { $0.key < $1.key }.flatMap { name, speed in
        (0..<3).map { days in
          RoadSpeed(
            edge: sketch.edge(name), hours: WeekHours(days: days, hours: 0..<24), freeFlow: 80, expected: speed, low: 1,
            high: 99, moving: speed, basis: .hours)
        }
      })
    return try ValhallaTraffic(tables, on: sketch.graph, mode: .car, workers: 2)
  }

  @Test("An edge of several roads has the time of all of them, in the direction of its shape")
  func chains() throws {
    let edges = try rows([("2/779796/19389", places("ABC")), ("2/779796/19390", places("CB"))])
    let traffic = try traffic(["AB": 30, "BC": 60, "CB": 20])
    var counts = ValhallaTraffic.Counts()
    var text = ""
    try edges.forEachTile { tile, edges in
      #expect(tile.fileName == "2/000/779/796.csv")
      text += String(decoding: try traffic.lines(of: tile, edges, &counts).finished().array, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(lines.map { $0[0] } == ["2/779796/19389", "2/779796/19390"])
    #expect(lines.map { $0[1] } == ["80", "80"] && lines.map { $0[2] } == ["40", "20"])
    #expect(lines.allSatisfy { $0[3].utf8.count == 536 })
    #expect(counts == ValhallaTraffic.Counts(written: 2))
  }

  @Test("Edges that are not on the map, or may not be driven, or of which nothing is known, are left out and counted")
  func leftOut() throws {
    let edges = try rows([("2/1/0", places("AC")), ("2/1/1", places("DC")), ("2/1/2", places("BA"))])
    let traffic = try traffic(["AB": 30])
    var counts = ValhallaTraffic.Counts()
    try edges.forEachTile { tile, edges in
      let count = try traffic.lines(of: tile, edges, &counts).count
      #expect(count == 0)
    }
    #expect(counts == ValhallaTraffic.Counts(notOnMap: 2, unknown: 1))
  }

  @Test("Tiles are folders of three digits each, fewer at the upper levels")
  func names() {
    #expect(ValhallaTile(level: 0, number: 3017).fileName == "0/003/017.csv")
    #expect(ValhallaTile(level: 2, number: 5).fileName == "2/000/000/005.csv")
  }

  @Test(
    "A table of edges that cannot be used is refused with its line",
    arguments: [
      ("edge,line\n", ": this is no table of the edges"), ("edge,shape\n", ": there is no edge"),
      ("edge,shape\n2/1,??\n", ":2: an edge is level/tile/number"),
      ("edge,shape\n3/1/1,??\n", ":2: an edge is level/tile/number"),
      ("edge,shape\n2/1/1,??\n2/2/1,??\n2/1/2,??\n", ":4: the edges of a tile do not follow each other"),
    ])
  func refusals(text: String, sentence: String) throws {
    try folder.write("edges.csv", text)
    let error = #expect(throws: ExportError.self) { try ValhallaEdges(path: folder.path("edges.csv")) }
    #expect(error?.description.contains("edges.csv" + sentence) == true, "\(String(describing: error))")
  }

  @Test("A shape that is no polyline is refused with its line", arguments: ["_", "?", "?! "])
  func badShapes(shape: String) throws {
    try folder.write("edges.csv", "edge,shape\n2/1/1,\(shape)\n")
    let edges = try ValhallaEdges(path: folder.path("edges.csv"))
    #expect(throws: ExportError.badShape(path: folder.path("edges.csv"), line: 2)) {
      try edges.forEachTile { _, _ in }
    }
  }
}
