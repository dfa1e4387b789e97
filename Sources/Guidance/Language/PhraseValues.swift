internal import Geodesy

/// The values of the placeholders of a phrase; empty or `nil` where there is no value.
struct PhraseValues: Sendable {
  /// The next road, or the road of departure or arrival, as on signs.
  var road = ""
  /// What else the road is called: the name beside a number, or the number beside a name.
  var addition = ""
  /// What the road is called if it has neither name nor number.
  var kind: RoadKind?
  /// The next road is also the road before, and was named.
  var isStay = false
  /// The maneuver before named the road, not far back: only a screen names it again.
  var isRepeated = false
  /// The numbers of other roads that the next one leads to.
  var numbers: [String] = []
  var destinations: [String] = []
  var exit = ""
  var exitName = ""
  /// The number of a roundabout's exit.
  var ordinal: Int?
  /// The name of a roundabout.
  var ring = ""
  var bearing: Degrees?
  /// The cyclist dismounts there.
  var isWalked = false

  /// Appends the value of a placeholder.
  func write(_ slot: PhraseSlot, _ style: PhraseStyle, in language: Language, to bytes: inout [UInt8]) {
    switch slot {
    case .onto: if !isStay || style == .short { writeRoad(.onto, style, in: language, to: &bytes) }
    case .along: writeRoad(.along, style, in: language, to: &bytes)
    case .stay: if isStay { writeRoad(.on, style, in: language, to: &bytes) }
    case .on: writeRoad(.on, style, in: language, to: &bytes)
    case .ferry: writeRoad(.ferry, style, in: language, to: &bytes)
    case .to: writeNumbers(style, in: language, to: &bytes)
    case .ring: if !ring.isEmpty { language.write(road: ring, .ring, style, to: &bytes) }
    case .destinations: language.write(list: style == .short ? firstDestination : destinations, style, to: &bytes)
    case .exit: language.write(exit, style, to: &bytes)
    case .exitName: language.write(exitName, style, to: &bytes)
    case .ordinal: if let ordinal { bytes += language.ordinals.text(ordinal, style).utf8 }
    case .compass: if let bearing { bytes += language.compassPoint(bearing).utf8 }
    }
  }

  /// A screen has room for one.
  private var firstDestination: [String] { Array(destinations.prefix(1)) }

  private func writeRoad(_ form: RoadCase, _ style: PhraseStyle, in language: Language, to bytes: inout [UInt8]) {
    if road.isEmpty || isRepeated && style != .short {
      if let kind { language.write(kind, form, to: &bytes) }
    } else {
      language.write(road: road, and: addition, form, style, to: &bytes)
    }
  }

  /// The nearest bearing that is called by a point of the compass: the words are the same.
  mutating func setBearing(_ bearing: Degrees?) { self.bearing = bearing.map { ($0 / 45).rounded() * 45 } }

  private func writeNumbers(_ style: PhraseStyle, in language: Language, to bytes: inout [UInt8]) {
    if !numbers.isEmpty { language.write(road: numbers.joined(separator: "/"), .to, style, to: &bytes) }
  }
}

extension PhraseValues: Hashable {
  /// The values that differ most: few sentences have the same and others not.
  func hash(into hasher: inout Hasher) {
    hasher.combine(road)
    hasher.combine(destinations.first)
    hasher.combine(bearing)
    hasher.combine(isRepeated)
  }
}
