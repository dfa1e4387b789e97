import RoadGraph
import Testing

@testable import MapImport

struct SpeedLimitTests {
  @Test(arguments: [
    ("50", SpeedReading.kmh(50)), ("50 km/h", .kmh(50)), ("50kmh", .kmh(50)), ("30 mph", .kmh(48)), ("30mph", .kmh(48)),
    ("10 knots", .kmh(19)), ("12.5", .kmh(13)), ("none", .unlimited), ("walk", .kmh(7)), ("signals", .notStated),
    ("80;60", .kmh(60)), ("DE:urban", .kmh(50)), ("RO:rural", .kmh(90)), ("de:motorway", .unlimited),
    ("FR:30", .kmh(30)),
    ("FR:zone30", .kmh(30)), ("DE:zone:20", .kmh(20)), ("GB:nsl_single", .kmh(97)), ("GB:20", .kmh(32)),
    ("BY:urban", .kmh(60)), ("ZA:urban", .kmh(60)), ("DE:living_street", .kmh(7)), ("UK:nsl_dual", .kmh(113)),
    ("XX:urban", .kmh(50)), ("XX:living_street", .unreadable), ("XX:rural", .unreadable), ("fast", .unreadable),
    ("", .unreadable), ("0", .unreadable),
    ("5000", .unreadable), ("-50", .unreadable), ("50 leagues", .unreadable), ("٥٠", .unreadable),
  ])
  func `maxspeed values`(text: String, expected: SpeedReading) {
    #expect(readSpeed(text) == expected)
  }

  private func limit(_ tags: Tags, _ direction: TagDirection = .forward) -> (limit: SpeedLimit?, unreadable: Int) {
    var unreadable = 0
    let limit = speedLimit(of: tags, roadClass: .primary, direction: direction, unreadable: &unreadable)
    return (limit, unreadable)
  }

  @Test func `a tag for the direction goes before the tag for both`() {
    let tags = Tags(["maxspeed": "70", "maxspeed:backward": "50"])
    #expect(limit(tags).limit == SpeedLimit(kmh: 70, source: .tag))
    #expect(limit(tags, .backward).limit == SpeedLimit(kmh: 50, source: .tag))
  }

  @Test func `without a tag the class tells, and the source says so`() {
    #expect(limit(Tags([:])).limit == SpeedLimit(kmh: 80, source: .defaultOfClass))
    #expect(limit(Tags(["maxspeed": "none"])).limit == SpeedLimit(kmh: nil, source: .tag))
    #expect(limit(Tags(["source:maxspeed": "DE:rural"])).limit == SpeedLimit(kmh: 100, source: .tag))
    #expect(limit(Tags(["source:maxspeed": "sign"])).limit == SpeedLimit(kmh: 80, source: .defaultOfClass))
  }

  @Test func `an unreadable tag is counted and the default holds`() {
    let reading = limit(Tags(["maxspeed": "snail"]))
    #expect(reading.limit == SpeedLimit(kmh: 80, source: .defaultOfClass))
    #expect(reading.unreadable == 1)
  }

  @Test func `paths and ferries have no default limit`() {
    #expect(
      RoadClass.allCases.filter { defaultSpeedLimit($0) == nil }
        == [.pedestrian, .footway, .cycleway, .bridleway, .path, .steps, .ferry])
  }
}

struct LaneTests {
  private func pair(_ tags: Tags) throws -> DirectionPair {
    var unreadable = 0
    return try #require(roadAttributes(of: tags, id: WayID(1), unreadableSpeeds: &unreadable)).directions
  }

  @Test(
    arguments: [
      (Tags(["highway": "primary", "lanes": "4"]), 2, 2), (Tags(["highway": "primary", "lanes": "1"]), 1, 1),
      (Tags(["highway": "primary", "lanes": "3"]), 0, 0),
      (Tags(["highway": "primary", "lanes": "3", "lanes:forward": "2"]), 2, 1),
      (Tags(["highway": "primary", "lanes": "3", "lanes:both_ways": "1"]), 1, 1),
      (Tags(["highway": "primary", "lanes": "3", "oneway": "yes"]), 3, 0),
      (Tags(["highway": "primary", "lanes": "2", "oneway": "-1"]), 0, 2),
      (Tags(["highway": "primary", "turn:lanes:forward": "left|through|right"]), 3, 0),
      (Tags(["highway": "primary", "lanes": "many"]), 0, 0), (Tags(["highway": "primary", "lanes": "999"]), 0, 0),
    ] as [(Tags, UInt8, UInt8)])
  func `lanes in each direction`(tags: Tags, forward: UInt8, backward: UInt8) throws {
    let pair = try pair(tags)
    #expect(pair.forward.lanes == forward)
    #expect(pair.backward.lanes == backward)
  }

