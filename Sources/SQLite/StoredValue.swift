/// What a column of a row holds.
package enum StoredValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension StoredValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}

/// A type whose values can be stored in columns and read back.
package protocol Storable {
  var storedValue: StoredValue { get }

  /// `nil` for a value of another type: nothing is converted, since a file may be damaged.
  init?(_ value: StoredValue)
}

extension StoredValue: Storable {
  package var storedValue: StoredValue { self }
  package init?(_ value: StoredValue) { self = value }
}

extension Int64: Storable {
  package var storedValue: StoredValue { .integer(self) }
  package init?(_ value: StoredValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int: Storable {
  package var storedValue: StoredValue { .integer(Int64(self)) }
  package init?(_ value: StoredValue) {
    guard let number = Int64(value) else { return nil }
    self.init(exactly: number)
  }
}

/// As 0 and 1.
extension Bool: Storable {
  package var storedValue: StoredValue { .integer(self ? 1 : 0) }
  package init?(_ value: StoredValue) {
    guard let number = Int64(value) else { return nil }
    self = number != 0
  }
}

extension Double: Storable {
  package var storedValue: StoredValue { .real(self) }
  package init?(_ value: StoredValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
}

extension String: Storable {
  package var storedValue: StoredValue { .text(self) }
  package init?(_ value: StoredValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension [UInt8]: Storable {
  package var storedValue: StoredValue { .blob(self) }
  package init?(_ value: StoredValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

/// As null, or as the value.
extension Optional: Storable where Wrapped: Storable {
  package var storedValue: StoredValue { map(\.storedValue) ?? .null }
  package init?(_ value: StoredValue) {
    guard value != .null else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(value) else { return nil }
    self = wrapped
  }
}

/// One row of a result, copied out of the database.
package struct Row: Equatable, Sendable {
  package let names: [String]
  package let values: [StoredValue]

  /// The first column of this name; `nil` if no column has it.
  package subscript(name: String) -> StoredValue? { names.firstIndex(of: name).map { values[$0] } }

  package subscript(index: Int) -> StoredValue { values[index] }
}
