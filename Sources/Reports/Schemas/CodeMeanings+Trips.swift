internal import Detection
internal import Guidance
internal import Matching
internal import Plans
internal import RoadGraph
internal import RoadRules
internal import Traces
internal import Trips

// What the words of columns with codes mean, each as a clause without a full stop: `tracemill explain` prints them. A
// test compares them with the words.

extension TripStatus {
  package static let meanings = [
    "ok": "every kept record is on a road, and one path joins them",
    "partial": "some records are on roads",
    "unmatched": "no record is on a road",
    "skipped": "there is nothing to match in the trace",
    "rejected": "no record of the trace could be read",
    "timeout": "the time that the setting time-limit allows ran out",
    "error": "matching met an internal error",
  ]
}

extension SplitRule {
  package static let meanings = [
    "gap": "nothing was recorded for as long as --split gap= says",
    "stop": "the vehicle stood for as long as --split stop= says",
    "day": "a new day began, as --split day says",
    "distance": "the part was as long as --split distance= says",
    "fixes": "the part had as many fixes as --split fixes= says",
  ]
}

extension FixStatus {
  package static let meanings = [
    "matched": "the record is on a road",
    "off_road": "no road is near, or the records follow none",
    "unmatched": "roads are near, but no path joins the record to its neighbours",
    "dropped": "the record was read, and left out because it cannot be true",
    "rejected": "the record could not be read",
  ]
}

extension FixReason {
  package static let meanings = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.meaning) })
}

extension Evidence {
  package static let meanings = [
    "observed": "at least one fix of the trip lies on the edge",
    "inferred": "the edge joins two edges on which fixes lie",
    "detour": "the edge joins two edges on which fixes lie, and another path would do so as well",
  ]
}

extension TimeSource {
  package static let meanings = [
    "measured": "a fix lies there, or one shortly before it and one shortly after it",
    "estimated": "the time is interpolated between fixes further apart, or that of the nearest fix",
  ]
}

extension ManeuverType {
  package static let meanings = [
    "depart": "the route begins here",
    "turn": "the route turns into another road, or turns where the road itself goes straight on",
    "continue": "the route stays on its road where that is not obvious",
    "roundabout": "the route enters a roundabout and leaves it by the exit that is counted",
    "ramp": "the route takes a ramp, onto a motorway or off it",
    "merge": "the road joins another one and the route keeps its direction",
    "fork": "the road parts in two, and the route keeps to one side",
    "ferry": "the route goes onto a ferry or leaves it",
    "arrive": "the route ends here",
    "u_turn": "the route turns round and goes back",
  ]
}

extension ManeuverModifier {
  package static let meanings = [
    "straight": "straight on, with hardly a turn",
    "slight_right": "a bend to the right that is less than a turn",
    "right": "a turn to the right by about a right angle",
    "sharp_right": "a turn to the right that leads partly back",
    "u_turn": "a turn back into the direction it came from",
    "sharp_left": "a turn to the left that leads partly back",
    "left": "a turn to the left by about a right angle",
    "slight_left": "a bend to the left that is less than a turn",
  ]
}

extension NotificationKind {
  package static let meanings = [
    "range": "the first and farthest notice of the maneuver",
    "reminder": "a second notice, nearer to the maneuver",
    "distance": "a notice with the distance that is left, shortly before the maneuver",
    "action": "what is said where the driver acts",
  ]
}

extension RoadSetting {
  package static let meanings = [
    "motorway": "a motorway or a trunk road, or a ramp of one",
    "rural": "a road outside of towns",
    "urban": "a road in a town",
    "path": "any road, on foot and by bicycle",
  ]
}

