import Geodesy
import RoadGraph
import Storage
import TestSupport

/// A small town in which every attribute occurs once: what round-trip and damage tests read.
func fullSketch() throws -> RoadSketch {
  try RoadSketch(
    """
    A---b---C---D
            |   |
            E---F
    """, metresPerCell: 10,
    roads: [
      SketchRoad("A-b-C", name: "Lange Straße", ref: "B 31;L 207", roadClass: .primary, flags: [.bridge, .toll]),
      SketchRoad("C>D", name: "", roadClass: .motorwayLink), "C-E", "D-F", "E-F",
    ], forbidden: ["ACE"], mandatory: ["FDC"], adjust: fill)
}

private func fill(_ network: inout RoadNetwork) {
  network.backwardWays[2] = WayID(99)
  network.ways[0].surface = .cobblestone
  network.nodes[1].flags = [.trafficSignals, .barrier, .motorwayJunction]
  network.nodes[1].barrier = AccessSet.none
  network.nodes[1].barrier[.bicycle] = .yes
  network.nodes[1].exitRef = "12a"
  network.nodes[1].exitName = "Bad Krozingen / Süd"
  network.nodes[1].conditions = "maxheight=2.1"
  network.segments[0].forward.speedLimit = SpeedLimit(kmh: 70, source: .tag)
  network.segments[0].backward.speedLimit = SpeedLimit(kmh: nil, source: .tag)
  network.segments[1].forward.speedLimit = SpeedLimit(kmh: 50, source: .defaultOfClass)
  network.segments[1].backward.speedLimit = SpeedLimit(kmh: nil, source: .defaultOfClass)
  network.segments[0].forward.lanes = 3
  network.segments[0].forward.turnLanes = "left|through|through;right"
  network.segments[0].forward.destination = "Freiburg;Basel"
  network.segments[0].backward.destination = "北京"
  network.segments[0].forward.destinationRef = "A 5"
  network.segments[0].forward.conditions = "access:conditional=no @ (22:00-06:00)\nmaxspeed:conditional=30 @ night"
  network.segments[0].forward.access = AccessSet(rawValue: 0b11_10_01_00_11_10_01_00)
  network.segments[2].length = 1234.567
  network.restrictions[0].except = TravelModeSet(.bus)
  network.restrictions[1].condition = "Mo-Fr 07:00-09:00"
  network.provenance.dataTime = "2026-01-02T03:04:05Z"
  network.provenance.source = "a\ttown\r\nwith \\ signs.osm"
  network.provenance.options = ["class defaults": "DE", "keep=paths": ""]
  network.provenance.counts = ["ways_read": 5, "nodes_refused": 0]
}

/// Graph files taken apart, as they are laid out in Documentation/GraphFormat.md.
struct GraphFile {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var tableOffset: Int { Int(word(at: 24)) }
  var sectionCount: Int { Int(word(at: 32)) }
  var tags: [String] {
    (0..<sectionCount).map { String(decoding: bytes[entryOffset($0)..<entryOffset($0) + 4], as: UTF8.self) }
  }

  func entryOffset(_ index: Int) -> Int { tableOffset + 32 * index }

  func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }

  mutating func setWord(_ word: UInt64, at offset: Int) {
    for i in 0..<8 { bytes[offset + i] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(i))) }
  }

  /// The section is there, but under a name in which its first letter is small and that no reader knows.
  mutating func hide(_ tag: String) {
    for i in 0..<sectionCount where tags[i] == tag { bytes[entryOffset(i)] |= 0x20 }
  }

  /// Makes the checksums of header and table right again.
  mutating func seal() {
    setWord(checksum(Array(bytes[tableOffset...])), at: 40)
    setWord(checksum(Array(bytes[..<120])), at: 120)
  }

  func open() throws -> RoadGraph { try RoadGraph(file: MappedFile(copying: bytes), path: "town.tmg") }
}
