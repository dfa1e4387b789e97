import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Extracts
@testable import MapImport

/// Which changes can change a map.
struct TouchedRoadsTests {
  /// Roads over nodes 1 to 4, a zone, a square, a restriction, a device, a route; a house beside them; node 99 is missing.
  private static let extract = """
    n1 v1 x9.5 y47.5
    n2 v1 x9.501 y47.5
    n3 v1 x9.502 y47.5
    n4 v1 x9.502 y47.501
    n10 v1 x9.49 y47.49
    n11 v1 x9.51 y47.49
    n12 v1 x9.51 y47.51
    n13 v1 x9.49 y47.51
    n20 v1 x9.503 y47.5
    n21 v1 x9.504 y47.5
    n22 v1 x9.504 y47.501
    n30 v1 x9.5015 y47.5001
    n40 v1 x9.505 y47.505
    n41 v1 x9.506 y47.505
    n42 v1 x9.506 y47.506
    w1 v1 Thighway=residential Nn1,n2,n3
    w2 v1 Thighway=residential Nn3,n4,n99
    w10 v1 Nn10,n11,n12
    w11 v1 Nn12,n13,n10
    w20 v1 Nn20,n21,n22,n20
    w30 v1 Thighway=construction,bicycle=no Nn2,n40
    w40 v1 Tbuilding=yes Nn40,n41,n42,n40
    w41 v1 Thighway=path,access=no Nn40,n41
    r1 v1 Ttype=boundary,boundary=low_emission_zone Mw10@outer,w11@outer
    r2 v1 Ttype=multipolygon,highway=pedestrian Mw20@outer
    r3 v1 Ttype=restriction,restriction=no_left_turn Mw1@from,n3@via,w2@to
    r4 v1 Ttype=enforcement,enforcement=maxspeed Mn30@device,n2@from
    r5 v1 Ttype=route,route=road,ref=A1 Mw1@
    r6 v1 Ttype=multipolygon,building=yes Mw40@outer
    r7 v1 Ttype=route,route=bus Mw1@
    r8 v1 Ttype=boundary,boundary=administrative Mw40@outer,w98@outer
    """

  private func changes(
    _ lines: String, in folder: TemporaryFolder, memory: ChangeMemory = ChangeMemory()
  ) throws -> ChangeSet {
    try ChangeSet(paths: [folder.write("changes.osc", OSMChange.xml(lines))], memory: memory)
  }

