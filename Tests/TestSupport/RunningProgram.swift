internal import Foundation

/// A run of the program beside the test, with standard input open until the test ends it.
package final class RunningProgram {
  private let process = Process()
  private let input = Pipe()
  private let folder: TemporaryFolder

  /// Starts `tracemill` with some arguments in the project's folder.
  package convenience init(_ arguments: String..., variables: [String: String] = [:]) throws {
    try self.init(arguments, variables: variables)
  }

  /// Starts `tracemill` with some arguments in the project's folder.
  package init(_ arguments: [String], variables: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    process.executableURL = try ProgramRun.program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.currentDirectoryURL = projectRoot
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try folder.write("err", "")
    process.standardError = try FileHandle(forUpdating: folder.url.appending(path: "err"))
    try process.run()
  }

  deinit {
    kill()
    try? input.fileHandleForWriting.close()
  }

  package var processID: Int32 { process.processIdentifier }
  package var isRunning: Bool { process.isRunning }
  package var errors: String { (try? folder.text("err")) ?? "" }

  package func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Waits until something is so, or the program has ended.
  ///
  /// - Returns: whether it is so.
  package func wait(until isSo: () -> Bool) -> Bool {
    while !isSo() {
      if !process.isRunning { return isSo() }
      usleep(2000)
    }
    return true
  }

  /// Ends the input and waits for the program.
  ///
  /// - Returns: the exit code.
  package func finish() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  /// Ends the program as the system's kill -9 does.
  package func kill() {
    guard process.isRunning else { return }
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
