/// Who travels. Raw values are the positions of the modes in ``AccessSet``.
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
  package var name: String {
    switch self {
    case .car: "car"
    case .truck: "truck"
    case .bus: "bus"
    case .taxi: "taxi"
    case .motorcycle: "motorcycle"
    case .scooter: "scooter"
    case .bicycle: "bicycle"
    case .pedestrian: "pedestrian"
    }
  }

  package init?(name: String) {
    guard let match = TravelMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}

/// How far a mode may use one direction of a road.
@usableFromInline package enum Access: UInt8, Comparable, Sendable {
  /// Not at all: `access=no`, against a oneway.
  case no = 0
  /// With the owner's permission: `private`, `permit`.
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
    get {
      switch rawValue >> Self.shift(of: mode) & 3 {
      case 0: .no
      case 1: .permit
      case 2: .destination
      default: .yes
      }
    }
    set { rawValue = rawValue & ~(3 << Self.shift(of: mode)) | Self.bits(of: newValue) << Self.shift(of: mode) }
  }

  // Spelled out instead of using `rawValue`: a synthesized raw value is not inlined into other modules.
  @inlinable static func shift(of mode: TravelMode) -> UInt16 {
    switch mode {
    case .car: 0
    case .truck: 2
    case .bus: 4
    case .taxi: 6
    case .motorcycle: 8
    case .scooter: 10
    case .bicycle: 12
    case .pedestrian: 14
    }
  }

  @inlinable static func bits(of access: Access) -> UInt16 {
    switch access {
    case .no: 0
    case .permit: 1
    case .destination: 2
    case .yes: 3
    }
  }

  @inlinable package var isEmpty: Bool { rawValue == 0 }

  /// For every mode the more permissive of the two.
  package func joined(with other: AccessSet) -> AccessSet {
    var result = self
    for mode in TravelMode.allCases { result[mode] = max(self[mode], other[mode]) }
    return result
  }

  /// For every mode the more restrictive of the two.
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
  /// All but bicycles and pedestrians.
  package static let motorised = all.subtracting([.init(.bicycle), .init(.pedestrian)])
}
