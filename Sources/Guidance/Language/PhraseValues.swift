internal import Geodesy

/// The values of the placeholders of a phrase; empty or `nil` where there is no value.
struct PhraseValues {
  /// The next road, or the road of departure or arrival, as on signs.
  var road = ""
  /// What the road is called if it has neither name nor number.
  var kind: RoadKind?
  /// The next road is also the road before.
  var isStay = false
  var destinations = ""
  var exit = ""
  var exitName = ""
  /// The number of a roundabout's exit.
  var ordinal: Int?
  var bearing: Degrees?
  /// The cyclist dismounts there.
  var isWalked = false

  /// Appends the value of a placeholder.
  func write(_ slot: PhraseSlot, _ style: PhraseStyle, in language: Language, to bytes: inout [UInt8]) {
    switch slot {
    case .onto: writeRoad(.onto, style, in: language, to: &bytes)
    case .stay: if isStay { writeRoad(.stay, style, in: language, to: &bytes) }
    case .on: writeRoad(.on, style, in: language, to: &bytes)
    case .ferry: writeRoad(.ferry, style, in: language, to: &bytes)
    case .destinations: language.write(style == .short ? firstDestination : destinations, style, to: &bytes)
    case .exit: language.write(exit, style, to: &bytes)
    case .exitName: language.write(exitName, style, to: &bytes)
    case .ordinal: if let ordinal { bytes += language.ordinals.text(ordinal, style).utf8 }
    case .compass: if let bearing { bytes += language.compassPoint(bearing).utf8 }
    }
  }

  /// A screen has room for one.
  private var firstDestination: String { String(destinations.prefix { $0 != "," }) }

  private func writeRoad(_ form: RoadCase, _ style: PhraseStyle, in language: Language, to bytes: inout [UInt8]) {
    if road.isEmpty {
      if let kind { language.write(kind, form, to: &bytes) }
    } else {
      language.write(road: road, form, style, to: &bytes)
    }
  }
}
