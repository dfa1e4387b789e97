internal import Records

/// The number format of one file.
struct NumberStyle: Equatable {
  /// `.`, or `,` if fields are not separated by commas; a `.` is always accepted.
  var separator: UInt8 = 0x2E
}

extension CSVDialect {
  /// The decimal mark: fields that are not separated by commas may write `41,878`.
  var numberStyle: NumberStyle {
    NumberStyle(separator: delimiter == 0x2C ? 0x2E : 0x2C)
  }
}
