import Foundation
import RandomNumbers
import Records
import TestSupport
import Testing

@testable import Dispatching

@Suite struct `A run that is killed` {
  /// The program of `Benchmarks/dispatching`, which lies beside the tests.
  private static let program: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let here = bundle ?? URL(filePath: CommandLine.arguments[0])
    return here.deletingLastPathComponent().appending(path: "emit")
  }()

  private func start(_ desk: Desk, _ folder: TemporaryFolder, drain: Int) throws -> (Process, Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments =
      ["send", desk.base, folder.path("spool"), "20", "1500", "5", "10", "1", "\(drain)"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, output)
  }

  /// The same input is read from its beginning each time, as a run is that has lost its place in it.
  @Test func `many times has sent each event once, in order, when it ends`() throws {
    let desk = try Desk(
      "--chaos", "lose,drop,500,503:0,first,some,none,plain,delay:0.02,big,409", "--share", "0.3", "--seed", "9")
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 11)
    try desk.add((0..<10).map { #"{"id":"\#($0)","type":"message"}"# }.joined(separator: "\n"))
    for _ in rounds(50, few: 3) {
      let (process, _) = try start(desk, folder, drain: 60)
      // From before the spool is open to when all is appended.
      usleep(UInt32(random.next() % 700_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let (process, output) = try start(desk, folder, drain: 60)
    process.waitUntilExit()
    let told = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 0)
    #expect(told.contains("unacknowledged 0, messages 10,"), "\(told)")
    let state = try desk.state()
    #expect(state.violations == [])
    let numbers = state.events.compactMap { $0["data"]?["number"]?.integer }
    #expect(numbers.sorted() == Array(1...1500))
    for asset in 0..<20 {
      let own = state.events.filter { $0["assetid"]?.text == "van/\(asset)" }
      #expect(own.map { $0["sequence"]?.text } == (1...own.count).map { "\($0)" })
    }
  }
}
