import RandomNumbers
import TestSupport
import Testing

@testable import Storage

struct ByteCursorTests {
  @Test(arguments: [
    ("0", 0.0), ("-12.50", -12.5), ("+7", 7), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1.5E-3", 0.0015),
    ("47.66748333", 47.66748333), ("40.71631157206666", 40.71631157206666), ("-0.0000001", -1e-7),
    ("123456789012345678901234567890", 1.2345678901234568e29), ("1e-300", 1e-300),
    ("0.00000000000000000000000000001", 1e-29), ("1e400", .infinity),
  ])
  func `decimals read as their value`(text: String, value: Double) {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    let scanned = cursor.decimal()?.value
    let isAtEnd = cursor.isAtEnd
    #expect(isAtEnd)
    #expect(scanned == value || abs((scanned ?? .nan) - value) <= value.magnitude * 1e-14)
  }

  @Test(arguments: ["", "-", "+", ".", "e5", "-.e3", "x1", " 1"])
  func `what is not a decimal is left alone`(text: String) {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    let number = cursor.decimal()
    let position = cursor.position
    #expect(number == nil)
    #expect(position == 0)
  }

  @Test(arguments: [("12,5", 4), ("1.2.3", 1), ("7e", 1), ("7e+", 1), ("3abc", 1)])
  func `a decimal ends where it no longer reads on`(text: String, position: Int) {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    _ = cursor.decimal(separator: 0x2C)
    let stopped = cursor.position
    #expect(stopped == position)
  }

  @Test func `decimals of up to 15 digits are correctly rounded`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let digits = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)
      let places = Int.random(in: 0...15, using: &random)
      let text = "\(digits)e-\(places)"
      let bytes = Array(text.utf8)
      var cursor = ByteCursor(bytes.span)
      let value = cursor.decimal()?.value
      #expect(value == Double(text))
    }
  }

  @Test(arguments: [
    ("1.2345", 3, 1235), ("-1.2345", 3, -1235), ("1.2344", 3, 1234), ("5", 3, 5000), ("0.4", 0, 0), ("0.5", 0, 1),
    ("1302151855250", -3, 1_302_151_855), ("0", 300, 0), ("7e-99999", 3, 0),
  ])
  func `scaled rounding goes to the nearest integer`(text: String, shift: Int, expected: Int64) {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    let rounded = cursor.decimal()?.rounded(scaledBy: shift)
    #expect(rounded == expected)
  }

  @Test func `scaled rounding that does not fit is nil`() {
    #expect(ScannedDecimal(digits: 9, exponent: 30).rounded(scaledBy: 0) == nil)
  }

  @Test func `the four verbs move through a line`() {
    let bytes = Array("ab;2026;x".utf8)
    var cursor = ByteCursor(bytes.span)
    let first = cursor.text(until: 0x3B)
    let skips = [cursor.skip(0x3B), cursor.skip(0x3B)]
    let numbers = [cursor.digits(5), cursor.digits(4)]
    let next = cursor.peek
    let rest = cursor.text(until: 0x0A)
    let behind = [cursor.digits(1), cursor.peek.map(Int.init)]
    #expect(first == 0..<2)
    #expect(skips == [true, false])
    #expect(numbers == [nil, 2026])
    #expect(next == 0x3B)
    #expect(rest == 7..<9)
    #expect(behind == [nil, nil])
  }

  @Test func `a cursor stays in its range`() {
    let bytes = Array("123456".utf8)
    var cursor = ByteCursor(bytes.span, in: 1..<4)
    let digits = cursor.decimal()?.digits
    let isAtEnd = cursor.isAtEnd
    #expect(digits == 234)
    #expect(isAtEnd)
  }
}
