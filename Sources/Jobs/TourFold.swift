internal import Geodesy
package import Moments
package import Routing

/// Follows an asset through its jobs: which one it drives to, when it will be there, and what it has missed.
///
/// A job is started when the asset leaves the one before. If it does another one instead, that one is done out of order,
/// and the next job is the one planned after it.
///
/// The events come in the order of time. Everything is taken in that order, too.
package struct TourFold: Sendable {
  private let asset: String
  /// The jobs of the asset, in planned order.
  private(set) var jobs: [Int]
  private var placeOfJob: [Int: Int] = [:]
  /// Whether each of `jobs` may still be done.
  private var isPending: [Bool]
  private var missed: Set<Int> = []
  private var done: Set<Int> = []
  /// The place in `jobs` of the one done last.
  private var last = -1
  private var target: Target?
  private var begin: CourseSample?
  private var hasLeft = false
  private var isStanding = false

  /// The job that the asset drives to.
  private struct Target: Sendable {
    let job: Int
    var way: RemainingWay?
    var routedAt: Timestamp
    /// The estimate told last.
    var told: (at: Timestamp, eta: Timestamp)?
  }

  package init(of asset: String, _ jobs: [Int], on board: JobBoard) {
    self.asset = asset
    self.jobs = jobs
    isPending = jobs.map { board.assignedAt[$0] == nil }
    for (place, job) in jobs.enumerated() { placeOfJob[job] = place }
  }

  /// Takes the jobs of the asset again, in planned order, when some have come or changed.
  package mutating func take(jobs: [Int], changed: Set<Int> = []) {
    let known = Dictionary(uniqueKeysWithValues: zip(self.jobs, isPending))
    let lastJob = self.jobs.indices.contains(last) ? self.jobs[last] : nil
    (self.jobs, isPending) = (jobs, jobs.map { known[$0] ?? true })
    placeOfJob = Dictionary(uniqueKeysWithValues: jobs.enumerated().map { ($1, $0) })
    last = lastJob.flatMap { placeOfJob[$0] } ?? -1
    guard let job = target?.job else { return }
    if job != next {
      target = nil
    } else if changed.contains(job) {
      target?.way = nil
      target?.told = nil
    }
  }

  /// Notes a job that was done before, or by another asset.
  mutating func know(_ job: Int) {
    done.insert(job)
    if let place = placeOfJob[job] { isPending[place] = false }
    if target?.job == job { target = nil }
  }

  // MARK: The drive

  /// Takes where the asset is now.
  package mutating func take(
    _ sample: CourseSample, in scene: JobScene, into events: inout [JobEvent], using router: inout Router
  ) {
    guard hasLeft || leaves(at: sample, in: scene), !isStanding else { return }
    if target == nil {
      start(at: sample, in: scene, into: &events, using: &router)
    } else {
      update(at: sample, in: scene, into: &events, using: &router)
    }
  }

  /// The asset has come to stand where it does these jobs.
  package mutating func arrive(at jobs: [Int]) {
    (isStanding, hasLeft) = (true, true)
    done.formUnion(jobs)
    for job in jobs {
      guard let place = placeOfJob[job] else { continue }
      isPending[place] = false
      last = place
    }
    if let job = target?.job, jobs.contains(job) { target = nil }
  }

  /// The asset has driven off.
  package mutating func leave() {
    isStanding = false
    target = nil
  }

  /// Whether the tour begins: the vehicle is away from where its record begins.
  private mutating func leaves(at sample: CourseSample, in scene: JobScene) -> Bool {
    guard let begin else {
      begin = sample
      return false
    }
    hasLeft = groundDistance(begin.place, sample.place) > scene.board.settings.departure
    return hasLeft
  }

  /// The first job after the one done last, or else the first one that was left out.
  private var next: Int? {
    let pending = jobs.indices.filter { isPending[$0] }
    return (pending.first { $0 > last } ?? pending.first).map { jobs[$0] }
  }

  private mutating func start(
    at sample: CourseSample, in scene: JobScene, into events: inout [JobEvent], using router: inout Router
  ) {
    guard sample.position != nil, let job = next else { return }
    var target = Target(job: job, way: nil, routedAt: sample.time)
    var event = JobEvent(.started, of: job, by: asset, at: sample.time)
    event.place = sample.place
    if let found = remaining(from: sample, of: &target, in: scene, using: &router) {
      tell(found, at: sample, &target, &event)
    }
    events.append(event)
    self.target = target
  }

  private mutating func update(
    at sample: CourseSample, in scene: JobScene, into events: inout [JobEvent], using router: inout Router
  ) {
    guard var target, sample.position != nil else { return }
    defer { self.target = target }
    if let told = target.told, sample.time.seconds(since: told.at) < scene.board.settings.leastUpdate { return }
    guard let found = remaining(from: sample, of: &target, in: scene, using: &router) else { return }
    let eta = sample.time.adding(seconds: found.time)
    if let told = target.told, abs(eta.seconds(since: told.eta)) <= scene.board.threshold(of: target.job, found.time) {
      return
    }
    var event = JobEvent(.etaUpdate, of: target.job, by: asset, at: sample.time)
    event.place = sample.place
    tell(found, at: sample, &target, &event)
    events.append(event)
  }

  private func tell(
    _ found: (length: Metres, time: Seconds), at sample: CourseSample, _ target: inout Target, _ event: inout JobEvent
  ) {
    let eta = sample.time.adding(seconds: found.time)
    (event.eta, event.remaining) = (eta, found)
    target.told = (sample.time, eta)
  }

  /// Traffic that was known so long ago may have changed.
  private static let longestTraffic: Seconds = 60

  private func remaining(
    from sample: CourseSample, of target: inout Target, in scene: JobScene, using router: inout Router
  ) -> (length: Metres, time: Seconds)? {
    guard let position = sample.position else { return nil }
    let isOld = scene.routes.isInTraffic && sample.time.seconds(since: target.routedAt) >= Self.longestTraffic
    if !isOld, let found = target.way?.remaining(from: position) { return found }
    target.way = scene.routes.way(from: sample, to: scene.board.jobs[target.job], using: &router)
    target.routedAt = sample.time
    return target.way.map { ($0.length, $0.time) }
  }

  // MARK: The office

  /// Takes what a person did with a job.
  ///
  /// - Parameter isReplaced: the entry puts an end to the job.
  package mutating func take(_ entry: OfficeEvent, of job: Int, isReplaced: Bool, into events: inout [JobEvent]) {
    if let event = JobEvent(entry, of: job, replaced: isReplaced, by: asset) { events.append(event) }
    guard let place = placeOfJob[job] else { return }
    switch entry.kind {
    case .assigned where !isReplaced: isPending[place] = !done.contains(job)
    case .rejected, .cancelled, .assigned:
      isPending[place] = false
      if target?.job == job { target = nil }
    case .received, .accepted, .finished, .custom: break
    }
  }

  /// Finds the jobs that are missed by now.
  ///
  /// - Parameter served: jobs that will be done yet, as far as that is known.
  package mutating func expire(
    at time: Timestamp, besides served: Set<Int> = [], in board: JobBoard, into events: inout [JobEvent]
  ) {
    for (place, job) in jobs.enumerated() where isPending[place] && !missed.contains(job) && !served.contains(job) {
      guard let end = board.missedAt(job), end <= time else { continue }
      missed.insert(job)
      events.append(JobEvent(.missed, of: job, by: asset, at: end))
    }
  }
}

/// What all folds of a run share.
package final class JobScene: Sendable {
  package let board: JobBoard
  package let routes: JobRoutes

  package init(_ board: JobBoard, routes: JobRoutes) {
    self.board = board
    self.routes = routes
  }
}

extension JobBoard {
  /// By how much the time of arrival at a job must change before it is told again.
  func threshold(of job: Int, _ remaining: Seconds) -> Seconds {
    switch jobs[job].threshold ?? settings.threshold {
    case .share(let share): share * remaining
    case .time(let time): time
    }
  }

  /// When a job that is not done is missed; `nil` without a window that closes.
  func missedAt(_ job: Int) -> Timestamp? { jobs[job].latest?.adding(seconds: settings.missedAfter) }
}
