import RoadGraph
import Testing

@testable import MapImport

/// The modes in the order of ``TravelMode``, one letter for the access of each: `y`es, `d`estination, `p`ermit, `-` no.
private func spelled(_ access: AccessSet) -> String {
  TravelMode.allCases.map { mode in
    switch access[mode] {
    case .yes: "y"
    case .destination: "d"
    case .permit: "p"
    case .no: "-"
    }
  }.joined()
}

private func directions(_ tags: Tags) throws -> (forward: String, backward: String) {
  var unreadable = 0
  let road = try #require(roadAttributes(of: tags, id: WayID(1), unreadableSpeeds: &unreadable))
  return (spelled(road.directions.forward.access), spelled(road.directions.backward.access))
}

struct RoadClassTests {
  @Test(arguments: RoadClass.allCases.filter { $0 != .ferry })
  func `each highway value has its class`(roadClass: RoadClass) {
    #expect(MapImport.roadClass(of: Tags(["highway": roadClass.name])) == roadClass)
  }

  @Test(arguments: [
    "construction", "proposed", "abandoned", "raceway", "platform", "corridor", "ferry", "bus_stop", "",
  ])
  func `nobody travels on these`(value: String) {
    #expect(roadClass(of: Tags(["highway": value])) == nil)
  }

  @Test func `ferries and car trains are ferries, areas are no roads`() {
    #expect(roadClass(of: Tags(["route": "ferry"])) == .ferry)
    #expect(roadClass(of: Tags(["route": "shuttle_train", "railway": "rail"])) == .ferry)
    #expect(roadClass(of: Tags(["route": "hiking"])) == nil)
    #expect(roadClass(of: Tags(["highway": "pedestrian", "area": "yes"])) == nil)
    #expect(roadClass(of: Tags(["highway": "pedestrian", "area": "no"])) == .pedestrian)
  }

  private static let flagCases: [(tags: Tags, flags: RoadFlags)] = [
    (Tags(["highway": "primary", "tunnel": "yes"]), .tunnel), (Tags(["highway": "primary", "tunnel": "no"]), []),
    (Tags(["highway": "primary", "covered": "yes"]), .tunnel),
    (Tags(["highway": "primary", "bridge": "viaduct"]), .bridge), (Tags(["highway": "primary", "toll": "yes"]), .toll),
    (Tags(["highway": "primary", "hov": "designated"]), .carPoolOnly),
    (Tags(["highway": "trunk", "motorroad": "yes"]), .motorroad),
    (Tags(["highway": "service", "service": "driveway"]), .minorService),
    (Tags(["highway": "primary", "junction": "circular"]), [.roundabout, .oneway]),
    (Tags(["highway": "track"]), .unpaved), (Tags(["highway": "track", "tracktype": "grade1"]), []),
    (Tags(["highway": "track", "tracktype": "grade3"]), .unpaved),
    (Tags(["highway": "track", "surface": "asphalt"]), []),
    (Tags(["highway": "residential", "surface": "gravel"]), .unpaved),
    (Tags(["highway": "residential", "oneway": "reversible"]), .reversible), (Tags(["route": "ferry"]), .ferry),
  ]

  @Test(arguments: flagCases)
  func `flags follow the tags`(tags: Tags, flags: RoadFlags) throws {
    var unreadable = 0
    let road = try #require(roadAttributes(of: tags, id: WayID(1), unreadableSpeeds: &unreadable))
    #expect(road.way.flags == flags)
  }

  @Test(arguments: [
    ("asphalt", Surface.asphalt), ("concrete:plates", .concrete), ("dirt", .ground),
    ("fine_gravel;ground", .fineGravel),
    ("lava", .unknown),
  ])
  func `surfaces fall into groups`(value: String, group: Surface) {
    #expect(surface(of: Tags(["surface": value])) == group)
  }
}

