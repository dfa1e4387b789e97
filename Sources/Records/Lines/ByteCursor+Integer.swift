package import Storage

extension ByteCursor {
  /// A whole number such as `-12` or `+3` that fills the cursor's range; `nil` if it is not one, or does not fit in 64
  /// bits.
  @_lifetime(self: copy self)
  package mutating func wholeInteger() -> Int64? {
    let isNegative = skip(0x2D)
    if !isNegative { _ = skip(0x2B) }
    guard !isAtEnd else { return nil }
    var value: Int64 = 0
    while let byte = peek {
      let digit = Int64(byte) - 0x30
      guard 0...9 ~= digit else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      if overflow || carry { return nil }
      value = sum
      position += 1
    }
    return value
  }
}
