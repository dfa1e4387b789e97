import Foundation
import Records
import RoadGraph
import TestSupport
import Testing

@testable import Comparison

/// A block of streets, 100 m by 100 m, with a street of two bends beside it.
private func block() throws -> RoadSketch {
  try RoadSketch(
    """
    A---------B---------C
    |         |         |
    D---------E---f-g---H
    """, metresPerCell: 10, roads: ["A-B-C", "D-E", "E-f-g-H", "A-D", "B-E", "C-H"], adjust: squareUp)
}

/// Rows of a drawing are one cell apart; these are 100 m apart, like the columns.
private func squareUp(_ network: inout RoadNetwork) {
  for index in network.segments.indices where network.segments[index].way > 2 { network.segments[index].length = 100 }
}

@Suite struct `A route of edges` {
  @Test(arguments: [
    // What happened          truth          result          in metres
    ("the same", "AB BC", "AB BC", "truth 200 result 200 correct 200 missing 0 extra 0"),
    ("a late begin", "AB BC", "BC", "truth 200 result 100 correct 100 missing 100 extra 0"),
    ("an early end", "AB BC", "AB", "truth 200 result 100 correct 100 missing 100 extra 0"),
    ("a detour", "AB BC", "AD DE EB BC", "truth 200 result 400 correct 100 missing 100 extra 300"),
    ("reversed", "AB BC", "CB BA", "truth 200 result 200 correct 0 missing 200 extra 200"),
    ("swapped", "AB BE EB BC", "EB BC AB BE", "truth 400 result 400 correct 200 missing 200 extra 200"),
    (
      "two laps, one found", "AB BE ED DA AB BE ED DA", "AB BE ED DA",
      "truth 800 result 400 correct 400 missing 400 extra 0"
    ),
    (
      "one lap, two found", "AB BE ED DA", "AB BE ED DA AB BE ED DA",
      "truth 400 result 800 correct 400 missing 0 extra 400"
    ),
    ("told twice", "AB BC", "AB AB BC", "truth 200 result 300 correct 200 missing 0 extra 100"),
    ("nothing found", "AB", "DE", "truth 100 result 100 correct 0 missing 100 extra 100"),
    ("partial ends", "AB:0.5-1 BC:0-0.3", "AB:0.6-1 BC:0-0.4", "truth 80 result 80 correct 70 missing 10 extra 10"),
    ("halves apart", "AB", "AB:0.5-1", "truth 100 result 50 correct 50 missing 50 extra 0"),
    ("in two pieces", "AB BC", "AB:0-0.4 AB:0.4-1 BC", "truth 200 result 200 correct 200 missing 0 extra 0"),
    ("with a hole", "AB BC", "AB:0-0.4 AB:0.6-1 BC", "truth 200 result 180 correct 180 missing 20 extra 0"),
    ("pieces swapped", "AB", "AB:0.4-1 AB:0-0.4", "truth 100 result 100 correct 60 missing 40 extra 40"),
    (
      "turned round on the road", "AB:0-0.5 BA:0.5-1", "AB:0-0.5 BA:0.5-1",
      "truth 100 result 100 correct 100 missing 0 extra 0"
    ),
    (
      "overshot a turn", "AB:0-0.5 BA:0.5-1", "AB:0-0.7 BA:0.3-1", "truth 100 result 140 correct 100 missing 0 extra 40"
    ),
  ])
  func `is measured in order, by length`(name: String, truth: String, result: String, expected: String) throws {
    let comparison = try compared(segments(truth), segments(result), on: try block().graph)
    #expect(spelled(comparison.overall) == expected)
    #expect(comparison.isExact && comparison.refusals.count == 0)
  }

  @Test func `has the correct and the mismatch fraction of the literature`() throws {
    let graph = try block().graph
    let overall = try compared(segments("AB BC"), segments("AD DE EB BC"), on: graph).overall
    #expect(abs(try #require(overall.correctFraction) - 100.0 / 400) < 0.001)
    #expect(abs(try #require(overall.mismatchFraction) - (100.0 + 300) / 200) < 0.001)
    let none = try compared(segments("AB"), segments("AB"), on: graph).overall
    #expect(none.correctFraction == 1 && none.mismatchFraction == 0)
    #expect(RouteOverlap().correctFraction == nil && RouteOverlap().mismatchFraction == nil)
  }