  @Test(arguments: [
    ("a node of a road", "~n2 v2 x9.5011 y47.5", true),
    ("the tags of a node of a road", "~n2 v2 Tbarrier=gate x9.501 y47.5", true),
    ("a node of a road is deleted", "-n2 v2", true),
    ("a missing node of a road appears", "+n99 v1 x9.503 y47.502", true),
    ("a node of a house", "~n42 v2 x9.5061 y47.506", false),
    ("a node of a zone", "~n13 v2 x9.48 y47.51", true),
    ("a node of a square", "~n21 v2 x9.5041 y47.5", true),
    ("a device beside the road", "~n30 v2 x9.5016 y47.5001", true),
    ("a foreign node", "+n100 v1 x9.5 y47.6", false),
    ("a road", "~w1 v2 Thighway=service Nn1,n2,n3", true),
    ("a road is deleted", "-w1 v2", true),
    ("a road is no road any longer", "~w1 v2 Nn1,n2,n3", true),
    ("a house", "~w40 v2 Tbuilding=no Nn40,n41,n42,n40", false),
    ("a house becomes a road", "~w40 v2 Thighway=service Nn40,n41,n42,n40", true),
    ("a new road", "+w50 v1 Thighway=service Nn40,n41", true),
    ("a new ferry", "+w50 v1 Troute=ferry Nn40,n41", true),
    ("a new house", "+w50 v1 Tbuilding=yes Nn40,n41", false),
    ("a new way without tags", "+w50 v1 Nn40,n41", false),
    ("a site becomes a road", "~w30 v2 Thighway=service Nn2,n40", true),
    ("a site grows", "~w30 v2 Thighway=construction Nn2,n40,n41", false),
    ("a road closed to all", "~w41 v2 Thighway=path,access=private Nn40,n41", true),
    ("a way of the border of a zone", "~w10 v2 Nn10,n11,n40,n12", true),
    ("a way of the border of a square", "~w20 v2 Nn20,n21,n22,n40,n20", true),
    ("a new area with rules of its own", "+w50 v1 Tboundary=low_emission_zone Nn40,n41,n42,n40", true),
    ("a zone", "~r1 v2 Ttype=boundary,boundary=low_emission_zone,name=Z Mw10@outer,w11@outer", true),
    ("a square is deleted", "-r2 v2", true),
    ("a restriction", "~r3 v2 Ttype=restriction,restriction=no_right_turn Mw1@from,n3@via,w2@to", true),
    ("a new restriction that is refused", "+r50 v1 Ttype=restriction,restriction=none Mw1@from", true),
    ("a device", "-r4 v2", true),
    ("a numbered route", "~r5 v2 Ttype=route,route=road,ref=A2 Mw1@", true),
    ("a numbered route ends", "~r5 v2 Ttype=route,route=bus Mw1@", true),
    ("a bus line", "~r7 v2 Ttype=route,route=bus,ref=7 Mw1@", false),
    ("a bus line becomes a numbered route", "~r7 v2 Ttype=route,route=road,ref=7 Mw1@", true),
    ("the courtyard of a house", "~r6 v2 Ttype=multipolygon,building=no Mw40@outer", false),
    ("a municipality", "~r8 v2 Ttype=boundary,boundary=administrative,name=V Mw40@outer", false),
    ("a way of a municipality appears", "+w98 v1 Nn41,n42", false),
    ("nothing", "", false),
  ])
  func `a change touches the roads or not`(name: String, lines: String, touches: Bool) throws {
    let folder = try TemporaryFolder()
    let map = try ChangedMap(folder.write("town.opl", Self.extract + "\n"))
    let changes = try changes(lines, in: folder)
    #expect(try map.touches(changes) == touches, "\(name)")
    let onDisk = try self.changes(lines, in: folder, memory: ChangeMemory(byteCount: 400))
    #expect(try map.touches(onDisk) == touches, "\(name)")
    if !touches { #expect(try map.bytes(after: changes) == map.bytes, "\(name)") }
  }

  @Test(arguments: [
    ("+n50 v1 x8 y47\n+n51 v1 x8.1 y47\n+w50 v1 Thighway=road Nn50,n51", false),
    ("+n50 v1 x8 y47\n+n51 v1 x9.4 y47\n+w50 v1 Thighway=road Nn50,n51", true),
    ("+w50 v1 Thighway=road Nn40,n77", true), ("+w50 v1 Thighway=road Nn77,n78", false),
    ("+r50 v1 Ttype=restriction,restriction=no_u_turn Mw77@from,n77@via,w77@to", false),
    ("+r50 v1 Ttype=restriction,restriction=no_u_turn Mw1@from,n3@via,w1@to", true),
  ])
  func `a road elsewhere is none of the region's`(lines: String, touches: Bool) throws {
    let folder = try TemporaryFolder()
    let map = try ChangedMap(folder.write("town.opl", Self.extract + "\n"))
    #expect(try map.touches(changes(lines, in: folder), area: { $0.longitude > 9 }) == touches)
  }

  @Test func `roads of modes that a map leaves out are counted, so that it depends on them`() throws {
    let folder = try TemporaryFolder()
    let extract = try folder.write("town.opl", Self.extract + "\n")
    var settings = MapImportSettings()
    settings.modes = [.init(.car)]
    let map = try importMap(path: extract, settings: settings)
    #expect(map.network.provenance.counts["ways_of_other_modes"] == 1)
    let deletion = try changes("-w41 v2", in: folder)
    #expect(try touchesRoads(deletion, onto: extract, footprint: map.footprint))
  }

  /// What becomes of many random changes of random towns; those that touch no roads leave every byte of the map.
  @Test(arguments: [false, true])
  func `a change that touches no roads never changes the map`(hasArea: Bool) throws {
    let folder = try TemporaryFolder()
    let area = hasArea ? { (place: Place) in place.longitudeE7 > 90_000_000 } : nil
    var harmless = 0
    let seeds = sample(0..<400 as Range<UInt64>)
    for seed in seeds {
      var random = RandomTown(seed: seed)
      let map = try ChangedMap(folder.write("town.opl", random.extract()))
      let lines = random.changes()
      let memory = seed % 2 == 0 ? ChangeMemory() : ChangeMemory(byteCount: 2_000)
      let changes = try changes(lines, in: folder, memory: memory)
      guard try !map.touches(changes, area: area) else { continue }
      harmless += 1
      #expect(try map.bytes(after: changes, area: area) == map.bytes, "\(seed): \(lines)")
    }
    #expect((seeds.count / 10..<seeds.count * 19 / 20).contains(harmless), "\(harmless)")
  }

  @Test func `a footprint comes back from its file`() throws {
    let folder = try TemporaryFolder()
    let map = try ChangedMap(folder.write("town.opl", Self.extract + "\n"))
    let path = folder.path("town.footprint")
    try map.map.footprint.write(to: path)
    #expect(try MapFootprint(path: path) == map.map.footprint)
    #expect(folder.bytes("town.footprint")?.count == map.map.footprint.byteCount)
  }

  @Test func `a damaged footprint is refused`() throws {
    let folder = try TemporaryFolder()
    let map = try ChangedMap(folder.write("town.opl", Self.extract + "\n"))
    let path = folder.path("town.footprint")
    try map.map.footprint.write(to: path)
    let whole = try #require(folder.bytes("town.footprint"))
    for position in whole.indices {
      var damaged = whole
      damaged[position] ^= 0x10
      let file = try folder.write("damaged", damaged)
      #expect(throws: MapImportError.noFootprint(path: file)) { try MapFootprint(path: file) }
      let cut = try folder.write("cut", Array(whole[..<position]))
      #expect(throws: MapImportError.noFootprint(path: cut)) { try MapFootprint(path: cut) }
    }
    guard
      case .unreadable = #expect(
        throws: MapImportError.self, performing: { try MapFootprint(path: folder.path("none")) })
    else { return #expect(Bool(false), "an absent footprint is unreadable") }
  }
}
