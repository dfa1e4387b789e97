/// Who travels. Raw values are the places of the modes in ``AccessSet``.
@usableFromInline package enum TravelMode: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case car = 0
  case truck
  case bus
  case taxi
  case motorcycle
  case scooter
  case bicycle
  case pedestrian

  /// The name in options and reports.
  package var name: String { String(describing: self) }

  package init?(name: String) {
    guard let match = TravelMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}

/// How far a mode may use one direction of a road.
@usableFromInline package enum Access: UInt8, Comparable, Sendable {
  /// Not at all: `access=no`, against a oneway.
  case no = 0
  /// With the owner's leave: `private`, `permit`.
  case permit
  /// To begin or end there: `destination`, `customers`, `delivery`.
  case destination
  /// Everybody: `yes`, `designated`, `permissive`.
  case yes

  @inlinable package static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }
}

/// The access of all eight modes to one directed edge, two bits each.
@usableFromInline package struct AccessSet: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let none = AccessSet(rawValue: 0)
  package static let all = AccessSet(rawValue: 0xFFFF)

  @inlinable package subscript(mode: TravelMode) -> Access {
    get { Access(rawValue: UInt8(truncatingIfNeeded: rawValue >> (2 * UInt16(mode.rawValue))) & 3) ?? .no }
    set {
      let shift = 2 * UInt16(mode.rawValue)
      rawValue = rawValue & ~(3 << shift) | UInt16(newValue.rawValue) << shift
    }
  }

  @inlinable package var isEmpty: Bool { rawValue == 0 }

  /// For every mode the lesser of the two.
  package func limited(by other: AccessSet) -> AccessSet {
    var result = self
    for mode in TravelMode.allCases { result[mode] = min(self[mode], other[mode]) }
    return result
  }
}

/// A set of travel modes, for `except=` of turn restrictions.
@usableFromInline package struct TravelModeSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
  package init(_ mode: TravelMode) { self.rawValue = 1 << mode.rawValue }
  package static let all = TravelModeSet(rawValue: 0xFF)
}
