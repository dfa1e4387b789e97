internal import RoadGraph

/// The meaning of access values for each mode; if several values are separated by `;`, each grants its own access.
///
/// `agricultural` and `forestry` exclude everybody else and are read as `no`, as in OSRM and GraphHopper. A value that
/// names a mode or a kind of vehicle closes the road to all others.
///
/// - Source: OSM wiki, Key:access, "List of possible values" and "Transport mode restrictions".
let accessValues = Vocabulary<AccessSet>(
  words(.yes, ["yes", "designated", "permissive", "official", "public", "allowed", "true", "1", "discouraged"])
    + words(.yes, ["unknown", "limited", "permissible", "toll", "hov", "carpool"])
    + words(.destination, ["destination", "customers", "customer", "delivery", "deliveries", "residents", "resident"])
    + words(.destination, ["visitors", "visitor", "guests", "patients", "parking", "loading", "unloading"])
    + words(.permit, ["private", "permit", "employees", "employee", "staff", "key", "members", "license", "students"])
    + words(.permit, ["authorized", "authorised", "university", "school", "owner"])
    + words(.no, ["no", "agricultural", "agriculture", "forestry", "agricultural;forestry", "forestry;agricultural"])
    + words(.no, ["military", "emergency", "restricted", "false", "0", "none", "official_use", "service", "farm"])
    + words(.no, ["use_sidepath", "dismount", "separate", "horse", "ski", "snowmobile", "atv", "ohv", "boat", "tram"])
    + words(.no, ["minibus", "share_taxi", "tourist_bus", "coach", "school_bus", "trolleybus", "motorhome", "caravan"])
    + words(.no, ["hazmat", "disabled", "wheelchair", "mofa", "golf_cart", "construction", "maintenance", "closed"])
    + words(.no, ["emergency_vehicle", "emergency_vehicles"])
    + named)

private func words(_ access: Access, _ words: [String]) -> [(word: String, value: AccessSet)] {
  words.map { ($0, AccessSet.none.with(TravelMode.allCases, access)) }
}

/// Modes by which a value names those whom it admits.
private let named: [(word: String, value: AccessSet)] = [
  ("psv", .none.with([.bus, .taxi])), ("bus", .none.with([.bus])), ("buses", .none.with([.bus])),
  ("taxi", .none.with([.taxi])), ("hgv", .none.with([.truck])), ("goods", .none.with([.truck])),
  ("motorcar", .none.with([.car])), ("car", .none.with([.car])), ("motorcycle", .none.with([.motorcycle])),
  ("moped", .none.with([.scooter])), ("bicycle", .none.with([.bicycle])), ("foot", .none.with([.pedestrian])),
  ("pedestrian", .none.with([.pedestrian])), ("motor_vehicle", .none.with(motorModes)),
]

let motorModes: [TravelMode] = [.car, .truck, .bus, .taxi, .motorcycle, .scooter]

extension AccessSet {
  func with(_ modes: [TravelMode], _ access: Access = .yes) -> AccessSet {
    modes.reduce(into: self) { set, mode in set[mode] = access }
  }

  func except(_ modes: [TravelMode]) -> AccessSet { with(modes, .no) }

  /// All modes have the same access.
  var isUniform: Bool { self == AccessSet.none.with(TravelMode.allCases, self[.car]) }
}
