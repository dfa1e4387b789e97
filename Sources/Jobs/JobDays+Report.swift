internal import Geodesy
internal import Moments

extension JobDays {
  /// What became of all jobs.
  ///
  /// - Parameter findings: one for each day.
  package func report(_ findings: [TourFindings]) -> JobReport {
    let sequences = drivenSequences()
    let daysOfAsset = Dictionary(grouping: days.indices) { days[$0].key.asset }
    var claims: [[JobEvent]] = []
    var report = JobReport(board: board)
    let etas = etasAtStart(findings)
    for job in board.jobs.indices {
      var result = result(of: job, daysOfAsset)
      (result.drivenSequence, result.etaAtStart) = (sequences[job], etas[job])
      if let visit = visits.visits[job], let leg = findings[visit.day].legs[job] {
        (result.driven, result.shortest) = (leg.driven, leg.shortest)
      }
      let contradictions = contradictions(of: job, result, daysOfAsset)
      result.claim = claim(on: job, result, isContradicted: !contradictions.isEmpty)
      report.jobs.append(result)
      claims.append(contradictions)
    }
    report.events = inOrder(findings.flatMap(\.events) + events(of: report.jobs) + claims.flatMap(\.self))
    report.tours = tours(report.jobs, daysOfAsset)
    return report
  }

  private func presence(of job: Int) -> (day: AssetDay, presence: AssetDay.Presence)? {
    visits.visits[job].map { (days[$0.day], days[$0.day].stands[$0.stand]) }
  }

  /// The place of each job among all that its doer did that day, from 1.
  private func drivenSequences() -> [Int: Int] {
    var sequences: [Int: Int] = [:]
    for calls in calls {
      for (place, job) in calls.flatMap(\.jobs).enumerated() { sequences[job] = place + 1 }
    }
    return sequences
  }

  private func etasAtStart(_ findings: [TourFindings]) -> [Int: Timestamp] {
    var etas: [Int: Timestamp] = [:]
    for (number, findings) in findings.enumerated() {
      for event in findings.events where event.kind == .started {
        guard let job = event.job, let eta = event.eta else { continue }
        // Another asset did it; or the asset came back after it was done.
        let visit = visits.visits[job]
        if let visit, visit.day != number || event.time > days[number].stands[visit.stand].begin { continue }
        // A job that was put off is started again; the estimate that counts is of the start that led there.
        etas[job] = eta
      }
    }
    return etas
  }

  // MARK: One job

  private func result(of number: Int, _ daysOfAsset: [String: [Int]]) -> JobResult {
    let job = board.jobs[number]
    var result = JobResult(job)
    let own = job.asset.flatMap { daysOfAsset[$0.id]?.first { board.isOn(days[$0].key.day, number) } }.map { days[$0] }
    result.asset = job.asset.map { names[$0.id] ?? $0.id }
    result.plannedSequence = job.sequence ?? plannedPlace(of: number)
    result.said = said(of: number)
    if let (day, presence) = presence(of: number) {
      let drive = day.drives[presence.drive]
      (result.tripID, result.traceID) = (drive.tripID, drive.traceID)
      result.doneBy = day.name
      result.arrival = presence.begin
      result.departure = presence.isLeft ? presence.end : nil
      takeService(of: presence, &result)
      result.state = presence.isLeft || isSaidFinished(number, since: presence.begin) ? .finished : .arrived
    } else {
      let drive = own.map { $0.drives[$0.leading[0]] }
      (result.tripID, result.traceID) = (drive?.tripID, drive?.traceID)
      result.state = stateOfUndone(number, result.said, recordEndsAt: own?.end)
    }
    return result
  }

  /// The place among the jobs of the asset and day, from 1; `nil` if nothing was planned.
  private func plannedPlace(of job: Int) -> Int? {
    guard let asset = board.jobs[job].asset, board.jobs[job].planned != nil else { return nil }
    return board.jobs(of: asset.id, on: board.jobs[job].day).firstIndex(of: job).map { $0 + 1 }
  }

  private func takeService(of presence: AssetDay.Presence, _ result: inout JobResult) {
    let opening = result.job.opening(for: presence.begin) ?? presence.begin
    let begin = max(presence.begin, opening)
    result.waiting = min(begin, presence.isLeft ? presence.end : begin).seconds(since: presence.begin)
    if presence.isLeft { result.service = max(0, presence.end.seconds(since: begin)) }
  }

