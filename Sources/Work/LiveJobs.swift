internal import Dispatching
internal import Geodesy
internal import Jobs
internal import Matching
internal import Moments
internal import Records
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces

/// The jobs of a live run: follows each asset, takes what the dispatcher says, and hands on what happens.
///
/// An event is in the dispatcher's spool before a row of it is written. A message takes effect at the first fix after
/// the time that the stream had reached when it was taken; so it does at the same fix when the same stream is read again.
///
/// Memory: some kilobytes for each asset, and the jobs.
final class LiveJobs {
  private var list: JobList
  private var scene: JobScene
  private let settings: TraceSettings
  private let dispatcher: Dispatcher?
  private var assets: [String: Asset] = [:]
  private var assetOfTrace: [String: Asset] = [:]
  private var done = DoneJobs()
  private var reached = ReachedTime()
  /// Messages that the stream has not passed yet.
  private var messages: [TakenMessage] = []
  /// Whether those that earlier runs have taken are among ``messages``, or were.
  private var isReplayed = false
  /// The time of the last message that took effect, and how many of that time did.
  private var taken: (at: Timestamp?, count: Int) = (nil, 0)
  private var waiting: [JobEvent] = []
  private var outgoing: [AssetEvent] = []
  /// The number of `waiting` that are in `outgoing`.
  private var outgoingCount = 0
  private var refusals: [Refusal] = []

  /// A class, since several traces may be of one asset.
  private final class Asset {
    var fold: AssetFold
    /// The last sample that was taken.
    var sample: CourseSample?
    var newest: Timestamp

    init(_ fold: AssetFold, at time: Timestamp) {
      self.fold = fold
      newest = time
    }
  }

  /// - Parameter dispatcher: `nil` if events are only written.
  init(_ board: JobBoard, _ pipeline: TracePipeline, settings: TraceSettings, dispatcher: Dispatcher?) {
    list = board.list
    scene = JobScene(board, routes: pipeline.jobRoutes)
    self.settings = settings
    self.dispatcher = dispatcher
  }

  var board: JobBoard { scene.board }

  // MARK: Traces

  /// A trace begins, or returns after a silence.
  func begin(_ trace: Trace, at time: Timestamp) throws(DispatchError) {
    let names = settings.names(of: trace, begin: time)
    let known = board.asset(named: [names.vehicle] + names.ids)
    let (id, name) = (known?.id ?? names.vehicle, known?.name ?? names.vehicle)
    let key = AssetDay.Key(asset: id, day: names.day)
    tell(.asset, "start", of: name, at: time)
    if let asset = assets[id], asset.fold.key == key {
      assetOfTrace[trace.id] = asset
      asset.fold.beginPart()
      return
    }
    var fold = AssetFold(of: key, named: name, in: board, mode: settings.matching.rules.mode)
    if let before = assets[id]?.fold {
      let over = Set(before.jobs).subtracting(fold.jobs)
      done.releaseAll(over.sorted(), on: board, into: &waiting)
    }
    try recall(&fold, at: time)
    for job in fold.jobs where done.contains(job) { fold.know(job) }
    let asset = Asset(fold, at: time)
    (assets[id], assetOfTrace[trace.id]) = (asset, asset)
  }

  /// What earlier runs have told, if the stream is past it.
  private func recall(_ fold: inout AssetFold, at now: Timestamp) throws(DispatchError) {
    guard let spool = dispatcher?.spool, try spool.lastSequence(of: fold.name) > 0 else { return }
    var standing: [Int] = []
    var since = now
    for job in fold.jobs {
      func last(_ type: String) throws(DispatchError) -> Timestamp? {
        try spool.lastTime(
          asset: fold.name, fullType: "tracemill.job." + type, job: board.jobs[job].id.text)
      }
      guard let arrival = try last("arrived"), arrival <= now else { continue }
      done.insert([job])
      if try last("left") == nil { (since, standing) = (arrival, standing + [job]) }
    }
    if !standing.isEmpty { fold.resume(at: standing, since: since, in: board) }
  }

  /// Takes the next usable fix of a trace, as it was recorded.
  func hear(_ place: Place, at time: Timestamp, of trace: String) throws(DispatchError) {
    guard let asset = assetOfTrace[trace] else { return }
    if reached.take(time, assets: assets.count) { try takeDue() }
    asset.newest = time
    asset.fold.hear(place, at: time, in: scene, done: &done, into: &waiting)
  }

