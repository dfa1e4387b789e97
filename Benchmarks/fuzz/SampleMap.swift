import Foundation
import MapImport
import Plans
import Requests
import RoadGraph
import RoadRules
import Routing
import Storage

/// The map on which readers look up what an input names: the sample town, from the root of the project.
enum SampleMap {
  static let graph: RoadGraph = {
    do {
      let network = try importOSM(path: "Traces/town.osm")
      return try RoadGraph(file: MappedFile(copying: RoadGraphWriter(network).bytes()), path: "town.tmg")
    } catch {
      fatalError("\(error): start this in the root of the project")
    }
  }()
  /// The file of a map of two roads, for inputs that are maps.
  static var smallFile: [UInt8] {
    get throws { RoadGraphWriter(try importOSM(path: "Benchmarks/fuzz/corpus/osm/kai.osm.pbf")).bytes() }
  }
  static let resolver = RequestResolver(on: graph)
  static let states = TurnStates(of: graph)
}

/// Reads the bytes as a handle: as they are, and once with the version of the map and the right checksum.
func readHandle(_ bytes: [UInt8]) {
  let version = stride(from: 0, to: 16, by: 2).compactMap { start in
    UInt8(SampleMap.graph.version.dropFirst(start).prefix(2), radix: 16)
  }
  var body = bytes
  if body.count > 9 { body.replaceSubrange(1...8, with: version) }
  let sum = checksum(body)
  let sealed = body + (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
  for text in [String(decoding: bytes, as: UTF8.self), handleText(sealed)] {
    _ = try? Route(RouteHandle(text: text), on: SampleMap.graph, states: SampleMap.states)
    _ = try? RouteSketch(RouteHandle(text: text))
  }
}

/// Base64 as in URLs.
private func handleText(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
