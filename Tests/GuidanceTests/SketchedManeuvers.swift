import Guidance
import RoadGraph
import TestSupport
import Trips

/// The maneuvers of a sketched drive, one line each: `type modifier exit road→next`, missing parts left out.
func described(_ path: String, on sketch: RoadSketch, for mode: TravelMode = .car) -> [String] {
  maneuvers(path, on: sketch, for: mode).map { maneuver in
    let words = [maneuver.type.rawValue, maneuver.modifier?.rawValue, maneuver.exit].compactMap { $0 }
    return (words + ["\(maneuver.details.road)→\(maneuver.details.nextRoad)"]).joined(separator: " ")
  }
}

/// The same without `depart` and `arrive`.
func describedBetween(_ path: String, on sketch: RoadSketch, for mode: TravelMode = .car) -> [String] {
  described(path, on: sketch, for: mode).filter { !$0.hasPrefix("depart") && !$0.hasPrefix("arrive") }
}

/// The sentences of a sketched drive without `depart` and `arrive`.
func spoken(_ path: String, on sketch: RoadSketch, for mode: TravelMode = .car) -> [String] {
  maneuvers(path, on: sketch, for: mode).filter { $0.type != .depart && $0.type != .arrive }.map(\.details.words.full)
}

func maneuvers(_ path: String, on sketch: RoadSketch, for mode: TravelMode = .car) -> [Maneuver] {
  var drive = SketchDrive()
  drive.mode = mode
  return itinerary(of: sketch.trip(path, drive), on: sketch.graph, for: mode).maneuvers
}

extension RoadNetwork {
  /// Puts up a sign on the forward direction of all roads of the way numbered `way`, from 1.
  mutating func sign(way: Int, destination: String = "", numbers: String = "") {
    for i in segments.indices where segments[i].way == way - 1 {
      segments[i].forward.destination = destination
      segments[i].forward.destinationRef = numbers
    }
  }

  /// The node drawn as `letter`.
  mutating func change(_ letter: Character, _ change: (inout Node) -> Void) {
    let id = SourceNodeID(Int64(letter.asciiValue ?? 0) - 64)
    for i in nodes.indices where nodes[i].source == id { change(&nodes[i]) }
  }
}
