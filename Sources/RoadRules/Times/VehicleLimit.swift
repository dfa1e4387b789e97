internal import RoadGraph

/// A sign that limits one measure of vehicles, or their load, as tagged.
///
/// - Source: OSM wiki, Key:maxheight, Key:maxwidth, Key:width, Key:maxlength, Key:maxweight, Key:maxweightrating,
///   Key:maxaxleload, Key:hazmat.
struct VehicleLimit: Sendable {
  private enum Value: Equatable {
    /// In metres or tonnes.
    case most(Double)
    /// Dangerous goods are let in this far.
    case goods(Access)
    case unlimited
    case unreadable
  }

  /// The unconditional clause first; the last one in force applies.
  private(set) var clauses: [ConditionalClause] = []
  /// What each clause says.
  private var values: [Value] = []
  /// `nil` for dangerous goods.
  private let measure: Vehicle.Measure?
  private let isForTrucks: Bool
  /// The room between two obstacles and no sign: a vehicle that is exactly as wide does not get through.
  private let isRoom: Bool

  /// - Parameter key: without `:forward`, `:backward` and `:conditional`.
  init?(key: String) {
    isForTrucks = key.hasSuffix(":hgv")
    switch isForTrucks ? String(key.dropLast(4)) : key {
    case "maxheight", "maxheight:physical": measure = .height
    case "maxwidth", "maxwidth:physical", "width", "est_width": measure = .width
    case "maxlength": measure = .length
    case "maxweight", "maxweightrating": measure = .weight
    case "maxaxleload": measure = .axleLoad
    case "hazmat": measure = nil
    default: return nil
    }
    isRoom = ["maxwidth:physical", "width", "est_width"].contains(key)
  }

  mutating func add(_ others: [ConditionalClause]) {
    let isPlain = others.allSatisfy { $0.condition == .always }
    clauses = isPlain ? others + clauses : clauses + others
    values = clauses.map(value)
  }

  /// Some sign is unreadable.
  var isUnreadable: Bool { values.contains(.unreadable) }

  /// What excludes a traveller who passes, and how far the road may still be used; `nil` if the sign does not bind.
  func misfit(in circumstances: Circumstances) -> (misfit: Misfit, access: Access)? {
    guard access(in: circumstances.with(.passing)) < .yes else { return nil }
    let toEnd = min(access(in: circumstances.with(.ending)), .destination)
    return (measure.map { Misfit($0) } ?? .hazardous, toEnd)
  }

  private func access(in circumstances: Circumstances) -> Access {
    let traveller = circumstances.traveller
    guard !isForTrucks || traveller.mode == .truck,
      let last = clauses.lastIndex(where: { $0.condition.state(in: circumstances) == .holds })
    else { return .yes }
    switch values[last] {
    case .most(let most):
      let own = measure.flatMap { traveller.vehicle[$0] } ?? 0
      return own > most + (isRoom ? -1e-6 : 1e-6) ? .no : .yes
    case .goods(let access): return traveller.vehicle.isHazardous == true ? access : .yes
    case .unlimited, .unreadable: return .yes
    }
  }

  private func value(of clause: ConditionalClause) -> Value {
    guard let measure else { return .goods(Self.accessWithGoods[clause.value] ?? .yes) }
    if Self.unlimited.contains(clause.value) { return .unlimited }
    return readMeasure(clause.value, measure).map { .most($0) } ?? .unreadable
  }

  private static let accessWithGoods: [String: Access] = [
    "no": .no, "private": .permit, "permit": .permit, "destination": .destination, "delivery": .destination,
    "customers": .destination,
  ]

  /// Signs that do not exist, or that repeat the law.
  private static let unlimited: Set<String> = [
    "none", "default", "no", "unsigned", "no_sign", "no_indications", "below_default", "unknown",
  ]
}

/// A measure in metres or tonnes; `nil` if it is unreadable.
func readMeasure(_ text: String, _ measure: Vehicle.Measure) -> Double? {
  measure.isLength ? taggedLength(text) : taggedWeight(text)
}
