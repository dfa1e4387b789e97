internal import Dispatch
internal import Glibc
internal import Storage
internal import Work

/// SIGINT and SIGTERM end a run in order: it finishes what it has begun, and begins nothing new. A second signal ends
/// the program at once.
enum StopSignals {
  private static let numbers = [SIGINT, SIGTERM]

  /// Listens for the signals until the program ends. A signal that the program was started to ignore stays ignored.
  ///
  /// - Parameters:
  ///   - stop: what the signals ask.
  ///   - files: what the run reads. If a stream is among them, signals end the program at once, as a run that
  ///   waits for input cannot take notice of them.
  static func stop(_ stop: StopRequest, whileReading files: [String]) -> StopRequest? {
    guard !files.contains(where: { $0 == "-" || FileKind(at: $0) == .stream }) else { return nil }
    for number in numbers {
      guard unsafe unsafeBitCast(signal(number, SIG_IGN), to: Int.self) != Self.ignored else { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
      // The handler keeps its source until the program ends.
      source.setEventHandler { [source] in
        withExtendedLifetime(source) {
          if case .signal? = stop.cause { end(by: number) }
          stop.stop(.signal(number))
        }
      }
      source.activate()
    }
    return stop
  }

  private static let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)

  /// Ends the program as the signal does by itself, so that its parent sees the signal.
  private static func end(by number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }
}
