internal import Downloads
internal import MapLibrary
internal import Records
internal import Storage
internal import Synchronization

/// Tells how downloads and builds get on: a line that is renewed on a terminal, lines at intervals where they are asked
/// for, and what happened with --verbose.
final class LibraryTeller: Sendable {
  private let console: Console
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let troubled = Mutex<Set<Address>>([])

  init(_ console: Console) { self.console = console }

  func tell(_ notice: DownloadNotice) {
    switch notice {
    case .progress(let address, let received, let total): progress(address, received, total)
    case .waiting(let address, let reason, let seconds, let patience):
      tellOnce(address, reason, patience)
      let sentence = "\(address): \(reason); the next try is in \(Int(seconds.rounded(.up))) s"
      console.inform(sentence)
      console.progress(sentence)
    case .resumed(let address, let at): console.inform("\(address): resumed at \(megabytes(at))")
    case .restarted(let address, let reason): console.inform("\(address): downloaded anew: \(reason)")
    }
  }

  func tell(_ notice: LibraryNotice) {
    console.progress("")
    switch notice {
    case .building(let id): step("building the map of \(id)")
    case .applying(let region, let files):
      step("applying \(files) change file\(files == 1 ? "" : "s") to the extract of \(region)")
    case .unpacking(let id, let isDelta):
      step(isDelta ? "\(id): making the new map of the installed one" : "\(id): unpacking the map")
    case .uselessDelta(let id, let reason): console.inform("\(id): the whole map is downloaded: \(reason)")
    case .untouched(let id): console.inform("\(id): no road has changed; the map stays as it is")
    case .built(let id, let size, let seconds):
      console.inform("\(id): a map of \(megabytes(size)), built in \(decimalText(seconds, 1)) s")
    }
  }

  /// On a terminal the first failure is reported at once. Elsewhere, as under cron, only the last one is.
  private func tellOnce(_ address: Address, _ reason: String, _ patience: Double) {
    guard Console.isTerminal, troubled.withLock({ $0.insert(address).inserted }) else { return }
    console.progress("")
    console.warn(
      "\(address): \(reason). Trying again for \(Int(patience.rounded(.up))) s; --patience SECONDS changes that.")
  }

  private func step(_ sentence: String) {
    console.inform(sentence)
    console.progress(sentence)
  }

  private func progress(_ address: Address, _ received: Int, _ total: Int?) {
    let pause: Duration = console.progress == nil ? .milliseconds(200) : .seconds(10)
    let isEnd = total.map { received >= $0 } ?? false
    let isDue = last.withLock { last in
      if !isEnd, let last, ContinuousClock.now - last < pause { return false }
      last = ContinuousClock.now
      return true
    }
    guard isDue else { return }
    let share = total.flatMap { $0 > 0 ? " (\(received * 100 / $0) %)" : nil } ?? ""
    let sentence = "\(address): \(megabytes(received))\(total.map { " of \(megabytes($0))" } ?? "")\(share)"
    switch console.progress {
    case nil: console.progress(sentence)
    case .plain?: Console.tell(line: sentence)
    case .json?:
      Console.tell([
        .init(name: "progress", value: .text("downloading")), .init(name: "run_id", value: .text(Console.runID)),
        .init(name: "address", value: .text("\(address)")), .init(name: "received", value: .integer(received)),
        .init(name: "total", value: total.map(JSONValue.integer) ?? .null),
      ])
    case ProgressStyle.none?: break
    }
  }
}
