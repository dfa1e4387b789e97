package import Moments
package import RoadGraph

/// How often each edge of a map was driven, by how many vehicles, and when.
///
/// What a passage is, says ``PassageSettings``. An edge that was only touched is no passage, but the ground is covered.
/// Drives against a oneway count for the edge that was driven.
///
/// Memory: some ten bytes per road, the names of the vehicles, and 64 MB; passages beyond these wait in a scratch file.
package struct UseFold {
  /// What was counted, and what was left out, by reason.
  package struct Counts: Hashable, Sendable {
    package var drives = 0
    package var passages = 0
    /// Steps to a place where the vehicle seems to have turned round, and back.
    package var spurs = 0
    /// Steps that are too short.
    package var touched = 0
  }

  package private(set) var counts = Counts()
  private let graph: RoadGraph
  private let mode: TravelMode
  private var scratch: PartitionedScratch<SortedPassage>
  private let vehicles: VehicleHashes
  let covered: CoveredGround

  /// - Parameter clock: of the local time that hours and days are of; `nil` for UTC.
  package init(
    of source: some DriveSource, on graph: RoadGraph, for mode: TravelMode, clock: LocalClock? = nil,
    settings: PassageSettings = PassageSettings()
  ) throws {
    self.graph = graph
    self.mode = mode
    var reading = UseReading(graph, clock, settings)
    for chunk in 0..<source.chunkCount {
      try source.forEachDrive(in: chunk) { try reading.take($0) }
    }
    counts = reading.counts
    scratch = reading.scratch
    vehicles = VehicleHashes(reading.vehicles.names)
    covered = reading.covered
  }

  /// Each edge that the mode may use, or that was driven, in order.
  package func forEachRoad(_ body: (RoadUse) throws -> Void) throws {
    for part in 0..<scratch.partCount {
      let edges = SortedPassage.edges(of: part, on: graph)
      let sorted = SortedPassage.sorted(try scratch.values(of: part), edges: edges)
      for edge in edges {
        let number = edge - edges.lowerBound
        let passages = sorted.passages[sorted.firsts[number]..<sorted.firsts[number + 1]]
        guard !passages.isEmpty || isUsable(EdgeID(edge)) else { continue }
        var use = RoadUse(edge: EdgeID(edge))
        use.take(passages, vehicles)
        use.covered = covered.share(of: use.edge.segment)
        try body(use)
      }
    }
  }

  package func roads() throws -> [RoadUse] {
    var roads: [RoadUse] = []
    try forEachRoad { roads.append($0) }
    return roads
  }

  private func isUsable(_ edge: EdgeID) -> Bool { graph.access(of: edge)[mode] != .no }

  /// Whether the mode may use a road in either direction.
  func isUsable(_ segment: SegmentID) -> Bool { isUsable(segment.forward) || isUsable(segment.backward) }

  /// The roads that count for coverage.
  var network: RoadGraph { graph }
}

/// Reads drives for ``UseFold``.
private struct UseReading {
  private let graph: RoadGraph
  private var reader: PassageReader
  private var hours: LocalHours
  private(set) var vehicles = NameNumbers()
  /// The number of the last drive on each edge, counted from 1.
  private var lastDrives: [UInt32]
  private var drives = 0
  private(set) var covered: CoveredGround
  private(set) var scratch = PartitionedScratch<SortedPassage>(parts: SortedPassage.parts)

  init(_ graph: RoadGraph, _ clock: LocalClock?, _ settings: PassageSettings) {
    self.graph = graph
    reader = PassageReader(on: graph, settings)
    hours = LocalHours(clock)
    covered = CoveredGround(of: graph)
    lastDrives = [UInt32](repeating: 0, count: graph.edgeCount)
  }

  mutating func take(_ drive: DriveRecord) throws {
    reader.read(drive)
    drives += 1
    let vehicle = vehicles[drive.vehicle]
    for passage in reader.passages {
      covered.add(passage.edge, from: passage.begin, to: passage.end)
      guard passage.counts else { continue }
      let isFirst = lastDrives[passage.edge.index] != UInt32(drives)
      lastDrives[passage.edge.index] = UInt32(drives)
      let sorted = SortedPassage(
        passage, vehicle: vehicle, hour: hours.hourOfWeek(passage.time), isFirstOfDrive: isFirst)
      try scratch.append(sorted, to: SortedPassage.part(of: passage.edge, on: graph))
    }
  }

  var counts: UseFold.Counts {
    UseFold.Counts(
      drives: drives, passages: scratch.count, spurs: reader.spurs, touched: reader.touched)
  }
}
