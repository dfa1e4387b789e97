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
    #expect(roadKind(of: Tags(["highway": roadClass.name]))?.roadClass == roadClass)
  }

  @Test(arguments: [
    "construction", "proposed", "abandoned", "raceway", "services", "rest_area", "ferry", "bus_stop", "",
  ])
  func `nobody travels on these`(value: String) {
    #expect(roadKind(of: Tags(["highway": value])) == nil)
  }

  @Test func `ferries and car trains are ferries`() {
    #expect(roadKind(of: Tags(["route": "ferry"]))?.roadClass == .ferry)
    #expect(roadKind(of: Tags(["route": "shuttle_train", "railway": "rail"]))?.roadClass == .ferry)
    #expect(roadKind(of: Tags(["route": "hiking"])) == nil)
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
  @Test func `access may differ by direction`() throws {
    let tags = Tags(["highway": "residential", "motor_vehicle:backward": "no", "hgv:forward": "destination"])
    #expect(try directions(tags) == ("ydyyyyyy", "------yy"))
  }
}

struct BarrierTests {
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
