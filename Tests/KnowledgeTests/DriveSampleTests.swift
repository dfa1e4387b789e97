import Knowledge
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("Samples of drives")
struct DriveSampleTests {
  private func drives(_ count: Int) throws -> [DriveRecord] {
    var town = try SpeedsTown(side: 5, seed: 11)
    return (0..<count).map { town.drive(number: $0, day: $0 % 20, every: 15).record }
  }

  private func read(_ source: some DriveSource) throws -> [DriveRecord] {
    var drives: [DriveRecord] = []
    for chunk in 0..<source.chunkCount { try source.forEachDrive(in: chunk) { drives.append($0) } }
    return drives
  }

  private func steps(_ drives: [DriveRecord]) -> Int {
    drives.reduce(0) { $0 + $1.paths.reduce(0) { $0 + $1.steps.count } }
  }

  @Test("Few drives are all in it, as they were, in their chunks and order")
  func all() throws {
    var drives = try drives(40)
    drives[3].isCut = true
    let source = ChunkedDrives(drives, size: 7)
    let sample = try DriveSample(of: source, steps: steps(drives), workers: 3)
    #expect(sample.chunkCount == source.chunkCount)
    #expect(try read(sample) == drives)
  }

  @Test("Of many, at most so many steps as asked for are in it, the same by any chunks, threads and order")
  func some() throws {
    let drives = try drives(400)
    let limit = steps(drives) / 5
    let sample = try read(DriveSample(of: DriveList(drives), steps: limit, workers: 1))
    #expect((limit / 3...limit).contains(steps(sample)))
    #expect(try read(DriveSample(of: ChunkedDrives(drives, size: 9), steps: limit, workers: 4)) == sample)
    let reversed = try read(DriveSample(of: ChunkedDrives(drives.reversed(), size: 50), steps: limit, workers: 2))
    #expect(reversed.reversed() == sample)
    let more = try read(DriveSample(of: DriveList(drives), steps: 2 * limit, workers: 2))
    #expect(Set(sample).isSubset(of: more))
  }

  @Test("There is a sample of no drives")
  func none() throws {
    #expect(try read(DriveSample(of: DriveList([]), steps: 10, workers: 2)).isEmpty)
  }

  @Test(
    "Speeds whose first rounds use a quarter of the drives are near those whose rounds all use all",
    .enabled(if: isWholeRun, "\(whyNotNow)"))
  func speeds() throws {
    var town = try SpeedsTown(side: 6, seed: 7)
    let drives = (0..<1200).map { town.drive(number: $0, day: $0 % 20, every: 15).record }
    var settings = SpeedSettings()
    settings.classes = town.classes
    let all = try SpeedModel(of: DriveList(drives), on: town.graph, mode: .car, settings: settings)
    settings.stepsOfSample = steps(drives) / 4
    let some = try SpeedModel(of: DriveList(drives), on: town.graph, mode: .car, settings: settings)
    var differences: [Double] = []
    for edge in (0..<town.graph.edgeCount).map({ EdgeID($0) }) where all.covers(edge) {
      for hours in 0..<town.classes.count {
        differences.append(abs(some.expectedPace(of: edge, in: hours) / all.expectedPace(of: edge, in: hours) - 1))
      }
    }
    #expect(differences.sorted()[differences.count / 2] < 0.02)
    #expect(some.counts == all.counts)
  }
}

/// Drives in chunks of a size.
struct ChunkedDrives: DriveSource {
  private let chunks: [ArraySlice<DriveRecord>]
  init(_ drives: [DriveRecord], size: Int) {
    chunks = stride(from: 0, to: drives.count, by: size).map { drives[$0..<min(drives.count, $0 + size)] }
  }
  var chunkCount: Int { chunks.count }
  func forEachDrive(in chunk: Int, _ body: (DriveRecord) throws -> Void) throws { try chunks[chunk].forEach(body) }
}