  private func said(of number: Int) -> JobState? {
    let id = board.jobs[number].id
    return board.logOfJob[number].last { $0.kind != .custom }.map { entry in
      switch entry.kind {
      case .assigned: entry.replaces == id ? .replaced : .assigned
      case .received: .received
      case .accepted: .accepted
      case .rejected: .rejected
      case .cancelled: .cancelled
      case .finished: .finished
      case .custom: .assigned
      }
    }
  }

  private func stateOfUndone(_ number: Int, _ said: JobState?, recordEndsAt end: Timestamp?) -> JobState {
    if let ended = lastEnd(of: number) { return ended }
    guard board.jobs[number].asset != nil else { return .assigned }
    guard let end else { return said == .received || said == .accepted ? said ?? .assigned : .assigned }
    return board.missedAt(number).map { $0 <= end } ?? false ? .missed : .notReached
  }

  /// How the office put an end to a job; `nil` if it did not, or has ordered or accepted it again.
  private func lastEnd(of number: Int) -> JobState? {
    var ended: JobState?
    for entry in board.logOfJob[number] {
      switch entry.kind {
      case .rejected: ended = .rejected
      case .cancelled: ended = .cancelled
      case .assigned: ended = entry.replaces == board.jobs[number].id ? .replaced : nil
      case .accepted: ended = nil
      case .received, .finished, .custom: break
      }
    }
    return ended
  }

  private func isSaidFinished(_ number: Int, since arrival: Timestamp) -> Bool {
    board.logOfJob[number].contains { $0.kind == .finished && $0.time >= arrival }
  }

  // MARK: Claims

  private func claim(on job: Int, _ result: JobResult, isContradicted: Bool) -> JobClaim? {
    guard board.logOfJob[job].contains(where: { $0.kind == .finished }) else { return nil }
    if isContradicted { return .contradicted }
    return result.arrival == nil ? .unverified : .confirmed
  }

  /// The claims that a job is finished which the drives contradict. What is said after a visit never is.
  private func contradictions(
    of number: Int, _ result: JobResult, _ daysOfAsset: [String: [Int]]
  ) -> [JobEvent] {
    let settings = board.settings
    return board.logOfJob[number].filter { $0.kind == .finished }.compactMap { entry in
      let name = entry.asset ?? result.asset ?? ""
      let asset = board.asset(named: [name])?.id ?? name
      let place = place(of: asset, at: entry.time, daysOfAsset)
      let distance = place.map { board.distance(of: number, to: $0) }
      let seconds = visits.firstArrivals[number].map { entry.time.seconds(since: $0) }
      let isContradicted =
        if let seconds { seconds < -settings.earlyClaim } else { distance.map { $0 > settings.farClaim } ?? false }
      guard isContradicted else { return nil }
      var event = JobEvent(.claimContradicted, of: number, by: names[asset] ?? asset, at: entry.time)
      (event.place, event.distance, event.seconds, event.tripID) = (place, distance, seconds, result.tripID)
      event.content = entry.content.isEmpty ? nil : entry.content
      return event
    }
  }

  private func place(of asset: String, at time: Timestamp, _ daysOfAsset: [String: [Int]]) -> Place? {
    (daysOfAsset[asset] ?? []).lazy.compactMap { days[$0].place(at: time, within: board.settings.longestSilence) }.first
  }

  // MARK: Events

  private func events(of results: [JobResult]) -> [JobEvent] {
    var events: [JobEvent] = []
    for (number, result) in results.enumerated() {
      let entries = board.logOfJob[number]
      for entry in entries {
        let isReplaced = entry.replaces == result.job.id
        let asset = entry.asset ?? result.asset ?? ""
        if var event = JobEvent(entry, of: number, replaced: isReplaced, by: asset) {
          event.tripID = result.tripID
          events.append(event)
        }
      }
      if let (day, presence) = presence(of: number) { events += self.events(of: number, result, day, presence) }
    }
    let known = Set(results.map(\.job.id))
    for entry in board.list.log where entry.job.map({ !known.contains($0) }) ?? true {
      if let event = JobEvent(entry, of: nil, by: entry.asset ?? "") { events.append(event) }
    }
    return events
  }

  private func events(
    of number: Int, _ result: JobResult, _ day: AssetDay, _ presence: AssetDay.Presence
  ) -> [JobEvent] {
    func event(_ kind: JobEvent.Kind, at time: Timestamp) -> JobEvent {
      var event = JobEvent(kind, of: number, by: day.name, at: time, standing: presence.middle, board)
      event.tripID = result.tripID
      return event
    }
    var events = [event(.arrived, at: presence.begin)]
    if let left = result.departure { events.append(event(.left, at: left)) }
    if let time = finishTime(of: number, result) { events.append(event(.finished, at: time)) }
    return events
  }

