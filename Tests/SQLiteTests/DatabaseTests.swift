import Foundation
import RandomNumbers
import TestSupport
import Testing

@testable import SQLite

private struct Mishap: Error {}

/// What an expression throws.
private func failure<Value>(_ body: () throws -> Value) -> DatabaseError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? DatabaseError
  }
}

@Suite struct `A database` {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE things (number INTEGER PRIMARY KEY, value)")
  }

  private func count() throws -> Int? { try database.value("SELECT count(*) FROM things") }

  @Test(
    arguments: [
      .null, 0, -1, .integer(.max), .integer(.min), 0.0, -0.5, .real(.infinity), .real(.leastNonzeroMagnitude), "",
      "Zürich \"1\" 👩‍👩‍👧", "a\u{0}b", "\u{0}", .blob([]), .blob([0]), .blob([0, 0xFF, 0xC3]),
    ] as [StoredValue])
  func `gives back what it was given`(value: StoredValue) throws {
    try database.execute("INSERT INTO things VALUES (1, ?)", [value])
    #expect(try database.rows("SELECT value FROM things") == [Row(names: ["value"], values: [value])])
  }

  @Test func `takes the types of Swift, and gives them back when they fit`() throws {
    try database.execute("INSERT INTO things (value) VALUES (?)", [String?.none])
    try database.execute("INSERT INTO things (value) VALUES (?)", [true])
    try database.execute("INSERT INTO things (value) VALUES (?)", ["5"])
    try database.execute("INSERT INTO things (value) VALUES (?)", [2.0])
    try database.execute("INSERT INTO things (value) VALUES (?)", [[7] as [UInt8]])
    let values = try database.rows("SELECT value FROM things ORDER BY number").map { $0[0] }
    #expect(values.map { Int($0) } == [nil, 1, nil, nil, nil])
    #expect(values.map { Bool($0) } == [nil, true, nil, nil, nil])
    #expect(values.map { String($0) } == [nil, nil, "5", nil, nil])
    #expect(values.map { Double($0) } == [nil, nil, nil, 2, nil])
    #expect(values.map { [UInt8]($0) } == [nil, nil, nil, nil, [7]])
    #expect(values.map { Int?($0) } == [.some(nil), 1, nil, nil, nil])
  }

  @Test func `keeps a blob of megabytes`() throws {
    var random = SplitMix64(seed: 3)
    let bytes = (0..<5_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try database.execute("INSERT INTO things VALUES (1, ?)", [bytes])
    #expect(try database.value("SELECT value FROM things") == bytes)
    #expect(try database.value("SELECT length(value) FROM things") == 5_000_000)
  }

  @Test func `mends a text that is not UTF-8`() throws {
    try database.execute("INSERT INTO things VALUES (1, CAST(x'61FF62' AS TEXT))")
    #expect(try database.value("SELECT value FROM things") == "a\u{FFFD}b")
  }

  @Test func `has no value where there is no row, and none of a column that is not there`() throws {
    #expect(try database.value("SELECT value FROM things") == nil as Int?)
    let row = try #require(try database.rows("SELECT 1 AS one, 2 AS two, 3 AS one").first)
    #expect(row["one"] == 1 && row["two"] == 2 && row["three"] == nil && row[2] == 3)
  }

  @Test func `knows the columns of a table that has changed`() throws {
    try database.execute("INSERT INTO things VALUES (1, 2)")
    #expect(try database.rows("SELECT * FROM things")[0].names == ["number", "value"])
    try database.execute("ALTER TABLE things ADD COLUMN more DEFAULT 3")
    #expect(try database.rows("SELECT * FROM things")[0]["more"] == 3)
  }

  @Test(
    arguments: [
      ("SELEC 1", .error, "near \"SELEC\": syntax error"), ("SELECT a FROM b", .error, "no such table: b"),
      ("SELECT \"word\" FROM things", .error, "no such column: word"),
      ("INSERT INTO things VALUES (1, 1), (1, 1)", .constraint, "UNIQUE constraint failed: things.number"),
      ("INSERT INTO things VALUES ('a', 1)", .mismatch, "datatype mismatch"), ("", .misuse, "not an error"),
    ] as [(String, ResultCode, String)])
  func `says what is wrong, in which statement`(sql: String, code: ResultCode, message: String) throws {
    let error = try #require(failure { try database.rows(sql) })
    #expect(error.code == code && error.message == message && error.statement == sql)
    #expect(error.description == "\(message) (SQLite's error \(error.extendedCode)): \(sql)")
    if !sql.isEmpty { #expect(failure { try database.execute(sql) } == error) }
  }

  @Test func `checks foreign keys`() throws {
    try database.execute("CREATE TABLE parts (thing REFERENCES things (number))")
    #expect(failure { try database.execute("INSERT INTO parts VALUES (9)") }?.code == .constraint)
  }

  @Test func `has nothing of a transaction in which something is thrown`() throws {
    #expect(throws: Mishap.self) {
      try database.transaction(for: .writing) {
        try database.execute("INSERT INTO things VALUES (1, 1)")
        throw Mishap()
      }
    }
    #expect(try count() == 0)
    try database.transaction(for: .writing) { try database.execute("INSERT INTO things VALUES (1, 1)") }
    #expect(try count() == 1)
    #expect(try database.transaction(for: .reading) { try count() } == 1)
  }

  @Test func `says why a transaction failed that SQLite itself has rolled back`() throws {
    let error = failure {
      try database.transaction(for: .writing) {
        try database.execute("INSERT INTO things VALUES (1, 1); INSERT OR ROLLBACK INTO things VALUES (1, 2)")
      }
    }
    #expect(error?.code == .constraint)
    #expect(try count() == 0)
  }

  @Test func `refuses to close while a statement is left, and everything once it is closed`() throws {
    do {
      let statement = try database.statement("SELECT 1")
      #expect(failure { try database.close() }?.code == .busy)
      #expect(try statement.step())
    }
    try database.close()
    try database.close()
    #expect(failure { try database.execute("SELECT 1") }?.code == .misuse)
    #expect(failure { try database.rows("SELECT 1") }?.code == .misuse)
  }

  @Test func `may go before its statements`() throws {
    let statement = try Database(path: ":memory:").statement("SELECT 7")
    #expect(try statement.step() && statement.value(at: 0) == 7)
  }
}

