internal import Geodesy
internal import Guidance
internal import Knowledge
internal import Reports
package import RoadGraph
internal import Storage

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
  /// The tiles of the folder that hold what is near the drive; `nil` if this value has it.
  let tiles: SharedTiles.Cut?

  /// - Parameters:
  ///   - hidden: where nothing is drawn.
  ///   - shared: the tiles of a folder of pages, in which the roads around are; `nil` to have them here.
  init(
    of drive: Drive, on graph: RoadGraph, for mode: TravelMode, besides hidden: HiddenGround? = nil,
    sharing shared: SharedTiles? = nil
  ) {
    let named = drive.namedSegments(on: graph)
    let places = drive.places(on: graph, along: named)
    let alone = { SurroundingRoads(named, around: places, on: graph, for: mode, besides: hidden) }
    guard let shared else {
      self = alone()
      return
    }
    let cut = shared.cut(around: places, on: graph, for: mode, within: hidden == nil ? nil : alone())
    self.init(named.sorted(), on: graph, for: mode, cut)
  }

  private init(
    _ named: Set<SegmentID>, around places: [Place], on graph: RoadGraph, for mode: TravelMode,
    besides hidden: HiddenGround?
  ) {
    self.graph = graph
    self.mode = mode
    let finder = NearRoadFinder(graph: graph, mode: mode, places: places, hidden: hidden)
    var found = named
    extent = NearRoadFinder.Extent.all.first { extent in
      found = named.union(finder.roads(within: extent))
      return found.reduce(0) { $0 + graph.shapeRange(of: $1).count } <= Self.mostPlaces
    }
    segments = (extent == nil ? named : found).sorted()
    ground = SurroundingGround(on: graph, around: places, besides: hidden)
    tiles = nil
  }

  /// Just these roads, ascending.
  init(_ segments: [SegmentID], on graph: RoadGraph, for mode: TravelMode, _ cut: SharedTiles.Cut? = nil) {
    (self.graph, self.mode, self.segments) = (graph, mode, segments)
    (extent, ground, tiles) = (cut?.extent, nil, cut)
  }

  func contains(_ segment: SegmentID) -> Bool {
    let place = segments.partitioningIndex { $0 >= segment }
    return place < segments.count && segments[place] == segment
  }

  /// Why fewer roads are drawn than usual; `nil` if all are.
  package var note: String? {
    guard let extent else { return "The drive is long: only the roads on which it was are drawn." }
    if extent.near == NearRoadFinder.Extent.all[0].near { return nil }
    return "The drive is long: only roads within \(extent.near) m of it are drawn."
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
