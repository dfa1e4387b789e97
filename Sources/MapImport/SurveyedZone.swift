internal import Extracts
internal import RoadGraph

/// An area with rules of its own in the words of the source, with source ids.
struct SurveyedZone: Equatable {
  let kind: ZoneKind
  let name: String
  let source: ZoneSource
  /// The ways of its border, where a relation names them.
  var ways: [Int64] = []
  /// The nodes of each way of its border.
  var lines: [[Int64]] = []

  /// Every node ends as many pieces of the border as it begins: nothing is missing.
  var isClosed: Bool {
    var ends: [Int64: Int] = [:]
    for line in lines {
      for (begin, end) in zip(line, line.dropFirst()) where begin != end {
        ends[begin, default: 0] += 1
        ends[end, default: 0] += 1
      }
    }
    return !ends.isEmpty && ends.values.allSatisfy { $0 % 2 == 0 }
  }
}

/// The kind of area that tags describe; `nil` if it does not matter here.
///
/// - Source: OSM wiki, Tag:boundary=low_emission_zone. School zones are stretches of road, not areas
///   (Tag:hazard=school_zone).
func zoneKind(of tags: Tags) -> ZoneKind? {
  tags.value(.boundary, is: "low_emission_zone") ? .lowEmission : nil
}

/// Whether a relation with these tags surrounds an area that matters.
func isZone(_ tags: Tags) -> Bool {
  (tags.value(.type, is: "boundary") || tags.value(.type, is: "multipolygon")) && zoneKind(of: tags) != nil
}

/// The area of a relation; `nil` if it is not one.
///
/// - Source: OSM wiki, Relation:multipolygon, Relation:boundary. Inner and outer rings need not be told apart: a place
///   within an odd number of rings is in the area.
func readZone(_ tags: Tags, id: Int64, members: [OSMFile.Member]) -> SurveyedZone? {
  guard isZone(tags), let kind = zoneKind(of: tags) else { return nil }
  var zone = SurveyedZone(kind: kind, name: tags.text(.name) ?? "", source: .relation(id))
  let roles: Set<String> = ["", "outer", "inner", "enclave", "exclave"]
  for member in members where member.kind == .ways && roles.contains(member.role) && !zone.ways.contains(member.id) {
    zone.ways.append(member.id)
  }
  return zone
}

extension [SurveyedZone] {
  /// Reads the nodes of the ways that relations name, in one more pass over the file.
  mutating func findLines(path: String, format: OSMFormat) throws(ExtractError) {
    let lines = try nodesOfWays(Set(flatMap(\.ways)), path: path, format: format)
    for index in indices where !self[index].ways.isEmpty {
      self[index].lines = self[index].ways.compactMap { lines[$0] }
    }
  }

  /// Without ways that repeat the tags of the relation whose border they are.
  func withoutRepetitions() -> [SurveyedZone] {
    let borders = Set(flatMap(\.ways))
    return filter { zone in
      if case .way(let id) = zone.source { return !borders.contains(id) }
      return true
    }
  }
}

/// The nodes of some ways, by the id of the way.
func nodesOfWays(_ wanted: Set<Int64>, path: String, format: OSMFormat) throws(ExtractError) -> [Int64: [Int64]] {
  guard !wanted.isEmpty else { return [:] }
  var lines: [Int64: [Int64]] = [:]
  var file = try OSMFile(path: path, format: format, kinds: .ways)
  while try file.next() != nil {
    guard wanted.contains(file.id), lines[file.id] == nil else { continue }
    lines[file.id] = file.object.nodeIDs
  }
  return lines
}