  @Test func `that only one file has is all missing or all extra, and named`() throws {
    let truth = segments("AB BC", trace: "a") + segments("AB", trace: "lost", header: false)
    let result = segments("DE", trace: "found") + segments("AB BC", trace: "a", header: false)
    let comparison = try compared(truth, result, on: try block().graph)
    #expect(comparison.traces.map(\.id) == ["a", "lost", "found"])
    #expect(comparison.traces.map(\.presence) == [.both, .truthOnly, .resultOnly])
    #expect(spelled(comparison.overall) == "truth 300 result 300 correct 200 missing 100 extra 100")
    #expect(
      abs(try #require(comparison.overall.correctFraction) - 200.0 / 400) < 0.001, "C / max(T, M), trace by trace")
    #expect(comparison.text(worst: 9).contains("Only in the truth: lost.\nOnly in the result: found."))
  }

  @Test func `may have its rows mixed with those of others`() throws {
    let truth =
      segments("AB", trace: "a") + segments("DE", trace: "b", header: false)
      + segments("BC", trace: "a", header: false)
    let result = segments("DE", trace: "b") + segments("AB BC", trace: "a", header: false)
    #expect(try compared(truth, result, on: try block().graph).overall.correctFraction == 1)
  }
}

@Suite struct `A list of edges` {
  private let truth = segments("AB BC CH Hg gf fE")

  @Test(arguments: [
    ("without trace ids", "from_node,to_node\n1,2\n2,3\n3,8\n8,103\n103,102\n102,5\n"),
    ("with other columns, in another order", "to_node;x;from_node\n2;?;1\n3;?;2\n8;?;3\n103;?;8\n102;?;103\n5;?;102\n"),
    (
      "quoted, with a byte order mark",
      "\u{FEFF}\"from_node\",\"to_node\"\r\n\"1\",\"2\"\r\n2,3\r\n\r\n3,8\r\n8,103\r\n103,102\r\n102,5"
    ),
    (
      "with ways and their nodes in the way's order",
      "way_id,from_node,to_node,forward\n1,1,2,1\n1,2,3,1\n6,3,8,1\n3,5,8,0\n"
    ),
    (
      "with ways and nodes as driven", "way,from_node,to_node,direction\n1,1,3,forward\n6,3,8,forward\n3,8,5,backward\n"
    ),
    ("with ways and nobody's word on the direction", "way,from_node,to_node\n1,1,3\n6,3,8\n3,8,5\n"),
    ("of ways alone", "way,direction\n1,forward\n6,forward\n3,backward\n"),
    ("of ways with nodes that the map has merged", "way_id,from_node,to_node,forward\n1,1,3,1\n6,3,8,1\n3,500,8,0\n"),
  ])
  func `may come in many forms`(name: String, result: String) throws {
    let comparison = try compared(truth, result, on: try block().graph)
    #expect(spelled(comparison).isEmpty)
    #expect(comparison.overall.correctFraction == 1 && comparison.overall.mismatchFraction == 0)
  }

  @Test func `may be the table of edges, with offsets`() throws {
    let sketch = try block()
    func row(_ name: String, _ begin: Double, _ end: Double) -> String {
      let edge = sketch.edge(name)
      return
        "van,\(edge.index),\(sketch.graph.way(of: edge).rawValue),\(node(name.first ?? "?")),\(node(name.last ?? "?")),\(begin),\(end)\n"
    }
    let edges =
      "trace_id,edge,way,from_node,to_node,begin_offset_m,end_offset_m\n" + row("CH", 50, 100) + row("HE", 0, 70)
    let comparison = try compared(segments("CH:0.5-1 Hg gf fE:0-0.25"), edges, on: sketch.graph)
    #expect(spelled(comparison.overall) == "truth 120 result 120 correct 120 missing 0 extra 0")
    let ofAnotherMap = edges.replacing(",3,8,50", with: ",3,7,50")
    #expect(spelled(try compared(segments("HE"), ofAnotherMap, on: sketch.graph)).contains("result:2 unknown_edge"))
  }

  @Test func `needs no map where it has lengths, which hold for both`() throws {
    let lengths = "trace_id,from_node,to_node,length_m\nvan,1,2,40\nvan,2,3,60\n"
    let half = "trace_id,from_node,to_node,begin,end\nvan,1,2,0.5,1\nvan,2,3,0,1\n"
    let expected = "truth 100 result 80 correct 80 missing 20 extra 0"
    #expect(spelled(try compared(lengths, half).overall) == expected)
    let stated = "trace_id,from_node,to_node,begin,end,length_m\nvan,1,2,0.5,1,20\nvan,2,3,0,1,60\n"
    #expect(
      spelled(try compared(segments("AB BC"), stated).overall) == expected, "length_m is that of the travelled part")
    #expect(throws: ComparisonError.lengthsUnknown) { try compared(segments("AB"), segments("AB")) }
  }

  @Test func `tells two ways between the same nodes apart where both lists name them`() throws {
    let truth = "from_node,to_node,way,length_m\n1,2,10,100\n"
    let result = "from_node,to_node,way,length_m\n1,2,11,120\n"
    #expect(spelled(try compared(truth, result).overall) == "truth 100 result 120 correct 0 missing 100 extra 120")
    let unnamed = "from_node,to_node\n1,2\n"
    #expect(spelled(try compared(truth, unnamed).overall) == "truth 100 result 100 correct 100 missing 0 extra 0")
  }

