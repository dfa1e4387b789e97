import RoadGraph
import RoadRules
import Storage

/// Opens the bytes as a map, once as they are and once with right checksums, and follows its numbers.
func readGraph(_ bytes: [UInt8]) {
  for bytes in [bytes, sealed(bytes)] {
    guard let graph = try? RoadGraph(file: MappedFile(copying: bytes), path: "fuzz.tmg") else { continue }
    var found: [NearbyRoad] = []
    var scratch = NearbyScratch()
    for node in (0..<graph.nodeCount).map({ NodeID($0) }) {
      precondition(graph.edges(leaving: node).allSatisfy { graph.tail(of: $0) == node })
      graph.roads(near: graph.place(of: node), within: 50, into: &found, using: &scratch)
    }
    for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
      _ = (graph.name(of: edge), graph.destination(of: edge), graph.conditions(of: edge), graph.shape(of: edge))
      _ = (graph.zonedStretches(of: edge), graph.enforcements(on: edge))
    }
    _ = ConditionalRules(of: graph)
  }
}

/// The bytes with the checksums that Documentation/GraphFormat.md describes.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  func word(_ at: Int) -> Int? {
    guard at >= 0, at + 8 <= bytes.count else { return nil }
    return Int(exactly: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << (8 * UInt64($1)) })
  }
  func put(_ value: UInt64, _ at: Int) {
    for index in 0..<8 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(index))) }
  }
  guard bytes.count >= 128, let table = word(24), (128...bytes.count).contains(table) else { return bytes }
  put(UInt64(bytes.count), 16)
  for entry in stride(from: table, to: bytes.count - 31, by: 32) {
    guard let offset = word(entry + 8), let count = word(entry + 16), let head = word(entry) else { continue }
    let (size, overflow) = (head >> 32).multipliedReportingOverflow(by: count)
    guard !overflow, offset <= bytes.count, size <= bytes.count - offset else { continue }
    put(checksum(Array(bytes[offset..<offset + size])), entry + 24)
  }
  put(checksum(Array(bytes[table...])), 40)
  put(checksum(Array(bytes[..<120])), 120)
  return bytes
}