  /// When somebody said so while the asset stood there, or else when it drove off.
  private func finishTime(of number: Int, _ result: JobResult) -> Timestamp? {
    guard let arrival = result.arrival else { return nil }
    let said = board.logOfJob[number].first {
      $0.kind == .finished && $0.time.seconds(since: arrival) >= -board.settings.earlyClaim
    }?.time
    guard let departure = result.departure else { return said.map { max($0, arrival) } }
    return said.map { min(max($0, arrival), departure) } ?? departure
  }

  private func inOrder(_ events: [JobEvent]) -> [JobEvent] {
    let rank = Dictionary(uniqueKeysWithValues: JobEvent.Kind.allCases.enumerated().map { ($1, $0) })
    func key(_ event: JobEvent) -> (Timestamp, String, Int, Int) {
      (event.time, event.asset, event.job ?? -1, rank[event.kind] ?? 0)
    }
    return events.enumerated().sorted { a, b in
      let (first, second) = (key(a.element), key(b.element))
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }

  // MARK: Tours

  private func tours(_ results: [JobResult], _ daysOfAsset: [String: [Int]]) -> [TourResult] {
    var order: [AssetDay.Key] = []
    var jobs: [AssetDay.Key: [Int]] = [:]
    func note(_ key: AssetDay.Key) { if jobs[key] == nil { order.append(key); jobs[key] = [] } }
    for (number, job) in board.jobs.enumerated() {
      guard let asset = job.asset else { continue }
      let visit = visits.visits[number].map { days[$0.day].key }
      let day =
        job.day ?? (visit?.asset == asset.id ? visit?.day : daysOfAsset[asset.id]?.first.flatMap { days[$0].key.day })
      let key = AssetDay.Key(asset: asset.id, day: day)
      note(key)
      jobs[key]?.append(number)
    }
    for (number, day) in days.enumerated() where !calls[number].isEmpty { note(day.key) }
    let numbers = Dictionary(uniqueKeysWithValues: days.indices.map { (days[$0].key, $0) })
    return order.map { tour($0, jobs[$0] ?? [], results, number: numbers[$0]) }
  }

  private func tour(_ key: AssetDay.Key, _ jobs: [Int], _ results: [JobResult], number: Int?) -> TourResult {
    var tour = TourResult(of: names[key.asset] ?? key.asset, on: key.day)
    tour.jobs = jobs.count
    for job in jobs {
      let result = results[job]
      let isOwn = visits.visits[job].map { days[$0.day].key.asset == key.asset }
      if isOwn == false { tour.doneByOthers += 1 }
      if result.late ?? 0 > board.settings.lateAfter { tour.late += 1 }
      if result.isWindowViolated == true { tour.violated += 1 }
      if result.state == .missed { tour.missed += 1 }
      if result.state == .notReached { tour.notReached += 1 }
    }
    tour.planned = board.plannedTour(of: key)?.length
    guard let number else { return tour }
    let day = days[number]
    let order = calls[number].flatMap(\.jobs)
    tour.done = order.count
    let planned = Dictionary(uniqueKeysWithValues: board.jobs(of: key.asset, on: key.day).enumerated().map { ($1, $0) })
    tour.outOfOrder = disorder(of: order.compactMap { planned[$0] })
    (tour.begin, tour.end, tour.driven) = (day.begin, day.end, day.length)
    tour.idle = idle(on: number)
    return tour
  }

  /// How long the vehicle stood at no job, besides where its record begins and ends.
  private func idle(on number: Int) -> Seconds {
    let day = days[number]
    let atJobs = calls[number].map { day.stands[$0.stand] }
    var idle: Seconds = 0
    for stop in day.leading.lazy.flatMap({ day.drives[$0].stops }) {
      let isAtJob = atJobs.contains { $0.begin < stop.upperBound && stop.lowerBound < $0.end }
      let isAtEnd = stop.lowerBound <= day.begin || stop.upperBound >= day.end
      if !isAtJob, !isAtEnd { idle += stop.upperBound.seconds(since: stop.lowerBound) }
    }
    return idle
  }
}

/// How many numbers would have to be moved for all to ascend: those outside the longest ascending sequence.
func disorder(of numbers: [Int]) -> Int {
  var lowestEnds: [Int] = []
  for number in numbers {
    if let place = lowestEnds.firstIndex(where: { $0 >= number }) {
      lowestEnds[place] = number
    } else {
      lowestEnds.append(number)
    }
  }
  return numbers.count - lowestEnds.count
}
