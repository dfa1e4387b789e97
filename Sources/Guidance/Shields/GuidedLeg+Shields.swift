internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// The shields of the road that begins with edge `index`, and then those on its sign. Most roads have none.
  func shields(at index: Int) -> [RoadShield] {
    let edge = edge(index)
    let (routes, numbersOnSign) = (graph.routes(of: edge), graph.destinationRef(of: edge))
    guard graph.hasRef(edge) || !routes.isEmpty || !numbersOnSign.isEmpty else { return [] }
    let place = graph.place(at: edges[index].stretch.beginPosition)
    var own = ShieldReader(at: place, roadClass: graph.roadClass(of: edge))
    own.read(routes)
    own.read(numbers: graph.ref(of: edge))
    guard !numbersOnSign.isEmpty else { return own.shields }
    var signed = ShieldReader(at: place, roadClass: nil)
    signed.read(numbers: numbersOnSign)
    return own.shields + signed.shields.filter { shield in !own.shields.contains { $0.isSameRoad(as: shield) } }
  }
}
