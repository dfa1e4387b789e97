internal import Geodesy
internal import Moments
internal import Trips

/// The jobs that any asset has done in a live run, and the stands that may have done others.
package struct DoneJobs: Sendable {
  private var done: Set<Int> = []
  private var held: [Int: HeldVisit] = [:]

  package init() {}

  package func contains(_ job: Int) -> Bool { done.contains(job) }

  package mutating func insert(_ jobs: [Int]) {
    done.formUnion(jobs)
    if !held.isEmpty { for job in jobs { held[job] = nil } }
  }

  /// Holds the best visit of a job: one of its own asset before others', then the longest.
  mutating func hold(_ visit: HeldVisit, of job: Int) {
    if let best = held[job], !visit.isBetter(than: best) { return }
    held[job] = visit
  }

  /// Takes a visit that is held, which has done the job now; `nil` if there is none.
  mutating func release(_ job: Int) -> HeldVisit? {
    guard let visit = held.removeValue(forKey: job) else { return nil }
    done.insert(job)
    return visit
  }

  /// Tells of the visits that are held, as nothing will follow.
  ///
  /// - Parameter jobs: `nil` for all.
  package mutating func releaseAll(_ jobs: [Int]? = nil, on board: JobBoard, into events: inout [JobEvent]) {
    for job in jobs ?? held.keys.sorted() {
      if let visit = release(job) { events += visit.events(of: job, board) }
    }
  }
}

/// A stand that has done a job if nothing else has.
struct HeldVisit: Sendable {
  /// What traces call the asset.
  private let asset: String
  private let isOwn: Bool
  private let stand: Range<Timestamp>
  private let middle: Place
  private let isLeft: Bool

  init(_ stop: Stop, by asset: String, isOwn: Bool) {
    self.asset = asset
    self.isOwn = isOwn
    stand = stop.begin..<max(stop.begin, stop.end)
    middle = stop.middle
    isLeft = stop.isLeft
  }

  func isBetter(than other: HeldVisit) -> Bool {
    if isOwn != other.isOwn { return isOwn }
    return stand.upperBound.seconds(since: stand.lowerBound)
      > other.stand.upperBound.seconds(since: other.stand.lowerBound)
  }

  func events(of job: Int, _ board: JobBoard) -> [JobEvent] {
    func event(_ kind: JobEvent.Kind, _ time: Timestamp) -> JobEvent {
      JobEvent(kind, of: job, by: asset, at: time, standing: middle, board)
    }
    let arrival = event(.arrived, stand.lowerBound)
    return isLeft ? [arrival, event(.left, stand.upperBound), event(.finished, stand.upperBound)] : [arrival]
  }
}

extension JobEvent {
  /// What happened while an asset stood at a place.
  init(_ kind: Kind, of job: Int, by asset: String, at time: Timestamp, standing place: Place, _ board: JobBoard) {
    self.init(kind, of: job, by: asset, at: time)
    (self.place, distance) = (place, board.distance(of: job, to: place))
  }
}
