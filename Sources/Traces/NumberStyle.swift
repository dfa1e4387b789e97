internal import Records

/// The marks of numbers in one file.
struct NumberStyle: Equatable {
  /// `.`, or `,` where fields are not separated by commas; a `.` is understood everywhere.
  var separator: UInt8 = 0x2E
}

extension CSVDialect {
  /// The mark before decimals: fields not separated by commas may write `41,878`.
  var numberStyle: NumberStyle {
    NumberStyle(separator: delimiter == 0x2C ? 0x2E : 0x2C)
  }
}
