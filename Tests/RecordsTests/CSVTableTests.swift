import RandomNumbers
import Storage
import TestSupport
import Testing

@testable import Records

/// Everything one text gave as a table: `[header]`, then a row of fields as `a|b|c`, or its flaw, each after its line
/// number.
private func read(_ text: [UInt8]) throws -> [String] {
  var table = try CSVTable(ByteStream(text, path: "table.csv"))
  var rows = ["\(table.header)"]
  while try table.next() {
    rows.append("\(table.line) " + (table.flaw.map { "! \($0)" } ?? table.texts.joined(separator: "|")))
  }
  return rows
}

private func read(_ text: String) throws -> [String] { try read(Array(text.utf8)) }

private let brokenQuote = "! a quoted field is not closed or has text behind its quote"

@Suite struct `A table of CSV` {
  @Test(arguments: [
    "id,name\n1,a\n2,b\n", "id,name\n1,a\n2,b", "id,name\r\n1,a\r\n2,b\r\n", "id;name\n1;a\n2;b\n",
    "id\tname\n1\ta\n2\tb\n", "id|name\n1|a\n2|b\n", "\"id\",\"name\"\n\"1\",\"a\"\n2,b\n",
    " id , name \n 1 , a \n2,b  \n", "id,name\n1,a,\n2,b,\n",
  ])
  func `reads the same two rows from every dialect`(text: String) throws {
    #expect(try read(text) == [#"["id", "name"]"#, "2 1|a", "3 2|b"])
  }

  @Test func `may end its lines with carriage returns alone`() throws {
    #expect(try read("id,name\r1,a\r2,b\r") == [#"["id", "name"]"#, "2 1|a", "3 2|b"])
  }

  @Test(arguments: ["\u{FEFF}", "\n\n", "\r\n\r\n", "# made by hand\n", "\u{FEFF}# one\n\n# two\n"])
  func `has its header behind a byte order mark, empty lines and comments`(preamble: String) throws {
    let rows = try read(preamble + "id,name\n1,a\n")
    let line = preamble.utf8.count { $0 == 0x0A } + 2
    #expect(rows == [#"["id", "name"]"#, "\(line) 1|a"])
  }

  @Test func `passes over empty lines and counts them`() throws {
    #expect(try read("id,name\n\n1,a\n\r\n   \n2,b\n\n") == [#"["id", "name"]"#, "3 1|a", "6 2|b"])
  }

  @Test func `has quoted fields with delimiters, quotes and line breaks`() throws {
    #expect(
      try read("id,name\n1,\"a,\"\"b\"\"\nc\"\n2,\"\"\n") == [#"["id", "name"]"#, "2 1|a,\"b\"\nc", "4 2|"])
  }

  @Test(arguments: [
    ("1,\"a", "2 \(brokenQuote)"), ("\"1,a", "2 \(brokenQuote)"), ("1,\"a\"b", "2 \(brokenQuote)"),
    ("1", "2 ! the row has 1 field, expected 2"), ("1,a,b", "2 ! the row has 3 fields, expected 2"),
    ("1,a,,", "2 ! the row has 4 fields, expected 2"), ("1,\"a,b", "2 \(brokenQuote)"),
    ("1,a\"b", "2 1|a\"b"), ("1,\0", "2 1|\0"), ("1,\u{FFFD}", "2 1|\u{FFFD}"),
  ])
  func `loses a damaged row and none behind it`(row: String, expected: String) throws {
    #expect(try read("id,name\n\(row)\n2,b\n3,c\n") == [#"["id", "name"]"#, expected, "3 2|b", "4 3|c"])
    #expect(try read("id,name\n2,b\n\(row)").last == expected.replacing("2 ", with: "3 ", maxReplacements: 1))
  }

  @Test func `loses one row to a stray quote where a later row has quotes of its own`() throws {
    let rows = try read("id,name\n1,\"a\n2,\"b,c\"\n3,\"d\"\n4,e\n")
    #expect(rows == [#"["id", "name"]"#, "2 \(brokenQuote)", "3 2|b,c", "4 3|d", "5 4|e"])
  }

  @Test func `does not join lines by quotes into a record of another shape`() throws {
    let rows = try read("id,name\n1,\"a\n2,b\n3,c\",d\n4,e\n")
    #expect(rows == [#"["id", "name"]"#, "2 \(brokenQuote)", "3 2|b", "4 ! the row has 3 fields, expected 2", "5 4|e"])
  }

  @Test func `loses a line that is too long, and none behind it`() throws {
    let long = String(repeating: "7", count: 3 << 20)
    let rows = try read("id,name\n1,a\n\"\(long)\n2,b\n\(long)\n3,c\n")
    #expect(rows.count == 6 && rows[1] == "2 1|a" && rows[3] == "4 2|b" && rows[5] == "6 3|c")
    #expect(rows[2] == "3 ! the line is longer than 1048576 bytes")
  }

  @Test func `may have rows longer than a chunk`() throws {
    let name = String(repeating: "x,\n", count: 150_000)
    let rows = try read("id,name\n1,\"\(name)\"\n2,b\n")
    #expect(rows == [#"["id", "name"]"#, "2 1|\(name)", "150003 2|b"])
  }

  @Test func `is found in gzip by its first bytes`() throws {
    let text = "id,name\n1,a\n2,\"b\n3,c\n"
    #expect(try read(gzipped(Array(text.utf8))) == read(text))
  }

  @Test func `cut short in its compression gives its whole rows, then an error`() throws {
    let whole = gzipped(Array("id,name\n1,a\n2,b\n3,c".utf8))
    var table = try CSVTable(ByteStream(Array(whole.dropLast(9)), path: "cut.gz"))
    var rows: [String] = []
    #expect(throws: StorageError.damagedCompression(path: "cut.gz")) {
      while try table.next() { rows.append(table.text(0)) }
    }
    #expect(rows == ["1", "2"], "the last row has no end, so that nobody knows whether it is whole")
    #expect(throws: StorageError.self) { try table.next() }
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}", "# nothing\n"])
  func `without a header is empty`(text: String) {
    #expect(throws: CSVTableError.empty(path: "table.csv")) { try read(text) }
  }