@Suite struct `A statement` {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE things (number INTEGER PRIMARY KEY, value)")
  }

  @Test func `runs again with other values, also after an error`() throws {
    let insertion = try database.statement("INSERT INTO things VALUES (?, ?)")
    #expect(insertion.placeCount == 2)
    for number: Int64 in [1, 2, 2, 3] {
      try insertion.bind(number, at: 1)
      try insertion.bind(Double(number), at: 2)
      if number == 2, failure({ try insertion.run() })?.code == .constraint { continue }
      if number != 2 { try insertion.run() }
    }
    try insertion.bind(4 as Int64, at: 1)
    try insertion.bindNull(at: 2)
    try insertion.run()
    #expect(try database.rows("SELECT value FROM things ORDER BY number").map { $0[0] } == [1.0, 2.0, 3.0, .null])
  }

  @Test func `begins again after its last row, and when it is reset`() throws {
    let numbers = try database.statement("VALUES (1), (2)")
    for _ in 0..<2 {
      #expect(try numbers.step() && numbers.value(at: 0) == 1)
      #expect(try numbers.step() && numbers.value(at: 0) == 2)
      #expect(try !numbers.step())
    }
    #expect(try numbers.step())
    numbers.reset()
    #expect(try numbers.step() && numbers.value(at: 0) == 1 && numbers.columnNames == ["column1"])
  }

  @Test func `takes texts and blobs from where they lie, also empty ones`() throws {
    let insertion = try database.statement("INSERT INTO things (value) VALUES (?)")
    for bytes: [UInt8] in [[], Array("a\u{0}ü".utf8)] {
      try unsafe bytes.withUnsafeBytes { bytes in
        try unsafe insertion.bind(text: bytes, at: 1)
        try insertion.run()
        try unsafe insertion.bind(blob: bytes, at: 1)
        try insertion.run()
      }
    }
    try unsafe insertion.bind(text: UnsafeRawBufferPointer(start: nil, count: 0), at: 1)
    try insertion.run()
    let values = try database.rows("SELECT value FROM things ORDER BY number").map { $0[0] }
    #expect(values == ["", .blob([]), "a\u{0}ü", .blob(Array("a\u{0}ü".utf8)), ""])
  }

  @Test func `refuses a place that it does not have`() throws {
    let statement = try database.statement("SELECT ?")
    #expect(failure { try statement.bind(1 as Int64, at: 2) }?.code == .outOfRange)
    #expect(failure { try statement.bindNull(at: 0) }?.code == .outOfRange)
  }
}

