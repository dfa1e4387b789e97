/// The keys of OSM tags known to this importer, without `:forward`, `:backward` and `:conditional`.
enum TagKey: UInt8, CaseIterable {
  // The kind of object.
  case highway, route, junction, area, service, railway, barrier, type
  // Access.
  case access, vehicle, motorVehicle, motorcar, goods, hgv, psv, bus, taxi, motorcycle, moped, bicycle, foot
  case motorroad, hov, hovLanes, locked, bollard
  // Direction.
  case oneway, onewayVehicle, onewayMotorVehicle, onewayMotorcar, onewayHgv, onewayPsv, onewayBus, onewayTaxi
  case onewayMotorcycle, onewayMoped, onewayBicycle, onewayFoot
  case cycleway, cyclewayLeft, cyclewayRight, cyclewayBoth, cyclewayLeftOneway, cyclewayRightOneway
  case cyclewayBothOneway, cyclewayOneway, lanesPsv, lanesBus, psvLanes, busLanes, busway, buswayLeft, buswayRight
  case drivingSide
  // Access lane by lane.
  case accessLanes, vehicleLanes, motorVehicleLanes, motorcarLanes, goodsLanes, hgvLanes, taxiLanes, motorcycleLanes
  case mopedLanes, bicycleLanes
  // Speed.
  case maxspeed, maxspeedType, sourceMaxspeed, zoneMaxspeed, zoneTraffic, maxspeedHgv, maxspeedBus
  // Limits of weight, height, width and length, and dangerous goods.
  case maxheight, maxheightPhysical, maxwidth, maxwidthPhysical, maxlength, maxweight, maxweightrating
  case maxweightratingHgv, maxweightHgv, maxheightHgv, maxlengthHgv, maxaxleload, hazmat
  // Construction.
  case lanes, lanesBothWays, turn, turnLanes, turnLanesBothWays, changeLanes
  case surface, tracktype, smoothness, toll, tunnel, covered, bridge
  case width, estWidth
  case conveying, manMade, publicTransport, iceRoad, winterRoad, impassable, ford
  // Roads that do not exist yet, or no longer.
  case construction, abandoned, demolished, destroyed, dismantled, razed, removed
  // Signs.
  case name, ref, destination, destinationRef, destinationStreet, destinationLanes, junctionRef, isSidepathOfName
  case streetName
  case exitTo, exitToLeft, exitToRight
  case network
  // Nodes.
  case crossing, crossingSignals, direction, trafficSignalsDirection, amenity, entrance
  // Zones.
  case hazard, lowEmissionZone, boundary
  // The ground.
  case landuse, natural, leisure, building, waterway, aeroway, tourism, place, population, ele, adminLevel, maritime
  case location
  // Devices that watch roads.
  case enforcement
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
    case .motorVehicleLanes: "motor_vehicle:lanes"
    case .lanesBothWays: "lanes:both_ways"
    case .turnLanesBothWays: "turn:lanes:both_ways"
    case .exitTo: "exit_to"
    case .exitToLeft: "exit_to:left"
    case .exitToRight: "exit_to:right"
    case .isSidepathOfName: "is_sidepath:of:name"
    case .drivingSide: "driving_side"
    case .estWidth: "est_width"
    case .manMade: "man_made"
    case .publicTransport: "public_transport"
    case .iceRoad: "ice_road"
    case .winterRoad: "winter_road"
    case .trafficSignalsDirection: "traffic_signals:direction"
    case .lowEmissionZone: "low_emission_zone"
    case .dayOn: "day_on"
    case .dayOff: "day_off"
    case .hourOn: "hour_on"
    case .hourOff: "hour_off"
    case .adminLevel: "admin_level"
    default: Self.colonsBeforeCapitals(String(describing: self))
    }
  }

  private static func colonsBeforeCapitals(_ word: String) -> String {
    word.reduce(into: "") { name, letter in name += letter.isUppercase ? ":" + letter.lowercased() : String(letter) }
  }

  static let all = Vocabulary<TagKey>(allCases.map { (word: $0.name, value: $0) })

  /// The key that says for oneways what `self` says for access; `nil` if OSM has none.
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

  /// The key that says for each lane what `self` says for the road; `nil` if OSM has none.
  var lanes: TagKey? {
    switch self {
    case .access: .accessLanes
    case .vehicle: .vehicleLanes
    case .motorVehicle: .motorVehicleLanes
    case .motorcar: .motorcarLanes
    case .goods: .goodsLanes
    case .hgv: .hgvLanes
    case .psv: .psvLanes
    case .bus: .busLanes
    case .taxi: .taxiLanes
    case .motorcycle: .motorcycleLanes
    case .moped: .mopedLanes
    case .bicycle: .bicycleLanes
    case .hov: .hovLanes
    default: nil
    }
  }

  /// Groups of keys. If no key of a group occurs, whole rules can be skipped.
  enum Concern { case access, contraflow, limit, other }

  var concern: Concern {
    switch rawValue {
    case TagKey.access.rawValue...TagKey.foot.rawValue: .access
    case TagKey.onewayVehicle.rawValue...TagKey.buswayRight.rawValue: .contraflow
    case TagKey.maxspeedHgv.rawValue...TagKey.hazmat.rawValue: .limit
    default: .other
    }
  }

  /// It says for each lane who may use it.
  var isAboutLanes: Bool {
    rawValue >= TagKey.accessLanes.rawValue && rawValue <= TagKey.bicycleLanes.rawValue
      || self == .hovLanes || self == .psvLanes || self == .busLanes
  }

  /// Vehicle limits, kept as text for routing.
  static let limits = allCases.filter { $0.concern == .limit }

  /// Access keys. A plain one overrides conditions of broader keys.
  static let accesses = allCases.filter { $0.concern == .access }

  /// Worth keeping as text with its condition: access, directions and speeds that change with time or load.
  var mayBeConditional: Bool {
    concern != .other || self == .maxspeed || self == .oneway
  }
}

/// The suffix of a key: the direction of a way to which a value applies.
enum TagDirection: UInt8, CaseIterable {
  case both = 0
  case forward, backward
}
