import Foundation
import Geodesy
import RoadGraph
import TestSupport
import Testing

@Suite struct `Documentation of the graph format` {
  private let page: String

  init() throws {
    page = try String(contentsOf: projectRoot.appending(path: "Documentation/GraphFormat.md"), encoding: .utf8)
  }

  /// The network of the page's example.
  private var quay: RoadNetwork {
    var network = RoadNetwork()
    network.nodes = [
      RoadNetwork.Node(source: SourceNodeID(11), place: Place(latitude: 47.5, longitude: 9.5)),
      RoadNetwork.Node(source: SourceNodeID(12), place: Place(latitude: 47.5, longitude: 9.501)),
    ]
    network.ways = [RoadNetwork.Way(id: WayID(7), roadClass: .residential)]
    network.ways[0].name = "Kai"
    network.shape = network.nodes.map(\.place)
    network.segments = [RoadNetwork.Segment(way: 0, from: 0, to: 1, shape: 0..<2)]
    network.segments[0].forward.access = .all
    network.segments[0].forward.speedLimit = SpeedLimit(kmh: 30, source: .tag)
    network.segments[0].backward.access[.pedestrian] = .yes
    network.provenance.source = "kai.osm"
    network.provenance.kind = "osm"
    return network
  }

  @Test func `shows the bytes of its example`() {
    let dump = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "```hexdump" }.dropFirst().prefix { $0 != "```" }
    #expect(dump.map(String.init) == hexadecimalDump(of: RoadGraphWriter(quay).bytes()))
  }

  @Test func `names every section`() throws {
    let tags = Set(page.matches(of: /`([A-Z]{4})`/).map { String($0.1) })
    let added = AddedSection.Name.allCases.map { AddedSection($0, [1]) }
    #expect(tags == Set(GraphFile(try fullSketch().graph.bytes(adding: added)).tags))
  }

  @Test func `has the names of classes in the order of their numbers`() {
    for roadClass in RoadClass.allCases {
      #expect(page.contains(" \(roadClass.rawValue) \(roadClass.name)"))
    }
  }

  /// Sixteen bytes a line; `*` for lines equal to the one before.
  private func hexadecimalDump(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var previous: ArraySlice<UInt8> = []
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let row = bytes[start..<min(start + 16, bytes.count)]
      if row.elementsEqual(previous) {
        if lines.last != "*" { lines.append("*") }
      } else {
        lines.append(hexadecimal(start, digits: 8) + " " + row.map { " " + hexadecimal(Int($0), digits: 2) }.joined())
      }
      previous = row
    }
    return lines
  }

  private func hexadecimal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
