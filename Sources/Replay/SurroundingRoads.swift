internal import Geodesy
internal import Guidance
internal import Knowledge
internal import Reports
package import RoadGraph

/// The roads near a drive, and the roads on which it was or may have been.
package struct SurroundingRoads: Sendable {
  package let graph: RoadGraph
  package let mode: TravelMode
  /// Ascending.
  package let segments: [SegmentID]
  /// How far from the drive roads are; `nil` if only those on which it was are drawn.
  let extent: NearRoadFinder.Extent?
  /// What is drawn under the roads; `nil` if the map has no backdrop.
  package let ground: SurroundingGround?
  /// Why fewer roads are drawn than usual; `nil` if all are.
  package let note: String?

  init(of drive: Drive, on graph: RoadGraph, for mode: TravelMode, besides hidden: HiddenGround? = nil) {
    self.graph = graph
    self.mode = mode
    let named = drive.namedSegments(on: graph)
    let places = drive.places(on: graph, along: named)
    let finder = NearRoadFinder(graph: graph, mode: mode, places: places, hidden: hidden)
    var found = named
    var number = 0
    for extent in NearRoadFinder.Extent.all {
      found = named.union(finder.roads(within: extent))
      if found.reduce(0, { $0 + graph.shapeRange(of: $1).count }) <= Self.mostPlaces { break }
      number += 1
    }
    ground = SurroundingGround(on: graph, around: places, besides: hidden)
    extent = number < NearRoadFinder.Extent.all.count ? NearRoadFinder.Extent.all[number] : nil
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

extension SurroundingRoads {
  /// The shields of the numbers that are drawn on roads, by number; of several roads with one number the first.
  var shields: [(number: String, shield: RoadShield)] {
    var known: Set<String> = []
    return segments.compactMap { segment in
      let edge = segment.forward
      guard graph.hasRef(edge) else { return nil }
      let number = graph.ref(of: edge).prefix { $0 != ";" }.trimming
      guard !known.contains(number), known.insert(number).inserted else { return nil }
      let place = graph.shapePlace(at: graph.shapeRange(of: segment).lowerBound)
      return graph.shields(of: edge, at: place).first.map { (number, $0) }
    }
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimming: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
