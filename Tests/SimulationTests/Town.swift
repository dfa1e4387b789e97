import Foundation
import Geodesy
import MapImport
import RoadGraph
import TestSupport

@testable import Simulation

/// Blocks of 250 by 150 m. The second street runs east only, the third west only; P–Q is a dead end, and the road
/// from D to H has a bend and a limit of 30 km/h.
func town(adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch(
    """
    A----B----C----D
    |    |    |    |
    |    |    |     r
    E----F----G----H
    |    |    |    |
    |    |    |    |
    I----J----K----L
    |    |    |    |
    |    |    |    |
    M----N----O----P----Q
    """, metresPerCell: 50,
    roads: [
      "A-B-C-D", "E>F>G>H", "L>K>J>I", "M-N-O-P-Q", "A-E-I-M", "B-F-J-N", "C-G-K-O", "D-r-H", "H-L-P",
    ]
  ) { network in
    for index in network.segments.indices {
      let isSlow = network.segments[index].shape.count == 3
      let limit = SpeedLimit(kmh: isSlow ? 30 : 50, source: .tag)
      network.segments[index].forward.speedLimit = limit
      network.segments[index].backward.speedLimit = limit
    }
    adjust(&network)
  }
}

/// Settings for short drives without noise.
func quiet(_ change: (inout SimulationSettings) -> Void = { _ in }) -> SimulationSettings {
  var settings = SimulationSettings()
  settings.sigma = 0
  settings.length = 1_500...2_500
  change(&settings)
  return settings
}

func drives(_ count: Int, on graph: RoadGraph, _ settings: SimulationSettings) throws -> [SimulatedDrive] {
  var simulation = try Simulation(on: graph, settings: settings)
  return try (1...count).map { try simulation.drive($0) }
}

/// Real maps, built on first use; empty if the data is absent, and but in a whole run: drives on them take long.
enum RealMaps {
  static let graphs: [(name: String, graph: RoadGraph)] = ["monaco-2021-04-21", "liechtenstein-2021-10-28"].compactMap {
    guard isWholeRun, let url = realData("osm/\($0).osm.pbf"), let network = try? importOSM(path: url.path),
      let graph = try? RoadGraph(network)
    else { return nil }
    return ($0, graph)
  }
}

extension SimulatedDrive {
  func stretches(_ kind: StretchKind) -> [Stretch] { stretches.filter { $0.kind == kind } }

  /// Fixes in order of time, regardless of their order in the file.
  var inOrder: [SimulatedFix] { fixes.sorted { $0.time < $1.time } }
}