  @Test func `with a ring of a way goes round it in its direction`() throws {
    let sketch = try RoadSketch(
      """
      A-------b
      |       |
      d-------c
      """, metresPerCell: 10, roads: ["A-b-c-d-A"])
    let ring = "way,forward\n1,1\n"
    #expect(try compared(segments("Ab bc cd dA"), ring, on: sketch.graph).overall.correctFraction == 1)
    let part = "way,from_node,to_node,forward\n1,98,100,1\n"
    #expect(try compared(segments("bc cd"), part, on: sketch.graph).overall.correctFraction == 1)
  }
}

@Suite struct `What cannot be compared` {
  @Test func `is refused row by row, with file, line and reason`() throws {
    let bad = """
      trace_id,from_node,to_node,begin,end
      van,1,2,0,1
      van,1
      ,1,2,0,1
      van,one,2,0,1
      van,,2,0,1
      van,1,2,0.5,0.5
      van,1,2,0,1.5
      van,1,2,-0.1,1
      van,1,2,0,
      van,1,2,zero,1
      van,1,8,0,1
      van,99999999999999999999,2,0,1
      van,2,3,0,1

      """
    let comparison = try compared(segments("AB BC"), bad, on: try block().graph)
    #expect(
      spelled(comparison) == [
        "result:3 bad_record", "result:4 missing_trace", "result:5 bad_node", "result:6 bad_node",
        "result:7 bad_fraction", "result:8 bad_fraction", "result:9 bad_fraction", "result:10 bad_fraction",
        "result:11 bad_fraction", "result:13 bad_node", "result:12 unknown_pair",
      ])
    #expect(comparison.overall.correctFraction == 1, "the other rows count")
    #expect(comparison.refusals.countByReason["bad_fraction"] == 5)
    #expect(comparison.text(worst: 1).contains("bad_fraction 5"))
  }

  @Test(arguments: [
    ("way,direction\n1,up\n1,forward\n", "result:2 bad_direction"),
    ("way,direction\nMain Street,forward\n1,forward\n", "result:2 bad_way"),
    ("way,direction\n77,forward\n1,forward\n", "result:2 unknown_way"),
    ("way,from_node,to_node\n1,1,8\n1,1,3\n", "result:2 unknown_way"),
    ("from_node,to_node,length_m\n1,2,far\n2,3,100\n", "result:2 bad_length"),
    ("from_node,to_node,length_m\n1,2,-4\n2,3,100\n", "result:2 bad_length"),
  ])
  func `is refused with a reason`(result: String, expected: String) throws {
    #expect(spelled(try compared("from_node,to_node\n1,2\n2,3\n", result, on: try block().graph)) == [expected])
  }

  @Test func `is refused without a length`() throws {
    let truth = "from_node,to_node,length_m\n1,2,100\n"
    #expect(spelled(try compared(truth, "from_node,to_node\n1,2\n2,3\n")) == ["result:3 no_length"])
  }

  @Test func `tells the first refusals and counts all`() throws {
    let bad = "from_node,to_node\n" + String(repeating: "x,y\n", count: 50) + "1,2\n"
    let comparison = try compared("from_node,to_node\n1,2\n", bad, on: try block().graph)
    #expect(comparison.refusals.told.count == 20 && comparison.refusals.count == 50)
  }

  @Test func `ends with a sentence where it is a whole file`() throws {
    let graph = try block().graph
    let folder = try TemporaryFolder()
    let good = try folder.write("good", segments("AB"))
    func error(_ text: String) throws -> ComparisonError? {
      let path = try folder.write("bad", text)
      return #expect(throws: ComparisonError.self) { try compare(truth: good, result: path, on: graph) }
    }
    let path = folder.path("bad")
    #expect(try error("") == .empty(path: path))
    #expect(try error("a,b\n1,2\n")?.description.hasPrefix("\(path): the header has no from_node and to_node") == true)
    #expect(try error("from_node,to_node\nx,y\n")?.description.contains(":2: from_node or to_node is not") == true)
    #expect(
      try error("{\"type\":\"LineString\",\"coordinates\":[[9,47],[9.1,47]]}")
        == .differentKinds(truth: good, result: path))
    let broken = try error("{broken")?.description ?? ""
    #expect(broken.hasPrefix("\(path): not GeoJSON: the text is not well-formed JSON"))
    #expect(throws: ComparisonError.self) { try compare(truth: good, result: folder.path("absent"), on: graph) }
  }

  @Test func `cannot be paired where one file names no traces and the other has several`() throws {
    let two = segments("AB", trace: "a") + segments("AB", trace: "b", header: false)
    #expect {
      try compared("from_node,to_node\n1,2\n", two, on: try block().graph)
    } throws: { "\($0)".contains("names no traces and") && "\($0)".contains("has 2") }
  }

  @Test func `a header alone is a result that found nothing`() throws {
    let comparison = try compared(segments("AB"), segments(""), on: try block().graph)
    #expect(spelled(comparison.overall) == "truth 100 result 0 correct 0 missing 100 extra 0")
  }
}
