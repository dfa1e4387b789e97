import Foundation
import Geodesy
import Records
import RoadGraph
import TestSupport
import Testing

@testable import MapImport

struct EdgeListTests {
  private static let nodes = "id,lat,lon\n10,47.5,9.5\n11,47.5,9.501\n12,47.501,9.501\n"

  /// The network of two tables and the refused rows as `file:line reason`.
  private func imported(
    nodes: String = nodes, edges: String
  ) throws -> (network: RoadNetwork, refused: [String]) {
    var refused: [String] = []
    let network = try withFile(Data(nodes.utf8), named: "nodes.csv") { nodes in
      try withFile(Data(edges.utf8), named: "edges.csv") { edges in
        try importEdgeList(nodes: nodes, edges: edges) { refusal in
          let file = URL(fileURLWithPath: refusal.file).lastPathComponent
          refused.append("\(file):\(refusal.line ?? 0) \(refusal.reason)")
        }
      }
    }
    return (network, refused)
  }

  @Test func `each row becomes a way with the row's id`() throws {
    let network = try imported(
      edges: """
        id,from,to,oneway,length_m,class,name,max_speed_kmh,geometry
        7,10,11,yes,80.5,primary,"Main Street, north",70,
        8,11,12,no,,footway,,,"LINESTRING (9.501 47.5, 9.5015 47.5005, 9.501 47.501)"
        """
    ).network
    #expect(network.ways.map(\.id.rawValue) == [7, 8])
    #expect(network.ways.map(\.roadClass) == [.primary, .footway])
    #expect(network.ways[0].name == "Main Street, north")
    #expect(network.segments[0].length == 80.5)
    #expect(network.segments[0].forward.speedLimit == SpeedLimit(kmh: 70, source: .tag))
    #expect(network.segments[0].forward.access[.car] == .yes)
    #expect(network.segments[0].backward.access[.car] == .no)
    #expect(network.segments[0].backward.access[.pedestrian] == .yes)
    #expect(network.segments[1].shape.count == 3)
    #expect(network.shape[3] == Place(latitude: 47.5005, longitude: 9.5015))
    #expect(network.segments[1].forward.access[.car] == .no)
    #expect(network.nodes.map(\.source.rawValue) == [10, 11, 12])
    #expect(network.provenance.kind == "edge_list")
    #expect(network.provenance.source == "edges.csv")
  }

  @Test func `opposite oneway rows are one road whose directions keep their ids`() throws {
    let network = try imported(edges: "id,from,to,oneway\n1,10,11,yes\n2,11,10,yes\n3,10,11,-1\n").network
    #expect(network.segments.map(\.from) == [0, 0])
    #expect(network.segments.map(\.to) == [1, 1])
    #expect(network.segments.map { $0.forward.access[.car] } == [.yes, .no])
    #expect(network.segments.map { $0.backward.access[.car] } == [.yes, .yes])
    #expect(!network.ways[0].flags.contains(.oneway) && network.ways[1].flags.contains(.oneway))
    let graph = try RoadGraph(network)
    let ids = (0..<graph.edgeCount).map { graph.way(of: EdgeID($0)).rawValue }
    #expect(Set(ids) == [1, 2, 3] && network.provenance.counts["opposite_rows_joined"] == 1)
  }

  @Test func `opposite oneway rows of other lines, names or classes stay two roads`() throws {
    for second in [
      "main,residential,", "side,residential,", "main,primary,",
      #"main,residential,"LINESTRING (9.5 47.5, 9.5005 47.501, 9.501 47.5)""#,
    ] {
      let network = try imported(
        edges: "id,from,to,oneway,name,class,geometry\n1,10,11,yes,main,residential,\n2,11,10,yes,\(second)\n"
      ).network
      #expect(network.segments.count == (second == "main,residential," ? 1 : 2), "\(second)")
    }
  }

  @Test(arguments: [
    ("1,10,11,\"x", "bad_record"), ("\"1,10,11,", "bad_record"), ("1,10,11", "bad_record"),
    ("1,10,99,", "unknown_node"), ("x,10,11,", "unreadable_number"), ("1,10,,", "unreadable_number"),
    ("1,10,10,", "no_length"), ("0,10,11,", "repeated_id"), ("1,10,11,POINT (1 2)", "unreadable_geometry"),
    ("1,10,11,\"LINESTRING (9.5 47.5, x 47)\"", "unreadable_geometry"),
    ("1,10,11,\"LINESTRING (8 47.5, 9.501 47.5)\"", "geometry_elsewhere"),
  ])
  func `a bad row is refused with its line, the others are read`(row: String, reason: String) throws {
    let result = try imported(edges: "id,from,to,geometry\n0,10,11,\n\(row)\n2,11,12,\n")
    #expect(result.refused == ["edges.csv:3 \(reason)"])
    #expect(result.network.ways.map(\.id.rawValue) == [0, 2])
    #expect(result.network.provenance.counts["rows_refused_\(reason)"] == 1)
    #expect(result.network.provenance.counts["edge_rows_read"] == 3)
  }