  /// Takes the fixes of a trace whose roads are certain.
  func take(_ fixes: [DecidedFix], of trace: String, using router: inout Router) {
    guard let asset = assetOfTrace[trace] else { return }
    for fix in fixes {
      guard let time = fix.fix.time, let position = fix.matched.position else { continue }
      let sample = CourseSample(
        time: time, place: position.place, position: EdgePosition(edge: position.edge, offset: position.offset),
        driven: 0)
      guard asset.sample.map({ sample.isNews(after: $0) }) ?? true else { continue }
      asset.sample = sample
      asset.fold.take(sample, in: scene, into: &waiting, using: &router)
    }
  }

  /// A trace is closed.
  func end(_ trace: String) {
    guard let asset = assetOfTrace.removeValue(forKey: trace) else { return }
    asset.fold.finish(in: board, done: &done, into: &waiting)
    tell(.asset, "stop", of: asset.fold.name, at: asset.newest)
  }

  /// The stream has ended.
  func finish() throws(DispatchError) {
    if let now = reached.value { try takeDue(before: now.adding(seconds: 0.001)) }
    done.releaseAll(on: board, into: &waiting)
  }

  // MARK: The dispatcher

  /// Hands on what has happened, and takes what the dispatcher says.
  ///
  /// - Returns: what has happened since the last call.
  func exchange() throws(DispatchError) -> [JobEvent] {
    defer { (waiting, outgoingCount) = ([], 0) }
    guard let dispatcher, let now = reached.value else { return waiting }
    handOn()
    if !outgoing.isEmpty { try dispatcher.append(outgoing, at: now) }
    outgoing = []
    if isReplayed {
      var new = try dispatcher.take(at: now)
      while !new.isEmpty {
        messages += new
        new = new.count < 1000 ? [] : try dispatcher.take(at: now)
      }
    }
    for fault in try dispatcher.errors() {
      refusals.append(
        Refusal(file: "", line: nil, traceID: fault.asset, reason: fault.kind.rawValue, message: fault.description))
    }
    return waiting
  }

  func takeRefusals() -> [Refusal] {
    defer { refusals = [] }
    return refusals
  }

  /// What happened first is told first.
  private func handOn() {
    outgoing += waiting[outgoingCount...].map { AssetEvent($0, of: board) }
    outgoingCount = waiting.count
  }

  private func tell(
    _ family: AssetEvent.Family, _ type: String, of asset: String, job: String? = nil, message: String? = nil,
    at time: Timestamp
  ) {
    guard dispatcher != nil else { return }
    handOn()
    outgoing.append(
      AssetEvent(
        asset: asset, family: family, type: type, job: job, time: time, once: false,
        data: .object(["message": message.map { .text($0) }])))
  }

  /// Takes the messages that the stream has passed.
  private func takeDue(before time: Timestamp? = nil) throws(DispatchError) {
    guard let dispatcher, let now = time ?? reached.value else { return }
    while true {
      if messages.isEmpty, !isReplayed {
        messages = try dispatcher.takeAgain()
        isReplayed = messages.isEmpty
      }
      let due = messages.prefix { $0.takenAt < now }
      if due.isEmpty { return }
      messages.removeFirst(due.count)
      takeAll(due)
    }
  }

  private func takeAll(_ messages: ArraySlice<TakenMessage>) {
    var change = Change()
    for message in messages {
      taken = (message.takenAt, taken.at == message.takenAt ? taken.count + 1 : 0)
      switch message.message.kind {
      case .job: order(message, &change)
      case .cancel:
        spread(&change)
        cancel(message)
      case .message: receive(message, .message)
      }
    }
    spread(&change)
  }

  /// What orders change.
  private struct Change {
    var jobs: [Job.ID: Int] = [:]
    /// The ids of the assets that have, or had, one of these jobs.
    var assets: Set<String> = []
  }

  private func spread(_ change: inout Change) {
    if change.jobs.isEmpty { return }
    scene = JobScene(JobBoard(list, settings: board.settings), routes: scene.routes)
    for id in change.assets {
      assets[board.asset(named: [id])?.id ?? id]?.fold.takeJobs(from: board, changed: Set(change.jobs.values))
    }
    change = Change()
  }

  /// Says that a message has come. Those of one moment are some milliseconds apart, as events are known by their times.
  private func receive(_ taken: TakenMessage, _ family: AssetEvent.Family) {
    guard let asset = taken.message.asset else { return }
    tell(
      family, "received", of: asset, job: taken.message.job, message: taken.message.id,
      at: taken.takenAt.adding(seconds: Double(self.taken.count) / 1000))
  }

