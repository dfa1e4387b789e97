package import Geodesy
package import Moments
package import RoadGraph
package import Routing
internal import Trips

/// Follows one asset through its jobs while it drives, and says what is certain.
///
/// What was said stays said. A job is done by the first stand of at least ``JobSettings/leastVisit`` at its own address.
/// A stand that is only near it, and one of another asset, is held until the job would be missed or nothing follows, and
/// counts if nobody has done the job until then.
///
/// Memory: that of a ``StandFold`` and the jobs of the asset.
package struct AssetFold: Sendable {
  package let key: AssetDay.Key
  /// What traces call the asset.
  package let name: String
  private var stands: StandFold
  private let standing: StandSettings
  private var tour: TourFold
  private var visit: Visit?
  /// A stand is not looked at before.
  private var nextLook: Timestamp?
  private static let rest: Seconds = 3
  /// The newest fix.
  private var last: Timestamp?

  /// A stand that goes on, as far as is known, and the jobs done there.
  private struct Visit: Sendable {
    let jobs: [Int]
    let begin: Timestamp
    let middle: Place
    /// Of the pieces that have ended.
    var end: Timestamp?
  }

  package init(of key: AssetDay.Key, named name: String, in board: JobBoard, mode: TravelMode) {
    self.key = key
    self.name = name
    standing = StandSettings(leastTime: board.settings.leastVisit, for: mode)
    stands = StandFold(settings: standing)
    tour = TourFold(of: name, board.jobs(of: key.asset, on: key.day), on: board)
  }

  /// The jobs of the asset.
  package var jobs: [Int] { tour.jobs }

  /// Takes the jobs of the asset again, when some have come.
  package mutating func takeJobs(from board: JobBoard, changed: Set<Int>) {
    tour.take(jobs: board.jobs(of: key.asset, on: key.day), changed: changed)
  }

  /// Notes a job that was done before, or by another asset.
  package mutating func know(_ job: Int) { tour.know(job) }

  /// Goes on with a stand of which an earlier run has told the begin.
  package mutating func resume(at jobs: [Int], since begin: Timestamp, in board: JobBoard) {
    guard let first = jobs.first else { return }
    tour.arrive(at: jobs)
    visit = Visit(jobs: jobs, begin: begin, middle: board.jobs[first].place)
  }

  /// Takes what a person did with a job.
  package mutating func take(_ entry: OfficeEvent, of job: Int, isReplaced: Bool, into events: inout [JobEvent]) {
    tour.take(entry, of: job, isReplaced: isReplaced, into: &events)
  }

  // MARK: The drive

  /// The record begins anew, after a silence.
  package mutating func beginPart() {
    stands = StandFold(settings: standing)
    nextLook = nil
    if visit != nil, visit?.end == nil { visit?.end = last }
  }

  /// Takes the next usable fix, as it is recorded.
  ///
  /// - Parameter done: the jobs that any asset has done.
  package mutating func hear(
    _ place: Place, at time: Timestamp, in scene: JobScene, done: inout DoneJobs, into events: inout [JobEvent]
  ) {
    let board = scene.board
    last = time
    var found: [Int] = []
    let isOpen = visit != nil
    let fix = StopFix(number: 0, place: place, matchedPlace: place, time: time)
    let stop = stands.take(fix) { middle in
      board.jobs(at: middle, into: &found)
      return isOpen || !found.isEmpty
    }
    if let stop { end(stop, board, &done, into: &events) }
    if visit == nil, nextLook.map({ time >= $0 }) ?? true, let middle = stands.middle {
      board.jobs(at: middle, into: &found)
      let stop = found.isEmpty ? nil : stands.present
      if let stop { begin(stop, board, &done, into: &events) }
      // A stand at jobs may soon be long enough.
      if found.isEmpty || stop != nil { nextLook = time.adding(seconds: Self.rest) }
    }
    leave(place, board, into: &events)
    expire(at: time, board, &done, into: &events)
  }

  private mutating func expire(
    at time: Timestamp, _ board: JobBoard, _ done: inout DoneJobs, into events: inout [JobEvent]
  ) {
    let first = events.count
    tour.expire(at: time, in: board, into: &events)
    for index in (first..<events.count).reversed() {
      guard let job = events[index].job, let visit = done.release(job) else { continue }
      tour.know(job)
      events.replaceSubrange(index...index, with: visit.events(of: job, board))
    }
  }

  /// Takes where the vehicle was, when its road is certain.
  package mutating func take(
    _ sample: CourseSample, in scene: JobScene, into events: inout [JobEvent], using router: inout Router
  ) {
    tour.take(sample, in: scene, into: &events, using: &router)
  }

  /// The record ends.
  package mutating func finish(in board: JobBoard, done: inout DoneJobs, into events: inout [JobEvent]) {
    if let stop = stands.finish() {
      if visit == nil { begin(stop, board, &done, into: &events) }
      hold(stop, board, &done)
    }
    stands = StandFold(settings: standing)
  }

  // MARK: Stands

  /// Tells the jobs of a stand.
  private mutating func begin(
    _ stop: Stop, _ board: JobBoard, _ done: inout DoneJobs, into events: inout [JobEvent]
  ) {
    let jobs = ownJobs(at: stop.middle, board).filter { !done.contains($0) }
    guard !jobs.isEmpty else { return }
    visit = Visit(jobs: jobs, begin: stop.begin, middle: stop.middle)
    done.insert(jobs)
    tour.arrive(at: jobs)
    for job in jobs { events.append(event(.arrived, of: job, at: stop.begin, stop.middle, board)) }
  }

  private mutating func end(
    _ stop: Stop, _ board: JobBoard, _ done: inout DoneJobs, into events: inout [JobEvent]
  ) {
    if visit == nil { begin(stop, board, &done, into: &events) }
    if let visit, groundDistance(visit.middle, stop.middle) <= board.settings.reach { self.visit?.end = stop.end }
    hold(stop, board, &done)
  }

  /// Holds a stand for the jobs that it may have done: its own that are only near, or else those of others.
  private func hold(_ stop: Stop, _ board: JobBoard, _ done: inout DoneJobs) {
    var found: [Int] = []
    board.jobs(at: stop.middle, into: &found)
    found = found.filter { board.isOn(key.day, $0) }
    let own = found.filter { board.isOpen($0, to: key.asset) }
    for job in own.isEmpty ? found : own where !done.contains(job) {
      done.hold(HeldVisit(stop, by: name, isOwn: !own.isEmpty), of: job)
    }
  }

  /// Its own jobs at the nearest address, in planned order.
  private func ownJobs(at middle: Place, _ board: JobBoard) -> [Int] {
    var found: [Int] = []
    board.jobs(at: middle, into: &found)
    let own = found.filter { board.isOn(key.day, $0) && board.isOpen($0, to: key.asset) }
    guard let nearest = own.map({ board.distance(of: $0, to: middle) }).min() else { return [] }
    return board.inPlannedOrder(
      own.filter { board.distance(of: $0, to: middle) <= nearest + board.settings.address })
  }

  private mutating func leave(_ place: Place, _ board: JobBoard, into events: inout [JobEvent]) {
    guard let visit, groundDistance(visit.middle, place) > 2 * board.settings.reach else { return }
    // Nobody saw the end of a stand of an earlier run.
    guard let end = visit.end ?? (stands.isOpen ? nil : last) else { return }
    for job in visit.jobs {
      for kind in [JobEvent.Kind.left, .finished] { events.append(event(kind, of: job, at: end, visit.middle, board)) }
    }
    self.visit = nil
    tour.leave()
  }

  private func event(
    _ kind: JobEvent.Kind, of job: Int, at time: Timestamp, _ place: Place, _ board: JobBoard
  ) -> JobEvent {
    JobEvent(kind, of: job, by: name, at: time, standing: place, board)
  }
}
