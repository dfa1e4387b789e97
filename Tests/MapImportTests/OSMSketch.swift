import Foundation
import RoadGraph
import TestSupport
import Testing

@testable import MapImport

/// A small OSM file drawn with letters: *A* is node 1, *B* node 2, …; ways are numbered from 1 as listed.
///
///     let sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "residential"])])
///     try sketch.network().spelled          // "AC"
///
/// One sign is 0.0001° wide and high (about 8 m by 11 m at the corner's latitude); north is up.
struct OSMSketch {
  typealias TagPairs = KeyValuePairs<String, String>

  var drawing: String
  var ways: [(letters: String, tags: TagPairs)]
  var nodeTags: [Character: TagPairs] = [:]
  /// `(tags, members as "w1@from n2@via w2@to")`.
  var relations: [(tags: TagPairs, members: String)] = []
  var corner = (latitude: 47.5, longitude: 9.5)
  /// Letters that ways use but the file lacks.
  var missing = ""
  /// Added to the ids of nodes.
  var idOffset: Int64 = 0

  init(_ drawing: String, ways: [(letters: String, tags: TagPairs)]) {
    self.drawing = drawing
    self.ways = ways
  }

  func id(_ letter: Character) -> Int64 {
    idOffset + Int64(letter.asciiValue ?? 0) - 64
  }

  /// The file as OSM XML: nodes, ways, relations.
  var xml: String {
    "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6' generator='test'>\n"
      + (nodeElements + wayElements + relationElements).joined(separator: "\n") + "\n</osm>\n"
  }

  var nodeElements: [String] {
    drawing.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { row, line in
      line.enumerated().compactMap { column, letter in
        guard letter.isLetter, letter.isUppercase, !missing.contains(letter) else { return nil }
        let latitude = String(format: "%.7f", corner.latitude - Double(row) * 0.0001)
        var longitude = corner.longitude + Double(column) * 0.0001
        if longitude > 180 { longitude -= 360 }
        return "<node id='\(id(letter))' lat='\(latitude)' lon='\(String(format: "%.7f", longitude))'>"
          + elements(nodeTags[letter] ?? [:]) + "</node>"
      }
    }
  }

  var wayElements: [String] {
    ways.enumerated().map { index, way in
      "<way id='\(index + 1)'>" + way.letters.map { "<nd ref='\(id($0))'/>" }.joined() + elements(way.tags) + "</way>"
    }
  }

  var relationElements: [String] {
    relations.enumerated().map { index, relation in
      let members = relation.members.split(separator: " ").map { member in
        let parts = member.split(separator: "@")
        let type = parts[0].first == "w" ? "way" : "node"
        return "<member type='\(type)' ref='\(parts[0].dropFirst())' role='\(parts.dropFirst().first ?? "")'/>"
      }
      return "<relation id='\(index + 100)'>" + members.joined() + elements(relation.tags) + "</relation>"
    }
  }

  private func elements(_ tags: TagPairs) -> String {
    tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }

  func network(settings: MapImportSettings = MapImportSettings()) throws -> RoadNetwork {
    try imported(xml, settings: settings)
  }
}

/// What importing a file with this content gives.
func imported(
  _ content: String, named name: String = "sketch.osm", settings: MapImportSettings = MapImportSettings()
) throws -> RoadNetwork {
  try withFile(Data(content.utf8), named: name) { try importOSM(path: $0, settings: settings) }
}

/// Runs `body` with a file that is gone afterwards.
func withFile<Result>(_ content: Data, named name: String, _ body: (String) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try body(folder.write(name, [UInt8](content)))
}

extension RoadNetwork {
  /// Everything but the name of the file it came from, in a fixed order.
  var text: String {
    var network = self
    network.provenance = Provenance()
    let counts = provenance.counts.sorted { $0.key < $1.key }
    return "\(network) \(provenance.kind) \(provenance.dataTime) \(counts)"
  }

  /// The letter of a node in an ``OSMSketch``.
  func letter(_ node: Int) -> String {
    String(UnicodeScalar(UInt8(truncatingIfNeeded: nodes[node].source.rawValue + 64)))
  }

  /// The segments, in order, by the letters of their ends: `"AB BC"`.
  var spelled: String {
    segments.map { letter($0.from) + letter($0.to) }.joined(separator: " ")
  }

  /// The paths of the restrictions, in order, by the letters of the nodes they run over: `"ABC no"`.
  var spelledRestrictions: [String] {
    restrictions.map { restriction in
      let ends = restriction.path.map { step in
        step.forward
          ? (letter(segments[step.segment].from), letter(segments[step.segment].to))
          : (letter(segments[step.segment].to), letter(segments[step.segment].from))
      }
      let path = (ends.first?.0 ?? "") + ends.map(\.1).joined()
      return path + (restriction.kind == .forbidden ? " no" : " only")
    }
  }

  func node(_ letter: String) throws -> Node {
    try #require(nodes.indices.first { self.letter($0) == letter }.map { nodes[$0] })
  }
}
