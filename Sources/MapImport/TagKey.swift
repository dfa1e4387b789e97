/// The keys of OSM tags that this importer understands, without their `:forward`, `:backward` and `:conditional`.
enum TagKey: UInt8, CaseIterable {
  // What it is.
  case highway, route, junction, area, service, railway, barrier, type
  // Who may use it.
  case access, vehicle, motorVehicle, motorcar, goods, hgv, psv, bus, taxi, motorcycle, moped, bicycle, foot
  case motorroad, hov, locked, bollard
  // Which way.
  case oneway, onewayVehicle, onewayMotorVehicle, onewayMotorcar, onewayHgv, onewayPsv, onewayBus, onewayTaxi
  case onewayMotorcycle, onewayMoped, onewayBicycle, onewayFoot
  case cycleway, cyclewayLeft, cyclewayRight, cyclewayBoth, cyclewayLeftOneway, cyclewayRightOneway
  case cyclewayBothOneway, busway, buswayLeft, buswayRight, drivingSide
  // How fast.
  case maxspeed, maxspeedType, sourceMaxspeed, zoneMaxspeed, zoneTraffic, maxspeedHgv, maxspeedBus
  // How heavy, high, wide, long, dangerous.
  case maxheight, maxheightPhysical, maxwidth, maxwidthPhysical, maxlength, maxweight, maxweightrating
  case maxweightratingHgv, maxaxleload, hazmat
  // How it is built.
  case lanes, lanesBothWays, turnLanes, surface, tracktype, toll, tunnel, covered, bridge
  // What the signs say.
  case name, ref, destination, destinationRef
  // Nodes.
  case crossing, crossingSignals
  // Turn restrictions.
  case except, dayOn, dayOff, hourOn, hourOff
  case restriction, restrictionHgv, restrictionGoods, restrictionMotorcar, restrictionMotorcycle, restrictionMoped
  case restrictionBus, restrictionPsv, restrictionTaxi, restrictionBicycle, restrictionFoot, restrictionMotorVehicle

  /// The key as written: colons before the words that qualify another key, underscores elsewhere.
  var name: String {
    switch self {
    case .motorVehicle: "motor_vehicle"
    case .onewayMotorVehicle: "oneway:motor_vehicle"
    case .restrictionMotorVehicle: "restriction:motor_vehicle"
    case .lanesBothWays: "lanes:both_ways"
    case .drivingSide: "driving_side"
    case .dayOn: "day_on"
    case .dayOff: "day_off"
    case .hourOn: "hour_on"
    case .hourOff: "hour_off"
    default: Self.colonsBeforeCapitals(String(describing: self))
    }
  }

  private static func colonsBeforeCapitals(_ word: String) -> String {
    word.reduce(into: "") { name, letter in name += letter.isUppercase ? ":" + letter.lowercased() : String(letter) }
  }

  static let all = Vocabulary<TagKey>(allCases.map { (word: $0.name, value: $0) })

  /// The key that says the same of oneways as `self` says of access; `nil` where OSM has none.
  var oneway: TagKey? {
    switch self {
    case .access: .oneway
    case .vehicle: .onewayVehicle
    case .motorVehicle: .onewayMotorVehicle
    case .motorcar: .onewayMotorcar
    case .hgv: .onewayHgv
    case .psv: .onewayPsv
    case .bus: .onewayBus
    case .taxi: .onewayTaxi
    case .motorcycle: .onewayMotorcycle
    case .moped: .onewayMoped
    case .bicycle: .onewayBicycle
    case .foot: .onewayFoot
    default: nil
    }
  }

  /// The groups of keys whose absence makes whole rules superfluous.
  enum Concern { case access, contraflow, limit, other }

  var concern: Concern {
    switch rawValue {
    case TagKey.access.rawValue...TagKey.foot.rawValue: .access
    case TagKey.onewayVehicle.rawValue...TagKey.buswayRight.rawValue: .contraflow
    case TagKey.maxspeedHgv.rawValue...TagKey.hazmat.rawValue: .limit
    default: .other
    }
  }

  /// Limits on the vehicle, kept as text for routing to read.
  static let limits = allCases.filter { $0.concern == .limit }

  /// Who may use it: a plain one stands against conditions of broader keys.
  static let accesses = allCases.filter { $0.concern == .access }

  /// Worth keeping as text with its condition: access, directions and speeds that change with time or load.
  var mayBeConditional: Bool {
    concern != .other || self == .maxspeed || self == .oneway
  }
}

/// What a key's suffix says: which direction of a way a value is for.
enum TagDirection: UInt8, CaseIterable {
  case both = 0
  case forward, backward
}