extension EventType {
  package static let meanings = [
    "wrong_way": "the vehicle drove against a oneway",
    "deviation": "the vehicle left its plan, further than the errors of the fixes explain",
    "off_road": "the vehicle left the roads of the map for a while",
    "gap": "the record is silent for long, or no path joins what comes before and after",
    "stop": "the vehicle stood still for at least two minutes",
    "milestone_arrived": "the vehicle stands at a waypoint of its plan; told while it stands there",
    "milestone_left": "the vehicle has driven off from a waypoint of its plan at which it stood",
    "milestone_reached": "the vehicle reached a waypoint of its plan",
    "destination_reached": "the vehicle reached the last waypoint of its plan",
    "off_road_destination_reached": "the vehicle reached the last waypoint of its plan, away from the roads",
    "milestone_missed": "the vehicle passed a waypoint of its plan by without reaching it, or never came to it",
    "forbidden_turn": "the vehicle made a turn that a restriction bans for the mode",
    "no_access": "the vehicle drove on a road that is closed to the mode in both directions",
    "closed_road": "the vehicle drove on a road that was closed at that time",
    "barrier_passed": "the vehicle passed a barrier that does not let the mode through",
    "vehicle_limit": "the vehicle passed a sign that excludes it by a measure or its load",
    "speeding": "the vehicle was faster than the limit",
    "better_route": "in the traffic known then, another route would have been faster than the rest of the plan",
    "eta_refreshed":
      "in the traffic known then, the plan was still the best route, and its time of arrival is another one",
    "could_not_match_origin": "no better route was sought then, because the vehicle was off its plan",
  ]
}

extension CrossingKind {
  package static let meanings = [
    "level_crossing": "a crossing of the road with a railway",
    "toll": "a toll booth or a gantry for tolls",
    "border_control": "a control at a border",
    "speed_camera": "a camera that measures speed at one place",
    "stop_sign": "a stop sign for the direction of travel",
    "traffic_signals": "traffic signals for the direction of travel",
    "school_zone": "a stretch or an area marked as near a school",
    "low_emission_zone": "an area that only vehicles with low emissions may enter",
    "average_speed_camera": "a stretch on which the average speed is checked, or a device of it",
    "red_light_camera": "a camera that watches traffic signals",
    "access_camera": "a camera that watches who may enter",
    "toll_camera": "a camera that watches who has paid a toll",
    "height_check": "a device that measures the height of vehicles",
    "weight_check": "a scale for vehicles",
    "distance_check": "a device that measures the distance between vehicles",
    "traffic_check": "a place where papers, drivers and vehicles are checked",
  ]
}

extension CrossingMovement {
  package static let meanings = [
    "passed": "the vehicle went past it, or through it at one place",
    "entered": "the vehicle came into the zone",
    "left": "the vehicle came out of the zone",
  ]
}

extension RuleKind {
  package static let meanings = [
    "oneway": "a way may be driven in one direction only",
    "turn_restriction": "a turn from one road into another is banned",
    "access": "a road is closed to the mode in both directions",
    "closure": "a road is closed at certain times",
    "barrier": "a barrier at a node does not let the mode through",
    "vehicle_limit": "a sign on a road excludes vehicles by a measure or their load",
    "node_limit": "a sign or a barrier at a node excludes vehicles by a measure or their load",
    "speed_limit": "a road has a limit of speed",
  ]
}

extension Doubt.Kind {
  package static let meanings = RuleKind.meanings.merging([
    "unreached_limit": "nearly nobody comes near a tagged limit of speed of 50 km/h or more",
    "missing_road": "at least three trips left the roads of the map along the same line",
    "unused_road": "nobody drove the road, and many drove along another one close beside it",
  ]) { $1 }
}

extension Reaching {
  static let meanings = [
    "reached": "the drive came to the waypoint", "missed": "the drive did not come to the waypoint",
  ]
}

extension PlanOutcome.Status {
  package static let meanings = [
    "ok": "the trip was held against its plan",
    "untouched": "the trip was held against its plan and never came to it",
    "failed": "the plan cannot be laid on the map",
    "missing": "the trip has no plan",
  ]
}

extension DeviationCause {
  package static let meanings = [
    "closed_road": "a road of the plan ahead was closed",
    "gap": "the record is silent where the plan was left",
    "reversed": "the vehicle turned round and drove the plan backwards",
    "stop": "the vehicle made a stop away from the plan",
    "traffic_event": "an event of the traffic file was on the plan ahead",
    "missed_maneuver": "the plan turns where the drive went straight on",
    "early_turn": "the drive turned shortly before the plan does",
    "as_good": "the drive took no longer than the plan, in time and nearly in length",
    "turned_off": "the drive turned off where the plan goes straight on",
  ]
}

extension RoutePoll.Finding {
  package static let meanings = EventType.meanings.filter { codes.contains($0.key) }
}

extension Direction {
  static let meanings = [
    "forward": "in the order in which the way lists its nodes",
    "backward": "against the order in which the way lists its nodes",
  ]
}
