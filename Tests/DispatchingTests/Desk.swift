import Foundation
import Moments
import Records
import Synchronization
import TestSupport

@testable import Dispatching

/// A dispatcher's server, `Benchmarks/dispatching/desk.py`, which misbehaves as it is told to.
final class Desk: Sendable {
  /// Without `/v1`.
  let url: String
  private let process = Process()
  private let input = Pipe()

  /// - Parameter arguments: of `desk.py`.
  init(_ arguments: String...) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", projectRoot.appending(path: "Benchmarks/dispatching/desk.py").path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var base: String { url + "/v1" }

  /// What befalls the next requests.
  func script(events: [String] = [], messages: [String] = []) throws {
    let value: JSONValue = .object([
      "events": .list(events.map { .text($0) }), "messages": .list(messages.map { .text($0) }),
    ])
    _ = try ask("POST", "/~script", value.line())
  }

  /// Adds messages, as they are written.
  func add(_ messages: String...) throws {
    _ = try ask("POST", "/~messages", Array(messages.joined(separator: "\n").utf8))
  }

  struct State {
    /// The ids of the events, in the order of their receipt.
    let ids: [String]
    let events: [JSONValue]
    let refused: [String]
    let violations: [String]
    let requests: [JSONValue]

    /// The ids in each request that posted events.
    var posts: [[String]] {
      requests.compactMap { request in
        guard request["method"]?.text == "POST", request["path"]?.text == "/v1/events" else { return nil }
        return request["ids"]?.list?.compactMap(\.text)
      }
    }

    var questions: [JSONValue] { requests.filter { $0["path"]?.text?.hasPrefix("/v1/messages") ?? false } }

    func header(_ name: String, ofPost index: Int) -> String? {
      requests.filter { $0["method"]?.text == "POST" }[index]["headers"]?[name]?.text
    }
  }

  func state() throws -> State {
    let value = try JSONValue(parsing: try ask("GET", "/~table", nil))
    func ids(_ name: String) -> [String] { value[name]?.list?.compactMap { $0["id"]?.text ?? $0.text } ?? [] }
    return State(
      ids: ids("table"), events: value["table"]?.list ?? [], refused: ids("refused"), violations: ids("violations"),
      requests: value["requests"]?.list ?? [])
  }

  private func ask(_ method: String, _ path: String, _ body: [UInt8]?) throws -> [UInt8] {
    let settings = try DispatchSettings(base: url, spoolPath: "none")
    let session = try HTTPSession(settings) { false }
    let request = HTTPRequest(method: method, url: url + path, body: body, timeout: 20)
    guard case .answer(let response) = session.ask(request), response.status < 300 else { throw NoAnswer() }
    return response.body
  }

  struct NoAnswer: Error {}

  /// Settings with short pauses for this server.
  func settings(
    _ folder: TemporaryFolder, token: String? = nil, certificates: String? = nil, mapping: Mapping? = nil
  ) throws -> DispatchSettings {
    var settings = try DispatchSettings(
      base: base, spoolPath: folder.path("spool"), credential: token.map { try Credential($0, from: "the test") },
      pollInterval: 0.1, certificates: certificates, mapping: mapping)
    (settings.firstPause, settings.longestPause) = (0.02, 0.1)
    return settings
  }
}

/// Gathers the notices of a dispatcher.
final class HeardNotices: Sendable {
  private let all = Mutex<[DispatchNotice]>([])

  func add(_ notice: DispatchNotice) { all.withLock { $0.append(notice) } }

  var reasons: [String] {
    all.withLock { $0 }.compactMap { if case .waiting(_, let reason, _) = $0 { reason } else { nil } }
  }
}

/// Waits until something is so, for ten seconds at most.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(10)
  while ContinuousClock.now < end {
    if try isSo() { return true }
    usleep(5000)
  }
  return try isSo()
}

func moment(_ seconds: Int) -> Timestamp { Timestamp(millisecondsSince1970: 1_777_000_000_000 + Int64(seconds) * 1000) }

func arrival(_ asset: String, _ job: String, at seconds: Int = 0, isBad: Bool = false) -> AssetEvent {
  AssetEvent(
    asset: asset, type: "arrived", job: job, time: moment(seconds), once: true,
    data: .object(["lat": .number(54.5), "bad": isBad ? .flag(true) : nil]))
}

func update(_ asset: String, _ job: String, at seconds: Int) -> AssetEvent {
  AssetEvent(asset: asset, type: "eta_update", job: job, time: moment(seconds), once: false)
}
