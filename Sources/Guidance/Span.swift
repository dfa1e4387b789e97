package import Geodesy
package import RoadGraph
package import Trips

/// A stretch of a drive on which the attributes of the road do not change.
package struct Span: Equatable, Sendable {
  /// The numbers of its edges, counted through all legs.
  package var edges: ClosedRange<Int>
  /// The distance from the start of the drive to its start.
  package var distance: Metres
  package var length: Metres
  package var attributes: SpanAttributes
}

/// What a span says of its road.
package struct SpanAttributes: Equatable, Sendable {
  package let roadClass: RoadClass
  package let name: String
  package let number: String
  package let speedLimit: SpeedLimit?
  /// Lanes in the direction driven.
  package let lanes: Int?
  package let isTunnel: Bool
  package let isBridge: Bool
  package let isToll: Bool
  package let isUnpaved: Bool
  package let isFerry: Bool
  package let isPrivate: Bool
  /// See ``RoadSetting``.
  package let isUrban: Bool
  /// The country as its ISO 3166-1 code; `nil` where it is not sure, see ``sureCountry(at:)``.
  package let country: String?

  init(of edge: EdgeID, on graph: RoadGraph, for mode: TravelMode) {
    let flags = graph.flags(of: edge)
    roadClass = graph.roadClass(of: edge)
    name = graph.name(of: edge)
    number = graph.ref(of: edge)
    speedLimit = graph.speedLimit(of: edge)
    lanes = graph.lanes(of: edge)
    isTunnel = flags.contains(.tunnel)
    isBridge = flags.contains(.bridge)
    isToll = flags.contains(.toll)
    isUnpaved = flags.contains(.unpaved)
    isFerry = graph.isFerry(edge)
    isPrivate = graph.access(of: edge)[mode] == .permit
    isUrban = RoadSetting(of: edge, on: graph, for: .car) == .urban
    country = sureCountry(at: graph.place(of: graph.tail(of: edge)))
  }

  /// 1 the most important to 5 the least: motorways; trunk and primary roads; secondary; tertiary; all others.
  package var functionalClass: Int {
    switch roadClass {
    case .motorway, .motorwayLink: 1
    case .trunk, .trunkLink, .primary, .primaryLink: 2
    case .secondary, .secondaryLink: 3
    case .tertiary, .tertiaryLink: 4
    default: 5
    }
  }
}

/// The spans of a drive, in order. A leg begins a span.
package func spans(along legs: [[PathEdge]], on graph: RoadGraph, for mode: TravelMode) -> [Span] {
  var spans: [Span] = []
  var (number, distance) = (0, Metres(0))
  for leg in legs {
    var isFirst = true
    for edge in leg {
      let attributes = SpanAttributes(of: edge.edge, on: graph, for: mode)
      if !isFirst, let last = spans.indices.last, spans[last].attributes == attributes {
        spans[last].edges = spans[last].edges.lowerBound...number
        spans[last].length += edge.length
      } else {
        spans.append(Span(edges: number...number, distance: distance, length: edge.length, attributes: attributes))
      }
      isFirst = false
      number += 1
      distance += edge.length
    }
  }
  return spans
}

/// The spans of a trip.
package func spans(of trip: Trip, on graph: RoadGraph, for mode: TravelMode) -> [Span] {
  spans(along: trip.legs.map { trip.edges[$0.edges].map(PathEdge.init) }, on: graph, for: mode)
}
