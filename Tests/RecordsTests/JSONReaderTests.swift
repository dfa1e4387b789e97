import Foundation
import RandomNumbers
import Testing

@testable import Records

private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

@Suite struct `A text of JSON` {
  @Test(
    arguments: [
      ("null", .null), (" true\n", .flag(true)), ("false", .flag(false)), ("0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("1.5", .number(1.5)), ("-0.25e2", .number(-25)), ("1E+2", .number(100)), ("0.1", .number(0.1)),
      ("7.4276190476190482", .number(7.4276190476190482)), ("1e-400", .number(0)),
      ("\"\"", .text("")), ("\"Straße 🚗\"", .text("Straße 🚗")),
      (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude97""#, .text("a\"\\/\u{8}\u{C}\n\r\té🚗")), ("[]", .list([])),
      ("[1,[2]]", .list([.integer(1), .list([.integer(2)])])), ("{}", .object([])),
      ("\u{FEFF}{\"b\" : 1 , \"a\":null}", .object(["b": .integer(1), "a": .null])),
    ] as [(String, JSONValue)])
  func `is one value`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    ("", 1, 1, "a value is missing"), ("[1", 1, 3, "a comma or ']' is missing"), ("[1 2]", 1, 4, "a comma or ']'"),
    ("[1,]", 1, 4, "no value begins with ']'"), ("{\"a\" 1}", 1, 6, "a colon is missing"),
    ("{a:1}", 1, 2, "a name in quotes"), ("{\"a\":1,}", 1, 8, "a name in quotes"), ("1 2", 1, 3, "behind the value"),
    ("nul", 1, 4, "a value is missing"), ("\n\n  x", 3, 3, "no value begins with 'x'"), ("01", 1, 1, "a zero too many"),
    ("1.", 1, 3, "a digit is missing"), ("-", 1, 2, "a digit"), ("1e", 1, 3, "a digit"), ("1e400", 1, 1, "too large"),
    ("\"ab", 1, 1, "a quote is not closed"), ("\"\\", 1, 1, "a quote is not closed"), ("\"a\nb\"", 1, 3, "control"),
    ("\"\\x\"", 1, 2, "an escape"), ("\"\\u12\"", 1, 2, "an escape"), ("\"\\ud83d\"", 1, 2, "an escape"),
    ("\"\\ude97\"", 1, 2, "an escape"), ("+1", 1, 1, "no value begins"), ("NaN", 1, 1, "no value begins"),
  ])
  func `that is none says where and why`(text: String, line: Int, column: Int, fault: String) {
    #expect {
      try read(text)
    } throws: { error in
      let error = error as? JSONError
      return error?.line == line && error?.column == column && error?.fault.contains(fault) == true
    }
  }

  @Test func `is UTF-8`() {
    #expect(throws: JSONError(line: 1, column: 2, fault: "a text is no UTF-8")) {
      try JSONValue(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test func `nested without end is refused`() throws {
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 100_000)) }
    _ = try read(String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
  }

  @Test func `may hold several values, one after the other`() throws {
    let values = try JSONValue.sequence(in: Array(" {\"a\":1}\n\n[2]\n3".utf8))
    #expect(values == [.object(["a": .integer(1)]), .list([.integer(2)]), .integer(3)])
    #expect(try JSONValue.sequence(in: Array(" \n".utf8)) == [])
  }

  @Test func `gives its fields by name and type`() throws {
    let value = try read(#"{"id":7,"lat":47.5,"count":5.0,"name":"a","id":8,"tags":["x"],"on":true}"#)
    #expect(value["id"]?.integer == 7 && value["lat"]?.number == 47.5 && value["count"]?.integer == 5)
    #expect(value["lat"]?.integer == nil && value["id"]?.number == 7 && value["name"]?.text == "a")
    #expect(value["tags"]?.list == [.text("x")] && value["absent"] == nil && value["name"]?["x"] == nil)
    #expect(value["on"]?.plainText == "true" && value["lat"]?.plainText == "47.5" && value["tags"]?.plainText == nil)
  }

  @Test(arguments: 1...3)
  func `reads like Foundation's, or is refused by both`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let whole = Array(#"{"a":[1,-2.5e3,true,null,"xé\n\u00e9"],"b":{"c":{},"d":[[]]},"e":0.1}"#.utf8)
    let signs = Array("{}[]\",:\\u0e.-+1tfn \n".utf8)
    for _ in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        let sign = signs.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { bytes[place] = sign } else { bytes.insert(sign, at: place) }
      }
      let ours = try? JSONValue(parsing: bytes)
      let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      let text = String(decoding: bytes, as: UTF8.self)
      // Foundation reads a comma after the last element, which RFC 8259 does not allow.
      let isLenient = theirs != nil && text.contains(/,\s*[\]}]/)
      #expect((ours == nil) == (theirs == nil) || ours == nil && isLenient, "\(text)")
      _ = try? JSONValue.sequence(in: bytes)
    }
  }

  @Test func `written and read is the same value`() throws {
    let value = JSONValue.object([
      "name": .text("a \"b\"\n\u{1}é"), "list": .list([.integer(-1), .number(0.1), .null, .flag(false), .list([])]),
      "empty": .object([] as [JSONValue.Field]), "far": .number(1e300), "near": .number(-2.5e-9),
    ])
    #expect(try JSONValue(parsing: value.rendered()) == value)
    #expect(JSONValue.number(2.0 / 3, places: 3) == .number(0.667) && JSONValue.number(nil, places: 3) == .null)
    #expect(String(decoding: JSONValue.number(.nan).rendered(), as: UTF8.self) == "null\n")
    #expect(String(decoding: JSONValue.number(1010).rendered(), as: UTF8.self) == "1010\n")
  }
}
