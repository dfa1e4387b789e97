internal import Synchronization

/// Asks a dispatcher for messages, in a thread of its own.
struct MessagePoller {
  private let settings: DispatchSettings
  private let wire: PollWire
  private let spool: Spool
  private let link: DispatchLink
  private let session: HTTPSession
  private var backOff: BackOff
  /// The tag of the last answer, and the question that it answers.
  private var tag: (url: String, value: String)?

  init(_ settings: DispatchSettings, _ wire: PollWire, _ spool: Spool, _ link: DispatchLink) throws(DispatchError) {
    self.settings = settings
    self.wire = wire
    self.spool = spool
    self.link = link
    session = try HTTPSession(settings) { link.isStopped(.messages) }
    backOff = BackOff(settings)
  }

  /// Until it is stopped.
  mutating func run() throws(DispatchError) {
    while !link.isStopped(.messages) {
      let begin = ContinuousClock.now
      switch try askOnce() {
      case .stopped: return
      case .more: continue
      case .nothing:
        // A server that has held the question back is asked again at once.
        let passed = (ContinuousClock.now - begin) / .seconds(1)
        link.sleep(settings.pollInterval - passed, .messages)
      case .failed(let reason, let pause):
        let seconds = backOff.pause(wanted: pause)
        link.tell(.waiting(.messages, reason: settings.credential?.hidden(in: reason) ?? reason, seconds: seconds))
        link.sleep(seconds, .messages)
      }
    }
  }

  private enum Outcome {
    case more, nothing, stopped
    case failed(reason: String, pause: Double?)
  }

  private mutating func askOnce() throws(DispatchError) -> Outcome {
    let cursor = try spool.cursor()
    let question: PollWire.Question
    do throws(BadMessage) {
      question = try wire.question(cursor: cursor, now: currentTime())
    } catch {
      return .failed(reason: "the question cannot be made: \(error.reason)", pause: nil)
    }
    var request = HTTPRequest(
      url: question.url, headers: question.headers, timeout: settings.answerTimeout + Double(wire.wait))
    if let tag, tag.url == question.url { request.headers.append("If-None-Match: \(tag.value)") }
    switch session.ask(request) {
    case .stopped: return .stopped
    case .lost(let reason): return .failed(reason: reason, pause: nil)
    case .answer(let response): return try take(response, to: question, cursor)
    }
  }

  private mutating func take(
    _ response: HTTPResponse, to question: PollWire.Question, _ cursor: String?
  ) throws(DispatchError) -> Outcome {
    switch response.status {
    case 200: break
    case 304,
      204 where settings.mapping == nil:
      noteWorking()
      return .nothing
    case 410 where cursor != nil && settings.mapping == nil:
      // It no longer keeps what follows the cursor. From the beginning, what is known is passed over by its id.
      try spool.store([], cursor: nil)
      let reason = "it answered with status 410: the cursor is too old, so it is asked from the beginning"
      return .failed(reason: reason, pause: response.pause)
    default: return .failed(reason: meaning(ofStatus: response.status), pause: response.pause)
    }
    let reading: PollWire.Reading
    do throws(BadMessage) {
      reading = try wire.reading(response.body, asked: cursor, now: currentTime())
    } catch {
      return .failed(reason: error.reason, pause: response.pause)
    }
    if !reading.messages.isEmpty || !reading.faults.isEmpty || reading.cursor != cursor {
      try spool.store(reading.messages, faults: reading.faults, cursor: reading.cursor)
    }
    tag = response.entityTag.map { (question.url, $0) }
    noteWorking()
    return reading.isMore ? .more : .nothing
  }

  private mutating func noteWorking() {
    if backOff.failures > 0 { link.tell(.working(.messages)) }
    backOff.reset()
  }
}
