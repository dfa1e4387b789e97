import Hierarchies
import RoadGraph
import Storage
import TestSupport
import Testing

@Suite struct `A stored hierarchy` {
  private let map: RoadGraph
  private let turns: Turns
  private let hierarchy: Hierarchy
  private let bytes: [UInt8]

  init() throws {
    map = try randomMap(seed: 4)
    turns = Turns(of: map)
    let order = EdgeOrder(of: map, for: .vehicles)
    hierarchy = Hierarchy(of: turns.sketch.graph, order: order.order(ofVerticesOn: turns.edges))
    bytes = map.bytes(adding: [order.section] + hierarchy.sections)
  }

  private func open(_ bytes: [UInt8]) throws -> RoadGraph {
    try RoadGraph(file: MappedFile(copying: bytes), path: "town.tmg")
  }

  /// The bytes of a section, as the table of Documentation/GraphFormat.md has it.
  private func range(of tag: String) -> Range<Int> {
    func word(_ at: Int) -> Int { (0..<8).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    let entry =
      stride(from: word(24), to: bytes.count, by: 32).first { bytes[$0..<$0 + 4].elementsEqual(tag.utf8) } ?? 0
    return word(entry + 8)..<word(entry + 8) + 4 * word(entry + 16)
  }

  @Test func `is found as it was made`() throws {
    let stored = try #require(try Hierarchy(storedIn: open(bytes)))
    #expect(stored.sections.map(\.numbers) == hierarchy.sections.map(\.numbers))
    #expect(stored.fingerprint == turns.sketch.graph.fingerprint)
    #expect(Metric(of: stored, weights: turns.sketch.weights) == Metric(of: hierarchy, weights: turns.sketch.weights))
    #expect(try EdgeOrder(.vehicles, storedIn: open(bytes)) == EdgeOrder(of: map, for: .vehicles))
  }

  @Test func `may be missing`() throws {
    #expect(try Hierarchy(storedIn: map) == nil)
    #expect(try EdgeOrder(.vehicles, storedIn: map) == nil)
    #expect(try EdgeOrder(.unmotorised, storedIn: open(bytes)) == nil)
  }

  @Test func `is refused however the file is cut short`() {
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: RoadGraphError.self) { try open(Array(bytes[..<count])) }
    }
  }

  @Test(arguments: ["HRNK", "HPAR", "HFST", "HUPP", "HARC", "HKEY"])
  func `is refused with any byte of it changed`(tag: String) throws {
    for i in sample(range(of: tag), few: 7) {
      var changed = bytes
      changed[i] ^= 0x41
      let map = try open(changed)
      let expected = RoadGraphError.damaged(path: "town.tmg", section: tag)
      #expect(throws: expected, "byte \(i)") { try Hierarchy(storedIn: map) }
    }
  }

  @Test func `is refused with any number beyond what it points into`() throws {
    for (i, section) in hierarchy.sections.enumerated() where section.name != .fingerprint {
      for j in sample(section.numbers.indices, few: 7) {
        var sections = hierarchy.sections
        sections[i].numbers[j] = .max - 1
        let map = try open(map.bytes(adding: sections))
        #expect(throws: RoadGraphError.self, "\(section.name) \(j)") { try Hierarchy(storedIn: map) }
      }
    }
  }

  @Test func `is refused with a section that is missing or too short`() throws {
    for i in hierarchy.sections.indices {
      for keep in [0, 1, hierarchy.sections[i].numbers.count - 1] where hierarchy.sections[i].name != .ownArcs {
        guard keep < hierarchy.sections[i].numbers.count else { continue }
        var sections = hierarchy.sections
        sections[i].numbers = Array(sections[i].numbers[..<keep])
        let map = try open(map.bytes(adding: sections))
        let isGone = sections[i].name == .fingerprint && keep == 0
        if isGone {
          #expect(try Hierarchy(storedIn: map) == nil)
        } else {
          #expect(throws: RoadGraphError.self) { try Hierarchy(storedIn: map) }
        }
      }
    }
  }

  @Test func `order is refused with an edge named twice or not there`() throws {
    let edges = EdgeOrder(of: map, for: .vehicles).edges
    for other in [edges[1], UInt32(map.edgeCount), .max] {
      let map = try open(map.bytes(adding: [AddedSection(.vehicleOrder, [other] + edges.dropFirst())]))
      #expect(throws: RoadGraphError.damaged(path: "town.tmg", section: "CVEH")) {
        try EdgeOrder(.vehicles, storedIn: map)
      }
    }
  }

  @Test func `of no vertices is one, too`() throws {
    let empty = Hierarchy(of: ArcGraph(firstArc: [0], heads: []), order: [])
    let stored = try #require(try Hierarchy(storedIn: open(map.bytes(adding: empty.sections))))
    #expect(stored.vertexCount == 0 && stored.arcCount == 0)
  }
}
