import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Knowledge

@Suite("Drives carried to another map")
struct StoreCarryingTests {
  private static let oldTown = """
    A-------B-------C
                    |
                    |
                    D
    """
  private static let oldRoads: [SketchRoad] = ["A-B-C", "C-D"]

  private func old() throws -> RoadSketch {
    try RoadSketch(Self.oldTown, metresPerCell: 20, roads: Self.oldRoads)
  }

  /// The edges of a map by their letters, carried to another one, as letters and metres.
  private func carried(_ edges: String..., from old: RoadSketch, to new: RoadSketch) throws -> [String] {
    let carrier = EdgeCarrier(try pieces(of: old), to: new.graph)
    return edges.map { letters in
      guard let carried = carrier.carried(old.edge(letters)) else { return "lost" }
      let parts = carried.stretches.map { stretch in
        "\(new.spelled([stretch.edge])) \(Int(stretch.begin.rounded()))-\(Int(stretch.end.rounded()))"
      }
      return (carried.isSame ? "same " : "") + parts.joined(separator: ", ")
    }
  }

  private func pieces(of sketch: RoadSketch) throws -> MapPieces {
    let folder = try TemporaryFolder()
    try MapPieces.write(sketch.graph, to: folder.path("x.pieces"))
    return try MapPieces(reading: folder.path("x.pieces"))
  }

  @Test("Pieces of a map are read as they were written")
  func pieces() throws {
    let sketch = try RoadSketch("A-b-C>D", roads: ["A-b-C", "C>D"])
    let (graph, pieces) = (sketch.graph, try pieces(of: sketch))
    for number in 0..<graph.edgeCount {
      let edge = EdgeID(number)
      #expect(pieces.way(of: edge) == graph.way(of: edge).rawValue)
      #expect(pieces.length(of: edge) == graph.length(of: edge))
      #expect(pieces.shape(of: edge) == graph.shape(of: edge))
      #expect(pieces.nodes(of: edge)?.from == graph.source(of: graph.tail(of: edge))?.rawValue)
      #expect(pieces.nodes(of: edge)?.to == graph.source(of: graph.head(of: edge))?.rawValue)
    }
    #expect(pieces.version == graph.version && !pieces.contains(EdgeID(graph.edgeCount)))
  }

