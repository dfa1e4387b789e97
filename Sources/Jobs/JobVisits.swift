internal import Geodesy
internal import Moments

/// Which stand of which asset and day did each job.
///
/// Of several stands of the asset that has the job, the longest counts, and one at the job's own address before one
/// that is only near it. If it has none, the stand of another asset counts that is at no job of its own. That also holds
/// if its own stand takes less than half of the planned service, and that of the other one longer.
struct JobVisits: Sendable {
  struct Visit: Hashable, Sendable {
    let day: Int
    let stand: Int
  }

  /// One for each job.
  private(set) var visits: [Visit?]
  /// When an asset first came to stand where it may have done the job; one for each job.
  private(set) var firstArrivals: [Timestamp?]

  /// - Complexity: O(stands · jobs there).
  init(of days: [AssetDay], to board: JobBoard) {
    var best = [Candidate?](repeating: nil, count: board.jobs.count)
    firstArrivals = [Timestamp?](repeating: nil, count: board.jobs.count)
    var found: [Int] = []
    for (number, day) in days.enumerated() {
      for (stand, presence) in day.stands.enumerated() {
        board.jobs(at: presence.middle, into: &found)
        let jobs = found.filter { board.isOn(day.key.day, $0) }
        for candidate in Self.candidates(jobs, at: presence, of: day, board) {
          let service = board.jobs[candidate.job].service ?? 0
          let isHasty = 2 * presence.duration < service
          let visit = Candidate(
            worth: isHasty ? 0 : candidate.worth, duration: presence.duration, visit: Visit(day: number, stand: stand))
          firstArrivals[candidate.job] = min(firstArrivals[candidate.job] ?? presence.begin, presence.begin)
          if best[candidate.job].map({ visit.isBetter(than: $0) }) ?? true { best[candidate.job] = visit }
        }
      }
    }
    visits = best.map { $0?.visit }
  }

  private struct Candidate {
    let worth: Int
    let duration: Seconds
    let visit: Visit

    func isBetter(than other: Candidate) -> Bool { (worth, duration) > (other.worth, other.duration) }
  }

  /// The jobs that a stand may have done.
  private static func candidates(
    _ jobs: [Int], at presence: AssetDay.Presence, of day: AssetDay, _ board: JobBoard
  ) -> [(job: Int, worth: Int)] {
    let distances = jobs.map { board.distance(of: $0, to: presence.middle) }
    let own = zip(jobs, distances).filter { board.isOpen($0.0, to: day.key.asset) }
    // Its own work explains the stand.
    guard let nearest = own.map(\.1).min() else { return jobs.map { ($0, 0) } }
    return own.map { ($0.0, $0.1 <= nearest + board.settings.address ? 2 : 1) }
  }
}
