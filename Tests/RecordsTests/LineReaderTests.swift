import Storage
import Testing

@testable import Records

private func read(_ bytes: [UInt8], longest: Int = 100) throws -> [String] {
  var reader = LineReader(RecordBuffer(ByteStream(bytes, path: "lines")), longest: longest)
  var lines: [String] = []
  while let line = try reader.next() {
    lines.append("\(line.number) \(line.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "too long")")
  }
  return lines
}

private func read(_ text: String, longest: Int = 100) throws -> [String] {
  try read(Array(text.utf8), longest: longest)
}

@Suite struct `Lines` {
  @Test func `come without blanks around them, and none is blank`() throws {
    #expect(try read("\u{FEFF}{a}\r\n\n  \t \n\t {b} \t\r\n{c}") == ["1 {a}", "4 {b}", "5 {c}"])
    #expect(try read("") == [] && read("\n\r\n") == [])
  }

  @Test func `that are too long are counted, and the others read`() throws {
    let long = String(repeating: "x", count: 101)
    #expect(try read("a\n\(long)\nb\n\(long)") == ["1 a", "2 too long", "3 b", "4 too long"])
    let longer = String(repeating: "x", count: 3 << 20)
    #expect(
      try read("a\n\(longer)\nb\n\(longer)\nc", longest: 1 << 20).map { $0.prefix(10) } == [
        "1 a", "2 too long", "3 b", "4 too long", "5 c",
      ])
  }

  @Test func `end where the stream breaks, without a half line`() throws {
    var reader = LineReader(
      RecordBuffer(ByteStream([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 3, 0, 252, 255, 97, 10, 98], path: "cut")),
      longest: 10)
    #expect(try reader.next() == LineReader.Line(number: 1, bytes: [97]))
    #expect(throws: StorageError.damagedCompression(path: "cut")) { try reader.next() }
    #expect(throws: StorageError.self) { try reader.next() }
  }

  @Test func `are told apart from tables by their first sign`() throws {
    for (text, sign) in [("\u{FEFF} \n{", "{"), ("[", "["), ("\r\nid", "i")] {
      var buffer = RecordBuffer(ByteStream(Array(text.utf8), path: "x"))
      #expect(try buffer.firstSign() == sign.utf8.first)
    }
    var empty = RecordBuffer(ByteStream(Array(" \n".utf8), path: "x"))
    #expect(try empty.firstSign() == nil)
  }
}
