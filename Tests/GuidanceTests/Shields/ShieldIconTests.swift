import Foundation
import FoundationXML
import RoadGraph
import TestSupport
import Testing

@testable import Guidance

/// What libxml2 finds in an icon: the names of its elements, and its title.
private final class ReadIcon: NSObject, XMLParserDelegate {
  private(set) var elements: [String] = []
  private(set) var attributes: [[String: String]] = []
  private(set) var title = ""
  private var isTitle = false

  init?(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes found: [String: String]
  ) {
    elements.append(name)
    attributes.append(found)
    isTitle = name == "title"
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    isTitle = false
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { if isTitle { title += text } }
}

@Suite struct `The icon of a shield` {
  private static let strange = [
    "<script>alert(1)</script>", "B/4", "../../etc/passwd", "\"&'<>", "A\u{0}5\u{1B}",
    String(repeating: "9", count: 200),
    "Ж-12", "国道1", "🛣", "e\u{301}5", "", "\u{FFFE}", "A 5]]>",
  ]

  private func shield(_ style: ShieldStyle, _ text: String) -> RoadShield {
    RoadShield(ShieldNetwork("X", style, level: 6, country: nil), number: text, text: text)
  }

  @Test(arguments: ShieldStyle.allCases)
  func `is well-formed in every style, and wide enough for its text`(style: ShieldStyle) throws {
    for text in ["1", "12", "455", "1100", "CM-42", "SS336dir"] + Self.strange {
      let icon = try #require(ReadIcon(ShieldIcon(of: shield(style, text)).svg), "\(text)")
      #expect(icon.elements.first == "svg")
      #expect(Set(icon.elements).isSubset(of: ["svg", "title", "path", "rect", "text"]))
      let width = try #require(icon.attributes[0]["width"].flatMap { Double($0) })
      #expect((24...72).contains(width), "\(text): \(width)")
      #expect(icon.attributes[0]["viewBox"] == "0 0 \(icon.attributes[0]["width"] ?? "") 24")
    }
  }

  @Test func `keeps all strokes of a number within its edges`() throws {
    for style in ShieldStyle.allCases {
      for text in ["1", "88", "888", "8888", "WWWW", "MMMMMMMM"] {
        let icon = try #require(ReadIcon(ShieldIcon(of: shield(style, text)).svg))
        let width = try #require(icon.attributes[0]["width"].flatMap { Double($0) })
        let strokes = try #require(icon.attributes.last?["d"])
        let xs = strokes.split { "MLA".contains($0) }.map { part in
          part.split(separator: " ").suffix(2).first.flatMap { Double($0) } ?? .nan
        }
        #expect(xs.allSatisfy { $0 >= 3 && $0 <= width - 3 }, "\(style) \(text)")
      }
    }
  }

  @Test func `says its text, with marks escaped`() throws {
    #expect(ReadIcon(ShieldIcon(of: shield(.plain, "<script>")).svg)?.title == "<script>")
    let svg = ShieldIcon(of: shield(.plain, "<script>")).svg
    #expect(svg.hasPrefix(ShieldIcon.beginning) && !svg.contains("<script"))
  }

  @Test(arguments: [
    RoadShield(ShieldNetwork("US:I", .interstate, level: 1, country: "US"), number: "495", text: "495"),
    RoadShield(ShieldNetwork("DE:A", .autobahn, level: 1, country: "DE"), number: "5", text: "5"),
    RoadShield(ShieldNetwork("IT:SP", .italianRoad, level: 4, country: "IT"), number: "114", text: "SP114"),
    RoadShield(generic: "ABCDEFGHIJ", country: nil),
  ])
  func `looks as in the documentation`(shield: RoadShield) throws {
    let picture = try String(
      contentsOf: projectRoot.appending(path: "Documentation/shields.svg"), encoding: .utf8)
    let svg = ShieldIcon(of: shield).svg
    let title = try #require(svg.range(of: "<title>"))
    #expect(picture.contains(svg[title.lowerBound...].trimmingCharacters(in: .newlines)))
  }

  @Test func `cuts long texts short`() {
    let long = ShieldLettering("ABCDEFGHIJKL", height: 11, room: 36)
    #expect(long.text == "ABCDEFG…")
    #expect(ShieldLettering("ABCDEFGH", height: 11, room: 36).text == "ABCDEFGH")
  }

  @Test func `is the same whatever the direction`() {
    let north = RoadShield(AmericanStates.network(of: "CA"), number: "1", text: "1", direction: .north)
    var plain = north
    plain.direction = nil
    #expect(ShieldIcon(of: north).svg == ShieldIcon(of: plain).svg)
    #expect(north.icon == plain.icon && north.code == "US-CA-1:north")
  }

  @Test func `has a name that is safe as that of a file, and its own`() {
    let names = Self.strange.map { RoadShield(generic: $0, country: nil).icon }
    for name in names {
      #expect(name.utf8.count <= 60)
      #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_~-".contains($0)) }, "\(name)")
    }
    let more = [String(repeating: "9", count: 199), "A 5", "A_5", "A5", "a5", "A-5", "A~5", "A~205"].map {
      RoadShield(generic: $0, country: nil).icon
    }
    #expect(Set(names + more).count == names.count + more.count)
  }

  @Test(arguments: [
    (0, "0"), (1, "1"), (-1.5, "-1.5"), (0.004, "0"), (0.05, "0.05"), (12.345, "12.35"), (-0.25, "-0.25"),
  ])
  func `has short numbers`(value: Double, text: String) {
    #expect(inHundredths(value) == text)
  }
}
