internal import Geodesy
internal import Jobs
internal import Moments
internal import Records

/// An order as one or several files have it.
struct WrittenJob: Sendable {
  let id: Job.ID
  /// Of the record that named it first.
  let file: String
  let line: Int?
  var asset: Job.Asset?
  var day: CivilDate?
  var sequence: Int?
  var extent: SiteExtent?
  var name = ""
  var windows: [Job.Window] = []
  var planned: Timestamp?
  var service: Seconds?
  /// Empty if nothing is written.
  var type = ""
  var threshold: Job.ETAThreshold?
  var dispatcher = ""

  init(_ id: Job.ID, file: String, line: Int? = nil) {
    self.id = id
    self.file = file
    self.line = line
  }

  /// Takes from a later file what is empty. The plan for another asset says nothing about this one's.
  mutating func fill(from later: WrittenJob) {
    if Self.isSame(asset, later.asset) {
      asset = asset ?? later.asset
      day = day ?? later.day
      sequence = sequence ?? later.sequence
      planned = planned ?? later.planned
    }
    extent = extent ?? later.extent
    if windows.isEmpty { windows = later.windows }
    service = service ?? later.service
    threshold = threshold ?? later.threshold
    if name.isEmpty { name = later.name }
    if type.isEmpty { type = later.type }
    if dispatcher.isEmpty { dispatcher = later.dispatcher }
  }

  /// Whether two assets may be one, which one file may call by its id and another by its description.
  private static func isSame(_ a: Job.Asset?, _ b: Job.Asset?) -> Bool {
    guard let a, let b else { return true }
    return a.id == b.id || a.id == b.description || a.description == b.id
  }

  /// The order at its place.
  ///
  /// - Parameter times: tell the day of an order that has none.
  func job(at extent: SiteExtent, _ times: JobTimes) -> Job {
    var job = Job(id, at: extent.middle, extent: extent)
    job.asset = asset
    job.day = day ?? (planned ?? windows.first?.earliest).map(times.day)
    job.sequence = sequence
    job.name = name
    job.windows = windows
    job.planned = planned
    job.service = service
    if !type.isEmpty { job.type = type }
    job.threshold = threshold
    job.dispatcher = dispatcher
    job.line = line
    return job
  }
}

extension SiteExtent {
  /// The centre of a circle; the centroid of the outlines of polygons, on a flat earth.
  ///
  /// - Source: P. Bourke, Calculating the area and centroid of a polygon, 1988.
  fileprivate var middle: Place {
    guard case .polygons(let polygons) = self else {
      if case .circle(let centre, _) = self { return centre }
      return Place(latitudeE7: 0, longitudeE7: 0)
    }
    let outlines = polygons.compactMap(\.first)
    guard let origin = outlines.first?.first else { return Place(latitudeE7: 0, longitudeE7: 0) }
    var (area, sum) = (0.0, SIMD2<Double>())
    for outline in outlines {
      let points = outline.map {
        SIMD2(Double($0.longitudeE7(eastOf: origin)), Double(Int64($0.latitudeE7) - Int64(origin.latitudeE7)))
      }
      var (ringArea, ringSum) = (0.0, SIMD2<Double>())
      for (number, a) in points.enumerated() {
        let b = points[(number + 1) % points.count]
        let cross = a.x * b.y - b.x * a.y
        ringArea += cross
        ringSum += (a + b) * cross
      }
      // Rings may turn either way.
      area += abs(ringArea)
      sum += ringArea < 0 ? -ringSum : ringSum
    }
    guard area > 0 else { return origin }
    let middle = sum / (3 * area)
    guard abs(middle.x) < 1.8e9, abs(middle.y) < 1.8e9 else { return origin }
    return origin.moved(latitudeE7: Int64(middle.y.rounded()), longitudeE7: Int64(middle.x.rounded()))
  }
}

extension Job.Window {
  /// The window from one time to another, both written.
  ///
  /// - Returns: `nil` without either.
  init?(_ earliest: Timestamp?, _ latest: Timestamp?, _ words: @autoclosure () -> String) throws(JobRefusal) {
    if earliest == nil && latest == nil { return nil }
    if let earliest, let latest, latest < earliest {
      throw JobRefusal(
        .badWindow, "the window \(words()) ends before it begins; a time of day after midnight is written as 26:00")
    }
    self.init(earliest: earliest, latest: latest)
  }

  /// Windows in order; those that touch are one.
  static func disjoint(_ windows: [Job.Window]) -> [Job.Window] {
    let begin = Timestamp(millisecondsSince1970: .min)
    let sorted = windows.sorted { ($0.earliest ?? begin) < ($1.earliest ?? begin) }
    return sorted.reduce(into: []) { disjoint, window in
      guard let last = disjoint.last, last.latest.map({ (window.earliest ?? begin) <= $0 }) ?? true else {
        return disjoint.append(window)
      }
      guard let end = last.latest else { return }
      disjoint[disjoint.count - 1].latest = window.latest.map { max($0, end) }
    }
  }
}

/// What the files of a list say of the orders.
struct JobFile: Sendable {
  let path: String
  private(set) var jobs: [WrittenJob] = []
  private var ids: Set<Job.ID> = []
  var tours: [WrittenTour] = []
  /// The descriptions of vehicles by their ids.
  var descriptions: [String: String] = [:]
  var refusals: [Refusal] = []

  init(path: String) { self.path = path }

  /// Takes an order unless the file has had it.
  mutating func take(_ job: WrittenJob) throws(JobRefusal) {
    guard ids.insert(job.id).inserted else {
      throw JobRefusal(.repeated, "\(job.id.words) is in the file already; its first record counts")
    }
    jobs.append(job)
  }

  mutating func refuse(_ refusal: JobRefusal, _ consequence: String, line: Int? = nil) {
    refusals.append(Refusal(refusal, consequence, line, of: path))
  }
}

/// A planned tour with its way as it is written.
struct WrittenTour: Sendable {
  var tour: PlannedTour
  /// An encoded polyline; empty without one.
  var geometry = ""
  let file: String
}
