package import RoadGraph

/// Why drives cannot be simulated on a map.
package enum SimulationError: Error, Equatable, Sendable {
  case noSourceIDs(map: String)
  case noRoads(map: String, mode: TravelMode)
  case noOneways(map: String, mode: TravelMode)
  case noBannedTurns(map: String, mode: TravelMode)
  case noRoute(map: String, drive: Int)
}

extension SimulationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSourceIDs(let map):
      "\(map): some places on its roads have no node id, and the truth is told by node ids; build the map from an OSM "
        + "file, or from an edge list without geometries."
    case .noRoads(let map, let mode):
      "\(map): no roads of it let a \(mode.name) drive on and on; choose another --mode or a larger map."
    case .noOneways(let map, let mode):
      "\(map): no oneway of 60 to 600 m can be entered and left by a \(mode.name) against its direction; leave out "
        + "--wrong-way and --beside-oneways, or choose a larger map."
    case .noBannedTurns(let map, let mode):
      "\(map): no turn that a restriction bans can be reached and left by a \(mode.name); leave out --forbidden-turns, "
        + "or choose a larger map."
    case .noRoute(let map, let drive):
      "\(map): no route was found for drive \(drive); choose a shorter --length or a larger map."
    }
  }
}
