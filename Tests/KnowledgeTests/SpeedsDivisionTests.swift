import Knowledge
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite("The division of times between fixes")
struct SpeedsDivisionTests {
  /// Four pieces that each take 20 s: at 15, 5, 10 and 20 m/s.
  private let sketch: RoadSketch
  private let speeds = [15.0, 5, 10, 20]
  private let pieces: [EdgeID]

  init() throws {
    sketch = try RoadSketch(
      "A-----------------------------B---------C-------------------D---------------------------------------E",
      roads: ["A-B-C-D-E"])
    let sketch = sketch
    pieces = ["AB", "BC", "CD", "DE"].map { sketch.edge($0) }
  }

  private func length(_ piece: Int) -> Double { sketch.graph.length(of: pieces[piece]) }

  /// A drive whose first fix is made some seconds after the beginning.
  private func drive(_ number: Int, first: Double, every seconds: Double) -> DriveRecord {
    var fixes: [PathFix] = []
    var (passed, next) = (0.0, first)
    let begin: Int64 = 1_767_571_200_000 + Int64(number) * 3_600_000
    for piece in pieces.indices {
      let time = length(piece) / speeds[piece]
      while next < passed + time {
        fixes.append(
          PathFix(
            step: Int32(piece), offset: Int32((next - passed) * speeds[piece] * 100),
            time: begin + Int64(next * 1000)))
        next += seconds
      }
      passed += time
    }
    let steps = pieces.indices.map { DrivenStep(edge: pieces[$0], begin: 0, end: Int32(length($0) * 100)) }
    return DriveRecord(
      vehicle: "v\(number % 5)", tripID: "t\(number)", source: "sketch", begin: begin, end: begin + 80_000,
      paths: [DrivenPath(steps: steps, fixes: fixes)])
  }

  private func drives(every seconds: Double) -> [DriveRecord] {
    (0..<90).map { drive($0, first: seconds * Double($0) / 90, every: seconds) }
  }

  private func errors(every seconds: Double) throws -> [Double] {
    var settings = SpeedSettings()
    settings.classes = try #require(WeekClasses(days: [0b111_1111], hours: [0]))
    settings.rounds = 20
    let model = try SpeedModel(of: DriveList(drives(every: seconds)), on: sketch.graph, mode: .car, settings: settings)
    return pieces.indices.map { abs(1 / model.expectedPace(of: pieces[$0], in: 0) / speeds[$0] - 1) }
  }

  @Test("Speeds that differ by road are found from fixes every 5 s")
  func speedsAreFound() throws {
    #expect(try errors(every: 5).allSatisfy { $0 < 0.05 })
  }

  @Test("Speeds that differ by road are found from sparse fixes", arguments: [15.0, 30])
  func speedsAreFoundFromSparseFixes(every seconds: Double) throws {
    let errors = try errors(every: seconds)
    withKnownIssue("One piece of four misses 5 % at 15 s, and three at 30 s.", isIntermittent: true) {
      #expect(errors.allSatisfy { $0 < 0.05 }, "\(errors)")
    }
  }

  @Test("A vehicle that came at about the full hour, or drove less than half of a piece, is nearly in the row")
  func nearlyCounted() throws {
    let eight: Int64 = 1_767_571_200_000 + 8 * 3_600_000
    let ends = [length(0), length(1), 0.3 * length(2)].map { Int32($0 * 100) }
    let seen: [(step: Int32, offset: Int32, second: Int64)] = [(0, 0, -20), (1, ends[1] / 2, 10), (2, ends[2], 25)]
    let fixes = seen.map { PathFix(step: $0.step, offset: $0.offset, time: eight + $0.second * 1000) }
    let steps = ends.indices.map { DrivenStep(edge: pieces[$0], begin: 0, end: ends[$0]) }
    let drive = DriveRecord(
      vehicle: "v", tripID: "t", source: "sketch", begin: fixes[0].time, end: fixes[2].time,
      paths: [DrivenPath(steps: steps, fixes: fixes)])
    var settings = SpeedSettings()
    settings.fewestPassages = 0
    let model = try SpeedModel(of: DriveList([drive]), on: sketch.graph, mode: .car, settings: settings)
    var (counted, near) = ([[Int]](repeating: [], count: 4), [[Int]](repeating: [], count: 4))
    try model.forEachSpeed { row in
      guard let piece = pieces.firstIndex(of: row.edge) else { return }
      if row.support.vehicles > 0 { counted[piece].append(row.hours.hours.lowerBound) }
      if !row.support.nearly.hashes.isEmpty { near[piece].append(row.hours.hours.lowerBound) }
    }
    #expect(counted[1] == [7] || counted[1] == [8])
    #expect(Set(near[1] + counted[1]) == [7, 8])
    #expect(counted[2].isEmpty && near[2] == [8] && near[3].isEmpty)
  }