  private func order(_ taken: TakenMessage, _ change: inout Change) {
    let message = taken.message
    guard let text = message.order, let id = message.job else { return }
    let read = JobOrder.read(
      text, job: id, asset: message.asset, dispatcher: message.dispatcher, clock: settings.clock)
    switch read {
    case .failure(let error):
      refusals.append(
        Refusal(
          file: "", line: nil, traceID: message.asset, reason: "bad_message",
          message: "the dispatcher's message \(message.id) orders no job: \(error.reason). It was passed over."))
    case .success(let order):
      if let number = board.number(of: order.job.id) ?? change.jobs[order.job.id] {
        if let before = list.jobs[number].asset { change.assets.insert(before.id) }
        list.jobs[number] = order.job
        change.jobs[order.job.id] = number
      } else {
        change.jobs[order.job.id] = list.jobs.count
        list.jobs.append(order.job)
      }
      if let asset = order.job.asset { change.assets.insert(asset.id) }
      if let replaced = order.replaces {
        spread(&change)
        put(an: .assigned, to: replaced, for: order.job.id, taken)
      }
      receive(taken, .job)
    }
  }

  private func cancel(_ taken: TakenMessage) {
    guard let text = taken.message.job else { return }
    // It has come too late, or for nothing: nothing else tells so.
    if !put(an: .cancelled, to: Job.ID(text), for: Job.ID(text), taken) { receive(taken, .message) }
  }

  /// Puts an end to a job.
  ///
  /// - Returns: whether there is one that is not done.
  @discardableResult
  private func put(an end: OfficeEvent.Kind, to id: Job.ID, for other: Job.ID, _ taken: TakenMessage) -> Bool {
    guard
      let number = board.number(of: id) ?? board.number(of: Job.ID(id.text, kind: .pickup))
        ?? board.number(of: Job.ID(id.text, kind: .delivery)), !done.contains(number)
    else { return false }
    var entry = OfficeEvent(end, of: other, by: taken.message.asset, at: taken.takenAt)
    let isReplaced = end == .assigned
    if isReplaced { entry.replaces = id }
    let id = board.jobs[number].asset?.id ?? taken.message.asset ?? ""
    if let asset = assets[id] {
      asset.fold.take(entry, of: number, isReplaced: isReplaced, into: &waiting)
    } else if let event = JobEvent(entry, of: number, replaced: isReplaced, by: id) {
      waiting.append(event)
    }
    return true
  }
}

/// The time that the fixes of all assets have reached. It never runs back, and the wrong clock of one device moves it
/// little: it is the median of the newest fixes, two for each asset.
private struct ReachedTime {
  private var newest: [Timestamp] = []
  private var rows = 0
  private(set) var value: Timestamp?
  private static let most = 63

  /// - Returns: whether it has moved on.
  mutating func take(_ time: Timestamp, assets: Int) -> Bool {
    newest.append(time)
    rows += 1
    guard value == nil || rows >= min(16, assets) else { return false }
    rows = 0
    newest.removeFirst(max(0, newest.count - min(Self.most, 2 * assets + 1)))
    let median = newest.sorted()[newest.count / 2]
    if let value, median <= value { return false }
    value = median
    return true
  }
}

extension AssetEvent {
  /// What a job's event is to a dispatcher.
  init(_ event: JobEvent, of board: JobBoard) {
    let job = event.job.map { board.jobs[$0] }
    func number(_ value: Double?, to digits: Double = 10) -> JSONValue? {
      value.map { .number(($0 * digits).rounded() / digits) }
    }
    // The protocol knows no jobs that are replaced.
    let isReplaced = event.kind == .replaced
    let late = event.kind == .arrived ? job?.planned.map { event.time.seconds(since: $0) } : nil
    self.init(
      asset: event.asset, type: (isReplaced ? .cancelled : event.kind).rawValue, job: job?.id.text, time: event.time,
      once: isReplaced || event.kind == .missed || event.kind == .cancelled,
      data: .object([
        "type": job.map { .text($0.type) },
        "dispatcher": job.flatMap { $0.dispatcher.isEmpty ? nil : .text($0.dispatcher) },
        "lat": event.place.map { .number(Double($0.latitudeE7) / 1e7) },
        "lon": event.place.map { .number(Double($0.longitudeE7) / 1e7) },
        "eta": event.eta.map { .text($0.iso8601) },
        "remaining_s": number(event.remaining?.time), "remaining_m": number(event.remaining?.length),
        "late_s": number(late), "distance_m": number(event.distance),
        "reason": isReplaced ? .text("replaced") : nil,
      ]))
  }
}
