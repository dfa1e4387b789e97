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
/// An event is in the dispatcher's spool before a row of it is written. Messages take effect at the time that the stream
/// has reached; when the same stream is read again, they take effect at the same moment of it.
///
/// Memory: some kilobytes for each asset, and the jobs.
final class LiveJobs {
  private var list: JobList
  private var scene: JobScene
  private let settings: TraceSettings
  private let dispatcher: Dispatcher?
  private var assets: [String: Asset] = [:]
  private var assetOfTrace: [String: String] = [:]
  /// The jobs that an asset has done.
  private var done: Set<Int> = []
  private var waiting: [JobEvent] = []
  private var outgoing: [AssetEvent] = []
  private(set) var refusals: [Refusal] = []

  private struct Asset {
    var fold: AssetFold
    /// The last sample that was taken.
    var sample: CourseSample?
    var newest: Timestamp
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
    assetOfTrace[trace.id] = id
    tell(.asset, "start", of: name, at: time)
    if assets[id]?.fold.key == key {
      assets[id]?.fold.beginPart()
      return
    }
    var fold = AssetFold(of: key, named: name, in: board, mode: settings.matching.rules.mode)
    try recall(&fold, at: time)
    assets[id] = Asset(fold: fold, newest: time)
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
      done.insert(job)
      fold.know(job)
      if try last("left") == nil { (since, standing) = (arrival, standing + [job]) }
    }
    if !standing.isEmpty { fold.resume(at: standing, since: since, in: board) }
  }

  /// Takes the next usable fix of a trace, as it was recorded.
  func hear(_ place: Place, at time: Timestamp, of trace: String) {
    guard let id = assetOfTrace[trace], assets[id] != nil else { return }
    assets[id]?.newest = time
    assets[id]?.fold.hear(place, at: time, in: scene, done: &done, into: &waiting)
  }

  /// Takes the fixes of a trace whose roads are certain.
  func take(_ fixes: [DecidedFix], of trace: String, using router: inout Router) {
    guard let id = assetOfTrace[trace] else { return }
    for fix in fixes {
      guard let time = fix.fix.time, let position = fix.matched.position else { continue }
      let sample = CourseSample(
        time: time, place: position.place, position: EdgePosition(edge: position.edge, offset: position.offset),
        driven: 0)
      guard assets[id]?.sample.map({ sample.isNews(after: $0) }) ?? true else { continue }
      assets[id]?.sample = sample
      assets[id]?.fold.take(sample, in: scene, into: &waiting, using: &router)
    }
  }

  /// A trace is closed.
  func end(_ trace: String) {
    guard let id = assetOfTrace.removeValue(forKey: trace), var asset = assets[id] else { return }
    asset.fold.finish(in: board, done: &done, into: &waiting)
    assets[id] = asset
    tell(.asset, "stop", of: asset.fold.name, at: asset.newest)
  }

  // MARK: The dispatcher

  /// Hands on what has happened, and takes what the dispatcher says.
  ///
  /// - Parameter now: the time that the stream has reached; `nil` before its first fix.
  /// - Returns: what has happened since the last call.
  func exchange(at now: Timestamp?) throws(DispatchError) -> [JobEvent] {
    if let dispatcher, let now {
      var messages = try dispatcher.take(at: now)
      while !messages.isEmpty {
        takeAll(messages)
        messages = messages.count < 1000 ? [] : try dispatcher.take(at: now)
      }
      outgoing += waiting.map { AssetEvent($0, of: board) }
      if !outgoing.isEmpty { try dispatcher.append(outgoing, at: now) }
      outgoing = []
      for fault in try dispatcher.errors() {
        refusals.append(
          Refusal(
            file: "", line: nil, traceID: fault.asset, reason: fault.kind.rawValue, message: fault.description))
      }
    }
    defer { waiting = [] }
    return waiting
  }

  func takeRefusals() -> [Refusal] {
    defer { refusals = [] }
    return refusals
  }

  private func tell(
    _ family: AssetEvent.Family, _ type: String, of asset: String, job: String? = nil, at time: Timestamp,
    once: Bool = false
  ) {
    guard dispatcher != nil else { return }
    outgoing.append(AssetEvent(asset: asset, family: family, type: type, job: job, time: time, once: once))
  }

  private func takeAll(_ messages: [TakenMessage]) {
    var changed: Set<Int> = []
    for (number, taken) in messages.enumerated() {
      switch taken.message.kind {
      case .job: order(taken, &changed)
      case .cancel: cancel(taken)
      case .message:
        // Two messages of one moment are two events.
        let time = taken.takenAt.adding(seconds: Double(number) / 1000)
        tell(.message, "received", of: taken.message.asset ?? "", at: time)
      }
    }
    guard !changed.isEmpty else { return }
    scene = JobScene(JobBoard(list, settings: board.settings), routes: scene.routes)
    for id in Set(changed.compactMap { board.jobs[$0].asset?.id }) {
      assets[board.asset(named: [id])?.id ?? id]?.fold.takeJobs(from: board)
    }
  }

  private func order(_ taken: TakenMessage, _ changed: inout Set<Int>) {
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
      if let number = list.jobs.firstIndex(where: { $0.id == order.job.id }) {
        list.jobs[number] = order.job
        changed.insert(number)
      } else {
        changed.insert(list.jobs.count)
        list.jobs.append(order.job)
      }
      if let replaced = order.replaces { put(an: .assigned, to: replaced, for: order.job.id, taken) }
      if let asset = message.asset { tell(.job, "received", of: asset, job: id, at: taken.takenAt, once: true) }
    }
  }

  private func cancel(_ taken: TakenMessage) {
    guard let text = taken.message.job else { return }
    put(an: .cancelled, to: Job.ID(text), for: Job.ID(text), taken)
  }

  /// Puts an end to a job.
  private func put(an end: OfficeEvent.Kind, to id: Job.ID, for other: Job.ID, _ taken: TakenMessage) {
    guard
      let number = board.number(of: id) ?? board.number(of: Job.ID(id.text, kind: .pickup))
        ?? board.number(of: Job.ID(id.text, kind: .delivery)), !done.contains(number)
    else { return }
    var entry = OfficeEvent(end, of: other, by: taken.message.asset, at: taken.takenAt)
    let isReplaced = end == .assigned
    if isReplaced { entry.replaces = id }
    let asset = board.jobs[number].asset?.id ?? taken.message.asset ?? ""
    if assets[asset] != nil {
      assets[asset]?.fold.take(entry, of: number, isReplaced: isReplaced, into: &waiting)
    } else if let event = JobEvent(entry, of: number, replaced: isReplaced, by: asset) {
      waiting.append(event)
    }
  }
}

extension AssetEvent {
  /// What a job's event is to a dispatcher.
  init(_ event: JobEvent, of board: JobBoard) {
    let job = event.job.map { board.jobs[$0] }
    func number(_ value: Double?, to digits: Double = 10) -> JSONValue? {
      value.map { .number(($0 * digits).rounded() / digits) }
    }
    let late = event.kind == .arrived ? job?.planned.map { event.time.seconds(since: $0) } : nil
    self.init(
      asset: event.asset, type: event.kind.rawValue, job: job?.id.text, time: event.time,
      once: [.missed, .cancelled, .replaced].contains(event.kind),
      data: .object([
        "type": job.map { .text($0.type) },
        "dispatcher": job.flatMap { $0.dispatcher.isEmpty ? nil : .text($0.dispatcher) },
        "lat": event.place.map { .number(Double($0.latitudeE7) / 1e7) },
        "lon": event.place.map { .number(Double($0.longitudeE7) / 1e7) },
        "eta": event.eta.map { .text($0.iso8601) },
        "remaining_s": number(event.remaining?.time), "remaining_m": number(event.remaining?.length),
        "late_s": number(late), "distance_m": number(event.distance),
      ]))
  }
}
