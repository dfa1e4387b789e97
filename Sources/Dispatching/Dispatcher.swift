package import Moments
internal import Storage
internal import Synchronization

/// What is left when a run ends.
package struct DispatchEnd: Equatable, Sendable {
  /// Events that the dispatcher has not acknowledged: they are sent at the next start.
  package let unacknowledged: Int
  /// Events, since the spool was made, that no rule of the mapping takes.
  package let leftOut: Int
}

/// A dispatcher: events go to it, messages come from it, whatever the network does meanwhile.
///
/// Threads of its own talk to it; who reads fixes waits for the disk at most. What waits is in the ``Spool`` and not in memory.
package final class Dispatcher: Sendable {
  package let spool: Spool
  private let link: DispatchLink
  private let threads: DispatchThreads

  /// Opens the spool and begins to send and to ask.
  ///
  /// - Parameter tell: called by the threads that talk to the dispatcher.
  package init(
    _ settings: DispatchSettings, tell: @escaping @Sendable (DispatchNotice) -> Void = { _ in }
  ) throws(DispatchError) {
    spool = try Spool(path: settings.spoolPath, daysKept: settings.daysKept)
    link = DispatchLink(tell: tell)
    threads = try DispatchThreads(settings, spool, link)
  }

  deinit { threads.stop() }

  /// Stores events in one transaction; they are on the disk when this returns, and sent soon after.
  ///
  /// - Parameter time: the time that the stream of fixes has reached.
  /// - Returns: for each its number among the events of its asset; `nil` if an earlier run has made it already.
  @discardableResult
  package func append(_ events: [AssetEvent], at time: Timestamp) throws(DispatchError) -> [Int?] {
    try link.check()
    return try spool.append(events, at: time)
  }

  /// The messages for a moment of the stream of fixes, at most 1,000: ask again until there are none.
  package func take(at time: Timestamp) throws(DispatchError) -> [TakenMessage] {
    try link.check()
    return try spool.take(at: time)
  }

  /// The next messages that earlier runs have taken, at most 1,000: ask again until there are none.
  package func takeAgain() throws(DispatchError) -> [TakenMessage] { try spool.takeAgain() }

  /// What went wrong for good since the last call, at most 1,000: ask again until there is nothing.
  package func errors() throws(DispatchError) -> [DispatchFault] { try spool.takeFaults() }

  /// Whether there was an event of this asset, type and job, in this run or an earlier one.
  package func isKnown(asset: String, fullType: String, job: String?) throws(DispatchError) -> Bool {
    try spool.isKnown(asset: asset, fullType: fullType, job: job)
  }

  /// Ends: asks for no more messages, and waits until all events are acknowledged or the time is over.
  ///
  /// - Parameter seconds: how long to wait at most.
  package func finish(draining seconds: Double) throws(DispatchError) -> DispatchEnd {
    link.stop(.messages)
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end, try spool.hasUnacknowledged() {
      try link.check()
      link.sleep(min(0.02, (end - ContinuousClock.now) / .seconds(1)), .events)
    }
    threads.stop()
    return DispatchEnd(
      unacknowledged: try spool.unacknowledgedCount(), leftOut: try spool.leftOutCount())
  }
}

/// How long to wait for room on the disk, in seconds.
private let fullDiskPause = 5.0

/// The threads that talk to a dispatcher.
private final class DispatchThreads: Sendable {
  private let threads: Mutex<[OwnThread]>
  private let link: DispatchLink

  init(_ settings: DispatchSettings, _ spool: Spool, _ link: DispatchLink) throws(DispatchError) {
    self.link = link
    threads = Mutex([])
    // Where libcurl is missing, this says so.
    _ = try HTTPSession(settings) { false }
    for index in 0..<max(1, settings.connections) {
      try start("events", .events) { () throws(DispatchError) in
        var poster = try EventPoster(settings, spool, link, lane: Lane(index, of: max(1, settings.connections)))
        try poster.run()
      }
    }
    guard let wire = PollWire(settings) else { return }
    try start("messages", .messages) { () throws(DispatchError) in
      var poller = try MessagePoller(settings, wire, spool, link)
      try poller.run()
    }
  }

  private func start(
    _ name: String, _ direction: DispatchNotice.Direction, _ body: @escaping @Sendable () throws(DispatchError) -> Void
  ) throws(DispatchError) {
    do throws(StorageError) {
      let thread = try OwnThread(name) { [link] in
        while !link.isStopped(direction) {
          do throws(DispatchError) {
            try body()
          } catch .cannotUse(_, let reason) {
            // A full disk may have room again. What could not be noted is asked or posted again.
            link.tell(.waiting(direction, reason: "the spool cannot be used: \(reason)", seconds: fullDiskPause))
            link.sleep(fullDiskPause, direction)
          } catch {
            return link.fail(direction, error)
          }
        }
      }
      threads.withLock { $0.append(thread) }
    } catch {
      stop()
      throw .cannotUse(path: name, reason: error.reason)
    }
  }

  /// Waits until they have ended: a tenth of a second at most, and the transaction under way.
  func stop() {
    link.stop(.events)
    link.stop(.messages)
    threads.withLock { threads in
      for thread in threads { thread.join() }
      threads = []
    }
  }
}
