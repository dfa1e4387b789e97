internal import Geodesy
internal import Moments
package import Routing

/// What the drives of one asset and day show when they are followed from job to job.
package struct TourFindings: Sendable {
  package fileprivate(set) var events: [JobEvent] = []
  /// By job: from the stand before to this one, and the fastest route.
  fileprivate(set) var legs: [Int: Leg] = [:]

  struct Leg: Sendable {
    var driven: (length: Metres, time: Seconds)
    var shortest: (length: Metres, time: Seconds)?
  }
}

/// The days of all assets, and who did which job: ready to be followed one by one, by any number of workers.
package struct JobDays: Sendable {
  package let board: JobBoard
  package let days: [AssetDay]
  let visits: JobVisits
  /// What traces call the assets, by their ids.
  let names: [String: String]
  /// By day: the stands at which jobs were done, in the order of time, and these jobs in planned order.
  let calls: [[(stand: Int, jobs: [Int])]]

  package init(of drives: [AssetDrive], to board: JobBoard) {
    self.board = board
    days = AssetDay.days(of: drives, settings: board.settings)
    names = Dictionary(days.map { ($0.key.asset, $0.name) }) { first, _ in first }
    visits = JobVisits(of: days, to: board)
    var jobsOfStand = days.map { [[Int]](repeating: [], count: $0.stands.count) }
    for (job, visit) in visits.visits.enumerated() {
      if let visit { jobsOfStand[visit.day][visit.stand].append(job) }
    }
    calls = jobsOfStand.map { stands in
      stands.enumerated().filter { !$0.element.isEmpty }.map { ($0.offset, board.inPlannedOrder($0.element)) }
    }
  }

  /// About one of eight samples is off the way that was found before.
  package var expectedRoutes: Int {
    days.reduce(0) { $0 + $1.leading.reduce(0) { [drives = $1.drives] in $0 + drives[$1].course.count } } / 8
  }

  /// Follows one asset through one day.
  package func findings(of number: Int, in scene: JobScene, using router: inout Router) -> TourFindings {
    var findings = TourFindings()
    follow(number, in: scene, into: &findings.events, using: &router)
    findings.legs = legs(of: number, scene.routes, using: &router)
    return findings
  }

  // MARK: Events

  private enum Step {
    case office(OfficeEvent, job: Int, isReplaced: Bool)
    case arrival([Int])
    case departure
    case sample(CourseSample)
  }

  private func follow(
    _ number: Int, in scene: JobScene, into events: inout [JobEvent], using router: inout Router
  ) {
    let day = days[number]
    let jobs = board.jobs(of: day.key.asset, on: day.key.day)
    let served = Set(jobs.filter { visits.visits[$0] != nil })
    var fold = TourFold(of: day.name, jobs, on: board)
    var noted: [JobEvent] = []
    for step in steps(of: number, jobs) {
      switch step {
      case .office(let entry, let job, let isReplaced):
        fold.take(entry, of: job, isReplaced: isReplaced, into: &noted)
      case .arrival(let jobs): fold.arrive(at: jobs)
      case .departure: fold.leave()
      case .sample(let sample):
        fold.expire(at: sample.time, besides: served, in: board, into: &events)
        fold.take(sample, in: scene, into: &events, using: &router)
      }
    }
    fold.expire(at: day.end, besides: served, in: board, into: &events)
    for index in events.indices { events[index].tripID = day.tripID(at: events[index].time) }
  }

  private func steps(of number: Int, _ jobs: [Int]) -> [Step] {
    let day = days[number]
    var steps: [(time: Timestamp, rank: Int, step: Step)] = []
    for job in jobs {
      for entry in board.logOfJob[job] {
        steps.append((entry.time, 0, .office(entry, job: job, isReplaced: entry.replaces == board.jobs[job].id)))
      }
    }
    for (stand, jobs) in calls[number] {
      let presence = day.stands[stand]
      steps.append((presence.begin, 1, .arrival(jobs)))
      if presence.isLeft { steps.append((presence.end, 2, .departure)) }
    }
    for drive in day.leading {
      steps += day.drives[drive].course.map { ($0.time, 3, .sample($0)) }
    }
    return steps.enumerated().sorted { a, b in
      (a.element.time, a.element.rank, a.offset) < (b.element.time, b.element.rank, b.offset)
    }.map(\.element.step)
  }

  // MARK: Ways

  private func legs(of number: Int, _ routes: JobRoutes, using router: inout Router) -> [Int: TourFindings.Leg] {
    let day = days[number]
    var legs: [Int: TourFindings.Leg] = [:]
    var from = day.begin
    for (stand, jobs) in calls[number] {
      let presence = day.stands[stand]
      if let first = jobs.first, let sample = day.sample(after: from), sample.time < presence.begin {
        let driven = (
          day.driven(from: sample.time, to: presence.begin), presence.begin.seconds(since: sample.time)
        )
        let way = routes.way(from: sample, to: board.jobs[first], using: &router)
        let leg = TourFindings.Leg(driven: driven, shortest: way.map { ($0.length, $0.time) })
        for job in jobs { legs[job] = leg }
      }
      from = presence.end
    }
    return legs
  }
}

extension AssetDay {
  /// The trip of a moment.
  func tripID(at moment: Timestamp) -> String {
    let number = leading.last { drives[$0].begin <= moment } ?? leading.first ?? 0
    return drives[number].tripID
  }
}
