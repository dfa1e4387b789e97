internal import Extracts
internal import Geodesy
package import RoadGraph
internal import Storage

/// The version of the rules by which roads are read. It is raised with every change that makes the same extract give
/// another map; a test compares sample maps with the checksums recorded for the version.
///
/// Maps built under another version are built again.
package let importRules = 1

/// The options of an import.
package struct MapImportSettings: Sendable {
  /// Only roads that one of these modes may use in some direction are kept.
  package var modes: TravelModeSet = .all
  /// The driving side; `nil` lets tags, roundabouts and the territory decide, way by way.
  package var drivingSide: DrivingSide?
  /// The ground under the roads is wanted, which takes three more passes over the file.
  package var backdrop = false
  /// The source that the map states; `nil` for the name of the file.
  package var source: String?
  /// The date of the data, in ISO 8601; `nil` for the one in the file.
  package var dataTime: String?

  package init() {}

  /// The options that differ from their defaults, for ``Provenance/options``.
  var options: [String: String] {
    var options: [String: String] = [:]
    if modes != .all {
      let names = TravelMode.allCases.filter { modes.contains(TravelModeSet($0)) }.map(\.name)
      options["modes"] = names.joined(separator: ",")
    }
    if let drivingSide { options["driving_side"] = drivingSide.rawValue }
    return options
  }
}

/// Reads an OSM extract into a road network.
///
/// The file is read twice: first ways and relations, then the places of the nodes that those ways use; and once more
/// between them if relations draw areas. The order of objects does not matter. Broken references, repeated objects and rules that do not fit are counted in the
/// provenance of the network, and the import continues.
///
/// - Parameter path: PBF, XML, o5m or OPL, the text formats also compressed with gzip or bzip2; recognised by content.
/// - Throws: ``MapImportError`` if there is nothing to read or nothing to keep.
/// - Complexity: O(*n*) in the size of the file; memory grows with the roads.
package func importOSM(
  path: String, settings: MapImportSettings = MapImportSettings()
) throws(MapImportError) -> RoadNetwork {
  try importMap(path: path, settings: settings).network
}

/// A road network, and what of its source it depends on.
package struct ImportedMap: Sendable {
  package let network: RoadNetwork
  package let footprint: MapFootprint
}

/// Reads an OSM extract into a road network like ``importOSM(path:settings:)``, and keeps what the network depends on.
package func importMap(
  path: String, settings: MapImportSettings = MapImportSettings()
) throws(MapImportError) -> ImportedMap {
  let (survey, index, nodes) = try surveyed(path, settings)
  let footprint = MapFootprint(survey, index)
  let (rules, dataTime) = (survey.turnRules, survey.dataTime)
  let (zones, devices) = (survey.zones, survey.enforcements)
  let places = survey.otherPlaces(index, nodes)
  func place(of node: Int64) -> Place? { places[node] }
  var counts = survey.counts
  let builder = NetworkBuilder(survey: consume survey, index: consume index, nodes: consume nodes)
  guard !builder.network.segments.isEmpty else { throw .noRoads(path: path) }
  let restrictions = resolve(rules, on: builder, counts: &counts)
  counts.merge(builder.counts)
  let leftWays = waysDrivingOnLeft(builder, settings: settings)
  let watched = resolve(devices, on: builder, counts: &counts, place: place)
  let exitSigns = builder.exitSigns
  var network = builder.finish()
  network.putUp(exitSigns)
  network.restrictions = restrictions
  network.enforcements = watched.enforcements
  for node in watched.camerasReplaced { network.nodes[node].signs.remove(.speedCamera) }
  network.zones = resolve(zones, on: network, counts: &counts, place: place)
  for way in leftWays { network.ways[way].flags.insert(.drivesOnLeft) }
  if settings.backdrop { network.backdrop = try backdrop(of: path, counts: &counts) }
  counts.add(network.ways.count - (counts.byName["squares_crossed"] ?? 0), "ways_kept")
  network.provenance = provenance(path: path, kind: "osm", settings: settings, counts: counts)
  network.provenance.dataTime = settings.dataTime ?? dataTime
  return ImportedMap(network: network, footprint: footprint)
}

/// The roads of a file and the places of their nodes.
private func surveyed(
  _ path: String, _ settings: MapImportSettings
) throws(MapImportError) -> (RoadSurvey, NodeIndex, NodeSurvey) {
  do throws(ExtractError) {
    let format = try OSMFormat(path: path)
    let survey = try RoadSurvey(path: path, format: format, settings: settings)
    let others = survey.otherNodeIDs
    let index = NodeIndex(others.isEmpty ? survey.nodeIDs : survey.nodeIDs + others)
    return (survey, index, try NodeSurvey(path: path, format: format, index: index))
  } catch {
    throw .extract(error)
  }
}

private func backdrop(of path: String, counts: inout ImportCounts) throws(MapImportError) -> StoredBackdrop {
  do throws(ExtractError) {
    var survey = try GroundSurvey(path: path, format: OSMFormat(path: path))
    return survey.finish(&counts)
  } catch {
    throw .extract(error)
  }
}

private func resolve(
  _ rules: [TurnRule], on builder: NetworkBuilder, counts: inout ImportCounts
) -> [RoadNetwork.Restriction] {
  let resolver = RestrictionResolver(builder, rules: rules)
  var result: [RoadNetwork.Restriction] = []
  for rule in rules {
    do {
      result += try resolver.restrictions(of: rule)
      counts.add(rule.kind == .forbidden ? "restrictions_forbidden" : "restrictions_mandatory")
      counts.add(rule.condition.isEmpty ? 0 : 1, "restrictions_conditional")
      counts.add(rule.viaWays.isEmpty ? 0 : 1, "restrictions_via_ways")
    } catch {
      counts.add("restrictions_refused_\(error.rawValue)")
    }
  }
  return result
}

private func waysDrivingOnLeft(
  _ builder: NetworkBuilder, settings: MapImportSettings
) -> [Int] {
  let network = builder.network
  if let side = settings.drivingSide { return side == .left ? Array(network.ways.indices) : [] }
  let sides = DrivingSides(network, firstSegment: builder.firstSegment)
  return network.ways.indices.filter { way in
    if let side = builder.drivingSideOfWay[way] { return side == .left }
    let first = network.segments[builder.firstSegment[way]]
    return sides.side(at: network.shape[first.shape.lowerBound]) == .left
  }
}

/// The provenance of a network.
func provenance(path: String, kind: String, settings: MapImportSettings, counts: ImportCounts) -> Provenance {
  var provenance = Provenance()
  provenance.source = settings.source ?? fileName(of: path)
  provenance.kind = kind
  provenance.options = settings.options
  provenance.counts = counts.byName
  return provenance
}
