package import Foundation

/// One run of the program, to its end.
package struct ProgramRun: Sendable {
  package let exitCode: Int32
  package let output: String
  package let errors: String

  /// Runs `tracemill` with some arguments in the project's folder.
  ///
  /// - Parameters:
  ///   - input: what standard input holds.
  ///   - inputPath: the file that standard input is instead.
  ///   - outputPath: where standard output goes instead; `output` is then empty.
  ///   - workingFolder: where it runs instead of in the project's folder.
  ///   - variables: of its environment, besides those of the tests. By default it reads no configuration.
  package init(
    _ arguments: [String], input: Data = Data(), inputPath: String? = nil, outputPath: String? = nil,
    in workingFolder: URL = projectRoot, variables: [String: String] = ["TRACEMILL_CONFIG": ""]
  ) throws {
    let process = Process()
    process.executableURL = try Self.program
    process.arguments = arguments
    process.currentDirectoryURL = workingFolder
    let folder = try TemporaryFolder()
    // Notes of maps do not outlive the run.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_CACHE_HOME": folder.path("cache")]) { $1 }.merging(variables) { $1 }
    // Files and not pipes: no reader has to keep up, whatever the size.
    let files = try ["in", "out", "err"].map { name in
      try (name == "in" ? input : Data()).write(to: folder.url.appending(path: name))
      return try FileHandle(forUpdating: folder.url.appending(path: name))
    }
    process.standardInput = inputPath.map { FileHandle(forReadingAtPath: $0) } ?? files[0]
    process.standardOutput = outputPath.map { FileHandle(forWritingAtPath: $0) } ?? files[1]
    process.standardError = files[2]
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    output = try folder.text("out")
    errors = try folder.text("err")
  }

  package init(_ arguments: String..., input: String = "") throws {
    try self.init(arguments, input: Data(input.utf8))
  }
}

extension ProgramRun {
  /// What a terminal gets of a run, without the carriage returns that it adds itself.
  public static func shownInTerminal(_ arguments: [String]) throws -> String {
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments =
      try ["python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])", ProgramRun.program.path] + arguments
    python.environment = ProcessInfo.processInfo.environment.merging(["TRACEMILL_CONFIG": ""]) { $1 }
    (python.standardInput, python.standardOutput) = (FileHandle.nullDevice, output)
    try python.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    python.waitUntilExit()
    return text.replacing("\r\n", with: "\n")
  }
}
