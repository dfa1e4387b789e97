internal import ArgumentParser
internal import Dispatching
internal import FoundationEssentials
internal import Synchronization
internal import Trips

/// The dispatcher that a live run talks to.
struct DispatchOptions: ParsableArguments {
  @Option(
    name: .customLong("dispatcher"),
    help: ArgumentHelp(
      """
      Tell this dispatcher what happens to jobs, and take its orders. Events are kept in a file until it has acknowledged \
      them. The protocol is in Documentation/dispatcher.openapi.yaml.
      """, valueName: "url"))
  var address: String?

  @Option(
    name: .customLong("dispatcher-poll"),
    help: ArgumentHelp("How often to ask the dispatcher for messages (default: 10s).", valueName: "time"))
  var poll: String?

  @Option(
    name: .customLong("dispatcher-auth"),
    help: ArgumentHelp(
      """
      A file with the token, or with one line such as 'X-Key: …'. Without it, the token is in the variable \
      \(Credential.variable), if there is one.
      """, valueName: "file"), completion: .file())
  var auth: String?

  @Option(
    name: .customLong("dispatcher-ca"),
    help: ArgumentHelp("A file with the certificates to trust, instead of the system's.", valueName: "file"),
    completion: .file())
  var certificates: String?

  @Option(
    name: .customLong("dispatcher-mapping"),
    help: ArgumentHelp("How a dispatcher with another protocol is talked to.", valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var mapping: String?

  @Option(
    name: .customLong("spool"),
    help: ArgumentHelp(
      "The file of what is sent and received (default: dispatcher.spool). A run that is started again goes on with it.",
      valueName: "file"), completion: .file())
  var spool: String?

  var isGiven: Bool { address != nil }

  func validate() throws {
    guard !isGiven else {
      _ = try settings()
      return
    }
    let others = [
      "dispatcher-poll": poll, "dispatcher-auth": auth, "dispatcher-ca": certificates, "dispatcher-mapping": mapping,
      "spool": spool,
    ]
    if let name = others.filter({ $0.value != nil }).keys.min() {
      throw ValidationError("--\(name) is about a dispatcher; name it with --dispatcher.")
    }
  }

  /// - Throws: `ValidationError` for a setting that makes no sense.
  private func settings() throws -> DispatchSettings? {
    guard let address else { return nil }
    var interval = 10.0
    if let poll {
      guard let seconds = SplitSettings.seconds(of: poll) else {
        throw ValidationError("--dispatcher-poll is a time such as 10s, not \(poll).")
      }
      interval = seconds
    }
    do throws(DispatchError) {
      return try DispatchSettings(
        base: address, spoolPath: spool ?? "dispatcher.spool",
        credential: try Credential.find(file: auth, environment: ProcessInfo.processInfo.environment),
        pollInterval: interval,
        certificates: certificates, mapping: try mapping.map { path throws(DispatchError) in try Mapping(path: path) })
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Opens the spool, and begins to talk.
  func open(_ console: Console) throws -> Dispatcher? {
    guard let settings = try settings() else { return nil }
    if let warning = settings.warning { console.warn(warning) }
    let filter = Mutex(NoticeFilter())
    do throws(DispatchError) {
      return try Dispatcher(settings) { notice in
        if filter.withLock({ $0.passes(notice) }) { console.warn(notice.description) }
      }
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }

  /// How long the end of a run waits until all is acknowledged, in seconds.
  private static let draining = 30.0

  /// Says what the dispatcher has not acknowledged.
  func close(_ dispatcher: Dispatcher?, _ console: Console) throws {
    guard let dispatcher else { return }
    do throws(DispatchError) {
      let end = try dispatcher.finish(draining: Self.draining)
      if end.unacknowledged > 0 {
        console.warn(
          "\(end.unacknowledged) events are not acknowledged; they are kept, and sent when a run with the same --spool starts"
        )
      }
    } catch {
      throw Failure(exit: .unwritableOutput, description: error.description)
    }
  }
}
