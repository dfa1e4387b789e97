package import Foundation

/// Why tests cannot run the program.
package enum ProgramFault: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case outdated(path: String, built: String, now: String)

  package var description: String {
    switch self {
    case .missing(let path):
      "There is no program at \(path). `make build` builds it, and `make test` does so by itself."
    case .outdated(let path, let built, let now):
      "\(path) was built from other sources (\(built)) than those that are here now (\(now)). "
        + "`make build` brings it up to date, and `make test` does so by itself."
    }
  }
}

extension ProgramRun {
  /// The program that tests run as a process: the one that `TRACEMILL_TEST_PROGRAM` names, otherwise the release.
  ///
  /// - Throws: ``ProgramFault`` where it is missing, or was not built from the sources as they are now.
  package static var program: URL { get throws { try checkedProgram.get() } }

  private static let checkedProgram = Result {
    let named = ProcessInfo.processInfo.environment["TRACEMILL_TEST_PROGRAM"] ?? ".build/release/tracemill"
    return try upToDate(URL(filePath: named, relativeTo: projectRoot).absoluteURL)
  }

  /// The same program, if it was built from the sources as they are now.
  package static func upToDate(_ program: URL) throws -> URL {
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw ProgramFault.missing(path: program.path)
    }
    let version = try output(of: program.path, ["--version"])
    let folder = try TemporaryFolder()
    _ = try output(
      of: "/bin/sh",
      [projectRoot.appending(path: "Sources/IdentityPlugin/hash.sh").path, projectRoot.path, folder.path("hash")])
    let (built, now) = (hash(in: version), hash(in: try folder.text("hash")))
    guard built == now else { throw ProgramFault.outdated(path: program.path, built: built, now: now) }
    return program
  }

  /// The hash of sources that a text tells: 16 hexadecimal digits, behind it a bracket or a quotation mark.
  private static func hash(in text: String) -> String {
    text.firstMatch(of: /([0-9a-f]{16})[")]/).map { String($0.1) } ?? "unknown"
  }

  private static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
