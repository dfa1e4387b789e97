import Foundation
import Knowledge
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("Speeds of all roads")
struct SpeedsModelTests {
  private func settings(_ town: SpeedsTown) -> SpeedSettings {
    var settings = SpeedSettings()
    settings.classes = town.classes
    return settings
  }

  private func drives(_ town: inout SpeedsTown, _ count: Int, every seconds: Int) -> [DriveRecord] {
    (0..<count).map { town.drive(number: $0, day: $0 % 20, every: seconds).record }
  }

  private func rows(_ model: SpeedModel, delays: [TurnDelay] = []) throws -> [RoadSpeed] {
    var rows: [RoadSpeed] = []
    try model.forEachSpeed(delays: delays) { rows.append($0) }
    return rows
  }

  /// The class of a row of a single class.
  private func hours(_ row: RoadSpeed, _ town: SpeedsTown) -> Int? {
    let hours = town.classes[hour: row.hours.hours.lowerBound]
    return town.classes.parts(of: hours).hours == row.hours.hours ? hours : nil
  }

  @Test(
    "Where roads were driven often, expected speeds are near the true ones, and times are right in the mean",
    .enabled(if: isWholeRun, "\(whyNotNow)"))
  func expectedSpeeds() throws {
    var town = try SpeedsTown(side: 8, seed: 7)
    let model = try SpeedModel(
      of: DriveList(drives(&town, 1500, every: 5)), on: town.graph, mode: .car, settings: settings(town))
    var errors: [Double] = []
    var (expected, actual) = (0.0, 0.0)
    for row in try rows(model) where row.support.passages >= 20 {
      guard let hours = hours(row, town) else { continue }
      let truth = town.pace(row.edge, hours)
      errors.append(abs(row.expected * truth / 3.6 - 1))
      expected += 3.6 / row.expected * town.graph.length(of: row.edge)
      actual += truth * town.graph.length(of: row.edge)
    }
    #expect(errors.count > 900)
    #expect(errors.sorted()[errors.count / 2] < 0.055)
    #expect(abs(expected / actual - 1) < 0.01)
  }

  @Test(
    "Intervals of 90 % hold the true mean in nine of ten cases, and more often where fixes err less than they usually do",
    arguments: sample([200, 1500, 4000], few: 3))
  func coverage(drives count: Int) throws {
    var spread = SpeedsTown.Spread()
    spread.standing = 0
    var (inside, all) = (0, 0)
    for seed in 1...3 {
      var town = try SpeedsTown(side: 8, spread: spread, seed: UInt64(seed))
      let model = try SpeedModel(
        of: DriveList(drives(&town, count, every: 5)), on: town.graph, mode: .car, settings: settings(town))
      for row in try rows(model) {
        guard let hours = hours(row, town) else { continue }
        let truth = 3.6 / town.pace(row.edge, hours)
        inside += row.low <= truth && truth <= row.high ? 1 : 0
        all += 1
      }
    }
    let share = Double(inside) / Double(all)
    #expect(0.87 < share && share < 0.985, "\(share) of \(all)")
  }

  @Test("An edge that nobody drove takes after its road and its hours, and says so")
  func lending() throws {
    var town = try SpeedsTown(side: 8, seed: 3)
    let all = drives(&town, 600, every: 5)
    let left = EdgeID(40)
    let model = try SpeedModel(
      of: DriveList(all.filter { drive in drive.paths.allSatisfy { $0.steps.allSatisfy { $0.edge != left } } }),
      on: town.graph, mode: .car, settings: settings(town))
    let found = try rows(model).filter { $0.edge == left }
    let row = try #require(found.first)
    #expect(found.count == 1)
    #expect(row.support == Support())
    #expect(row.mean == nil && row.median == nil)
    #expect(row.basis == .road || row.basis == .roadClass)
    #expect(row.low < row.expected && row.expected < row.high)
    let spread = row.high / row.low
    let driven = try #require(try rows(model).first { $0.support.passages >= 20 })
    #expect(spread > driven.high / driven.low)
  }

