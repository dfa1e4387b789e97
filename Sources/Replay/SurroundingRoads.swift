internal import Geodesy
internal import Knowledge
internal import Reports
package import RoadGraph

/// The roads near a drive, and the roads on which it was or may have been.
package struct SurroundingRoads: Sendable {
  package let graph: RoadGraph
  package let mode: TravelMode
  /// Ascending.
  package let segments: [SegmentID]
  /// Why fewer roads are drawn than usual; `nil` if all are.
  package let note: String?

  init(of drive: Drive, on graph: RoadGraph, for mode: TravelMode, besides hidden: HiddenGround? = nil) {
    self.graph = graph
    self.mode = mode
    let named = drive.namedSegments(on: graph)
    let finder = NearRoadFinder(graph: graph, mode: mode, places: drive.places(on: graph, along: named), hidden: hidden)
    var found = named
    var number = 0
    for extent in NearRoadFinder.Extent.all {
      found = named.union(finder.roads(within: extent))
      if found.reduce(0, { $0 + graph.shapeRange(of: $1).count }) <= Self.mostPlaces { break }
      number += 1
    }
    segments = (number < NearRoadFinder.Extent.all.count ? found : named).sorted()
    note =
      switch number {
      case 0: nil
      case NearRoadFinder.Extent.all.count: "The drive is long: only the roads on which it was are drawn."
      default: "The drive is long: only roads within \(NearRoadFinder.Extent.all[number].near) m of it are drawn."
      }
  }

  /// About two megabytes of a page.
  private static let mostPlaces = 150_000
}

extension Drive {
  mutating func take(_ roads: SurroundingRoads) {
    self.roads = roads
    if let note = roads.note { notes.append(note) }
  }

  /// The segments whose edges the tables name.
  fileprivate func namedSegments(on graph: RoadGraph) -> Set<SegmentID> {
    var segments: Set<SegmentID> = []
    for table in tables {
      for name in ["edge", "runner_up_edge"] {
        guard let column = table[name] else { continue }
        for value in column.values where (0..<Int64(graph.edgeCount)).contains(value) {
          segments.insert(EdgeID(Int(value)).segment)
        }
      }
    }
    return segments
  }

  /// Places all along the drive: the fixes, the roads it names, and its lines.
  fileprivate func places(on graph: RoadGraph, along segments: Set<SegmentID>) -> [Place] {
    var places = tables.flatMap { $0.lines?.flatMap(\.self) ?? [] }
    for table in tables {
      guard let latitudes = table["lat"]?.values, let longitudes = table["lon"]?.values else { continue }
      for (latitude, longitude) in zip(latitudes, longitudes) where latitude != CellColumn.null {
        places.append(Place(latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude)))
      }
    }
    for segment in segments { places += graph.shapeRange(of: segment).map(graph.shapePlace(at:)) }
    return places
  }
}