  @Test("Pieces that are cut short or altered are refused")
  func damagedPieces() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.pieces")
    try MapPieces.write(old().graph, to: path)
    let whole = try #require(folder.bytes("x.pieces"))
    for index in whole.indices {
      try folder.write("x.pieces", Array(whole[..<index]))
      #expect(throws: StoreError.self) { try MapPieces(reading: path) }
      var bytes = whole
      bytes[index] ^= 0x20
      try folder.write("x.pieces", bytes)
      #expect(throws: StoreError.self, "byte \(index)") { try MapPieces(reading: path) }
    }
  }

  @Test("An edge with the same way, nodes, direction and length is the same")
  func same() throws {
    let new = try RoadSketch(Self.oldTown, metresPerCell: 20, roads: ["A-B-C", "C>D"])
    #expect(
      try carried("AB", "BA", "CD", "DC", from: old(), to: new) == [
        "same AB 0-160", "same BA 0-160", "same CD 0-60", "same DC 0-60",
      ])
  }

  @Test("A road that was split becomes its parts, in order")
  func split() throws {
    let new = try RoadSketch(
      """
      A---E---B-------C
          |           |
          |           |
          F           D
      """, metresPerCell: 20, roads: ["A-E-B-C", "C-D", "E-F"])
    #expect(
      try carried("AB", "BA", "BC", from: old(), to: new) == [
        "AE 0-80, EB 0-80", "BE 0-80, EA 0-80", "same BC 0-160",
      ])
  }

  @Test("Roads that were joined become parts of the one that they are now")
  func joined() throws {
    let new = try RoadSketch(Self.oldTown, metresPerCell: 20, roads: ["A-C", "C-D"])
    #expect(
      try carried("AB", "BC", "CB", from: old(), to: new) == ["AC 0-160", "AC 160-320", "CA 0-160"])
  }

  @Test("A way with another number is found by its line")
  func renamed() throws {
    let new = try RoadSketch(
      Self.oldTown, metresPerCell: 20, roads: Self.oldRoads, adjust: { $0.ways[0].id = WayID(77) })
    #expect(try carried("AB", "CD", from: old(), to: new) == ["AB 0-160", "same CD 0-60"])
  }

  @Test("A road whose nodes go the other way round in its way now is found by its line")
  func turnedRound() throws {
    let new = try RoadSketch(Self.oldTown, metresPerCell: 20, roads: ["C-B-A", "C-D"])
    #expect(try carried("AB", "BC", from: old(), to: new) == ["AB 0-160", "BC 0-160"])
  }

  @Test("A road with other nodes is found within 5 m, and not beyond", arguments: [(3.0, "EF"), (9.0, "lost")])
  func moved(metres: Metres, expected: String) throws {
    let corner = LocalRuler(at: RoadSketch.corner).place(LocalPoint(x: 0, y: metres))
    let new = try RoadSketch(
      "E-------F", metresPerCell: 20, corner: corner, roads: ["E-F"], adjust: { $0.ways[0].id = WayID(50) })
    let found = try carried("AB", from: old(), to: new)[0]
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test("A road that is gone is lost, and so is one that crosses where it was")
  func removed() throws {
    let new = try RoadSketch(
      """
          F
          |
          |
          G           C
          |           |
          |           |
          H           D
      """, metresPerCell: 20,
      corner: LocalRuler(at: RoadSketch.corner).place(LocalPoint(x: 0, y: 60)), roads: ["F-G-H", "C-D"],
      adjust: { $0.ways[0].id = WayID(9) })
    #expect(try carried("AB", "BC", "CD", from: old(), to: new) == ["lost", "lost", "same CD 0-60"])
  }

  @Test("A road with a detour of its own is lost")
  func longer() throws {
    let new = try RoadSketch(
      """
            e
           / \\
      A---d   f---B
      """, metresPerCell: 20, corner: LocalRuler(at: RoadSketch.corner).place(LocalPoint(x: 0, y: 40)),
      roads: [SketchRoad("A-d-e-f-B")], adjust: { $0.ways[0].id = WayID(9) })
    #expect(try carried("AB", from: old(), to: new) == ["lost"])
  }

  // MARK: Drives

  private func drive(_ sketch: RoadSketch, _ edges: [String], fixes: [(step: Int, metres: Double)]) -> DriveRecord {
    let steps = edges.enumerated().map { number, letters in
      let edge = sketch.edge(letters)
      let isObserved = fixes.contains { $0.step == number }
      return DrivenStep(
        edge: edge, begin: 0, end: Int32(sketch.graph.length(of: edge) * 100), doubts: isObserved ? [] : .inferred)
    }
    let path = DrivenPath(
      steps: steps,
      fixes: fixes.enumerated().map { number, fix in
        PathFix(step: Int32(fix.step), offset: Int32(fix.metres * 100), time: Int64(number) * 10_000)
      })
    return DriveRecord(vehicle: "a", tripID: "a", source: "a", begin: 0, end: 60_000, paths: [path])
  }

  private func spelled(_ drive: DriveRecord?, on sketch: RoadSketch) -> [String] {
    (drive?.paths ?? []).map { path in
      let steps = path.steps.map { step in
        "\(sketch.spelled([step.edge])) \((step.begin + 50) / 100)-\((step.end + 50) / 100)"
          + (step.doubts.contains(.inferred) ? " inferred" : "")
      }
      let fixes = path.fixes.map { "\($0.step):\($0.offset / 100)" }
      return steps.joined(separator: ", ") + " | " + fixes.joined(separator: " ")
    }
  }

  @Test("Fixes on a split road go to the part on which they are, and parts without a fix are inferred")
  func fixesOfSplit() throws {
    let old = try old()
    let new = try RoadSketch(
      """
      A---E---B-------C
          |           |
          |           |
          F           D
      """, metresPerCell: 20, roads: ["A-E-B-C", "C-D", "E-F"])
    let carrier = DriveCarrier(try pieces(of: old), to: new.graph)
    var counts = ReadingCounts()
    let two = drive(old, ["AB", "BC"], fixes: [(0, 30), (0, 100), (1, 50)])
    #expect(spelled(carrier.carry(two, &counts), on: new) == ["AE 0-80, EB 0-80, BC 0-160 | 0:30 1:20 2:50"])
    let one = drive(old, ["AB", "BC"], fixes: [(0, 100), (1, 50)])
    #expect(
      spelled(carrier.carry(one, &counts), on: new) == ["AE 0-80 inferred, EB 0-80, BC 0-160 | 1:20 2:50"])
    #expect(counts.carriedSteps == 4 && counts.lostSteps == 0 && counts.carriedDrives == 2)
  }

  @Test("Steps on roads that were joined become one step")
  func fixesOfJoined() throws {
    let (old, new) = (
      try old(), try RoadSketch(Self.oldTown, metresPerCell: 20, roads: ["A-C", "C-D"])
    )
    let carrier = DriveCarrier(try pieces(of: old), to: new.graph)
    var counts = ReadingCounts()
    let drive = drive(old, ["AB", "BC", "CD"], fixes: [(0, 30), (1, 50), (2, 10)])
    #expect(spelled(carrier.carry(drive, &counts), on: new) == ["AC 0-320, CD 0-60 | 0:30 0:210 1:10"])
  }

  @Test("A path is cut where a road is lost, and the counts say how much")
  func cut() throws {
    let old = try RoadSketch("A---B---C---D", metresPerCell: 20, roads: ["A-B", "B-C", "C-D"])
    let new = try RoadSketch(
      "A---B   C---D", metresPerCell: 20, roads: ["A-B", "C-D"], adjust: { $0.ways[1].id = WayID(3) })
    let carrier = DriveCarrier(try pieces(of: old), to: new.graph)
    var counts = ReadingCounts()
    let drive = drive(old, ["AB", "BC", "CD"], fixes: [(0, 30), (1, 50), (2, 10), (2, 20)])
    #expect(spelled(carrier.carry(drive, &counts), on: new) == ["AB 0-80 | 0:30", "CD 0-80 | 0:10 0:20"])
    #expect(counts.lostSteps == 1 && counts.lostLength == 80 && counts.carriedLength == 160)
    let gone = self.drive(old, ["BC"], fixes: [(0, 5)])
    #expect(carrier.carry(gone, &counts) == nil)
    #expect(counts.lostDrives == 1)
  }

  @Test("A vehicle that turned round on a road does so on the other map")
  func turning() throws {
    let old = try old()
    let new = try RoadSketch("A---E---B", metresPerCell: 20, roads: ["A-E-B"])
    let carrier = DriveCarrier(try pieces(of: old), to: new.graph)
    var counts = ReadingCounts()
    var drive = drive(old, ["AB", "BA"], fixes: [(0, 30), (0, 100), (1, 80)])
    drive.paths[0].steps[0].end = 12_000
    drive.paths[0].steps[1].begin = 4_000
    #expect(
      spelled(carrier.carry(drive, &counts), on: new) == [
        "AE 0-80, EB 0-40, BE 40-80, EA 0-80 inferred | 0:30 1:20 2:80"
      ])
  }

  @Test("A store reads days of two maps as drives on the one that is asked for")
  func twoMaps() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (
      try old(), try RoadSketch(Self.oldTown, metresPerCell: 20, roads: ["A-C", "C-D"])
    )
    try KnowledgeStore.add([drive(old, ["AB", "BC"], fixes: [(0, 30), (1, 50)])], on: old.graph, to: folder.path("k"))
    var second = drive(new, ["AC"], fixes: [(0, 10)])
    (second.vehicle, second.source) = ("b", "b")
    try KnowledgeStore.add([second], on: new.graph, to: folder.path("k"))
    let drives = try KnowledgeStore(at: folder.path("k")).drives(on: new.graph)
    #expect(drives.map(\.vehicle) == ["a", "b"])
    #expect(drives.flatMap { spelled($0, on: new) } == ["AC 0-320 | 0:30 0:210", "AC 0-320 | 0:10"])
  }
}
