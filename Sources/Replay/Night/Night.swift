internal import Moments

/// What a run over many trips made of them: all that the page of a night shows.
///
/// Memory: some 100 bytes a trip and 40 an event, and the roads that were driven.
package struct Night: Sendable {
  struct Trip: Sendable {
    let id: String
    /// A place in ``vehicles``; `nil` if the source names none.
    let vehicle: Int?
    /// In milliseconds since 1970; `nil` without times.
    let begin: Int64?
    /// In seconds.
    let duration: Double?
    /// In metres.
    let length, wrongWay: Double
    let fixes, matched: Int
    let coverage, confidence: Double?
    let status, reason: String
    /// What somebody should look at.
    var concerns: [Concern] = []
    /// The stops of its plan.
    var stops = 0
  }

  struct Event: Sendable {
    /// A place in ``trips``.
    let trip: Int
    let type: String
    /// In milliseconds since 1970; `nil` without times.
    let begin, end: Int64?
    let latitude, longitude: Double
    /// In metres.
    let length: Double?
    /// Whether the rule of the map may be wrong.
    let isDoubtful: Bool
  }

  /// A stop of a plan, or a job.
  struct Stop: Sendable {
    enum State: String, CaseIterable, Sendable { case reached, missed, open }

    /// A place in ``trips``; `nil` for a job of an asset without a trip.
    let trip: Int?
    let name: String
    let latitude, longitude: Double
    /// In milliseconds since 1970.
    let planned, arrived: Int64?
    /// In seconds.
    let late, dwell: Double?
    let state: State
  }

  struct Deviation: Sendable {
    let trip: Int
    let cause: String
    /// In metres and seconds beyond the plan.
    let extraLength, extraDuration: Double?
    let hasReturned: Bool
  }

  /// Records that were refused for one reason in one file.
  struct Refusal: Hashable, Sendable {
    let reason, file: String
  }

  /// A rule of the map that the drives contradict.
  struct Doubt: Sendable {
    let type, way, road, detail: String
    let latitude, longitude: Double
    let kept, broken: Int
  }

  /// What the tables have; a panel without its table is left out.
  struct Parts: Sendable {
    var events = false
    var stops = false
    var deviations = false
    var refusals = false
    var doubts = false
    var roads = false
  }

  var trips: [Trip] = []
  var vehicles: [String] = []
  var events: [Event] = []
  var stops: [Stop] = []
  var deviations: [Deviation] = []
  var refusals: [(refusal: Refusal, count: Int)] = []
  var doubts: [Doubt] = []
  var parts = Parts()
  /// East of UTC, at the first begin; 0 if the tables have no local times.
  var offsetInMinutes = 0
  var mapID = ""
  var mapVersion = ""
  var mapDataTime = ""
  /// `nil` without a map.
  var roads: NightRoads?

  /// The trips that need a look, the gravest first; of equal ones the first.
  var flagged: [Int] {
    let sums = trips.map(\.concerns.sum)
    return trips.indices.filter { !trips[$0].concerns.isEmpty }.sorted {
      sums[$0] > sums[$1] || sums[$0] == sums[$1] && $0 < $1
    }
  }

  /// The day on which most trips begin, by local time, as `2026-05-04`; empty without times.
  package var date: String {
    var counts: [CivilDate: Int] = [:]
    for day in begins { counts[day, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key.iso8601 ?? ""
  }

  /// The first day on which a trip begins, and the last; `nil` without times.
  var days: ClosedRange<CivilDate>? {
    let begins = begins
    guard let first = begins.min(), let last = begins.max() else { return nil }
    return first...last
  }

  /// The days on which trips begin, by local time.
  private var begins: [CivilDate] {
    trips.compactMap(\.begin).map { begin in
      let local = begin + Int64(offsetInMinutes) * 60_000
      return CivilDate(daysSince1970: Int((local - (local % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000))
    }
  }

  /// The whole night in a few numbers.
  package var sums: NightSums {
    NightSums(
      date: date, trips: trips.count, vehicles: vehicles.count, length: trips.reduce(0) { $0 + $1.length },
      duration: trips.reduce(0) { $0 + ($1.duration ?? 0) }, fixes: trips.reduce(0) { $0 + $1.fixes },
      matched: trips.reduce(0) { $0 + $1.matched },
      refused: parts.refusals ? refusals.reduce(0) { $0 + $1.count } : nil,
      flagged: trips.count { !$0.concerns.isEmpty })
  }
}
