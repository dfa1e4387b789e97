import Foundation
import Geodesy
import Guidance
import MapImport
import RoadGraph
import TestSupport

/// Many drawings side by side in one OSM file, imported; traffic drives on one side in all of them.
struct DrawnCountry {
  /// One drawing; it has a thousand numbers for its nodes and ways.
  struct Sheet {
    var map: JunctionMap
    var variant: Variant
  }

  /// A piece of an edge between two nodes of the drawing.
  private struct Piece {
    var edge: EdgeID
    var begin: Metres
    var end: Metres
  }

  private struct NodePair: Hashable {
    var from: Int64
    var to: Int64
  }

  private static let metresPerDegree = 111_200.0

  let sheets: [Sheet]
  let graph: RoadGraph
  private var pieces: [NodePair: Piece] = [:]

  init(_ sheets: [Sheet], drivingSide: DrivingSide) throws {
    self.sheets = sheets
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write("junctions.osm", Self.xml(sheets))
    var settings = MapImportSettings()
    settings.drivingSide = drivingSide
    graph = try RoadGraph(importOSM(path: path, settings: settings))
    collectPieces()
  }

  private mutating func collectPieces() {
    for segment in (0..<graph.segmentCount).map({ SegmentID($0) }) {
      let length = graph.length(of: segment.forward)
      for i in graph.shapeRange(of: segment).dropLast() {
        guard let a = graph.shapeSource(at: i), let b = graph.shapeSource(at: i + 1) else { continue }
        let (begin, end) = (graph.shapeDistance(at: i), graph.shapeDistance(at: i + 1))
        let pair = NodePair(from: a.rawValue, to: b.rawValue)
        pieces[pair] = Piece(edge: segment.forward, begin: begin, end: end)
        pieces[NodePair(from: pair.to, to: pair.from)] = Piece(
          edge: segment.backward, begin: length - end, end: length - begin)
      }
    }
  }

  /// What is said on one drive.
  ///
  /// - Parameter courses: from halt to halt.
  func spoken(along courses: [[Int]], _ drive: JunctionMap.Drive, onSheet number: Int) throws -> [SpokenManeuver] {
    let legs = try courses.map { course in
      var stretches = try stretches(along: course, drive, onSheet: number)
      if let approach = sheets[number].variant.approach { shorten(&stretches, to: approach) }
      return stretches.map { PathEdge($0) }
    }
    let passed = drive.expectation.namesPasses ? laneStretches(along: legs, on: graph, for: drive.mode) : []
    return GuidanceTests.spoken(
      itinerary(along: legs, on: graph, for: drive.mode), passing: passed, of: sheets[number].variant)
  }

  private func shorten(_ stretches: inout [EdgeStretch], to approach: Metres) {
    guard stretches.count > 1 else { return }
    stretches[0].begin = max(stretches[0].begin, stretches[0].end - approach)
    let last = stretches.count - 1
    stretches[last].end = min(stretches[last].end, stretches[last].begin + approach)
  }

  /// The stretches of a course; none if it only stands.
  func stretches(
    along course: [Int], _ drive: JunctionMap.Drive, onSheet number: Int
  ) throws -> [EdgeStretch] {
    var stretches: [EdgeStretch] = []
    let nodes = course.map { Self.id($0, onSheet: number) }
    for (from, to) in zip(nodes, nodes.dropFirst()) {
      guard let piece = pieces[NodePair(from: from, to: to)] else {
        let sheet = sheets[number]
        let ends = [from, to].map { sheet.map.nodes[Int($0) % 1000 - 1].name }.joined(separator: " to ")
        throw DrawingError(map: sheet.map, line: drive.line, "\(sheet.variant.name): the map lacks the road \(ends)")
      }
      if let last = stretches.last, last.edge == piece.edge, abs(last.end - piece.begin) < 1e-6 {
        stretches[stretches.count - 1].end = piece.end
      } else {
        stretches.append(EdgeStretch(edge: piece.edge, begin: piece.begin, end: piece.end))
      }
    }
    return stretches
  }
}

extension DrawnCountry {
  private static func id(_ index: Int, onSheet sheet: Int) -> Int64 { Int64(sheet * 1000 + index + 1) }

  /// The file: all nodes, all ways, all relations.
  private static func xml(_ sheets: [Sheet]) -> String {
    var text = "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6' generator='test'>\n"
    for (number, sheet) in sheets.enumerated() { appendNodes(of: sheet.map, number, to: &text) }
    for (number, sheet) in sheets.enumerated() { appendWays(of: sheet.map, number, to: &text) }
    for (number, sheet) in sheets.enumerated() { appendRestrictions(of: sheet.map, number, to: &text) }
    return text + "</osm>\n"
  }

  /// Where a node of a drawing lies on the earth.
  func place(of node: Int, onSheet number: Int) -> Place { Self.place(of: sheets[number].map.nodes[node], number) }

  private static func place(of node: JunctionMap.Node, _ number: Int) -> Place {
    let latitude = 49 + Double(number / 40) * 0.04
    let longitude = 8 + Double(number % 40) * 0.06
    return Place(
      latitude: latitude + node.y / metresPerDegree,
      longitude: longitude + node.x / (metresPerDegree * cos(latitude * .pi / 180)))
  }

  private static func appendNodes(of map: JunctionMap, _ number: Int, to text: inout String) {
    for (i, node) in map.nodes.enumerated() {
      let place = place(of: node, number)
      let (latitude, longitude) = (place.latitude, place.longitude)
      text += "<node id='\(id(i, onSheet: number))' lat='\(latitude)' lon='\(longitude)'>"
      text += "\(elements(node.tags))</node>\n"
    }
  }

  private static func appendWays(of map: JunctionMap, _ number: Int, to text: inout String) {
    for (i, way) in map.ways.enumerated() {
      let nodes = way.nodes.map { "<nd ref='\(id($0, onSheet: number))'/>" }.joined()
      text += "<way id='\(id(i, onSheet: number))'>\(nodes)\(elements(way.tags))</way>\n"
    }
  }

  private static func appendRestrictions(of map: JunctionMap, _ number: Int, to text: inout String) {
    for (i, ban) in map.restrictions.enumerated() {
      let members = [("from", ban.from), ("via", ban.via), ("to", ban.to)].map { role, name in
        let way = map.ways.firstIndex { $0.label == name }
        let member = way ?? map.index(of: name) ?? 0
        let type = way == nil ? "node" : "way"
        return "<member type='\(type)' ref='\(id(member, onSheet: number))' role='\(role)'/>"
      }
      let tags = [(key: "type", value: "restriction"), (key: "restriction", value: ban.kind)]
      text += "<relation id='\(id(i, onSheet: number))'>\(members.joined())\(elements(tags))</relation>\n"
    }
  }

  private static func elements(_ tags: JunctionMap.Tags) -> String {
    tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
  }
}