  @Test("Rows cover every hour of each set of days once")
  func coveredHours() throws {
    var town = try SpeedsTown(side: 5, seed: 3)
    let model = try SpeedModel(
      of: DriveList(drives(&town, 100, every: 15)), on: town.graph, mode: .car, settings: settings(town))
    let byEdge = Dictionary(grouping: try rows(model)) { $0.edge }
    #expect(byEdge.count == town.graph.edgeCount)
    for rows in byEdge.values {
      let hours = rows.sorted { $0.hours.hours.lowerBound < $1.hours.hours.lowerBound }.flatMap {
        Array($0.hours.hours)
      }
      #expect(hours == Array(0..<24))
    }
  }

  @Test("Chunks, workers and small buckets do not change a row")
  func sameRows() throws {
    var town = try SpeedsTown(side: 6, seed: 5)
    let all = drives(&town, 300, every: 15)
    var settings = settings(town)
    settings.workers = 1
    let one = try SpeedModel(of: DriveList(all), on: town.graph, mode: .car, settings: settings)
    settings.workers = 4
    let four = try SpeedModel(of: DriveList(all), on: town.graph, mode: .car, settings: settings)
    #expect(try rows(one) == rows(four))
    settings.passagesInMemory = 500
    let small = try SpeedModel(of: DriveList(all), on: town.graph, mode: .car, settings: settings)
    let pairs = zip(try rows(one), try rows(small))
    #expect(pairs.allSatisfy { $0.support == $1.support && abs($0.expected / $1.expected - 1) < 1e-4 })
    let shards = try SpeedModel(of: ChunkedDrives(all, size: 37), on: town.graph, mode: .car, settings: settings)
    settings.workers = 1
    let shardsByOne = try SpeedModel(of: ChunkedDrives(all, size: 37), on: town.graph, mode: .car, settings: settings)
    #expect(try rows(shards) == rows(shardsByOne))
  }

  @Test("Speeds for routing are those expected, and with the delays of turns the same in the mean of the hours")
  func learnedTimes() throws {
    var town = try SpeedsTown(side: 6, seed: 5)
    let model = try SpeedModel(
      of: DriveList(drives(&town, 600, every: 5)), on: town.graph, mode: .car, settings: settings(town))
    let edge = EdgeID(12)
    let onto = try #require(town.graph.edges(leaving: town.graph.head(of: edge)).first { $0 != edge.reversed })
    let delay = TurnDelay(
      from: edge, onto: onto, hours: WeekHours(days: 0, hours: 0..<24), support: Support(passages: 20), mean: 1.5,
      median: 1, p85: 3, stood: nil)
    let (plain, withDelay) = (model.learnedTimes(), model.learnedTimes(delays: [delay]))
    let length = town.graph.length(of: edge)
    var (whole, parts) = (0.0, 0.0)
    for hours in 0..<town.classes.count {
      let all = length / (try #require(plain.speed(on: edge, in: hours)))
      #expect(abs(all / (length * model.expectedPace(of: edge, in: hours)) - 1) < 0.001)
      whole += all
      parts += length / (try #require(withDelay.speed(on: edge, in: hours)))
      parts += withDelay.delay(from: edge, onto: onto, in: hours)
    }
    #expect(abs(parts / whole - 1) < 0.05, "\(parts) of \(whole)")
    #expect(withDelay.delay(from: edge, onto: onto, in: 0) > 0)
  }

  @Test("Without any drive, speeds are the profile's")
  func noDrives() throws {
    let town = try SpeedsTown(side: 4, seed: 5)
    let model = try SpeedModel(of: DriveList([]), on: town.graph, mode: .car, settings: settings(town))
    let all = try rows(model)
    #expect(!all.isEmpty)
    #expect(all.allSatisfy { $0.basis == .profile && $0.expected > 5 && $0.freeFlow == nil })
  }
}
