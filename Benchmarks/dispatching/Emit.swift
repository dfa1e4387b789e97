import Dispatching
import Foundation
import Moments
import RandomNumbers
import Records

/// Makes events of some assets, always the same from the same seed, and sends them to a dispatcher; the tests kill it and
/// run it again.
///
///     emit send BASE SPOOL ASSETS EVENTS SEED CHUNK PAUSE DRAIN
///     emit append SPOOL ASSETS EVENTS CHUNK
///     emit drain BASE SPOOL
///
/// `send` appends EVENTS events in transactions of CHUNK, with a pause of PAUSE milliseconds behind each, and waits DRAIN
/// seconds for the end. `append` only appends, `drain` only sends what is there. Each prints what it did, in how many
/// seconds, and the most memory that it has taken. Notices go to standard error. The token is taken from the environment.
@main
struct Emit {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("send", 9): try send(arguments)
      case ("append", 5): try append(arguments)
      case ("drain", 3): try drain(arguments)
      default: end("usage: emit send BASE SPOOL ASSETS EVENTS SEED CHUNK PAUSE DRAIN", code: 64)
      }
    } catch {
      end("\(error)", code: 1)
    }
  }

  private static func send(_ arguments: [String]) throws {
    let numbers = arguments[3...].map { Int($0) ?? 0 }
    let dispatcher = try Dispatcher(settings(arguments[1], arguments[2])) { say("\($0)\n") }
    let begin = ContinuousClock.now
    var made = EventSequence(assets: numbers[0], seed: UInt64(numbers[2]))
    var (appended, messages, longest) = (0, 0, 0.0)
    var left = numbers[1]
    while left > 0 {
      let events = (0..<min(left, numbers[3])).map { _ in made.next() }
      left -= events.count
      let start = ContinuousClock.now
      appended += try dispatcher.append(events, at: events[events.count - 1].time).count { $0 != nil }
      longest = max(longest, (ContinuousClock.now - start) / .milliseconds(1))
      while case let taken = try dispatcher.take(at: events[events.count - 1].time), !taken.isEmpty {
        messages += taken.count
      }
      if numbers[4] > 0 { usleep(UInt32(numbers[4]) * 1000) }
    }
    let end = try dispatcher.finish(draining: Double(numbers[5]))
    let ended = "unacknowledged \(end.unacknowledged), messages \(messages), longest append \(Int(longest)) ms"
    tell("appended \(appended), \(ended)", since: begin)
  }

  private static func append(_ arguments: [String]) throws {
    let numbers = arguments[2...].map { Int($0) ?? 0 }
    let spool = try Spool(path: arguments[1])
    var made = EventSequence(assets: numbers[0], seed: 1)
    let begin = ContinuousClock.now
    for _ in 0..<(numbers[1] / numbers[2]) {
      try spool.append((0..<numbers[2]).map { _ in made.next() })
    }
    tell("appended \(numbers[1])", since: begin)
  }

  private static func drain(_ arguments: [String]) throws {
    let dispatcher = try Dispatcher(settings(arguments[1], arguments[2])) { say("\($0)\n") }
    let before = try dispatcher.spool.unacknowledgedCount()
    let begin = ContinuousClock.now
    let end = try dispatcher.finish(draining: 3600)
    tell("posted \(before - end.unacknowledged)", since: begin)
  }

  private static func settings(_ base: String, _ spool: String) throws -> DispatchSettings {
    let credential = try Credential.find(file: nil, environment: ProcessInfo.processInfo.environment)
    var settings = try DispatchSettings(base: base, spoolPath: spool, credential: credential, pollInterval: 0.1)
    (settings.firstPause, settings.longestPause) = (0.01, 0.1)
    return settings
  }

  private static func tell(_ text: String, since begin: ContinuousClock.Instant) {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let memory = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ").dropFirst().first
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print("\(text), seconds \(String(format: "%.2f", seconds)), kilobytes \(memory ?? "0")")
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  private static func end(_ text: String, code: Int32) -> Never {
    say(text + "\n")
    exit(code)
  }
}

/// Events of some assets in the order of their times.
struct EventSequence {
  private let assets: Int
  private var random: SplitMix64
  private var count = 0

  init(assets: Int, seed: UInt64) {
    self.assets = assets
    random = SplitMix64(seed: seed)
  }

  mutating func next() -> AssetEvent {
    count += 1
    let asset = Int(random.next() % UInt64(assets))
    let job = "job \(random.next() % 1000)-\(count)"
    let isOnce = random.next() % 4 == 0
    return AssetEvent(
      asset: "van/\(asset)", type: isOnce ? "arrived" : "eta_update", job: job,
      time: Timestamp(millisecondsSince1970: 1_777_000_000_000 + Int64(count) * 100), once: isOnce,
      data: .object([
        "dispatcher": .text("desk-1"), "lat": .number(54.5, places: 6), "lon": .number(3.25, places: 6),
        "remaining_s": .integer(Int(random.next() % 3600)), "number": .integer(count),
      ]))
  }
}
