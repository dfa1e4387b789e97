import Records
import TestSupport
import Testing

@testable import Plans
@testable import Requests

/// A route document as `tracemill route` writes it, without what plans do not need.
private func document(_ id: String, handle: String = "\"x\"") -> String {
  #"{"schema":"tracemill/route/1","id":"\#(id)","alternative":0,"handle":\#(handle),"#
    + #""waypoints":[{"lat":47.1,"lon":9.5},{"lat":47.2,"lon":9.6}]}"#
}

private func read(_ text: String, _ name: String = "tours.ndjson") throws -> PlanFile {
  let folder = try TemporaryFolder()
  return try PlanFile(fileOrHandle: try folder.write(name, text)) { _ in true }
}

@Suite struct `A file of route documents` {
  private static let cut = String(document("b").prefix(60))

  @Test(arguments: [
    // One document per line: cut short, of another kind, without a handle, and the first one of all.
    ([document("a"), cut, document("c")], 2, "bad_json", "not JSON: column"),
    ([document("a"), "{\"id\":7}", document("c")], 2, "bad_plan", "this is no route document"),
    ([document("a"), "[]", document("c")], 2, "bad_plan", "this is no route document"),
    ([cut, document("a"), document("c")], 1, "bad_json", "not JSON: column"),
    // The elements of a list, as --format json writes them.
    (["[", document("a") + ",", cut + ",", document("c"), "]"], 3, "bad_json", "not JSON"),
    (["[" + document("a") + ",", cut, "," + document("c") + "]"], 2, "bad_json", "not JSON"),
  ])
  func `loses a damaged document, with file and line, and no other`(
    lines: [String], line: Int, code: String, sentence: String
  ) throws {
    let plans = try read(lines.joined(separator: "\n"))
    #expect(plans.entries.map(\.id) == ["a", "c"] && !plans.isSingle)
    let refusal = try #require(plans.refusals.first)
    #expect(plans.refusals.count == 1 && refusal.line == line && refusal.reason == code, "\(refusal)")
    #expect(refusal.file.hasSuffix("tours.ndjson") && refusal.message.contains(sentence), "\(refusal)")
    #expect(refusal.message.hasSuffix(". The plan was left out."))
  }

  @Test(arguments: ["\n", "\n\n", "\r\n"]) func `is read in each arrangement`(between: String) throws {
    let indented = document("a").replacing(",\"", with: ",\n  \"")
    let texts = [
      document("a") + between + document("b") + between, "[" + document("a") + "," + between + document("b") + "]",
      indented + between + indented.replacing("\"a\"", with: "\"b\""),
      "[" + between + indented + "," + between + document("b") + between + "]", document("a") + document("b"),
    ]
    for text in texts {
      let plans = try read(text)
      #expect(plans.entries.map(\.id) == ["a", "b"] && plans.refusals.isEmpty, "\(text)")
    }
  }

  @Test func `leaves out requests without a route, and may begin with one`() throws {
    let plans = try read([document("a", handle: "null"), document("b")].joined(separator: "\n"))
    #expect(plans.entries.map(\.id) == ["b"] && plans.refusals.isEmpty)
    #expect(plans.entries[0].line == 2)
  }

  @Test func `is none without a single plan`() throws {
    #expect { try read("{\"schema\":\"tracemill/route/1\",\"handle\":1}\n" + Self.cut) } throws: {
      "\($0)".contains("this is no route document")
    }
  }

  @Test func `to follow again or to return to is refused whole, with the line`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tours.ndjson", [document("a"), Self.cut].joined(separator: "\n"))
    #expect { try WrittenRoute.routes(fileOrHandle: path) } throws: { "\($0)".contains("tours.ndjson:2: not JSON") }
  }
}

@Suite struct `A file of tracks and routes` {
  private static func gpx(_ parts: [(element: String, name: String?)]) -> String {
    let points = { (kind: String) in
      "<\(kind) lat=\"47.1\" lon=\"9.5\"/><\(kind) lat=\"47.2\" lon=\"9.6\"/>"
    }
    let texts = parts.map { element, name in
      let inner = element == "rte" ? points("rtept") : "<trkseg>\(points("trkpt"))</trkseg>"
      return "<\(element)>\(name.map { "<name>\($0)</name>" } ?? "")\(inner)</\(element)>"
    }
    return "<gpx version=\"1.1\">" + texts.joined() + "</gpx>"
  }

  @Test func `has its plans by their names, and by their numbers where a row says so`() throws {
    let plans = try read(Self.gpx([("rte", "Tour 7"), ("rte", "Tour 8"), ("trk", nil)]), "day.gpx")
    #expect(plans.entries.map(\.id) == ["Tour 7", "Tour 8", "day#3.1"])
    #expect(plans.entry(of: ["van", "Tour 8"]) == 1 && plans.entry(of: ["day"]) == 0)
    #expect(plans.numbers(of: "Tour 8") == [1] && plans.numbers(of: "2") == [1] && plans.numbers(of: "4").isEmpty)
    // A trace may have a number as its id.
    #expect(plans.entry(of: ["2"]) == nil)
  }

  @Test func `names plans that share a name by their places`() throws {
    let plans = try read(Self.gpx([("rte", "Tour"), ("rte", "Tour"), ("rte", "8")]), "day.gpx")
    #expect(plans.entries.map(\.id) == ["day", "day#2.1", "8"] && plans.refusals.isEmpty)
    #expect(plans.entry(of: ["Tour"]) == nil && plans.numbers(of: "Tour") == [0, 1])
    #expect(plans.numbers(of: "8") == [2] && plans.numbers(of: "1") == [0])
  }

  @Test(arguments: [
    ("#Tour", "ambiguous_plan", "is the name of 2 plans; name one by its number: #1, #2"),
    ("#9", "unknown_plan", "no plan of the id '9'"),
  ])
  func `refuses a row that does not say which plan it means`(id: String, code: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("day.gpx", Self.gpx([("rte", "Tour"), ("rte", "Tour")]))
    let rows = try folder.write("plans.csv", "trace_id,plan\nvan,day.gpx\(id)\nbus,day.gpx#2\n")
    let plans = try PlanAssignments(path: rows, known: nil) { _ in true }
    #expect(plans.refusals.map(\.reason) == [code] && plans.refusals[0].message.contains(sentence), "\(plans.refusals)")
    #expect(plans.entries.map(\.id) == ["day#2.1"])
  }
}
