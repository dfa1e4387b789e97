package import Geodesy
package import Moments

/// Something that happened to a job.
package struct JobEvent: Sendable {
  /// Raw values are the codes in reports.
  package enum Kind: String, CaseIterable, Sendable {
    case accepted, rejected, cancelled, replaced, started
    case etaUpdate = "eta_update"
    case arrived, left, finished, missed, custom
    case claimContradicted = "claim_contradicted"
  }

  package var time: Timestamp
  package var kind: Kind
  /// `nil` for a custom event of no job.
  package var job: Int?
  package var asset: String
  package var tripID: String?
  package var place: Place?
  /// The estimated arrival.
  package var eta: Timestamp?
  package var remaining: (length: Metres, time: Seconds)?
  /// From the place of the job.
  package var distance: Metres?
  /// From the arrival to the claim.
  package var seconds: Seconds?
  package var content: String?

  package init(_ kind: Kind, of job: Int?, by asset: String, at time: Timestamp) {
    self.kind = kind
    self.job = job
    self.asset = asset
    self.time = time
  }

  /// - Returns: `nil` for an entry that tells nothing of its own: events do not repeat what was ordered, and whether a
  ///   job is finished is seen.
  init?(_ entry: OfficeEvent, of job: Int?, replaced: Bool = false, by asset: String) {
    let kind: Kind? =
      switch entry.kind {
      case .accepted: .accepted
      case .rejected: .rejected
      case .cancelled: .cancelled
      case .custom: .custom
      case .assigned: replaced ? .replaced : nil
      case .received, .finished: nil
      }
    guard let kind else { return nil }
    self.init(kind, of: job, by: asset, at: entry.time)
    content = entry.content.isEmpty ? nil : entry.content
  }
}