struct AccessTests {
  @Test(arguments: [
    // car truck bus taxi motorcycle scooter bicycle pedestrian
    (Tags(["highway": "residential"]), "yyyyyyyy"),
    (Tags(["highway": "motorway", "oneway": "no"]), "yyyyy---"),
    (Tags(["highway": "trunk", "motorroad": "yes"]), "yyyyy---"),
    (Tags(["highway": "footway"]), "-------y"),
    (Tags(["highway": "cycleway"]), "------yy"),
    (Tags(["highway": "busway"]), "--y-----"),
    (Tags(["highway": "track"]), "yyyyyyyy"),
    (Tags(["highway": "track", "motor_vehicle": "agricultural"]), "------yy"),
    (Tags(["highway": "service", "access": "private"]), "pppppppp"),
    (Tags(["highway": "service", "access": "no", "bus": "yes"]), "--y-----"),
    (Tags(["highway": "service", "access": "no", "psv": "designated", "foot": "yes"]), "--yy---y"),
    (Tags(["highway": "residential", "vehicle": "destination", "bicycle": "yes"]), "ddddddyy"),
    (Tags(["highway": "residential", "motor_vehicle": "no", "motorcar": "delivery"]), "d-----yy"),
    (Tags(["highway": "residential", "goods": "no"]), "y-yyyyyy"),
    (Tags(["highway": "residential", "goods": "no", "hgv": "destination"]), "ydyyyyyy"),
    (Tags(["highway": "residential", "moped": "no", "taxi": "no"]), "yyy-y-yy"),
    (Tags(["highway": "footway", "access": "yes"]), "-------y"),
    (Tags(["highway": "footway", "bicycle": "permissive"]), "------yy"),
    (Tags(["highway": "pedestrian", "motor_vehicle": "destination"]), "dddddd-y"),
    (Tags(["highway": "residential", "access": "customers;delivery"]), "dddddddd"),
    (Tags(["highway": "residential", "access": "whatever"]), "yyyyyyyy"),
    (Tags(["route": "ferry", "motor_vehicle": "no"]), "------yy"),
  ])
  func `access per mode`(tags: Tags, expected: String) throws {
    #expect(try directions(tags).forward == expected)
    #expect(try directions(tags).backward == expected)
  }

  @Test func `access may differ by direction`() throws {
    let tags = Tags(["highway": "residential", "motor_vehicle:backward": "no", "hgv:forward": "destination"])
    #expect(try directions(tags) == ("ydyyyyyy", "------yy"))
  }
}

