import Geodesy
import RoadGraph
import Testing

@testable import MapImport

/// The lines across the squares of a drawing, by the letters of their ends, sorted.
private func crossings(_ sketch: OSMSketch) throws -> [String] {
  let network = try sketch.network()
  let lines = network.segments.filter { segment in
    network.ways[segment.way].flags.contains(.square) && segment.way >= sketch.ways.count
  }
  return lines.map { [network.letter($0.from), network.letter($0.to)].sorted().joined() }.sorted()
}

private let square = ["highway": "pedestrian", "area": "yes"] as KeyValuePairs
private let lane = ["highway": "pedestrian"] as KeyValuePairs

@Suite struct `A square` {
  private static let four = """
    E--A------B--F
       |      |
       |      |
    H--D------C--G
    """

  @Test func `is crossed between its entrances`() throws {
    let sketch = OSMSketch(
      Self.four, ways: [("ABCDA", square), ("EA", lane), ("BF", lane), ("DH", lane), ("CG", lane)])
    #expect(try crossings(sketch) == ["AC", "BD"])
    let network = try sketch.network()
    #expect(network.provenance.counts["squares_crossed"] == 1 && network.provenance.counts["ways_kept"] == 5)
  }

  @Test func `is not crossed where nothing leads to`() throws {
    let sketch = OSMSketch(Self.four, ways: [("ABCDA", square), ("EA", lane), ("BF", lane)])
    #expect(try crossings(sketch) == [], "A and B lie on one side")
    let other = OSMSketch(Self.four, ways: [("ABCDA", square), ("EA", lane), ("CG", lane)])
    #expect(try crossings(other) == ["AC"])
  }

  @Test func `that is a closed road is not crossed`() throws {
    let sketch = OSMSketch(Self.four, ways: [("ABCDA", lane), ("EA", lane), ("CG", lane)])
    let network = try sketch.network()
    #expect(network.segments.allSatisfy { !network.ways[$0.way].flags.contains(.square) })
    #expect(network.ways.count == 3)
  }

  @Test func `has a hole round which one walks`() throws {
    var sketch = OSMSketch(
      """
      E--A----------B--F
         |          |
         |   U--V   |
         |   X--W   |
         |          |
      H--D----------C--G
      """, ways: [("ABCDA", [:]), ("UVWXU", [:]), ("EA", lane), ("BF", lane), ("DH", lane), ("CG", lane)])
    sketch.relations = [(["type": "multipolygon", "highway": "pedestrian"], "w1@outer w2@inner")]
    let network = try sketch.network()
    let lines = network.segments.filter { $0.way == network.ways.count - 1 }
      .map { [network.letter($0.from), network.letter($0.to)].sorted().joined() }
    #expect(!lines.contains("AC") && !lines.contains("BD"))
    #expect(lines.contains { $0.hasPrefix("A") } && lines.contains { $0.hasPrefix("C") })
    #expect(Set(network.ways.map(\.id.rawValue)) == [1, 3, 4, 5, 6], "the hole has no road round it")
  }

  @Test func `that is bent is not left`() throws {
    let sketch = OSMSketch(
      """
      E--A-----B
         |     |
         |  D--C
         |  |
         |  |
         G--F--H
      """, ways: [("ABCDFGA", square), ("EA", lane), ("CB", lane), ("FH", lane)])
    let lines = try crossings(sketch)
    #expect(!lines.contains("CF") && !lines.contains("BF"))
    #expect(lines.contains("BD") || lines.contains("CD") || lines.contains("AF") || lines.contains("AD"))
  }

  @Test func `is open to those who walk or push, and to no motor`() throws {
    let tags = ["highway": "service", "area": "yes"] as KeyValuePairs
    let network = try OSMSketch(Self.four, ways: [("ABCDA", tags), ("EA", lane), ("CG", lane)]).network()
    for segment in network.segments where network.ways[segment.way].flags.contains(.square) {
      #expect(segment.forward.access == AccessSet.none.with([.bicycle, .pedestrian]))
    }
  }

  @Test func `with many entrances has few lines`() throws {
    let ring = (0..<40).map { number in
      let angle = Double(number) / 40 * 2 * .pi
      return Place(latitude: 47.5 + 0.001 * cosine(angle), longitude: 9.5 + 0.001 * cosine(angle - .pi / 2))
    }
    let shape = try #require(SquareShape([ring + [ring[0]]], roadRings: 1))
    let lines = shape.lines(between: (0..<40).map { SquareShape.Corner(ring: 0, number: $0) })
    #expect((20...160).contains(lines.count), "780 pairs are \(lines.count) lines")
  }

  @Test func `that is a platform is crossed, too`() throws {
    let platform = ["railway": "platform"] as KeyValuePairs
    let sketch = OSMSketch(Self.four, ways: [("ABCDA", platform), ("EA", lane), ("CG", lane)])
    let network = try sketch.network()
    #expect(network.ways.count == 4 && network.spelled.contains("AC"))
  }

  @Test func `of a relation with an open border is counted and left out`() throws {
    var sketch = OSMSketch(Self.four, ways: [("ABCD", [:]), ("EA", lane), ("CG", lane)])
    sketch.relations = [(["type": "multipolygon", "highway": "pedestrian"], "w1@outer")]
    let network = try sketch.network()
    #expect(network.provenance.counts["squares_open"] == 1 && network.ways.count == 2)
  }
}

/// By its series, since the test needs no library for it.
private func cosine(_ angle: Double) -> Double {
  var (term, sum) = (1.0, 1.0)
  for step in 1..<15 {
    term *= -angle * angle / Double((2 * step - 1) * 2 * step)
    sum += term
  }
  return sum
}
