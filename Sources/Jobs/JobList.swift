package import Geodesy
package import Moments
package import Records

/// What was ordered, and what the office noted of it.
package struct JobList: Sendable {
  /// With a place each, and each once.
  package var jobs: [Job] = []
  package var tours: [PlannedTour] = []
  /// In the order of time; those of one time are in the order of the files.
  package var log: [OfficeEvent] = []
  /// The records that are left out.
  package var refusals: [Refusal] = []
  /// The files that were read.
  package var files: [String] = []

  package init() {}
}

/// What an optimiser planned for one asset and day besides the jobs.
package struct PlannedTour: Sendable {
  package var asset: Job.Asset
  package var day: CivilDate?
  /// `nil` if the plan does not say so.
  package var length: Metres?
  /// Of the drive, without service and waiting.
  package var duration: Seconds?
  package var departure: Timestamp?
  /// The way that was planned; empty if the plan has none.
  package var line: [Place] = []

  package init(of asset: Job.Asset, on day: CivilDate?) {
    self.asset = asset
    self.day = day
  }
}

/// A line of the office's log: what a person did with a job.
package struct OfficeEvent: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case assigned, received, accepted, rejected, cancelled, finished, custom
  }

  package var time: Timestamp
  package var kind: Kind
  /// `nil` if the line names none.
  package var asset: String?
  /// `nil` for a custom event of no job.
  package var job: Job.ID?
  /// As it was written, to the byte.
  package var content: String
  /// The job to which this one puts an end.
  package var replaces: Job.ID?

  package init(_ kind: Kind, of job: Job.ID?, by asset: String?, at time: Timestamp, content: String = "") {
    self.kind = kind
    self.job = job
    self.asset = asset
    self.time = time
    self.content = content
  }
}
