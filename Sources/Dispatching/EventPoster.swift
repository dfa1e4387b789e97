internal import Records

/// Posts the events that wait in a spool, in a thread of its own.
///
/// It has some of the assets, and one request is under way at a time. That has the first events that wait, in their order, so
/// that no event of an asset is posted before the earlier ones have been settled or stand before it in the same request. An asset whose event fails
/// alone has a pause of its own, and the events of others go on.
struct EventPoster {
  private let settings: DispatchSettings
  private let spool: Spool
  private let link: DispatchLink
  private let lane: Lane
  private let session: HTTPSession
  private var backOff: BackOff
  private var paused = PausedAssets()
  /// Events up to this number are posted one by one: one among them is refused, or makes the server fail.
  private var aloneThrough = 0
  /// How often the same batch made the server fail.
  private var batchFailures = 0
  private var wasAcknowledged: Bool
  private var pruning = Pruning()

  /// A server that fails this often at a batch gets its events one by one: one of them may be the reason.
  private static let mostBatchFailures = 3

  init(
    _ settings: DispatchSettings, _ spool: Spool, _ link: DispatchLink, lane: Lane = .all
  ) throws(DispatchError) {
    self.settings = settings
    self.spool = spool
    self.link = link
    self.lane = lane
    session = try HTTPSession(settings) { link.isStopped(.events) }
    backOff = BackOff(settings)
    wasAcknowledged = try spool.wasEverAcknowledged()
  }

  /// Until it is stopped.
  mutating func run() throws(DispatchError) {
    while !link.isStopped(.events) {
      let appended = spool.appendedCount
      let events = try nextEvents()
      if events.isEmpty {
        if lane.index == 0 { try pruning.step(spool) }
        // Paused assets, and what else only time brings, are looked after ten times a second.
        let seconds = min(0.1, settings.firstPause / 2)
        link.sleep(seconds, .events) { [spool] in spool.appendedCount != appended }
      } else if let mapping = settings.mapping {
        try post(events, mapping)
      } else {
        try take(answer(to: events), to: events)
      }
    }
  }

  private mutating func nextEvents() throws(DispatchError) -> [SpooledEvent] {
    let skipped = paused.now()
    if aloneThrough > 0 {
      let alone = try spool.unacknowledged(atMost: 1, skipping: skipped, through: aloneThrough, of: lane)
      if !alone.isEmpty { return alone }
      aloneThrough = 0
    }
    return try spool.unacknowledged(
      atMost: settings.mostEvents, byteCount: settings.mostBytes, skipping: skipped, of: lane)
  }

  /// One by one, until one is not settled.
  private mutating func post(_ events: [SpooledEvent], _ mapping: Mapping) throws(DispatchError) {
    var leftOut: [SpooledEvent] = []
    var carried: [(event: SpooledEvent, value: JSONValue, rule: Mapping.Rule)] = []
    for event in events {
      guard let value = try? JSONValue(parsing: event.body), let rule = mapping.rule(for: value["type"]?.text ?? "")
      else {
        leftOut.append(event)
        continue
      }
      carried.append((event, value, rule))
    }
    try spool.settle(EventVerdicts(leftOut: leftOut))
    for (event, value, rule) in carried {
      let answer = answer(to: event, value, rule)
      try take(answer, to: [event])
      guard let answer, answer.isFinal else { return }
    }
  }

  /// - Parameter answer: `nil` if it was stopped.
  private mutating func take(_ answer: PostAnswer?, to events: [SpooledEvent]) throws(DispatchError) {
    switch answer {
    case nil: return
    case .taken(let verdicts): try take(verdicts, of: events)
    case .refused(let reason): try takeRefusal(reason, of: events)
    case .again(let reason, let pause, let isOfEvents):
      if isOfEvents, events.count > 1 {
        batchFailures += 1
        if batchFailures >= Self.mostBatchFailures { (aloneThrough, batchFailures) = (events.last?.number ?? 0, 0) }
      }
      wait(reason, pause)
      // It begins behind the pause of all, so that others come first then.
      if isOfEvents, events.count == 1 { paused.pause(events[0].assetNumber, settings) }
    }
  }

