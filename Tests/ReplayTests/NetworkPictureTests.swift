import Foundation
import FoundationXML
import Geodesy
import Records
import RoadGraph
import TestSupport
import Testing

@testable import Replay

@Suite("A picture of a network")
struct NetworkPictureTests {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A---------B---------C
                |
                D---------E
      """, metresPerCell: 30, roads: ["A-B-C", "B-D", SketchRoad("D-E", roadClass: .primary)])
  }

  private func picture(
    _ scale: NetworkScale, title: String = "City", _ values: [String: Double]
  ) -> String {
    let settings = ReplaySettings(program: "tracemill 1.0")
    let picture = NetworkPicture(of: sketch.graph, by: scale, title: title, facts: "Mo-Fr", settings: settings)
    let byEdge = Dictionary(uniqueKeysWithValues: values.map { (sketch.edge($0.key), $0.value) })
    return String(decoding: picture.render { byEdge[$0] }.array, as: UTF8.self)
  }

  private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

  /// The strokes of the roads, in the order drawn.
  private func strokes(_ text: String) -> [String] {
    let roads = text.components(separatedBy: "id=\"roads\"")[1].components(separatedBy: "</g>")[0]
    return roads.matches(of: /stroke="(#[0-9a-f]+)"/).map { String($0.output.1) }
  }

  @Test("It is XML, the same each time, with a legend, a scale and the source of the map")
  func whole() throws {
    let text = picture(.speed, title: "<City> & \"more\"", ["AB": 0.9, "BD": 0.2])
    #expect(isWellFormed(text))
    #expect(text == picture(.speed, title: "<City> & \"more\"", ["AB": 0.9, "BD": 0.2]))
    #expect(text.contains("© OpenStreetMap contributors  ·  tracemill 1.0"))
    #expect(text.contains("Speed against free flow") && text.contains("85 % or more"))
    #expect(text.contains(/>[125]0* m</))
    #expect(!text.contains("NaN") && !text.contains("inf") && !text.contains("<City>"))
  }

  @Test("Of two directions the slower one shows, on top of faster roads")
  func slowerDirection() {
    let text = picture(.speed, ["AB": 0.9, "BA": 0.35, "BC": 0.95])
    #expect(strokes(text).suffix(2) == ["#2166ac", "#b2182b"])
  }

  @Test("The passages of both directions are added")
  func bothDirections() {
    #expect(strokes(picture(.use, ["AB": 5, "BA": 6])).last == "#6a51a3")
  }

  @Test("Roads without a value are grey and below the others")
  func unknown() {
    let strokes = strokes(picture(.hour, ["AB": 7]))
    #expect(strokes.count == 3)  // unknown of two widths, and one that is known
    #expect(strokes.last == "#2c7fb8")
  }

  @Test("A network of which nothing is known is drawn whole, and a map without roads is empty")
  func nothing() throws {
    #expect(isWellFormed(picture(.use, [:])))
    let empty = try RoadGraph(RoadNetwork())
    let settings = ReplaySettings(program: "tracemill")
    let text = NetworkPicture(of: empty, by: .use, title: "Nothing", settings: settings).render { _ in nil }
    #expect(isWellFormed(String(decoding: text.array, as: UTF8.self)))
  }

  @Test("A value below all steps is none")
  func below() {
    #expect(NetworkScale.use.step(forward: 0, backward: 0) == nil)
    #expect(NetworkScale.use.step(forward: 0, backward: 1) == 0)
    #expect(NetworkScale.speed.step(forward: nil, backward: 2) == 5)
  }
}
