import Downloads
import Foundation
import RandomNumbers
import Synchronization
import TestSupport

/// A folder behind `Benchmarks/maps/serve.py`, which misbehaves as each request asks for it.
final class TestServer: Sendable {
  /// Ends in `/`.
  let url: String
  let folder: TemporaryFolder
  private let process = Process()
  private let input = Pipe()

  /// - Parameter arguments: further ones of `serve.py`.
  init(_ arguments: String...) throws {
    folder = try TemporaryFolder()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", projectRoot.appending(path: "Benchmarks/maps/serve.py").path, folder.path] + arguments
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

  /// The server of all tests that script their requests, with some files; `nil` if Python is missing.
  static let shared: TestServer? = {
    let server = try? TestServer()
    guard let server, server.url.hasPrefix("http") else { return nil }
    let files = [("x.bin", noise(300_000, seed: 1)), ("x.bin.B", noise(250_000, seed: 2)), ("empty", [])]
    for (name, bytes) in files + [("state.txt", Array("sequenceNumber=4711\n".utf8))] {
      guard (try? server.folder.write(name, bytes)) != nil else { return nil }
    }
    return server
  }()

  static let lack = "python3 is not there, which runs the server of these tests"

  /// The address of a file for one test, that nobody else uses.
  func address(_ name: String, _ script: String = "ok") -> Address { .web(path(name, script)) }

  func path(_ name: String, _ script: String = "ok") -> String {
    "\(url)\(name)?script=\(script)&test=\(UUID().uuidString)"
  }

  /// The step of a script that redirects.
  static func redirection(to target: String) -> String {
    let escaped = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "to:" + (escaped.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }

  /// A request that the server got.
  struct Request: Decodable {
    let method: String
    let path: String
    /// By names in small letters.
    let headers: [String: String]
    /// Bytes of the body that left the server.
    let sent: Int
  }

  /// The requests to an address, in order.
  func requests(to address: Address) throws -> [Request] {
    guard case .web(let url) = address, let log = URL(string: self.url + "~log") else { return [] }
    let bytes = try Downloader().document(at: .web(log.absoluteString)) ?? []
    let path = url.dropFirst(self.url.count - 1)
    return try JSONDecoder().decode([Request].self, from: Data(bytes)).filter { $0.path == path }
  }
}

extension TemporaryFolder {
  /// Whether the file `x` has the bytes of another folder's file. (A comparison of arrays would print them all.)
  func holds(_ other: TemporaryFolder, _ name: String) -> Bool {
    let bytes = bytes("x")
    return bytes != nil && bytes == other.bytes(name)
  }
}

/// Bytes that no compression and no pattern makes shorter.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) }
}

/// Gathers the notices of a download.
final class Notices: Sendable {
  private let all = Mutex<[DownloadNotice]>([])

  func add(_ notice: DownloadNotice) { all.withLock { $0.append(notice) } }

  /// The offsets at which it went on.
  var resumptions: [Int] {
    all.withLock { $0 }.compactMap { if case .resumed(_, let offset) = $0 { offset } else { nil } }
  }

  /// Why it began anew.
  var restarts: [String] {
    all.withLock { $0 }.compactMap { if case .restarted(_, let reason) = $0 { reason } else { nil } }
  }

  /// Why it waited.
  var waits: [String] {
    all.withLock { $0 }.compactMap { if case .waiting(_, let reason, _, _) = $0 { reason } else { nil } }
  }

  var progress: [(received: Int, total: Int?)] {
    all.withLock { $0 }.compactMap {
      if case .progress(_, let received, let total) = $0 { (received, total) } else { nil }
    }
  }
}

extension DownloadSettings {
  /// A server on this machine answers at once, unless the machine is busy with other tests.
  static var brisk: DownloadSettings {
    var settings = DownloadSettings()
    settings.connectTimeout = 10
    settings.stallTimeout = 5
    settings.closeTimeout = 0.1
    settings.patience = 20
    settings.firstPause = 0.005
    settings.longestPause = 0.05
    settings.noticeInterval = 0
    return settings
  }
}

extension Downloader {
  /// For a script: a server that stalls is not waited for long.
  convenience init(_ notices: Notices, for script: String) {
    self.init(notices) { $0.stallTimeout = script.contains("stall") ? 0.4 : 5 }
  }

  convenience init(_ notices: Notices, _ change: (inout DownloadSettings) -> Void = { _ in }) {
    var settings = DownloadSettings.brisk
    change(&settings)
    self.init(settings, tell: notices.add)
  }
}
