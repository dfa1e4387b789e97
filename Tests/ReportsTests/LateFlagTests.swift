import Detection
import Records
import TestSupport
import Testing

@testable import Reports

@Suite struct `Flags that are known at the end of a run` {
  private let rules = [
    RuleID(.oneway, index: 0), RuleID(.nodeLimit, index: .max), RuleID(.barrier, index: 0xF8F9_FA0A),
  ]

  @Test(arguments: [1, 2, 3, 4, 5, 7, 1000])
  func `replace their marks however the bytes are cut`(size: Int) {
    var bytes: [UInt8] = []
    for rule in rules { bytes += Array("né,".utf8) + LateFlag(rule).bytes + Array("\n".utf8) }
    var editor = LateFlagEditor { $0.kind != .nodeLimit }
    var edited: [UInt8] = []
    for begin in stride(from: 0, to: bytes.count, by: size) {
      edited += editor.edited(Array(bytes[begin..<min(begin + size, bytes.count)]))
      #expect(edited.count <= begin + size)
    }
    #expect(String(decoding: edited, as: UTF8.self) == "né,true\nné,false\nné,true\n")
  }

  @Test func `leave other bytes as they are`() {
    var editor = LateFlagEditor { _ in true }
    let bytes = Array("Überlingen, false, 42\n".utf8)
    #expect(editor.edited(bytes) == bytes)
  }
}
