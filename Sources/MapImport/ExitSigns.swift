internal import Geodesy
internal import RoadGraph

/// Destinations that a mapper has put on the node of an exit instead of on the ramp.
struct ExitSign: Equatable {
  /// For the only ramp, or for all.
  var all = ""
  var left = ""
  var right = ""

  var isEmpty: Bool { self == ExitSign() }

  /// - Source: OSM wiki, Tag:highway=motorway_junction, Key:exit_to.
  init(of tags: Tags) {
    all = tags.text(.exitTo) ?? ""
    left = tags.text(.exitToLeft) ?? ""
    right = tags.text(.exitToRight) ?? ""
  }

  init() {}
}

extension RoadNetwork {
  /// Gives the ramps that leave at signed nodes the destinations of the nodes. A ramp with a sign of its own keeps it.
  mutating func putUp(_ signs: [Int: ExitSign]) {
    if signs.isEmpty { return }
    var ramps: [Int: [Ramp]] = [:]
    for (i, segment) in segments.enumerated() where ways[segment.way].roadClass.isLink {
      if signs[segment.from] != nil, segment.forward.access != .none {
        ramps[segment.from, default: []].append(Ramp(segment: i, isForward: true))
      }
      if signs[segment.to] != nil, segment.backward.access != .none {
        ramps[segment.to, default: []].append(Ramp(segment: i, isForward: false))
      }
    }
    for (node, ramps) in ramps {
      guard let sign = signs[node] else { continue }
      put(up: sign, on: ramps.count == 2 ? fromLeftToRight(ramps) : ramps)
    }
  }

  private mutating func put(up sign: ExitSign, on ramps: [Ramp]) {
    for (i, ramp) in ramps.enumerated() {
      var texts = [sign.all, sign.right, sign.left]
      if ramps.count == 2 { texts = [i == 0 ? sign.left : sign.right, sign.all] }
      let text = texts.first { !$0.isEmpty } ?? ""
      if ramp.isForward {
        if !segments[ramp.segment].forward.isSigned { segments[ramp.segment].forward.destination = text }
      } else {
        if !segments[ramp.segment].backward.isSigned { segments[ramp.segment].backward.destination = text }
      }
    }
  }

  /// Two ramps ordered from left to right by their ends, as seen from the node where both begin.
  private func fromLeftToRight(_ ramps: [Ramp]) -> [Ramp] {
    let bearings = ramps.map { ramp in
      let shape = self.shape[segments[ramp.segment].shape]
      let places = ramp.isForward ? Array(shape) : shape.reversed()
      let ruler = LocalRuler(at: places[0])
      return bearing(from: ruler.point(places[0]), to: ruler.point(places[places.count - 1]))
    }
    return turn(from: bearings[0], to: bearings[1]) < 0 ? ramps.reversed() : ramps
  }
}

/// One direction of a segment that leads away from an exit.
private struct Ramp {
  var segment: Int
  var isForward: Bool
}

extension RoadNetwork.Direction {
  fileprivate var isSigned: Bool { !destination.isEmpty || !destinationRef.isEmpty }
}
