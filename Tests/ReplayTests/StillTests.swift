import Foundation
import FoundationXML
import Geodesy
import Guidance
import Records
import Reports
import RoadGraph
import TestSupport
import Testing
import Trips

@testable import Replay

@Suite struct `A still of a drive` {
  private let sketch: RoadSketch

  init() throws {
    sketch = try RoadSketch(
      """
      A---------B---------C
                |
                D---------E
      """, metresPerCell: 30,
      roads: [
        SketchRoad("A-B-C", name: "Long <Road> & \"Lane\"", ref: "B 7"), "B-D",
        SketchRoad("D-E", name: "Short Street", flags: [.tunnel]),
      ])
  }

  private func drive(_ path: String, title: String = "van-1", _ adjust: (inout Trip) -> Void = { _ in }) -> Drive {
    var trip = sketch.trip(path)
    adjust(&trip)
    let report = TripReport(
      tripID: title, trip: trip, itinerary: Itinerary(maneuvers: []), events: [], graph: sketch.graph, mode: .car)
    return Drive(of: report)
  }

  private func still(_ drive: Drive, style: String = "{}") throws -> String {
    var settings = ReplaySettings(program: "tracemill 1.0")
    settings.style = try ReplayStyle(Array(style.utf8), path: "style.json")
    return String(decoding: Still(settings).render(drive).array, as: UTF8.self)
  }

