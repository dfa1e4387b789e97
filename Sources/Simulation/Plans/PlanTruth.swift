internal import Geodesy
internal import RoadGraph

/// What a drive made of its plan, by the roads of both.
struct PlanTruth: Sendable {
  /// A part of the drive off the plan, in metres driven.
  struct Excursion: Sendable {
    var begin: Metres
    /// `nil` where the drive never came back.
    var end: Metres?
    var length: Metres
    /// From the line of the plan.
    var greatestDistance: Metres = 0
  }

  let runs: [PlanRun]
  private(set) var excursions: [Excursion] = []
  /// For each waypoint the distance driven up to it; `nil` where it was missed.
  private(set) var reached: [Metres?] = []

  /// Parts on the plan and off it are at least this long: shorter ones can be seen by no receiver.
  static let leastRun: Metres = 150
  /// A part that begins further back on the plan is at least this long: a shorter one may be a way elsewhere.
  static let leastRepeat: Metres = 500
  static let leastExcursion: Metres = 200
  /// Every drive off the plan is somewhere farther than this from it …
  static let leastDistance: Metres = 60
  /// … and farther than this from the waypoints that it does not reach there.
  static let clearance: Metres = 60

  /// The truth of a path; `nil` if two people could disagree on it.
  init?(of path: DrivenPath, along line: PlanLine, as kind: DriveKind) {
    runs = line.runs(of: path)
    guard let first = runs.first, first.begin < DrivenPath.tolerance, first.progress < DrivenPath.tolerance,
      first.length >= Self.leastRun, zip(runs, runs.dropFirst()).allSatisfy(Self.isLong)
    else { return nil }
    setExcursions(of: path)
    guard setReached(by: path, along: line), isPlain(as: kind) else { return nil }
    measure(path, from: line)
    guard kind == .reverses || excursions.allSatisfy({ $0.greatestDistance > Self.leastDistance }),
      !passesWaypoints(path, of: line)
    else { return nil }
  }

  private static func isLong(_ before: PlanRun, _ run: PlanRun) -> Bool {
    run.length >= (run.progress < before.endOfProgress - 1 ? leastRepeat : leastRun)
  }

  /// The distance along the plan after a distance driven; `nil` off the plan.
  func progress(at distance: Metres) -> Metres? {
    let run = runs.last { $0.begin <= distance + Self.rounding }
    guard let run, distance <= run.end + Self.rounding else { return nil }
    return run.progress + min(max(distance - run.begin, 0), run.length)
  }

  private mutating func setExcursions(of path: DrivenPath) {
    for (number, run) in runs.enumerated() {
      let next = number + 1 < runs.count ? runs[number + 1].begin : nil
      let end = next ?? path.length
      if next == nil, end - run.end < Self.remainder { continue }
      excursions.append(Excursion(begin: run.end, end: next, length: end - run.end))
    }
  }

  /// The error of sums of lengths.
  private static let rounding: Metres = 1e-4
  /// What the end of a path may lack, because offsets are whole millimetres.
  private static let remainder: Metres = 0.5

  private mutating func measure(_ path: DrivenPath, from line: PlanLine) {
    for number in excursions.indices {
      let end = excursions[number].end ?? path.length
      let places = path.samples(from: excursions[number].begin, to: end, on: line.graph).map(\.place)
      excursions[number].greatestDistance = places.lazy.map(line.distance).max() ?? 0
    }
  }

  /// - Returns: false where a waypoint is passed in another way than the drive means to.
  private mutating func setReached(by path: DrivenPath, along line: PlanLine) -> Bool {
    reached = [0]
    for (waypoint, progress) in line.waypoints.enumerated().dropFirst() {
      let passed = runs.lazy.compactMap { $0.distance(at: progress) }.first
      guard !path.visits.isEmpty else {
        reached.append(passed)
        continue
      }
      let visited = path.visits[waypoint]
      if let passed, passed < (visited ?? .infinity) - 1 { return false }
      reached.append(visited)
    }
    return true
  }

  /// Whether the drive is clearly of its kind: no part of it is short.
  private func isPlain(as kind: DriveKind) -> Bool {
    guard excursions.allSatisfy({ $0.length >= Self.leastExcursion }) else { return false }
    let (count, isBack) = (excursions.count, excursions.last?.end != nil)
    let visits = reached.compactMap(\.self)
    switch kind {
    case .keeps: return count == 0 && visits.count == reached.count
    case .leaves: return count == 1 && isBack
    case .cuts: return count == 1 && isBack && runs[1].progress - runs[0].endOfProgress > Self.leastRun
    case .skips: return count > 0 && visits.count == reached.count - 1
    case .reorders: return count > 0 && zip(visits, visits.dropFirst()).contains { $0 > $1 }
    case .abandons: return count == 1 && !isBack
    case .reverses: return count == 1
    }
  }

  /// Whether the drive comes near a waypoint that it misses, or off the plan near one that it reaches elsewhere.
  private func passesWaypoints(_ path: DrivenPath, of line: PlanLine) -> Bool {
    reached.indices.dropFirst().contains { waypoint in
      let place = line.place(ofWaypoint: waypoint)
      let ruler = LocalRuler(at: place)
      let off = excursions.map { $0.begin...($0.end ?? path.length) }
      let parts = reached[waypoint] == nil ? [0...path.length] : off
      return parts.contains { part in
        path.samples(from: part.lowerBound, to: part.upperBound, on: line.graph).contains { sample in
          ruler.distance(place, sample.place) < Self.clearance
            && abs(sample.distance - (reached[waypoint] ?? .infinity)) > 2.5 * Self.clearance
        }
      }
    }
  }
}
