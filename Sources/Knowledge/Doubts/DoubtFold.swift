package import Detection
package import Moments
package import RoadGraph
internal import RoadRules
internal import Trips

/// Something that the drives of all nights say against the map.
///
/// Records keep no fixes off the roads, so a road that is missing from the map is no such doubt.
package struct LearnedDoubt: Sendable {
  package var doubt: Doubt
  /// The trips in ``Detection/Doubt/broken`` by the month in which they began, ascending; empty for an unused road.
  package var months: [(month: Month, trips: Int)]

  package init(_ doubt: Doubt, months: [(month: Month, trips: Int)] = []) {
    self.doubt = doubt
    self.months = months
  }
}

/// A month by the clocks of the place.
package struct Month: Hashable, Comparable, Sendable {
  package let year: Int
  /// 1 … 12.
  package let number: Int

  package init(year: Int, number: Int) {
    self.year = year
    self.number = number
  }

  /// `2026-05`.
  package var iso8601: String { "\(year)-" + (number < 10 ? "0" : "") + "\(number)" }

  package static func < (a: Month, b: Month) -> Bool { (a.year, a.number) < (b.year, b.number) }
}

/// Finds the doubts about a map in drives, as `match` finds them in the trips of a run.
///
/// Memory: as ``Detection/DoubtTally``, and the months of each rule that was broken.
package struct DoubtFold {
  package private(set) var doubts: [LearnedDoubt] = []
  package private(set) var tripCount = 0
  /// A rule that was broken and a limit that nobody comes near are told apart.
  private var breaches: [RuleID: [Month: Int]] = [:]
  private var slow: [RuleID: [Month: Int]] = [:]

  /// - Parameter clock: of the months, and of rules that hold at times; `nil` for UTC, and such rules bind nobody.
  package init(
    of source: some DriveSource, on graph: RoadGraph, for mode: TravelMode, clock: LocalClock?, workers: Int = 2
  ) throws {
    let reader = DriveEvidenceReader(on: graph, for: mode, clock)
    var tally = DoubtTally()
    for first in stride(from: 0, to: source.chunkCount, by: workers) {
      let chunks = min(workers, source.chunkCount - first)
      let parts = try inParallel(chunks, workers: workers) { try reader.evidence(in: first + $0, of: source) }
      for (evidence, month) in parts.joined() {
        tally.take(evidence)
        take(evidence, in: month)
        tripCount += 1
      }
    }
    doubts = tally.doubts(on: graph, for: mode).map(learned)
  }

  private mutating func take(_ evidence: TripEvidence, in month: Month) {
    for breach in evidence.broken { breaches[breach.rule, default: [:]][month, default: 0] += 1 }
    for rule in evidence.unreachedLimits { slow[rule, default: [:]][month, default: 0] += 1 }
  }

  private func learned(_ doubt: Doubt) -> LearnedDoubt {
    guard let rule = doubt.rule, let found = doubt.kind == .unreachedLimit ? slow[rule] : breaches[rule] else {
      return LearnedDoubt(doubt)
    }
    return LearnedDoubt(doubt, months: found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}

/// Reads what the drives of a chunk say; chunks may be read at the same time.
private struct DriveEvidenceReader: Sendable {
  private let scene: Scene
  private let reader: EvidenceReader
  private let clock: LocalClock?

  init(on graph: RoadGraph, for mode: TravelMode, _ clock: LocalClock?) {
    self.clock = clock
    var timetable = RoadTimetable()
    let rules = ConditionalRules(of: graph)
    if !rules.isEmpty { timetable.rules = rules }
    scene = Scene(rules: DriveRules(graph: graph, mode: mode, timetable: timetable, clock: clock))
    reader = EvidenceReader(scene)
  }

  func evidence(in chunk: Int, of source: some DriveSource) throws -> [(TripEvidence, Month)] {
    var found: [(TripEvidence, Month)] = []
    var hours = LocalHours(clock)
    try source.forEachDrive(in: chunk) { drive in
      let trip = Trip(of: drive, on: scene.graph, for: scene.mode)
      let day = CivilDate(daysSince1970: hours.time(drive.begin).day)
      found.append((reader.evidence(of: trip, events(of: trip, in: scene)), Month(year: day.year, number: day.month)))
    }
    return found
  }
}