  @Test func `signs of a oneway road belong to its open direction`() throws {
    let pair = try pair(
      Tags(["highway": "trunk", "oneway": "-1", "turn:lanes": "left|", "destination": "Köln", "destination:ref": "A 4"])
    )
    #expect(
      pair.forward
        == {
          var closed = pair.forward; closed.turnLanes = ""; closed.destination = ""; return closed
        }())
    #expect(pair.backward.turnLanes == "left|")
    #expect(pair.backward.destination == "Köln")
    #expect(pair.backward.destinationRef == "A 4")
  }

  @Test func `a two-way road's lanes need a direction`() throws {
    let pair = try pair(Tags(["highway": "trunk", "turn:lanes": "left|", "turn:lanes:backward": "|right"]))
    #expect(pair.forward.turnLanes == "")
    #expect(pair.backward.turnLanes == "|right")
  }

  @Test func `lanes have destinations and rules for changing, ramps have numbers`() throws {
    let pair = try pair(
      Tags([
        "highway": "motorway_link", "oneway": "yes", "destination:lanes": "Ulm|Ulm;Rom", "change:lanes": "yes|no",
        "junction:ref": "12A",
      ]))
    #expect(pair.forward.destinationLanes == "Ulm|Ulm;Rom")
    #expect(pair.forward.changeLanes == "yes|no")
    #expect(pair.forward.rampRef == "12A")
    #expect(pair.backward.rampRef == "" && pair.backward.changeLanes == "" && pair.backward.destinationLanes == "")
  }

  @Test(
    arguments: [
      (["bus:lanes": "yes|designated"], "|car;truck;taxi;motorcycle;scooter;bicycle"),
      (["psv:lanes": "|designated", "access:lanes": "yes|no"], "|car;truck;motorcycle;scooter;bicycle"),
      (["vehicle:lanes": "yes|no", "bicycle:lanes": "|designated"], "|car;truck;bus;taxi;motorcycle;scooter"),
      (["bus:lanes": "yes|designated", "motor_vehicle:lanes": "yes|yes"], "|bicycle"),
      (["hgv:lanes": "no|yes"], "truck|"), (["hov:lanes": "designated|yes"], "car;truck|"),
      (["bus:lanes": "yes|yes|designated"], ""), (["bus:lanes": "yes|yes"], ""), (["access:lanes": "||"], ""),
    ] as [([String: String], String)])
  func `lanes are closed to modes`(lanes: [String: String], closed: String) throws {
    let tags = lanes.merging(["highway": "primary", "oneway": "yes", "turn:lanes": "left|right"]) { $1 }
    let pair = try pair(Tags(pairs: tags.map { ($0.key, $0.value) }))
    #expect(pair.forward.closedLanes == closed)
    #expect(pair.backward.closedLanes == "")
  }

  @Test func `lanes are closed in one direction only`() throws {
    let pair = try pair(
      Tags(["highway": "primary", "lanes": "4", "bicycle:lanes:backward": "|designated", "bus:lanes": "|designated"]))
    #expect(pair.forward.closedLanes == "")
    #expect(pair.backward.closedLanes == "|car;truck;bus;taxi;motorcycle;scooter")
  }

  @Test(arguments: [
    ("left", "through|through;right", "left|through|through;right", "left||"),
    ("right", "left|through", "left|through|right", "||right"), ("left;right", "through|right", "through|right", ""),
  ])
  func `the lane in the middle of the road belongs to both directions`(
    shared: String, own: String, forward: String, backward: String
  ) throws {
    let pair = try pair(
      Tags([
        "highway": "primary", "lanes": "5", "lanes:both_ways": "1", "turn:lanes:both_ways": shared,
        "turn:lanes:forward": own, "lanes:forward": "2",
      ]))
    #expect(pair.forward.turnLanes == forward)
    #expect(pair.backward.turnLanes == backward)
  }

  @Test func `a street on a sign is a destination where no other is named`() throws {
    #expect(
      try pair(Tags(["highway": "primary", "destination:street": "Mill Street"])).forward.destination == "Mill Street")
    let both = Tags(["highway": "primary", "destination:street": "Mill Street", "destination": "Ulm"])
    #expect(try pair(both).forward.destination == "Ulm")
  }

  @Test func `what holds at times or for some vehicles is kept as sorted lines`() throws {
    let pair = try pair(
      Tags([
        "highway": "primary", "bicycle:forward": "yes", "maxheight": "3.5", "hgv:conditional": "no @ (22:00-06:00)",
        "maxspeed:backward:conditional": "30 @ (wet)", "opening_hours:conditional": "?", "surface:conditional": "?",
      ]))
    #expect(
      pair.forward.conditions == "bicycle=yes\nhgv:conditional=no @ (22:00-06:00)\nmaxheight=3.5",
      "a plain tag of access stands against conditions of broader keys")
    #expect(
      pair.backward.conditions
        == "hgv:conditional=no @ (22:00-06:00)\nmaxheight=3.5\nmaxspeed:backward:conditional=30 @ (wet)")
  }
}

struct TagsTests {
  @Test func `every key has its own name`() {
    #expect(Set(TagKey.allCases.map(\.name)).count == TagKey.allCases.count)
    #expect(TagKey.cyclewayLeftOneway.name == "cycleway:left:oneway")
    #expect(TagKey.onewayMotorVehicle.name == "oneway:motor_vehicle")
  }

  @Test func `a key is found with and without a direction`() {
    let tags = Tags(["maxspeed": "50", "maxspeed:forward": "60", "name:de": "Straße", "name": "Rue"])
    #expect(tags.text(.maxspeed) == "50")
    #expect(tags.text(.maxspeed, .forward) == "60")
    #expect(tags.text(.maxspeed, .backward) == nil)
    #expect(tags.text(.name) == "Rue")
  }

  @Test func `empty keys and values are no danger`() {
    let tags = Tags(["": "", "name": "", "ref": "7", ":forward": "x", "conditional": "y"])
    #expect(tags.text(.name) == "")
    #expect(tags.text(.ref) == "7")
  }

  @Test func `a vocabulary knows its words and no others`() {
    let numbers: Vocabulary<Int> = ["one": 1, "two": 2, "three": 3, "": 0]
    #expect(["one", "two", "three", "", "four", "on", "onee"].map { numbers.find($0) } == [1, 2, 3, 0, nil, nil, nil])
  }
}
