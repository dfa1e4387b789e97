import RoadGraph
import Testing

@Suite struct `An access set` {
  @Test(arguments: TravelMode.allCases)
  func `keeps each mode apart`(mode: TravelMode) {
    for access in [Access.no, .permit, .destination, .yes] {
      var set = AccessSet.none
      set[mode] = access
      #expect(set.rawValue == UInt16(access.rawValue) << (2 * UInt16(mode.rawValue)))
      #expect(TravelMode.allCases.allSatisfy { set[$0] == ($0 == mode ? access : .no) })
      var full = AccessSet.all
      full[mode] = access
      #expect(TravelMode.allCases.allSatisfy { full[$0] == ($0 == mode ? access : .yes) })
    }
  }

  @Test func `is limited mode by mode`() {
    var gate = AccessSet.all
    gate[.car] = .permit
    gate[.truck] = .no
    var road = AccessSet.all
    road[.car] = .destination
    road[.bus] = .no
    let both = road.limited(by: gate)
    #expect(both[.car] == .permit && both[.truck] == .no && both[.bus] == .no && both[.bicycle] == .yes)
    #expect(both == gate.limited(by: road) && road.limited(by: .all) == road && road.limited(by: .none).isEmpty)
  }

  @Test func `has modes and classes by name`() {
    #expect(TravelMode.allCases.allSatisfy { TravelMode(name: $0.name) == $0 } && TravelMode(name: "horse") == nil)
    #expect(RoadClass.allCases.allSatisfy { RoadClass(name: $0.name) == $0 } && RoadClass(name: "Motorway") == nil)
  }
}

@Suite struct `A speed limit of a direction` {
  @Test(
    arguments: [
      (nil, nil), (SpeedLimit(kmh: 50, source: .tag), 50), (SpeedLimit(kmh: 1, source: .tag), 1),
      (SpeedLimit(kmh: 1023, source: .defaultOfClass), 1023), (SpeedLimit(kmh: 0, source: .tag), 1),
      (SpeedLimit(kmh: -7, source: .tag), 1), (SpeedLimit(kmh: 99_999, source: .tag), 1023),
      (SpeedLimit(kmh: nil, source: .defaultOfClass), nil),
    ] as [(SpeedLimit?, Int?)])
  func `is kept in two bytes, within 1 to 1023 km an hour`(limit: SpeedLimit?, kmh: Int?) {
    var direction = RoadNetwork.Direction()
    direction.speedLimit = limit
    #expect(direction.speedLimit?.kmh == kmh)
    #expect(direction.speedLimit?.source == limit?.source)
  }

  @Test func `leaves the texts beside it alone`() {
    var direction = RoadNetwork.Direction()
    direction.turnLanes = "left"
    direction.destination = "Ulm"
    var copy = direction
    copy.turnLanes = ""
    copy.destination = "Rom"
    #expect(direction.turnLanes == "left" && direction.destination == "Ulm")
    #expect(copy.turnLanes.isEmpty && copy.destination == "Rom" && copy.conditions.isEmpty)
  }
}
