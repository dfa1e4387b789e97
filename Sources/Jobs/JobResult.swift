package import Geodesy
package import Moments

/// How far a job has come. Raw values are the codes in reports.
package enum JobState: String, CaseIterable, Sendable {
  /// It is ordered, and nothing shows that anybody did it.
  case assigned
  /// The office notes that the asset has received it, or will do it; no record shows more.
  case received, accepted
  /// The record ends while the asset stands there.
  case arrived
  case finished
  case rejected, cancelled, replaced
  /// An hour after its window the record goes on, and the asset was not there.
  case missed
  /// The record ends before the asset was there, and before the job is missed.
  case notReached = "not_reached"
}

/// What the drives say of the office's note that a job is finished.
package enum JobClaim: String, CaseIterable, Sendable {
  /// The asset, or another one, was there.
  case confirmed
  /// It was said long before the arrival, or far away.
  case contradicted
  /// No record shows it.
  case unverified
}

/// What became of one job.
package struct JobResult: Sendable {
  package var job: Job
  /// Of the drive that did it, or else of the first drive of its asset on that day.
  package var tripID: String?
  package var traceID: String?
  package var asset: String?
  /// The asset that did it; `nil` if none did.
  package var doneBy: String?
  package var plannedSequence: Int?
  /// Among all that the asset did that day, from 1.
  package var drivenSequence: Int?
  package var state = JobState.assigned
  /// The last state that the office notes.
  package var said: JobState?
  package var claim: JobClaim?
  package var arrival: Timestamp?
  package var departure: Timestamp?
  /// After the arrival, until the window opens.
  package var waiting: Seconds?
  package var service: Seconds?
  package var etaAtStart: Timestamp?
  /// From the job before, or from the beginning of the record.
  package var driven: (length: Metres, time: Seconds)?
  /// The fastest route from there.
  package var shortest: (length: Metres, time: Seconds)?

  package init(_ job: Job) { self.job = job }

  /// How much later than planned it arrived; negative where earlier.
  package var late: Seconds? { job.planned.flatMap { planned in arrival.map { $0.seconds(since: planned) } } }
  /// How much later than told at the start it arrived.
  package var etaError: Seconds? { etaAtStart.flatMap { eta in arrival.map { $0.seconds(since: eta) } } }

  /// Whether service began after the last window had closed.
  package var isWindowViolated: Bool? {
    guard let latest = job.latest, let arrival else { return nil }
    return max(arrival, job.opening(for: arrival) ?? arrival) > latest
  }
}

/// What became of the jobs of one asset and day.
package struct TourResult: Sendable {
  package var asset: String
  package var day: CivilDate?
  package var jobs = 0
  /// Done by the asset itself: its own jobs and others.
  package var done = 0
  package var doneByOthers = 0
  package var late = 0
  package var violated = 0
  package var missed = 0
  package var notReached = 0
  /// The jobs that would have to be moved to have the driven order as planned.
  package var outOfOrder = 0
  package var begin: Timestamp?
  package var end: Timestamp?
  package var driven: Metres?
  package var planned: Metres?
  /// Stands at no job.
  package var idle: Seconds?

  package init(of asset: String, on day: CivilDate?) {
    self.asset = asset
    self.day = day
  }
}

/// What became of all jobs of a list.
package struct JobReport: Sendable {
  package var board: JobBoard
  /// One for each job, in the order of the list.
  package var jobs: [JobResult] = []
  /// In the order of time.
  package var events: [JobEvent] = []
  package var tours: [TourResult] = []
}
