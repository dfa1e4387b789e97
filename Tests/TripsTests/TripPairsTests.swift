import Matching
import RoadGraph
import TestSupport
import Testing
import Trips

/// `AB 0-1, Bc 0-0.5`: letters of the two nodes, and where between them travel began and ended.
private func spelled(_ pairs: [TripPair]) -> String {
  pairs.map { travelled in
    let ends = [travelled.pair.from, travelled.pair.to].map(letter).joined()
    return "\(ends) \(travelled.pair.begin)-\(travelled.pair.end)".replacing(".0", with: "")
  }.joined(separator: ", ")
}

/// Sketches give A the id 1, and to bends the ASCII code of their letter.
private func letter(_ node: SourceNodeID?) -> String {
  guard let node else { return "?" }
  return String(UnicodeScalar(UInt8(node.rawValue < 64 ? node.rawValue + 64 : node.rawValue)))
}

@Suite struct `The node pairs of a trip` {
  private let road = """
    A----b--------C----D
    """

  private func sketch() throws -> RoadSketch { try RoadSketch(road, metresPerCell: 20, roads: ["A-b-C", "C-D"]) }

  private func drive(from begin: Double = 0, shortBy end: Double = 0) -> SketchDrive {
    var drive = SketchDrive()
    drive.beginOffset = begin
    drive.shortOfEnd = end
    return drive
  }

  @Test(arguments: [
    ("AC CD", 0.0, 0.0, "Ab 0-1, bC 0-1, CD 0-1"),
    ("DC CA", 0, 0, "DC 0-1, Cb 0-1, bA 0-1"),
    ("AC CD", 50, 0, "Ab 0.5-1, bC 0-1, CD 0-1"),
    ("AC CD", 125, 75, "bC 0.139-1, CD 0-0.25"),
    ("DC CA", 0, 130, "DC 0-1, Cb 0-0.833"),
    ("AC", 120, 120, "bC 0.111-0.333"),
    ("AC | AC", 0, 0, "Ab 0-1, bC 0-1, Ab 0-1, bC 0-1"),
  ])
  func `are those of its edges in the order driven, cut where travel begins and ends`(
    path: String, begin: Double, shortBy end: Double, expected: String
  ) throws {
    let sketch = try sketch()
    let pairs = sketch.trip(path, drive(from: begin, shortBy: end)).pairs(on: sketch.graph)
    // By a metre in ten kilometres may the drawing's ruler and the map's lengths differ.
    let rounded = pairs.map { pair in
      var pair = pair
      pair.pair.begin = (pair.pair.begin * 1000).rounded() / 1000
      pair.pair.end = (pair.pair.end * 1000).rounded() / 1000
      return pair
    }
    #expect(spelled(rounded) == expected)
  }

  @Test func `an edge entered twice where travel continues is told once, a turn on the road is not`() throws {
    let sketch = try sketch()
    var trip = sketch.trip("AC AC", drive())
    trip.edges[0].stretch.end = 25
    trip.edges[1].stretch.begin = 25
    #expect(spelled(trip.pairs(on: sketch.graph)) == "Ab 0-1, bC 0-1")
    #expect(trip.pairs(on: sketch.graph).map(\.edge) == [0, 1])
    trip = sketch.trip("CD CD", drive())
    #expect(spelled(trip.pairs(on: sketch.graph)) == "CD 0-1, CD 0-1", "a second lap")
    trip = sketch.trip("CD DC", drive())
    #expect(spelled(trip.pairs(on: sketch.graph)) == "CD 0-1, DC 0-1")
  }

  @Test func `places without an id of the source stand for no node`() throws {
    let sketch = try RoadSketch(road, metresPerCell: 20, roads: ["A-b-C", "C-D"]) { network in
      for index in network.shapeSources.indices { network.shapeSources[index] = SourceNodeID(0) }
    }
    #expect(spelled(sketch.trip("AC CD", drive()).pairs(on: sketch.graph)) == "AC 0-1, CD 0-1")
  }

  @Test func `a stretch of no length gives none`() throws {
    let sketch = try sketch()
    var trip = sketch.trip("CD", drive(from: 40))
    trip.edges[0].stretch.end = 40
    #expect(trip.pairs(on: sketch.graph).isEmpty)
  }

  @Test(arguments: ["AC CD", "AC | AC", "DC CA"])
  func `are the same if the edges become certain one by one`(path: String) throws {
    let sketch = try sketch()
    let trip = sketch.trip(path, drive(from: 30, shortBy: 30))
    var fold = PairFold()
    var pairs: [TripPair] = []
    for number in trip.edges.indices {
      pairs += fold.take(Numbered([trip.edges[number]], from: number), on: sketch.graph)
    }
    if let last = fold.finish() { pairs.append(last) }
    #expect(pairs == trip.pairs(on: sketch.graph) && !pairs.isEmpty)
  }
}
