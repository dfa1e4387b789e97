internal import Dispatch
internal import Records
internal import Storage
internal import Synchronization

/// Shows how far the import of a map has come: the place in the file that is being read, and the time left of this
/// reading. The file is read two or three times, and nothing is known of what follows.
final class BuildProgress {
  private let timer: (any DispatchSourceTimer)?

  /// Begins to look at the file, now and then, until ``end()``.
  init(_ console: Console, file: String?) {
    let style = console.progress
    guard style != ProgressStyle.none, let file, let total = fileSize(of: file), total > 0 else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let pause: DispatchTimeInterval = style == nil ? .milliseconds(500) : .seconds(10)
    timer.schedule(deadline: .now() + pause, repeating: pause)
    let begin = ContinuousClock.now
    let readings = Mutex(FileReadings(of: total))
    timer.setEventHandler {
      let seconds = (ContinuousClock.now - begin).inSeconds
      let state = Self.position(in: file).map { place in readings.withLock { $0.state(at: place, after: seconds) } }
      Self.tell(state, of: file, as: style, console)
    }
    timer.activate()
    self.timer = timer
  }

  func end(_ console: Console) {
    timer?.cancel()
    console.progress("")
  }

  private static func tell(
    _ state: FileReadings.State?, of file: String, as style: ProgressStyle?, _ console: Console
  ) {
    let sentence = state.map { "reading \(file)\($0.sentence)" } ?? "building the map"
    switch style {
    case nil: console.progress(sentence)
    case .plain?: Console.tell(line: sentence)
    case .json?:
      func number(_ value: Double?) -> JSONValue { value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null }
      Console.tell([
        .init(name: "progress", value: .text(state == nil ? "building" : "reading")),
        .init(name: "run_id", value: .text(Console.runID)),
        .init(name: "share", value: number(state?.share)),
        .init(name: "reading", value: state.map { .integer($0.number) } ?? .null),
        .init(name: "bytes_per_second", value: number(state?.bytesPerSecond)),
        .init(name: "seconds_left", value: number(state?.left)),
      ])
    case ProgressStyle.none?: break
    }
  }

  /// How far this process has read a file, as the system says of its open files; `nil` if it is not open.
  private static func position(in file: String) -> Int? {
    let real = linkTarget(of: file)
    let open = ((try? folderEntries(of: "/proc/self/fd")) ?? []).map(\.name)
    guard let number = open.first(where: { linkTarget(of: "/proc/self/fd/\($0)") == real }),
      let facts = try? wholeFile("/proc/self/fdinfo/\(number)", atMost: .record)
    else { return nil }
    let place = String(decoding: facts, as: UTF8.self).split(separator: "\n").first?.split(separator: "\t").last
    return place.flatMap { Int($0) }
  }
}
