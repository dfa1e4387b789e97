internal import Geodesy
internal import RoadGraph

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
    let routes = graph.routes(of: edge)
    guard graph.hasRef(edge) || !routes.isEmpty || !numbersOnSign.isEmpty else { return [] }
    var own = ShieldReader(at: place, roadClass: graph.roadClass(of: edge))
    own.read(routes)
    own.read(numbers: graph.ref(of: edge))
    guard !numbersOnSign.isEmpty else { return own.shields }
    var signed = ShieldReader(at: place, roadClass: nil)
    signed.read(numbers: numbersOnSign)
    return own.shields + signed.shields.filter { shield in !own.shields.contains { $0.isSameRoad(as: shield) } }
  }
}