struct OnewayTests {
  @Test(arguments: [
    (Tags(["highway": "primary", "oneway": "yes"]), "yyyyyyyy", "-------y"),
    (Tags(["highway": "primary", "oneway": "true"]), "yyyyyyyy", "-------y"),
    (Tags(["highway": "primary", "oneway": "1"]), "yyyyyyyy", "-------y"),
    (Tags(["highway": "primary", "oneway": "-1"]), "-------y", "yyyyyyyy"),
    (Tags(["highway": "primary", "oneway": "reverse"]), "-------y", "yyyyyyyy"),
    (Tags(["highway": "primary", "oneway": "no"]), "yyyyyyyy", "yyyyyyyy"),
    (Tags(["highway": "primary", "oneway": "alternating"]), "yyyyyyyy", "yyyyyyyy"),
    (Tags(["highway": "primary", "oneway": "maybe"]), "yyyyyyyy", "yyyyyyyy"),
    (Tags(["highway": "primary", "junction": "roundabout"]), "yyyyyyyy", "-------y"),
    (Tags(["highway": "primary", "junction": "roundabout", "oneway": "no"]), "yyyyyyyy", "yyyyyyyy"),
    (Tags(["highway": "motorway"]), "yyyyy---", "--------"),
    (Tags(["highway": "motorway_link"]), "yyyyy---", "yyyyy---"),
    (Tags(["highway": "primary", "oneway": "yes", "oneway:bicycle": "no"]), "yyyyyyyy", "------yy"),
    (Tags(["highway": "primary", "oneway:bicycle": "yes"]), "yyyyyyyy", "yyyyyy-y"),
    (Tags(["highway": "primary", "oneway": "yes", "oneway:bus": "no"]), "yyyyyyyy", "--y----y"),
    (Tags(["highway": "primary", "oneway": "yes", "oneway:psv": "no"]), "yyyyyyyy", "--yy---y"),
    (Tags(["highway": "primary", "oneway": "yes", "cycleway": "opposite"]), "yyyyyyyy", "------yy"),
    (Tags(["highway": "primary", "oneway": "yes", "cycleway:left": "opposite_lane"]), "yyyyyyyy", "------yy"),
    (Tags(["highway": "primary", "oneway": "yes", "cycleway:left:oneway": "-1"]), "yyyyyyyy", "------yy"),
    (Tags(["highway": "primary", "oneway": "yes", "busway": "opposite_lane"]), "yyyyyyyy", "--y----y"),
    (Tags(["highway": "primary", "oneway": "yes", "bus:backward": "designated"]), "yyyyyyyy", "--y----y"),
    (Tags(["highway": "primary", "oneway": "yes", "oneway:foot": "yes"]), "yyyyyyyy", "--------"),
    (Tags(["route": "ferry", "oneway": "yes"]), "yyyyyyyy", "--------"),
  ])
  func `oneways in all their forms`(tags: Tags, forward: String, backward: String) throws {
    #expect(try directions(tags) == (forward, backward))
  }
}

struct BarrierTests {
  @Test(arguments: [
    (Tags(["barrier": "bollard"]), "------yy"), (Tags(["barrier": "gate"]), "yyyyyyyy"),
    (Tags(["barrier": "gate", "access": "private"]), "pppppppp"),
    (Tags(["barrier": "gate", "locked": "yes"]), "pppppppp"),
    (Tags(["barrier": "lift_gate", "access": "no", "foot": "yes"]), "-------y"),
    (Tags(["barrier": "bollard", "bus": "yes"]), "--y---yy"),
    (Tags(["barrier": "bollard", "access": "yes"]), "yyyyyyyy"),
    (Tags(["barrier": "bollard", "bollard": "rising"]), "ppppppyy"), (Tags(["barrier": "kerb"]), "yyyyyyyy"),
    (Tags(["barrier": "cattle_grid"]), "yyyyyyyy"), (Tags(["barrier": "toll_booth"]), "yyyyyyyy"),
    (Tags(["barrier": "border_control"]), "yyyyyyyy"), (Tags(["barrier": "entrance"]), "yyyyyyyy"),
    (Tags(["barrier": "kissing_gate"]), "-------y"), (Tags(["barrier": "bus_trap"]), "-yy-yyyy"),
    (Tags(["barrier": "dragon"]), "------yy"), (Tags(["access": "no"]), "yyyyyyyy"),
  ])
  func `whom a barrier lets pass`(tags: Tags, expected: String) {
    #expect(spelled(barrierAccess(of: tags)) == expected)
  }

  @Test func `a barrier keeps its limits of size`() throws {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "residential", "maxwidth:forward": "2"])])
    sketch.nodeTags["B"] = ["barrier": "height_restrictor", "maxheight": "2.1"]
    let network = try sketch.network()
    #expect(network.nodes.map(\.conditions).filter { !$0.isEmpty } == ["maxheight=2.1"])
    #expect(network.segments.map(\.forward.conditions) == ["maxwidth=2", "maxwidth=2"])
    #expect(network.segments.allSatisfy { $0.backward.conditions.isEmpty })
  }

  @Test func `a harmless barrier leaves no trace`() throws {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "residential"])])
    sketch.nodeTags["B"] = ["barrier": "cattle_grid"]
    #expect(try sketch.network().spelled == "AC")
  }
}
