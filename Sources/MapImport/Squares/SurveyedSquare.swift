internal import Extracts
internal import RoadGraph

/// A surface that people cross on foot, in the words of the source, with source ids.
///
/// - Source: OSM wiki, Tag:highway=pedestrian ("Squares"), Key:area, Relation:multipolygon.
struct SurveyedSquare {
  /// The roads along its edge, as indices into ``RoadSurvey/ways``; the first one lends its attributes to those who cross.
  var ways: [Int] = []
  /// The nodes of its rings, each ending with its first node. A place is inside if it is within an odd number of rings.
  var rings: [[Int64]] = []
  /// How many rings, from the first, have roads along them; the others are holes.
  var roadRings = 1

  /// Joins pieces of rings at their ends; `nil` if a ring is open.
  static func rings(of lines: [[Int64]]) -> [[Int64]]? {
    var rest = lines.filter { $0.count > 1 }
    var rings: [[Int64]] = []
    while var ring = rest.popLast() {
      while ring.first != ring.last {
        guard let end = ring.last, let next = rest.firstIndex(where: { $0.first == end || $0.last == end }) else {
          return nil
        }
        let line = rest.remove(at: next)
        ring += line.first == end ? Array(line.dropFirst()) : line.dropLast().reversed()
      }
      if ring.count > 3 { rings.append(ring) }
    }
    return rings.isEmpty ? nil : rings
  }
}

/// A square that a relation draws, before the nodes of its ways are known.
struct RelatedSquare {
  let road: RoadAttributes
  /// The ways of its border.
  let ways: [Int64]
  /// The ways of the outer border. People walk along them.
  let outer: Set<Int64>
}

/// Whether the tags of a relation describe a square that its access tags let anybody cross.
func mayBeSquare(_ tags: Tags) -> Bool {
  tags.value(.type, is: "multipolygon") && roadKind(of: tags)?.isKnown == true
}

/// The square of a relation; `nil` if it is not one.
///
/// - Source: OSM wiki, Relation:multipolygon.
func readSquare(_ tags: Tags, id: Int64, members: [OSMFile.Member]) -> RelatedSquare? {
  guard mayBeSquare(tags) else { return nil }
  var unreadable = 0
  guard let road = roadAttributes(of: tags, id: WayID(id), isArea: true, unreadableSpeeds: &unreadable) else {
    return nil
  }
  let borders = members.filter { $0.kind == .ways && ["", "outer", "inner"].contains($0.role) }
  var ways: [Int64] = []
  for border in borders where !ways.contains(border.id) { ways.append(border.id) }
  return RelatedSquare(road: road, ways: ways, outer: Set(borders.filter { $0.role != "inner" }.map(\.id)))
}
