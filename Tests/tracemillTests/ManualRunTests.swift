import Foundation
import TestSupport
import Testing

/// Runs a program of the system; `nil` if it is not installed.
private func errors(of program: String, _ arguments: [String]) throws -> String? {
  let paths = ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + program }
  guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
    print("skipped what needs \(program): it is not installed")
    return nil
  }
  let folder = try TemporaryFolder()
  try folder.write("err", "")
  let process = Process()
  process.executableURL = URL(filePath: path)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  process.standardError = try FileHandle(forUpdating: folder.url.appending(path: "err"))
  try process.run()
  process.waitUntilExit()
  return try folder.text("err") + (process.terminationStatus == 0 ? "" : "exit \(process.terminationStatus)")
}

@Suite struct `What is installed beside the program` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is a manual page for each command, which man can read`() throws {
    let run = try ProgramRun("manual", folder.path("man1"))
    try #require(run.exitCode == 0, "\(run.errors)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path("man1")).sorted()
    #expect(pages.contains("tracemill.1") && pages.contains("tracemill-map-build.1") && pages.count > 9)
    for page in pages {
      let text = try folder.text("man1/\(page)")
      for title in [".SH NAME", ".SH SYNOPSIS", ".SH \"EXIT STATUS\""] { #expect(text.contains(title), "\(page)") }
      let complaints = try errors(of: "man", ["--warnings=all", "-E", "UTF-8", "-l", folder.path("man1/\(page)")])
      #expect(complaints ?? "" == "", "\(page)")
    }
    let match = try folder.text("man1/tracemill-match.1")
    #expect(match.contains(".B \\-m, \\-\\-map map\n") && match.contains("tracemill match traces/ \\-\\-map city.tmg"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `are completions that know the values of options`(shell: String) throws {
    let run = try ProgramRun("--generate-completion-script", shell)
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    for value in ["bicycle", "geojson", "better_routes", "null_island"] {
      #expect(run.output.contains(value), "\(value)")
    }
    try folder.write("completion", run.output)
    #expect(try errors(of: shell, ["-n", folder.path("completion")]) ?? "" == "")
  }
}
