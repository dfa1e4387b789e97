import Foundation
import TestSupport
import Testing

@Suite struct `The program that tests run` {
  @Test func `is not one that is missing`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ProgramFault.missing(path: folder.path("tracemill"))) {
      try ProgramRun.upToDate(URL(filePath: folder.path("tracemill")))
    }
  }

  @Test func `is not one of other sources, and the sentence names the cure`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("tracemill", "#!/bin/sh\necho 'tracemill 0.1.0 (build 0123456789abcdef)'\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let fault = try #require(throws: ProgramFault.self) { try ProgramRun.upToDate(URL(filePath: path)) }
    #expect("\(fault)".contains("other sources (0123456789abcdef)") && "\(fault)".contains("`make build`"))
  }
}
