import RoadGraph
import Storage
import TestSupport
import Testing

@Suite struct `A map with added sections` {
  private let map: RoadGraph
  private let plain: [UInt8]

  init() throws {
    plain = RoadGraphWriter(try fullSketch().network).bytes()
    map = try GraphFile(plain).open()
  }

  private func numbers(of name: AddedSection.Name, in map: RoadGraph) throws -> [UInt32] {
    let column = try map.numbers(of: name)
    return (0..<column.count).map { column[$0] }
  }

  @Test func `keeps them beside all that was there`() throws {
    let file = GraphFile(map.bytes(adding: [AddedSection(.ranks, [3, 1, 4]), AddedSection(.parents, [])]))
    #expect(file.tags == GraphFile(plain).tags + ["HRNK"])
    let grown = try file.open()
    try grown.verify()
    #expect(try numbers(of: .ranks, in: grown) == [3, 1, 4])
    #expect(try numbers(of: .parents, in: grown).isEmpty)
    #expect(grown.version != map.version)
  }

  @Test func `is the plain map again with nothing added`() {
    #expect(map.bytes(adding: []) == plain)
  }

  @Test func `has others of the same names replaced`() throws {
    let grown = try GraphFile(map.bytes(adding: [AddedSection(.ranks, [3, 1, 4])])).open()
    let again = try GraphFile(grown.bytes(adding: [AddedSection(.ranks, [5])])).open()
    #expect(try numbers(of: .ranks, in: again) == [5])
  }

  private static let sections = [AddedSection(.vehicleOrder, Array(0..<10_000)), AddedSection(.ranks, [3, 1, 4])]

  @Test func `is written once, and is a graph before it is whole`() throws {
    let folder = try TemporaryFolder()
    let draft = try RoadGraphWriter(try fullSketch().network).draft(at: folder.path("town.tmg"))
    let begun = try #require(folder.fileNumbers.first)
    let graph = try draft.graph()
    try graph.verify()
    try draft.add(Self.sections)
    #expect(graph.bytes(adding: []) == plain)
    #expect(!folder.exists("town.tmg") && folder.fileNumbers == [begun])
    try draft.commit()
    #expect(folder.exists("town.tmg") && folder.fileNumbers == [begun])
    #expect(folder.bytes("town.tmg") == map.bytes(adding: Self.sections))
    try RoadGraph(path: folder.path("town.tmg")).verify()
  }

  @Test func `leaves nothing behind where it is given up`() throws {
    let folder = try TemporaryFolder()
    do {
      let draft = try RoadGraphWriter(try fullSketch().network).draft(at: folder.path("town.tmg"))
      try draft.add(Self.sections)
      #expect(folder.names.count == 1)
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `refuses to read one that is damaged`() throws {
    var file = GraphFile(map.bytes(adding: [AddedSection(.ranks, [3, 1, 4])]))
    file.bytes[Int(file.word(at: file.entryOffset(file.sectionCount - 1) + 8))] ^= 1
    let grown = try file.open()
    #expect(throws: RoadGraphError.damaged(path: "town.tmg", section: "HRNK")) { try grown.numbers(of: .ranks) }
  }

  @Test func `refuses to read one of another size of elements`() throws {
    var file = GraphFile(map.bytes(adding: [AddedSection(.ranks, [3, 1, 4, 1])]))
    let entry = file.entryOffset(file.sectionCount - 1)
    file.setWord(file.word(at: entry) & 0xFFFF_FFFF | 8 << 32, at: entry)
    file.setWord(2, at: entry + 16)
    file.seal()
    let grown = try file.open()
    #expect(throws: RoadGraphError.damaged(path: "town.tmg", section: "HRNK")) { try grown.numbers(of: .ranks) }
  }
}