  /// `nil` if it was stopped.
  private func answer(to events: [SpooledEvent]) -> PostAnswer? {
    let isAlone = events.count == 1
    let type = isAlone ? "application/cloudevents+json" : "application/cloudevents-batch+json"
    let request = HTTPRequest(
      method: "POST", url: settings.base + "/events",
      headers: ["Content-Type: \(type); charset=utf-8", "Accept: application/json"],
      body: isAlone ? events[0].body : AssetEvent.batch(of: events.map(\.body)), timeout: settings.answerTimeout)
    return switch session.ask(request) {
    case .stopped: nil
    case .lost(let reason): .again(reason: reason, pause: nil, isOfEvents: false)
    case .answer(let response): PostAnswer(response, to: events, credential: settings.credential)
    }
  }

  private func answer(to event: SpooledEvent, _ value: JSONValue, _ rule: Mapping.Rule) -> PostAnswer? {
    let mapped: MappedRequest
    do throws(BadMessage) {
      mapped = try rule.request(for: value, base: settings.base)
    } catch {
      return .refused(reason: error.reason)
    }
    let request = HTTPRequest(
      method: mapped.method, url: mapped.url, headers: mapped.headers, body: mapped.body ?? [],
      timeout: settings.answerTimeout)
    return switch session.ask(request) {
    case .stopped: nil
    case .lost(let reason): .again(reason: reason, pause: nil, isOfEvents: false)
    case .answer(let response): PostAnswer(response, to: event, rule: rule, credential: settings.credential)
    }
  }

  // MARK: What an answer leads to

  private mutating func take(_ verdicts: EventVerdicts, of events: [SpooledEvent]) throws(DispatchError) {
    try spool.settle(verdicts)
    wasAcknowledged = wasAcknowledged || !verdicts.acknowledged.isEmpty
    let settled = Set((verdicts.acknowledged + verdicts.refused.map(\.event) + verdicts.leftOut).map(\.number))
    for event in events where settled.contains(event.number) { paused.resume(event.assetNumber) }
    if settled.isEmpty {
      wait("it acknowledges none of \(events.count) events", nil)
    } else {
      noteWorking()
    }
    let left = Set(events.filter { !settled.contains($0.number) }.map(\.assetNumber))
    for asset in left { paused.pause(asset, settings) }
  }

  private mutating func takeRefusal(_ reason: String, of events: [SpooledEvent]) throws(DispatchError) {
    // A wrong address must not cost all events: who has never taken one has no say in what is lost for good.
    if !wasAcknowledged, settings.mapping == nil, reason.hasPrefix("status 404") || reason.hasPrefix("status 410") {
      return wait(meaning(ofStatus: 404), nil)
    }
    guard events.count == 1 else {
      aloneThrough = events.last?.number ?? 0
      return
    }
    try spool.refuse(events[0], reason: reason)
    paused.resume(events[0].assetNumber)
    noteWorking()
  }

  private mutating func wait(_ reason: String, _ pause: Double?) {
    let seconds = backOff.pause(wanted: pause)
    link.tell(.waiting(.events, reason: settings.credential?.hidden(in: reason) ?? reason, seconds: seconds))
    link.sleep(seconds, .events)
  }

  private mutating func noteWorking() {
    if backOff.failures > 0 { link.tell(.working(.events)) }
    backOff.reset()
    batchFailures = 0
  }
}

/// Assets whose events are not posted for a while.
private struct PausedAssets {
  private var assets: [Int: (backOff: BackOff, end: ContinuousClock.Instant)] = [:]

  /// The assets that are passed over now.
  func now() -> Set<Int> {
    if assets.isEmpty { return [] }
    let now = ContinuousClock.now
    return Set(assets.filter { $0.value.end > now }.keys)
  }

  mutating func pause(_ asset: Int, _ settings: DispatchSettings) {
    var backOff = assets[asset]?.backOff ?? BackOff(settings)
    let seconds = backOff.pause(wanted: nil)
    assets[asset] = (backOff, ContinuousClock.now + .seconds(seconds))
  }

  mutating func resume(_ asset: Int) {
    if !assets.isEmpty { assets[asset] = nil }
  }
}

/// Forgets old keys, a hundred assets at a time and once a day.
private struct Pruning {
  private var day: Int64?
  private var asset: Int? = 0

  mutating func step(_ spool: Spool) throws(DispatchError) {
    let now = currentTime()
    if day != now.daysSince1970 { (day, asset) = (now.daysSince1970, 0) }
    if let asset { self.asset = try spool.prune(behind: asset, now: now) }
  }
}
