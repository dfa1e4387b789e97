import Records
import Testing

@Suite struct `Text for spreadsheets` {
  private func field(_ text: String, _ texts: CSVTexts) -> String {
    var bytes = ByteWriter()
    bytes.csvField(text, texts)
    return String(decoding: bytes.array, as: UTF8.self)
  }

  @Test(arguments: ["=1+1", "@SUM(A1)", "+49 170 1", "-cmd", "-", "+", "--3", "-3+4", "\tx", "-0x10", "-inf", "+1e"])
  func `gets an apostrophe where it would be calculated`(text: String) {
    #expect(field(text, .safe) == "'" + text)
    #expect(field(text, .plain) == text)
  }

  @Test(arguments: ["-3.5", "+7", "-.5", "-3.5E14", "3.5", "van-1", "Main=Street", "'=1", "Ärger", "7@home"])
  func `stays as it is elsewhere, and numbers do everywhere`(text: String) { #expect(field(text, .safe) == text) }

  @Test func `is quoted as ever`() {
    #expect(field("=HYPERLINK(\"http://x\",\"y\")", .safe) == "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"")
    #expect(field("", .safe) == "\"\"")
  }
}
