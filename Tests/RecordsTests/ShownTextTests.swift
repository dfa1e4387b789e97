import Testing

@testable import Records

@Suite struct `A text that a terminal shows` {
  @Test(arguments: [
    ("\u{1B}[2J", "\\u001B[2J"), ("a\rb\u{08}\u{07}\0", "a\\u000Db\\u0008\\u0007\\u0000"), ("\u{7F}", "\\u007F"),
    ("\u{9B}31m\u{85}", "\\u009B31m\\u0085"), ("\u{202E}fdp.exe", "\\u202Efdp.exe"),
    ("a\u{200E}\u{200F}\u{61C}\u{202A}\u{2066}\u{2069}b", "a\\u200E\\u200F\\u061C\\u202A\\u2066\\u2069b"),
    ("\r\n", "\\u000D\n"), ("e\u{301}\u{202C}\u{301}", "e\u{301}\\u202C\u{301}"),
  ])
  func `has escapes for what would steer it`(text: String, result: String) { #expect(shown(text) == result) }

  @Test(arguments: ["", "Zürich ☃ 🚗 نص", "two\nlines\twith a tab", "👩\u{200D}🚀", "\\u001B"])
  func `is as it was otherwise`(text: String) { #expect(shown(text) == text) }

  @Test func `has no line break of others where it is one line`() {
    #expect(shown("a\ntracemill: all is well\u{2028}", isLine: true) == "a\\u000Atracemill: all is well\\u2028")
  }

  @Test func `has none of the characters of control and direction of Unicode`() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value), value != 0x0A, value != 0x09 else { continue }
      let mustGo = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      if mustGo { #expect(!shown("a\(scalar)b").unicodeScalars.contains(scalar), "\(value)") }
    }
  }
}