  @Test func `is XML of 1200 by 800 pixels, the same each time, and needs nothing else`() throws {
    let text = try still(drive("AB BC | DE"))
    #expect(isWellFormed(text))
    #expect(text.contains("width=\"1200\" height=\"800\" viewBox=\"0 0 1200 800\""))
    #expect(try text == still(drive("AB BC | DE")))
    #expect(!text.contains("NaN") && !text.contains("inf") && !text.contains("<script") && !text.contains("<image"))
    let links = text.matches(of: /(?:href|url)[=(]"?([^")]*)/).map(\.output.1)
    #expect(links.allSatisfy { $0.hasPrefix("#") }, "\(links)")
  }

  @Test func `names and ids stay text`() throws {
    let text = try still(drive("AB BC", title: "<script>alert(1)</script>\u{1}&\""))
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;\u{FFFD}&amp;&quot;"))
    #expect(text.contains("Long &lt;Road&gt; &amp; &quot;Lane&quot;") && !text.contains("<script"))
    #expect(isWellFormed(text))
  }

  @Test func `has the path, the gap between its legs, its ends and a legend of what is there`() throws {
    let whole = try still(drive("AB BC"))
    let parted = try still(drive("AB BC | DE"))
    #expect(whole.contains(">start<") && whole.contains(">end<") && whole.contains(">path<"))
    #expect(!whole.contains(">gap<") && parted.contains(">gap<") && parted.contains("stroke-dasharray=\"2 7\""))
    #expect(!whole.contains(">plan<") && !whole.contains(">against the oneway<"))
    let wrong = try still(drive("AB BC") { $0.edges[1].isWrongWay = true })
    #expect(wrong.contains(">against the oneway<"))
  }

  @Test(arguments: [
    ("evidence", ["observed", "detour"], ["#1557d6", "#7a3fa8"]), ("confidence", ["0.8 to 0.95"], []),
    ("speed", ["30 to 50 km/h"], []), ("progress", ["path"], ["#1557d6"]),
  ])
  func `the path has the colours of the page`(rule: String, words: [String], colours: [String]) throws {
    let text = try still(
      drive("AB BC") { $0.edges[1].evidence = .detour }, style: #"{"path":{"colour_by":"\#(rule)"}}"#)
    #expect(words.allSatisfy { text.contains(">\($0)<") })
    #expect(colours.allSatisfy { text.contains("stroke=\"\($0)\"") })
  }

  @Test func `a night has the colours of the night, and a style is heeded`() throws {
    let (day, night) = (try still(drive("AB")), try still(drive("AB"), style: #"{"theme":"night"}"#))
    #expect(day.contains("fill=\"#f3f1ec\"") && night.contains("fill=\"#161c26\""))
    #expect(try still(drive("AB"), style: ##"{"day":{"background":"#123456"}}"##).contains("fill=\"#123456\""))
  }

  @Test func `says when, how far and how well the drive was matched`() throws {
    let facts = StillFacts(of: drive("AB BC"))
    #expect(facts.title == "van-1")
    #expect(facts.line.contains("2026-01-01 00:00 – 00:01 UTC  ·  600 m"), "\(facts.line)")
    #expect(facts.line.contains("fixes on roads") && facts.line.contains("confidence 0.9"))
  }

  @Test func `a road driven again and again is drawn once`() {
    let colouring = PathColouring(.progress, StillPalette(ReplayStyle()))
    let scenes = ["AB BC", "AB BC | AB BC | AB BC"].map { StillScene(of: drive($0), colouring: colouring) }
    #expect(scenes[0].path.map(\.line) == scenes[1].path.map(\.line))
    #expect(scenes[0].links.isEmpty && scenes[1].links.count == 2 && scenes[0].end == scenes[1].end)
  }

  @Test func `the legend hides nothing of the drive`() throws {
    let colouring = PathColouring(.progress, StillPalette(ReplayStyle()))
    let places = [(47.5, 9.5), (47.52, 9.5), (47.52, 9.53), (47.5, 9.53)].map {
      Place(latitude: $0.0, longitude: $0.1)
    }
    for line in [Array(places[...1]), places, places + [places[0]]] {
      var scene = StillScene(of: Drive(.trip, title: "", tables: []), colouring: colouring)
      scene.path = [StillScene.Stretch(line: line, category: 1)]
      scene.events = (0..<9).map { StillScene.Mark(place: places[1], words: "stop: number \($0)", look: "notice") }
      let frame = StillBox(x: 0, y: 62, width: 1200, height: 700)
      let plan = StillPlan(scene, colouring, in: frame, StillPalette(ReplayStyle()))
      let points = plan.view.lines(line).flatMap { $0.sampled(every: 5) }
      #expect(frame.contains(plan.legend.box) && points.allSatisfy { frame.contains($0) })
      #expect(!points.contains { plan.legend.box.contains($0) })
    }
  }

  @Test func `a drive without a path or without a map is drawn as well`() throws {
    var plain = drive("AB BC | DE")
    plain.roads = nil
    let text = try still(plain)
    #expect(isWellFormed(text) && text.contains(">path<") && !text.contains("id=\"roads\""))
    #expect(text.contains(">gap<") && text.contains(">start<") && text.contains(">end<"))
    let nothing = try still(Drive(.trip, title: "none", tables: []))
    #expect(isWellFormed(nothing) && nothing.contains(">none<") && !nothing.contains("NaN"))
  }
}

@Suite struct `The view of a still` {
  private let frame = StillBox(x: 0, y: 60, width: 1000, height: 700)

  @Test func `shows all places with a margin, north up`() {
    let places = [(47.5, 9.5), (47.52, 9.6), (47.4, 9.52)].map { Place(latitude: $0.0, longitude: $0.1) }
    let view = StillView(showing: places, in: frame, margin: 50)
    let points = places.map(view.point)
    #expect(points.allSatisfy { frame.grown(by: -49.9).contains($0) })
    #expect(points[1].x > points[0].x && points[2].y > points[0].y)
    let metres = groundDistance(places[0], places[1])
    #expect(abs(points[0].distance(to: points[1]) * view.metresPerPixel / metres - 1) < 0.01)
  }

  @Test func `a drive across the antimeridian is not as wide as the world`() {
    let places = [179.99, -179.99].map { Place(latitude: -17, longitude: $0) }
    let view = StillView(showing: places, in: frame)
    #expect(view.metresPerPixel < 5 && view.point(places[0]).x < view.point(places[1]).x)
  }

  @Test func `a vehicle that stood is shown with the streets around`() {
    let place = Place(latitude: 47.5, longitude: 9.5)
    let view = StillView(showing: [place, place], in: frame)
    #expect(view.point(place) == frame.center && abs(view.metresPerPixel * 1000 - 400) < 10)
  }

  @Test(arguments: [(0.3, 1000.0), (2, 1000), (40, 300), (0.9, 120)])
  func `the scale bar is round and not too wide`(degrees: Double, width: Double) {
    let places = [0, degrees].map { Place(latitude: 50, longitude: 10 + $0) }
    let view = StillView(showing: places, in: StillBox(x: 0, y: 0, width: width, height: 800), margin: 10)
    let bar = ScaleBar(view)
    #expect(bar.width <= 160 && bar.width > 160 / 2.6)
    #expect(
      bar.text.first.map { "125".contains($0) } == true && (bar.text.hasSuffix("0 m") || bar.text.hasSuffix("km")))
  }
}

@Suite struct `Lines and texts of a still` {
  private func line(_ points: (Double, Double)...) -> [StillPoint] { points.map { StillPoint(x: $0.0, y: $0.1) } }

  @Test func `a path goes in tenths of pixels from point to point and does not drift`() {
    var path = SVGPath()
    path.add(line((1.04, 2.05), (1.08, 2.5), (-3, 0.25), (-3, 0.25)))
    #expect(path.text == "M1 2.1l0.1 0.4l-4.1-2.2")
    var dot = SVGPath()
    dot.add(line((5, 5), (5, 5)))
    #expect(dot.text == "M5 5l0 0")
  }

  @Test func `points that nobody sees are left out`() {
    #expect(line((0, 0), (5, 0.1), (10, 0), (10, 10)).simplified(0.35) == line((0, 0), (10, 0), (10, 10)))
    #expect(line((0, 0), (5, 1), (10, 0)).simplified(0.35).count == 3)
  }

  @Test func `a line is cut to what lies in the picture`() {
    let box = StillBox(x: 0, y: 0, width: 10, height: 10)
    let parts = line((-50, 5), (-20, 5), (5, 5), (5, 40), (60, 40), (8, 8)).parts(in: box)
    #expect(parts == [line((-20, 5), (5, 5), (5, 40)), line((60, 40), (8, 8))])
  }

  @Test func `a text that is too long ends with an ellipsis`() {
    #expect(TextWidth.fitting("Depot Lane", 100, size: 12) == "Depot Lane")
    let short = TextWidth.fitting("Depot Lane and the longest street of the town", 100, size: 12)
    #expect(short.hasSuffix("…") && TextWidth.of(short, size: 12) <= 100)
  }

  @Test func `a name stands where the road is straight for as long, never upside down, and on nothing else`() throws {
    var placer = LabelPlacer(in: StillBox(x: 0, y: 0, width: 400, height: 400))
    let bent = line((20, 20), (50, 60), (20, 100))
    #expect(placer.place("A long name of a road", along: bent, size: 12) == nil)
    let west = line((380, 200), (20, 200))
    let first = placer.place("Western Road", along: west, size: 12)
    let label = try #require(first)
    #expect(label.angle == 0 && label.middle == StillPoint(x: 200, y: 200))
    let second = placer.place("Western Road", along: west, size: 12)
    let again = try #require(second)
    #expect(abs(again.middle.x - 200) > TextWidth.of("Western Road", size: 12))
  }

  @Test func `a colour between others`() {
    #expect(StillPalette.mixed(["#000000", "#ff8000"], 0.5) == "#804000")
    #expect(StillPalette.mixed(["#000000", "#102030", "#ffffff"], 0.5) == "#102030")
    #expect(StillPalette.mixed(["red", "blue"], 0.5) == "red")
  }
}

private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }
