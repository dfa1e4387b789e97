import Geodesy
import RandomNumbers
import TestSupport
import Testing

@testable import Extracts

/// Several extracts made into one.
struct MergeTests {
  private func merged(_ extracts: [String]) throws -> (text: String, counts: MergeCounts) {
    let workshop = try Workshop()
    let paths = try extracts.enumerated().map { try workshop.extract($1, "\($0).opl") }
    let output = workshop.path("all.pbf")
    let counts = try merge(paths, to: output, header: ExtractHeader())
    return (try text(of: output), counts)
  }

  @Test(arguments: [
    ("one beside the other", ["n1 v1 x9 y47", "n2 v1 x9 y47"], "n1 v1 x9 y47\nn2 v1 x9 y47"),
    ("one object in both", ["n1 v1 x9 y47", "n1 v1 x9 y47"], "n1 v1 x9 y47"),
    ("the higher version counts", ["n1 v1 x9 y47", "n1 v2 x8 y47", "n1 v1 x7 y47"], "n1 v2 x8 y47"),
    ("then the newer time", ["n1 x9 y47", "n1 t2020-01-01T00:00:00Z x8 y47"], "n1 t2020-01-01T00:00:00Z x8 y47"),
    ("then the first extract", ["n1 v1 x9 y47", "n1 v1 x8 y47"], "n1 v1 x9 y47"),
    ("kinds stay apart", ["n1 v1 x9 y47\nw1 v1 Nn1", "r1 v1 Mw1@"], "n1 v1 x9 y47\nw1 v1 Nn1\nr1 v1 Mw1@"),
    (
      "negative ids come first", ["n-1 v1 x9 y47\nn-2 v1 x9 y47", "n1 v1 x9 y47"],
      "n-1 v1 x9 y47\nn-2 v1 x9 y47\nn1 v1 x9 y47"
    ),
    ("an empty extract", ["", "n1 v1 x9 y47"], "n1 v1 x9 y47"),
  ])
  func `objects with one id become one`(name: String, extracts: [String], expected: String) throws {
    #expect(try merged(extracts).text == expected, "\(name)")
  }

  @Test func `duplicates and disagreements are counted`() throws {
    let counts = try merged([
      "n1 v1 x9 y47\nn2 v1 x9 y47\nn3 v1 x9 y47\nn4 v1 x9 y47", "n1 v1 x9 y47\nn2 v2 x9 y47\nn3 v1 x8 y47",
    ]).counts
    #expect(counts.written == ObjectCounts(nodes: 4))
    #expect(counts.shared == 3)
    #expect(counts.versionsDiffer == 1)
    #expect(counts.contentsDiffer == 1)
  }

  @Test func `the bounds lie around all extracts`() throws {
    let workshop = try Workshop()
    var parts: [String] = []
    for (number, box) in [(46, 8, 47, 9), (45, 9, 46, 10)].enumerated() {
      let bounds = ExtractBounds(
        southwest: Place(latitude: Double(box.0), longitude: Double(box.1)),
        northeast: Place(latitude: Double(box.2), longitude: Double(box.3)))
      parts.append(workshop.path("\(number).pbf"))
      _ = try merge([workshop.extract("n1 v1 x9 y47")], to: parts[number], header: ExtractHeader(bounds: bounds))
    }
    _ = try merge(parts, to: workshop.path("all.pbf"), header: ExtractHeader(timestamp: "2024-05-01T20:21:22Z"))
    let header = try extractHeader(of: workshop.path("all.pbf"))
    #expect(
      header.bounds
        == ExtractBounds(
          southwest: Place(latitude: 45, longitude: 8), northeast: Place(latitude: 47, longitude: 10)))
    #expect(header.timestamp == "2024-05-01T20:21:22Z")
  }

  @Test(arguments: 0..<30)
  func `overlapping parts of an extract give it back`(seed: UInt64) throws {
    var random = RandomExtract(seed: seed)
    var coin = SplitMix64(seed: seed)
    let whole = random.extract()
    let lines = whole.split(separator: "\n").map { (line: $0, share: Int.random(in: 0...2, using: &coin)) }
    let parts = [0, 1].map { part in
      lines.filter { $0.share == part || $0.share == 2 }.map(\.line).joined(separator: "\n")
    }
    let workshop = try Workshop()
    let (merged, counts) = try merged(parts)
    #expect(try merged == text(of: workshop.extract(whole)))
    #expect(counts.shared == lines.count { $0.share == 2 })
    #expect(counts.contentsDiffer == 0)
  }
}
