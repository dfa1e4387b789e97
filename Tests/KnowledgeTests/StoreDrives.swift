import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport

@testable import Knowledge

/// A small town of four by four junctions.
func storeTown(_ adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch(
    """
    A---B---C---D
    |   |   |   |
    E---F---G---H
    |   |   |   |
    I---J---K---L
    |   |   |   |
    M---N---O---P
    """, metresPerCell: 30,
    roads: ["A-B-C-D", "E-F-G-H", "I-J-K-L", "M-N-O-P", "A-E-I-M", "B-F-J-N", "C-G-K-O", "D-H-L-P"], adjust: adjust)
}

/// Drives at random over a map, in milliseconds from a midnight.
struct RandomDrives {
  private var random: SplitMix64
  private let graph: RoadGraph
  /// 2026-05-04T00:00:00Z
  static let midnight: Int64 = 1_777_852_800_000
  static let day: Int64 = 86_400_000

  init(on graph: RoadGraph, seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.graph = graph
  }

  mutating func drive(
    of vehicle: String, trip: String, source: String = "fleet.csv", begin: Int64, steps: Int = 6
  ) -> DriveRecord {
    var drive = DriveRecord(vehicle: vehicle, tripID: trip, source: source, begin: begin, end: begin)
    drive.paths = [path(steps, from: begin)]
    drive.end = drive.paths[0].fixes.last.map(\.time) ?? begin
    drive.stands = [
      Stand(
        begin: begin, end: begin + 120_000,
        place: Place(latitudeE7: Int32.random(in: -900_000_000...900_000_000, using: &random), longitudeE7: 7))
    ]
    return drive
  }

  private mutating func path(_ count: Int, from begin: Int64) -> DrivenPath {
    var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
    var path = DrivenPath(steps: [], fixes: [])
    var time = begin
    for number in 0..<count {
      let length = Int32((graph.length(of: edge) * 100).rounded())
      let doubts = StepDoubts(rawValue: UInt8.random(in: 0...15, using: &random))
      path.steps.append(
        DrivenStep(
          edge: edge, begin: number == 0 ? length / 3 : 0, end: number + 1 == count ? length / 2 : length,
          doubts: doubts))
      let step = path.steps[number]
      path.fixes.append(
        PathFix(
          step: Int32(number), offset: Int32.random(in: step.begin...step.end, using: &random), time: time,
          isDoubtful: Bool.random(using: &random)))
      time += Int64.random(in: 1_000...30_000, using: &random)
      let next = graph.edges(leaving: graph.head(of: edge)).filter { $0 != edge.reversed }
      edge = next.randomElement(using: &random) ?? edge.reversed
    }
    return path
  }

  /// The drives of a night: every vehicle has some, one after the other.
  mutating func night(_ number: Int, vehicles: Range<Int>, drives: Int = 4) -> [DriveRecord] {
    vehicles.flatMap { vehicle in
      (0..<drives).map { trip in
        drive(
          of: "van-\(vehicle)", trip: "van-\(vehicle)~\(trip)", source: "night-\(number).csv",
          begin: Self.midnight + Int64(number) * Self.day + Int64(trip) * 6 * 3_600_000 + Int64(vehicle) * 1_000)
      }
    }
  }
}

extension KnowledgeStore {
  /// Adds drives on a map at once.
  @discardableResult
  static func add(
    _ drives: [DriveRecord], on graph: RoadGraph, to folder: String, mode: TravelMode = .car
  ) throws -> AddedDrives {
    let spool = try DriveSpool(for: folder, mode: mode)
    for drive in drives { try spool.append(EncodedDrive(drive), on: graph) }
    return try add(spool, to: folder)
  }

  /// All drives on a map, in order.
  func drives(on graph: RoadGraph) throws -> [DriveRecord] {
    let source = try StoredDrives(self, on: graph)
    var drives: [DriveRecord] = []
    for chunk in 0..<source.chunkCount { try source.forEachDrive(in: chunk) { drives.append($0) } }
    return drives
  }
}
