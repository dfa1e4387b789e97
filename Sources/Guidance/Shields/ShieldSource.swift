package import Geodesy
package import RoadGraph

/// A road whose shields are read when they are needed.
struct ShieldSource: Sendable {
  let graph: RoadGraph
  let edge: EdgeID
  let place: Place
  /// As tagged: `A 8;A 9`.
  let numbersOnSign: String

  /// The road that begins with edge `index`, and a sign with these numbers.
  init(at index: Int, of leg: GuidedLeg, onSign numbers: String) {
    graph = leg.graph
    edge = leg.edge(index)
    place = leg.graph.place(at: leg.edges[index].stretch.beginPosition)
    numbersOnSign = numbers
  }

  /// The shields of the road, and then those on its sign. Most roads have none.
  var shields: [RoadShield] {
    let own = graph.shields(of: edge, at: place)
    guard !numbersOnSign.isEmpty else { return own }
    var signed = ShieldReader(at: place, roadClass: nil)
    signed.read(numbers: numbersOnSign)
    return own + signed.shields.filter { shield in !own.contains { $0.isSameRoad(as: shield) } }
  }
}

extension RoadGraph {
  /// The shields of a numbered road, the most important first; most roads have none.
  ///
  /// - Parameter place: a place on the road, by which the country is known.
  package func shields(of edge: EdgeID, at place: Place) -> [RoadShield] {
    let routes = routes(of: edge)
    guard hasRef(edge) || !routes.isEmpty else { return [] }
    var reader = ShieldReader(at: place, roadClass: roadClass(of: edge))
    reader.read(routes)
    reader.read(numbers: ref(of: edge))
    return reader.shields
  }
}