@Suite struct `A database in a file` {
  private let folder: TemporaryFolder
  private var path: String { folder.path("a.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private func make(rows: Int = 0) throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE things (number INTEGER PRIMARY KEY, value)")
    try database.transaction(for: .writing) {
      for number in 0..<rows {
        try database.execute("INSERT INTO things VALUES (?, ?)", [number, String(repeating: "x", count: 100)])
      }
    }
    try database.close()
  }

  @Test func `keeps its rows, and no file beside it`() throws {
    try make(rows: 10)
    #expect(try Database(path: path).value("SELECT count(*) FROM things") == 10)
    #expect(folder.names == ["a.sqlite"])
  }

  @Test func `opened for reading is not written, and not made`() throws {
    #expect(failure { try Database(path: path, for: .reading) }?.code == .cannotOpen)
    #expect(folder.names.isEmpty)
    try make()
    let database = try Database(path: path, for: .reading)
    #expect(failure { try database.execute("INSERT INTO things VALUES (1, 1)") }?.code == .readOnly)
  }

  @Test func `that another one writes is busy at once`() throws {
    try make()
    let (first, second) = (try Database(path: path), try Database(path: path))
    try first.transaction(for: .writing) {
      let error = failure { try second.transaction(for: .writing) {} }
      #expect(error?.code == .busy && error?.message == "database is locked")
    }
    try second.transaction(for: .writing) {}
  }

  @Test func `that may not grow is full, and as before`() throws {
    try make(rows: 10)
    let database = try Database(path: path)
    _ = try database.rows("PRAGMA max_page_count = 3")
    let error = failure {
      try database.transaction(for: .writing) {
        for number in 10..<1000 {
          try database.execute("INSERT INTO things VALUES (?, zeroblob(1000))", [number])
        }
      }
    }
    #expect(error?.code == .full && error?.message == "database or disk is full")
    #expect(try database.value("SELECT count(*) FROM things") == 10)
  }

  @Test func `that is no database is refused when it is opened`() throws {
    try folder.write("a.sqlite", String(repeating: "no database, whatever its name says, at all\n", count: 9))
    let error = failure { try Database(path: path) }
    #expect(error?.code == .notADatabase && error?.message == "file is not a database")
    #expect(failure { try Database(path: folder.path) }?.code == .cannotOpen)
  }

  @Test func `of which any part is damaged or missing gives an error or rows, and ends nothing`() throws {
    try make(rows: 400)
    let whole = try #require(folder.bytes("a.sqlite"))
    func read() throws -> Int { try Database(path: path).rows("SELECT * FROM things").count }
    #expect(try read() == 400)
    var errors: Set<ResultCode?> = []
    for offset in stride(from: 0, to: whole.count, by: 173) {
      var bytes = whole
      bytes[offset] ^= 0xFF
      try folder.write("a.sqlite", bytes)
      if let error = failure(read) { errors.insert(error.code) }
      try folder.write("a.sqlite", Array(whole[..<offset]))
      if let error = failure(read) { errors.insert(error.code) }
    }
    #expect(errors.isSuperset(of: [.corrupt, .notADatabase]), "\(errors)")
  }
}