  @Test("Division by length makes the short slow piece a third too fast at 30 s")
  func divisionByLength() {
    var (metres, seconds) = (0.0, 0.0)
    for drive in drives(every: 30) {
      let path = drive.paths[0]
      for (a, b) in zip(path.fixes, path.fixes.dropFirst()) {
        let parts = (a.step...b.step).map { step in
          (step == b.step ? Double(b.offset) / 100 : length(Int(step))) - (step == a.step ? Double(a.offset) / 100 : 0)
        }
        guard a.step <= 1, b.step >= 1 else { continue }
        let part = parts[Int(1 - a.step)]
        metres += part
        seconds += part / parts.reduce(0, +) * Double(b.time - a.time) / 1000
      }
    }
    #expect(metres / seconds > 1.33 * speeds[1])
  }
}

@Suite("The times between fixes that count")
struct SpeedsIntervalsTests {
  private let sketch: RoadSketch

  init() throws { sketch = try RoadSketch("A---------B---------C", roads: ["A-B-C"]) }

  /// A drive from A to C at 10 m/s with a fix every 2 s.
  private var drive: DriveRecord {
    let steps = ["AB", "BC"].map { DrivenStep(edge: sketch.edge($0), begin: 0, end: 10_000) }
    let fixes = (0...9).map { number in
      PathFix(step: number < 5 ? 0 : 1, offset: Int32(number % 5) * 2000 + 500, time: Int64(number) * 2000)
    }
    return DriveRecord(
      vehicle: "v", tripID: "t", source: "sketch", begin: 0, end: 18_000,
      paths: [DrivenPath(steps: steps, fixes: fixes)])
  }

  private func counts(_ change: (inout DriveRecord) -> Void = { _ in }) throws -> SpeedCounts {
    var drive = drive
    change(&drive)
    var settings = SpeedSettings()
    settings.rounds = 1
    return try SpeedModel(of: DriveList([drive]), on: sketch.graph, mode: .car, settings: settings).counts
  }

  @Test("All of a drive without doubts counts")
  func all() throws {
    let counts = try counts()
    #expect(counts.drives == 1)
    #expect(counts.used == 9)
    #expect(counts.usedSeconds == 18)
    #expect(counts.left == [Int](repeating: 0, count: SpeedCounts.Reason.allCases.count))
  }

  @Test("A doubtful fix on a certain step counts")
  func doubtfulFix() throws {
    #expect(try counts { $0.paths[0].fixes[5].isDoubtful = true }.used == 9)
  }

  @Test("The time before the first fix that counts is left out")
  func doubtfulBeginning() throws {
    let counts = try counts { drive in
      drive.paths[0].steps[0].doubts = .unlikely
      for fix in 0..<4 { drive.paths[0].fixes[fix].isDoubtful = true }
    }
    #expect(counts.used == 4)
    #expect(counts.left[SpeedCounts.Reason.doubtfulFix.rawValue] == 1)
    #expect(counts.left[SpeedCounts.Reason.doubtfulPath.rawValue] == 1)
  }

  @Test("Steps with doubts do not count", arguments: [StepDoubts.detour, .unlikely, .wrongWay])
  func doubtfulPath(_ doubts: StepDoubts) throws {
    let counts = try counts { $0.paths[0].steps[1].doubts = doubts }
    #expect(counts.used == 4)
    #expect(counts.left[SpeedCounts.Reason.doubtfulPath.rawValue] == 5)
  }

  @Test("Inferred steps count")
  func inferred() throws {
    #expect(try counts { $0.paths[0].steps[1].doubts = .inferred }.used == 9)
  }

  @Test("Stands are no traffic")
  func stand() throws {
    let counts = try counts { $0.stands = [Stand(begin: 4500, end: 5500, place: sketch.place("A"))] }
    #expect(counts.used == 8)
    #expect(counts.left[SpeedCounts.Reason.stand.rawValue] == 1)
  }

  @Test("A long time between two fixes does not count")
  func tooLong() throws {
    let counts = try counts { drive in
      for fix in 6...9 { drive.paths[0].fixes[fix].time += 301_000 }
    }
    #expect(counts.left[SpeedCounts.Reason.tooLong.rawValue] == 1)
  }

  @Test("Waiting counts on the way, and not before it begins")
  func waiting() throws {
    let counts = try counts { drive in
      var fixes = drive.paths[0].fixes
      fixes =
        [fixes[0]]
        + fixes.map { fix in
          var later = fix
          later.time += 30_000
          return later
        }
      let wait = fixes[5]
      fixes.insert(wait, at: 6)
      for index in 6..<fixes.count { fixes[index].time += 10_000 }
      drive.paths[0].fixes = fixes
    }
    #expect(counts.left[SpeedCounts.Reason.waitingAtEnd.rawValue] == 1)
    #expect(counts.leftSeconds[SpeedCounts.Reason.waitingAtEnd.rawValue] == 30)
    #expect(counts.usedSeconds == 28)
  }
}
