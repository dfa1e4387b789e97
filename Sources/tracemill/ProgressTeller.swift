internal import Storage
internal import Synchronization
internal import Work

/// Shows how far a run has come: counts, rate, the share of the bytes of its inputs, and the time that is left.
struct ProgressTeller {
  private let console: Console
  private let unit: String
  /// `nil` if an input has no size.
  private let totalBytes: Int?
  private let startedAt = ContinuousClock.now
  private var lastTold: ContinuousClock.Instant?

  /// - Parameters:
  ///   - unit: what the run counts: `trips`, `requests`.
  ///   - files: its inputs.
  init(_ console: Console, unit: String, files: [String]) {
    self.console = console
    self.unit = unit
    let sizes = console.progress == ProgressStyle.none ? [] : files.map(size(ofFile:))
    totalBytes = sizes.contains(nil) || sizes.isEmpty ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    ReadMeter.beginRun()
    tellReading()
  }

  /// Until the first trace is matched, a line says how much was read: a file that mixes many traces is read to its end
  /// first.
  private func tellReading() {
    guard console.progress == nil else { return }
    let lastTold = Mutex(startedAt)
    let (console, totalBytes) = (console, totalBytes)
    ReadMeter.listen {
      let now = ContinuousClock.now
      let isTime = lastTold.withLock { last in
        guard now - last >= .milliseconds(200) else { return false }
        last = now
        return true
      }
      guard isTime else { return }
      let done = RunShare(
        bytes: ReadMeter.bytesOfRun, totalBytes: totalBytes, fixesRead: 0, fixesFinished: 0, seconds: 0)
      console.progress(RunProgress.sentence(reading: done.read))
    }
  }

  /// Says it now and then; at the end in any case.
  mutating func tell(_ counts: RunCounts, isEnd: Bool = false) {
    let style = console.progress
    guard style != ProgressStyle.none else { return }
    let now = ContinuousClock.now
    let pause: Duration = style == nil ? .milliseconds(200) : .seconds(10)
    guard isEnd || now - (lastTold ?? startedAt) >= pause else { return }
    lastTold = now
    ReadMeter.listen(nil)
    let done = RunShare(
      bytes: ReadMeter.bytesOfRun, totalBytes: totalBytes, fixesRead: ReadMeter.fixes,
      fixesFinished: counts.fixes + counts.unselectedFixes, seconds: (now - startedAt).inSeconds)
    let state = RunProgress(counts: counts, unit: unit, done: done)
    switch style {
    case nil: console.progress(isEnd ? "" : state.sentence)
    case .plain?: Console.tell(line: state.sentence)
    case .json?: Console.tell(state.fields(isEnd: isEnd))
    case ProgressStyle.none?: break
    }
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
