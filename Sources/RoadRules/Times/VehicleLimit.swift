internal import RoadGraph

/// A sign that limits one measure of vehicles, or their load, as tagged.
///
/// - Source: OSM wiki, Key:maxheight, Key:maxwidth, Key:width, Key:maxlength, Key:maxweight, Key:maxweightrating,
///   Key:maxaxleload, Key:hazmat.
struct VehicleLimit: Sendable {
  private enum Value: Equatable {
    /// In metres or tonnes.
    case most(Double)
    case unlimited
    case unreadable
  }

  /// The unconditional clause first; the last one in force applies.
  private(set) var clauses: [ConditionalClause] = []
  /// `nil` for dangerous goods.
  private let measure: Vehicle.Measure?
  private let isForTrucks: Bool
  /// The room between two obstacles and no sign: a vehicle that is exactly as wide does not get through.
  private let isRoom: Bool

  /// - Parameter key: without `:forward`, `:backward` and `:conditional`.
  init?(key: String) {
    switch key {
    case "maxheight", "maxheight:physical": measure = .height
    case "maxwidth", "maxwidth:physical", "width", "est_width": measure = .width
    case "maxlength": measure = .length
    case "maxweight", "maxweightrating", "maxweightrating:hgv": measure = .weight
    case "maxaxleload": measure = .axleLoad
    case "hazmat": measure = nil
    default: return nil
    }
    isForTrucks = key.hasSuffix(":hgv")
    isRoom = ["maxwidth:physical", "width", "est_width"].contains(key)
  }

  mutating func add(_ others: [ConditionalClause]) {
    let isPlain = others.allSatisfy { $0.condition == .always }
    clauses = isPlain ? others + clauses : clauses + others
  }

  /// Some sign is unreadable.
  var isUnreadable: Bool { clauses.contains { value(of: $0) == .unreadable } }

  /// What excludes a traveller, and how far the road may still be used; `nil` if the sign does not bind.
  func misfit(in circumstances: Circumstances) -> (misfit: Misfit, access: Access)? {
    guard exceeds(circumstances) else { return nil }
    let isOpenToEnd = clauses.contains { $0.condition.isToEndThere && value(of: $0) == .unlimited }
    return (measure.map { Misfit($0) } ?? .hazardous, isOpenToEnd ? .destination : .no)
  }

  private func exceeds(_ circumstances: Circumstances) -> Bool {
    let traveller = circumstances.traveller
    guard !isForTrucks || traveller.mode == .truck,
      let clause = clauses.last(where: { $0.condition.state(in: circumstances) == .holds }),
      case .most(let most) = value(of: clause)
    else { return false }
    guard let measure else { return traveller.vehicle.isHazardous == true }
    return traveller.vehicle[measure].map { $0 > most + (isRoom ? -1e-6 : 1e-6) } ?? false
  }

  private func value(of clause: ConditionalClause) -> Value {
    guard let measure else { return clause.value == "no" ? .most(0) : .unlimited }
    if Self.unlimited.contains(clause.value) { return .unlimited }
    return readMeasure(clause.value, measure).map { .most($0) } ?? .unreadable
  }

  /// Signs that do not exist, or that repeat the law.
  private static let unlimited: Set<String> = [
    "none", "default", "no", "unsigned", "no_sign", "no_indications", "below_default", "unknown",
  ]
}

/// `3.5`, `3.8 m`, `12'6"`, `7.5 t`, `16000 lbs`, in metres or tonnes; `nil` if it is unreadable.
///
/// - Source: OSM wiki, Map features/Units. 1 ft = 0.3048 m, 1 in = 0.0254 m, 1 st (the short ton of the United States)
///   = 0.90718474 t, 1 lt (long ton) = 1.0160469088 t, 1 lb = 0.45359237 kg.
func readMeasure(_ text: String, _ measure: Vehicle.Measure) -> Double? {
  var rest = text.lowercased().filter { $0 != " " }[...]
  var total = 0.0
  var unit: Double?
  repeat {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    let word = rest.prefix { !$0.isNumber }
    rest = rest.dropFirst(word.count)
    unit = (measure.isLength ? metresPerUnit : tonnesPerUnit)[String(word)]
    guard let unit else { return nil }
    total += number * unit
  } while !rest.isEmpty
  return total > 0 ? total : nil
}

private let metresPerUnit: [String: Double] = [
  "": 1, "m": 1, "cm": 0.01, "'": 0.3048, "ft": 0.3048, "\"": 0.0254, "''": 0.0254, "in": 0.0254,
]

private let tonnesPerUnit: [String: Double] = [
  "": 1, "t": 1, "kg": 0.001, "st": 0.90718474, "lt": 1.016_046_908_8, "lb": 0.000_453_592_37,
  "lbs": 0.000_453_592_37,
]