  @Test func `tells a broken or endless header`() throws {
    #expect(throws: CSVTableError.brokenHeader(path: "table.csv", line: 2)) { try read("\n\"id,name\n1,a\n") }
    let endless = [UInt8](repeating: 0x61, count: 5 << 20)
    #expect(throws: CSVTableError.headerTooLong(path: "table.csv")) { try read(endless) }
    #expect(
      CSVTableError.brokenHeader(path: "t.csv", line: 2).description == "t.csv:2: a quote in the header is not closed")
  }

  @Test func `gives texts, whole numbers and numbers by column`() throws {
    var table = try CSVTable(ByteStream(Array("ID,lat;x,n\n-12,\"4\"\"7\",1.5e1\n+3,,x\n".utf8), path: "t"))
    let (id, lat, number) = (table.column("key", "id"), table.column("lat;x"), table.column("n"))
    #expect(table.column("name") == nil)
    #expect(try table.next())
    #expect(table.integer(id) == -12 && table.text(lat) == "4\"7" && table.number(number) == 15)
    #expect(table.has(lat) && !table.has(nil) && table.text(nil) == "" && table.integer(number) == nil)
    #expect(try table.next())
    #expect(table.integer(id) == 3 && !table.has(lat) && table.number(number) == nil && table.number(lat) == nil)
    #expect(try !table.next())
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808"])
  func `has whole numbers of 64 bits`(number: String) throws {
    var table = try CSVTable(ByteStream(Array("id\n\(number)\n\(number)0\n".utf8), path: "t"))
    #expect(try table.next() && table.integer(0) == Int64(number))
    #expect(try table.next() && table.integer(0) == nil)
  }
}

@Suite struct `Whatever the bytes, a table of CSV` {
  /// Rows; the quoted ones contain everything that quotes allow.
  private static let rows = (0..<30).map { number in
    number % 3 == 0 ? "\(number),\"a, \"\"b\"\" \(number)\"" : "\(number),plain \(number)"
  }

  @Test(arguments: 1...20)
  func `keeps every row but the damaged one`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let damages = ["\"", "\"x", "1,\"", "\"a\"b,c", "x", "a,b,c,d", "\0\0\0", ",,,", "\"a\",\"b"]
    for _ in 0..<40 {
      let place = Int.random(in: 0...Self.rows.count, using: &random)
      let damage = damages.randomElement(using: &random) ?? ""
      let lines = Self.rows[..<place] + [damage] + Self.rows[place...]
      let read = Set(try read("id,name\n" + lines.joined(separator: "\n") + "\n").map { $0.drop { $0 != " " } })
      let missing = Self.rows.indices.filter { number in
        let text = number % 3 == 0 ? " \(number)|a, \"b\" \(number)" : " \(number)|plain \(number)"
        return !read.contains(text[...])
      }
      #expect(missing.isEmpty, "\(damage) at \(place) took \(missing)")
    }
  }

  @Test(arguments: 1...4)
  func `ends, without a crash, in the same rows each time`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let signs = Array("\",;\n\r\t| a1#\u{0}".utf8)
    for _ in 0..<1500 {
      let count = Int.random(in: 0...200, using: &random)
      let bytes = (0..<count).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random) ?? 0
      }
      let rows = try? read(bytes)
      #expect(rows == (try? read(bytes)))
      #expect((rows?.count ?? 0) <= count + 1)
    }
  }
}
