package import Geodesy
internal import Matching
package import Moments
package import RoadGraph
internal import Traces
package import Trips

/// What one trip shows of jobs: where the vehicle stood, and how it came there.
///
/// Memory: 48 bytes for 15 s of driving.
package struct AssetDrive: Sendable {
  package var tripID: String
  package var traceID: String
  /// The id that jobs have for it, or else what the trace calls it.
  package var asset: String
  /// What the trace calls it.
  package var name: String
  /// The local day of its first fix.
  package var day: CivilDate?
  /// The times of its first and last usable fix.
  package var begin: Timestamp
  package var end: Timestamp
  package var fixCount: Int
  package var stands: [JobStand] = []
  /// The stands of at least ``JobSettings/leastIdle``.
  package var stops: [Range<Timestamp>] = []
  /// In order.
  package var course: [CourseSample] = []
  /// Where the vehicle was when the office noted that it had finished a job.
  package var claims: [CourseSample] = []

  package init(
    tripID: String, traceID: String, asset: String, name: String? = nil, day: CivilDate?, begin: Timestamp,
    end: Timestamp, fixCount: Int = 0
  ) {
    self.tripID = tripID
    self.traceID = traceID
    self.asset = asset
    self.name = name ?? asset
    self.day = day
    self.begin = begin
    self.end = end
    self.fixCount = fixCount
  }
}

/// A stand near the place of a job.
package struct JobStand: Sendable {
  package var begin: Timestamp
  package var end: Timestamp
  /// The vehicle drove off; otherwise the record ends.
  package var isLeft: Bool
  package var middle: Place
  package var fixCount: Int

  package init(begin: Timestamp, end: Timestamp, isLeft: Bool, middle: Place, fixCount: Int) {
    self.begin = begin
    self.end = end
    self.isLeft = isLeft
    self.middle = middle
    self.fixCount = fixCount
  }

  init(_ stop: Stop) {
    self.init(
      begin: stop.begin, end: stop.end, isLeft: stop.isLeft, middle: stop.middle, fixCount: stop.fixes.count)
  }

  var duration: Seconds { end.seconds(since: begin) }
}

/// Where a vehicle was at some moment.
package struct CourseSample: Sendable, BitwiseCopyable {
  package var time: Timestamp
  /// On its road, or else as the device reported it.
  package var place: Place
  /// `nil` off the road.
  package var position: EdgePosition?
  /// The length driven since the trip began.
  package var driven: Metres

  package init(time: Timestamp, place: Place, position: EdgePosition?, driven: Metres) {
    self.time = time
    self.place = place
    self.position = position
    self.driven = driven
  }
}

extension CourseSample {
  /// Samples of a moving vehicle are this far apart at least.
  private static let spacing: (time: Seconds, distance: Metres) = (15, 20)

  /// Whether it tells more than an earlier one.
  package func isNews(after last: CourseSample) -> Bool {
    time.seconds(since: last.time) >= Self.spacing.time && groundDistance(place, last.place) >= Self.spacing.distance
  }
}

extension AssetDrive {
  /// - Parameters:
  ///   - names: under which jobs may know the trace: its ids and its vehicle.
  ///   - asset: its name if no job has one of these.
  ///   - day: the local day of its first fix.
  /// - Returns: `nil` without times, and for a drive that has nothing to do with any job.
  /// - Complexity: O(fixes + edges).
  package init?(
    of trip: Trip, _ tripID: String, named names: [String], asset: String, on day: CivilDate?, board: JobBoard,
    mode: TravelMode
  ) {
    guard let begin = trip.summary.beginTime, let end = trip.summary.endTime else { return nil }
    let known = board.asset(named: names)
    self.init(
      tripID: tripID, traceID: trip.matched.trace.id, asset: known?.id ?? asset, name: known?.name ?? asset, day: day,
      begin: begin, end: end)
    let update = TripUpdate(of: trip, leastSilence: .infinity)
    takeStands(of: update, board, mode)
    guard !stands.isEmpty || known.map({ !board.jobs(of: $0.id, on: day).isEmpty }) ?? false else { return nil }
    stops = trip.stops.filter { $0.end.seconds(since: $0.begin) >= board.settings.leastIdle }.map { $0.begin..<$0.end }
    takeCourse(of: trip, update, claims: board.claimTimes(of: self.asset))
  }

  private mutating func takeStands(of update: TripUpdate, _ board: JobBoard, _ mode: TravelMode) {
    var fold = StandFold(settings: StandSettings(leastTime: board.settings.leastVisit, for: mode))
    var found: [Int] = []
    func isWanted(_ place: Place) -> Bool {
      board.jobs(at: place, into: &found)
      return !found.isEmpty
    }
    for (number, reported) in update.fixes.elements.enumerated() where update.isUsable(number) {
      guard let place = reported.place else { continue }
      fixCount += 1
      let stop = StopFix(number: number, place: place, matchedPlace: place, time: reported.time)
      if let stand = fold.take(stop, where: isWanted), isWanted(stand.middle) { stands.append(JobStand(stand)) }
    }
    if let stand = fold.finish(), isWanted(stand.middle) { stands.append(JobStand(stand)) }
  }

  private mutating func takeCourse(of trip: Trip, _ update: TripUpdate, claims times: [Timestamp]) {
    var lengths: [Metres] = [0]
    for edge in trip.edges { lengths.append(lengths[lengths.count - 1] + edge.stretch.length) }
    var (driven, nextClaim): (Metres, Int) = (0, times.startIndex)
    var before: CourseSample?
    for (number, fix) in trip.matched.fixes.enumerated() where update.isUsable(number) {
      let reported = trip.matched.trace.fixes[number]
      guard let time = reported.time, let place = fix.position?.place ?? reported.place else { continue }
      if let edge = update.edgeOfFix[number], let offset = fix.position?.offset {
        let stretch = trip.edges[edge.edge].stretch
        driven = max(driven, lengths[edge.edge] + min(max(0, offset - stretch.begin), stretch.length))
      }
      let sample = CourseSample(
        time: time, place: place, position: fix.position.map { EdgePosition(edge: $0.edge, offset: $0.offset) },
        driven: driven)
      while nextClaim < times.count, times[nextClaim] <= time {
        if let nearest = Self.nearer(before, sample, to: times[nextClaim]) { claims.append(nearest) }
        nextClaim += 1
      }
      before = sample
      if course.last.map({ sample.isNews(after: $0) }) ?? true { course.append(sample) }
    }
    if let before, nextClaim < times.count { claims.append(before) }
  }

  private static func nearer(_ a: CourseSample?, _ b: CourseSample, to time: Timestamp) -> CourseSample? {
    guard let a else { return b }
    return time.seconds(since: a.time) < b.time.seconds(since: time) ? a : b
  }
}
