internal import Plans
internal import RoadGraph
internal import RoadRules
internal import Routing

extension RouteStatus {
  package static let meanings = [
    "ok": "there is a route that does everything requested",
    "violating": "there is a route, but it violates the options or the law",
    "failed": "there is no route",
    "rejected": "the request makes no sense",
  ]
}

extension TravelMode {
  package static let meanings = [
    "car": "by private car", "truck": "by lorry, with its limits of height, width, length and weight",
    "bus": "by bus, which may use what is kept for public transport", "taxi": "by taxi, with a passenger",
    "motorcycle": "by motorcycle", "scooter": "by small scooter or moped", "bicycle": "by bicycle",
    "pedestrian": "on foot",
  ]
}

extension Optimisation {
  package static let meanings = [
    "fastest": "the route that takes the least time",
    "shortest": "the route of the least length, with sensible prices of turns",
    "balanced": "the mean of the fastest and the shortest",
  ]
}

extension AvoidedFeatures {
  package static let meanings = [
    "toll_roads": "roads on which a toll is paid", "ferries": "ferries for the mode",
    "motorways": "motorways and their ramps", "tunnels": "roads in tunnels",
    "unpaved_roads": "roads without a paved surface", "car_pool_lanes": "roads for cars with several people only",
    "u_turns": "turning round on the road", "difficult_turns": "turns across the traffic at large roads",
  ]
}

extension Waypoint.Kind {
  package static let meanings = [
    "stopover": "the vehicle halts at the waypoint", "pass_through": "the vehicle goes through the waypoint",
  ]
}

extension Waypoint.Side {
  package static let meanings = [
    "any": "on either side of the road",
    "kerb": "on the side on which the vehicle drives, so that nobody crosses the road",
  ]
}

extension TrafficEvent.Kind {
  package static let meanings = [
    "closure": "the road is closed", "congestion": "there is more traffic than the road bears",
    "works": "there are works on the road", "accident": "there was an accident",
  ]
}

extension TrafficEvent.Severity {
  package static let meanings = [
    "minor": "a small hindrance: three quarters of the usual speed remain, if the traffic file gives no speed",
    "moderate": "a hindrance: half of the usual speed remains, if the traffic file gives no speed",
    "major": "a great hindrance: a quarter of the usual speed remains, if the traffic file gives no speed",
  ]
}

extension RouteImport.Source {
  package static let meanings = [
    "line": "the route follows a line of places", "route": "the route was made from an earlier route",
  ]
}

extension Sameness {
  static let meanings = [
    "same": "the route has the same roads as before", "changed": "the route has other roads than before",
  ]
}

extension Access {
  package static let meanings = [
    "no": "the mode may not use the road in this direction",
    "permit": "the mode may use the road in this direction only with the permission of its owner",
    "destination": "only those who have their destination there may use the road in this direction",
    "yes": "the mode may use the road in this direction",
  ]
}

extension SpeedLimit.Source {
  package static let meanings = [
    "tag": "the source of the map states the limit", "default": "the usual limit for the class of the road",
  ]
}

extension Violation.Kind {
  package static let meanings: [String: String] = {
    let avoided = AvoidedFeature.allCases.map {
      ($0.rawValue, "the route uses what the request avoids, because there is no other path")
    }
    let limits = Vehicle.Measure.allCases.map {
      (Violation.Kind.limit($0).code, "a sign excludes the vehicle by this measure")
    }
    let others: [(Violation.Kind, String)] = [
      (.avoidedRoad, "the route uses an edge, a way or an area that the request avoids"),
      (.turnRestriction, "the route makes a banned turn"),
      (.closedBarrier, "the route passes a closed barrier"),
      (.noAccess, "the route uses a road closed to the mode"),
      (.closure, "the route uses a road that is temporarily closed"),
      (.hazardousGoods, "hazardous goods are forbidden on the road"),
      (.throughTraffic, "the route passes through a road that only residents may use"),
      (.closedWhenPassing, "a road is closed when the vehicle gets there"),
      (.restrictedWhenPassing, "a turn is banned when the vehicle gets there"),
      (.uTurn, "the route turns round where the road continues"),
    ]
    return Dictionary(avoided + limits + others.map { ($0.0.code, $0.1) }) { $1 }
  }()
}

extension RoadClass {
  package static let meanings = [
    "motorway": "a road for fast traffic only, without crossings", "motorway_link": "a ramp of a motorway",
    "trunk": "a road of the widest importance that is no motorway", "trunk_link": "a ramp of a trunk road",
    "primary": "a road between large towns", "primary_link": "a ramp or a short link of a primary road",
    "secondary": "a road between towns", "secondary_link": "a ramp or a short link of a secondary road",
    "tertiary": "a road between villages or quarters", "tertiary_link": "a ramp or a short link of a tertiary road",
    "unclassified": "a minor public road, which lacks no class", "residential": "a street with houses",
    "living_street": "a street on which people on foot come first",
    "service": "an approach: to a house, a car park or a yard", "track": "a road for farming or forestry",
    "road": "a road of which the source does not say the kind", "busway": "a road for buses only",
    "pedestrian": "a street or a square for people on foot", "footway": "a path for people on foot",
    "cycleway": "a path for bicycles", "bridleway": "a path for horses", "path": "a path for nobody in particular",
    "steps": "steps for people on foot", "ferry": "the course of a ferry",
  ]
}

extension RoadFlags {
  package static let meanings = [
    "roundabout": "the road is part of a roundabout", "tunnel": "the road is in a tunnel",
    "bridge": "the road is on a bridge", "toll": "the road costs a toll", "ferry": "the edge is the course of a ferry",
    "unpaved": "the road has no paved surface", "drives_on_left": "traffic keeps to the left",
    "car_pool_only": "the road is for cars with several people only",
    "oneway": "the way may be driven in one direction only", "reversible": "the direction of the way changes with time",
    "motorroad": "the road is for motor vehicles only, as a motorway is",
    "minor_service": "a lane of a car park, a drive or an alley", "school_zone": "the road is in the zone of a school",
    "low_emission_zone": "the road is in a zone for vehicles with low emissions",
  ]
}
