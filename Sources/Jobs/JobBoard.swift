package import Geodesy
package import Moments

/// The jobs of a list, to be looked up by place, by asset and by what the office noted.
///
/// An assignment in the office's log takes precedence over the list.
package struct JobBoard: Sendable {
  package let list: JobList
  package let settings: JobSettings
  /// The jobs of the list, each with the asset that has it in the end.
  package private(set) var jobs: [Job]
  /// The lines of the log about each job, in order.
  let logOfJob: [[OfficeEvent]]
  private let index: SiteIndex
  private let numberOfJob: [Job.ID: Int]
  private var jobsOfAsset: [String: [Int]] = [:]
  private var numberOfTour: [AssetDay.Key: Int] = [:]
  private var assetOfName: [String: Job.Asset] = [:]
  /// The times of claims, by the name of the asset.
  private var claimTimes: [String: [Timestamp]] = [:]
  /// When a job came to the asset that has it; `nil` if it had it from the beginning.
  private(set) var assignedAt: [Timestamp?]

  package init(_ list: JobList, settings: JobSettings = JobSettings()) {
    self.list = list
    self.settings = settings
    jobs = list.jobs
    let sites = list.jobs.map { Site(id: $0.id.text, $0.extent.reached(within: settings.reach)) }
    index = SiteIndex(sites, aroundPolygons: settings.margin)
    let numbers = Dictionary(list.jobs.indices.map { (list.jobs[$0].id, $0) }) { first, _ in first }
    numberOfJob = numbers
    var log = [[OfficeEvent]](repeating: [], count: list.jobs.count)
    for event in list.log {
      if let job = event.job.flatMap({ numbers[$0] }) { log[job].append(event) }
      if let job = event.replaces.flatMap({ numbers[$0] }) { log[job].append(event) }
    }
    logOfJob = log
    assignedAt = [Timestamp?](repeating: nil, count: jobs.count)
    nameAssets()
    assign()
    for (number, job) in jobs.enumerated() {
      if let asset = job.asset { jobsOfAsset[asset.id, default: []].append(number) }
    }
    for (asset, numbers) in jobsOfAsset { jobsOfAsset[asset] = inPlannedOrder(numbers) }
    noteClaims()
    for (number, tour) in list.tours.enumerated().reversed() {
      numberOfTour[AssetDay.Key(asset: tour.asset.id, day: tour.day)] = number
    }
  }

  // MARK: Assets

  /// A description that several assets have names none of them.
  private mutating func nameAssets() {
    var byDescription: [String: Set<String>] = [:]
    let assets = jobs.compactMap(\.asset) + list.tours.map(\.asset)
    for asset in assets where !asset.description.isEmpty {
      byDescription[asset.description, default: []].insert(asset.id)
    }
    for asset in assets where byDescription[asset.description]?.count == 1 { assetOfName[asset.description] = asset }
    for asset in assets { assetOfName[asset.id] = asset }
  }

  private mutating func assign() {
    for (number, events) in logOfJob.enumerated() {
      guard let event = events.last(where: { $0.kind == .assigned && $0.job == jobs[number].id }),
        let name = event.asset
      else { continue }
      let asset = assetOfName[name] ?? Job.Asset(name)
      if asset.id != jobs[number].asset?.id { assignedAt[number] = event.time }
      jobs[number].asset = asset
      assetOfName[name] = asset
    }
  }

  private mutating func noteClaims() {
    for (number, events) in logOfJob.enumerated() {
      for event in events where event.kind == .finished && event.job == jobs[number].id {
        guard let name = event.asset ?? jobs[number].asset?.id else { continue }
        claimTimes[asset(named: [name])?.id ?? name, default: []].append(event.time)
      }
    }
    for asset in claimTimes.keys { claimTimes[asset]?.sort() }
  }

  /// The asset that has one of the names, and that name; `nil` if none of the list has.
  package func asset(named names: [String]) -> (id: String, name: String)? {
    names.lazy.compactMap { name in assetOfName[name].map { ($0.id, name) } }.first
  }

  /// The moments for which the place of an asset is wanted, in order.
  func claimTimes(of asset: String) -> [Timestamp] { claimTimes[asset] ?? [] }

  /// What was planned for an asset and day; a tour without a day is for any.
  func plannedTour(of key: AssetDay.Key) -> PlannedTour? {
    let number = numberOfTour[key] ?? numberOfTour[AssetDay.Key(asset: key.asset, day: nil)]
    return number.map { list.tours[$0] }
  }

  // MARK: Jobs

  /// The number of a job; `nil` if the list has none of the id.
  package func number(of job: Job.ID) -> Int? { numberOfJob[job] }

  /// The jobs of an asset on a day, in planned order.
  package func jobs(of asset: String, on day: CivilDate?) -> [Int] {
    (jobsOfAsset[asset] ?? []).filter { isOn(day, $0) }
  }

  func isOn(_ day: CivilDate?, _ job: Int) -> Bool { jobs[job].day == nil || day == nil || jobs[job].day == day }

  /// Whether an asset may do a job: it has it, or nobody has.
  func isOpen(_ job: Int, to asset: String) -> Bool { jobs[job].asset.map { $0.id == asset } ?? true }

  /// By their planned places, then by their planned times; others follow in the order of the list.
  func inPlannedOrder(_ numbers: [Int]) -> [Int] {
    numbers.sorted { key($0) < key($1) }
  }

  private func key(_ job: Int) -> (Int64, Int, Int64, Int) {
    let (day, planned) = (jobs[job].day?.daysSince1970 ?? .min, jobs[job].planned?.millisecondsSince1970)
    return (Int64(day), jobs[job].sequence ?? .max, planned ?? .max, job)
  }

  /// The numbers of the jobs where a vehicle stands, in ascending order.
  package func jobs(at place: Place, into found: inout [Int]) { index.sites(at: place, into: &found) }

  func distance(of job: Int, to place: Place) -> Metres { index.distance(of: job, to: place) }
}

extension SiteExtent {
  /// A circle of the radius in which a vehicle stands; a polygon stays as it is.
  fileprivate func reached(within radius: Metres) -> SiteExtent {
    if case .circle(let place, _) = self { .circle(place, radius: radius) } else { self }
  }
}