  @Test(arguments: [
    ("motorwey,,,", "unknown_class"), (",maybe,,", "unknown_oneway"), (",,0,", "unreadable_length"),
    (",,12 m,", "unreadable_length"), (",,inf,", "unreadable_length"), (",,,fast", "unreadable_speed"),
    (",,,301", "unreadable_speed"),
  ])
  func `a bad value is refused with its line, its road stays`(values: String, reason: String) throws {
    let header = "id,from,to,class,oneway,length_m,max_speed_kmh\n"
    let result = try imported(edges: header + "1,10,11,primary,no,80,60\n2,11,12,\(values)\n")
    #expect(result.refused == ["edges.csv:3 \(reason)"])
    #expect(result.network.provenance.counts["values_refused_\(reason)"] == 1)
    let plain = try imported(edges: header + "1,10,11,primary,no,80,60\n2,11,12,,,,\n")
    #expect(plain.refused.isEmpty && "\(result.network.segments)" == "\(plain.network.segments)")
    #expect("\(result.network.ways)" == "\(plain.network.ways)")
  }

  @Test func `all bad values of a row are told, and none of a row that is skipped`() throws {
    let result = try imported(
      edges: "id,from,to,class,oneway,length_m,max_speed_kmh\n1,10,11,x,x,x,x\n2,10,99,x,x,x,x\n3,10,12,Primary,YES,,\n"
    )
    #expect(
      result.refused == [
        "edges.csv:2 unknown_class", "edges.csv:2 unknown_oneway", "edges.csv:2 unreadable_length",
        "edges.csv:2 unreadable_speed", "edges.csv:3 unknown_node",
      ])
    #expect(result.network.ways.map(\.roadClass) == [.road, .primary])
    #expect(result.network.segments[1].backward.access[.car] == .no)
    #expect(
      ListReason.unknownOneway.sentence
        == "oneway is not yes, no, -1, reversible or alternating. The road was left open both ways.")
  }

  @Test func `every reason is documented where it is counted`() throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Maps.md"), encoding: .utf8)
    let parts = text.split(separator: "| `values_refused_…`")
    try #require(parts.count == 2)
    for reason in ListReason.allCases {
      #expect(parts[reason.isOfValue ? 1 : 0].contains("| `\(reason.rawValue)` |"), "\(reason)")
    }
  }

  @Test func `bad nodes are refused too`() throws {
    let result = try imported(
      nodes: "id,lat,lon\n1,47,9\n2,91,9\n1,47,9\n3,north,9\n4,47,9.1\n", edges: "id,from,to\n1,1,4\n2,1,2\n")
    #expect(
      result.refused == [
        "nodes.csv:3 place_outside_earth", "nodes.csv:4 repeated_id", "nodes.csv:5 unreadable_number",
        "edges.csv:3 unknown_node",
      ])
  }

  @Test func `columns may come in any order, with other separators, quotes, blank lines and a byte-order mark`() throws
  {
    let nodes = "\u{FEFF}\"lon\";lat;id\r\n9.5;47.5;1\r\n\r\n9.6;47.5;2"
    let edges = "to\tid\tfrom\tname\n2\t5\t1\t\"two\nlines \"\"quoted\"\"\"\n9\t6\t1\t\n"
    let result = try imported(nodes: nodes, edges: edges)
    #expect(result.network.ways.map(\.name) == ["two\nlines \"quoted\""])
    #expect(result.refused == ["edges.csv:4 unknown_node"])
  }

  @Test func `a missing column, file or road is an error`() throws {
    #expect(throws: MapImportError.notFound(path: "/nowhere.csv")) {
      try importEdgeList(nodes: "/nowhere.csv", edges: "/nowhere.csv")
    }
    #expect(throws: MapImportError.self) { try imported(edges: "id,from\n1,10\n") }
    #expect(throws: MapImportError.self) { try imported(edges: "id,from,to\n") }
    #expect(
      MapImportError.missingColumn(path: "e.csv", column: "to").description
        == "e.csv:1: the header row has no column `to`. Name the columns in the first row.")
  }
}
