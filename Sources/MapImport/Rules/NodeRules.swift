internal import RoadGraph

/// The attributes of a node on a road.
struct NodeDetail: Equatable {
  var flags: NodeFlags = []
  var barrier: AccessSet = .all
  var signs: NodeSigns = []
  var exitRef = ""
  var exitName = ""
  var exitSign = ExitSign()
  var conditions = ""
}

/// The attributes of a node; `nil` if it has none that matter.
///
/// - Source: OSM wiki, Tag:highway=traffic_signals, Key:crossing, Tag:railway=level_crossing, Key:barrier,
///   Tag:highway=motorway_junction, Tag:highway=mini_roundabout, Tag:highway=stop, Tag:highway=give_way,
///   Tag:highway=toll_gantry, Tag:barrier=height_restrictor.
func nodeDetail(of tags: Tags) -> NodeDetail? {
  var detail = NodeDetail()
  if let sign = tags.value(.highway, in: nodeSigns) { detail.flags.insert(sign) }
  if tags.value(.crossing, is: "traffic_signals") || tags.value(.crossingSignals, is: "yes") {
    detail.flags.insert(.trafficSignals)
  }
  if tags.value(.railway, is: "level_crossing") { detail.flags.insert(.levelCrossing) }
  if tags.value(.barrier, is: "toll_booth") { detail.flags.insert(.tollBooth) }
  detail.barrier = barrierAccess(of: tags)
  if detail.barrier != .all || tags.value(.barrier, in: gates) != nil { detail.flags.insert(.barrier) }
  if detail.flags.contains(.motorwayJunction) {
    detail.exitRef = tags.text(.ref) ?? ""
    detail.exitName = tags.text(.name) ?? ""
    detail.exitSign = ExitSign(of: tags)
  }
  if tags.has(.barrier), tags.speaksOfLimits || !tags.conditionals.isEmpty {
    detail.conditions = conditionLines(of: tags, direction: .both)
  }
  detail.signs = signs(of: tags, detail.flags)
  return detail.flags.isEmpty && detail.signs.isEmpty && detail.conditions.isEmpty ? nil : detail
}

/// Border posts, speed cameras, lifts and places to turn round, and the directions that signs and signals apply to.
///
/// - Source: OSM wiki, Tag:barrier=border_control, Tag:highway=speed_camera, Tag:highway=elevator,
///   Tag:highway=turning_circle, Tag:highway=turning_loop, Key:direction, Key:traffic signals:direction.
private func signs(of tags: Tags, _ flags: NodeFlags) -> NodeSigns {
  var signs: NodeSigns = []
  if tags.value(.barrier, is: "border_control") { signs.insert(.borderControl) }
  if let place = tags.value(.highway, in: places) { signs.insert(place) }
  if flags.contains(.trafficSignals), let side = tags.value(.trafficSignalsDirection, in: directions) {
    signs.formUnion(side)
  } else if !flags.isDisjoint(with: [.stopSign, .trafficSignals]) || signs.contains(.speedCamera) {
    signs.formUnion(tags.value(.direction, in: directions) ?? [])
  }
  return signs
}

private let places: Vocabulary<NodeSigns> = [
  "speed_camera": .speedCamera, "turning_circle": .turningPlace, "turning_loop": .turningPlace, "elevator": .lift,
]

private let directions: Vocabulary<NodeSigns> = [
  "forward": .forForward, "backward": .forBackward, "both": [.forForward, .forBackward],
]

/// Barriers at which a driver waits, whoever may pass.
private let gates: Vocabulary<Bool> = [
  "gate": true, "lift_gate": true, "swing_gate": true, "sliding_gate": true, "sliding_beam": true, "bump_gate": true,
  "hampshire_gate": true, "sally_port": true,
]

private let nodeSigns: Vocabulary<NodeFlags> = [
  "traffic_signals": .trafficSignals, "motorway_junction": .motorwayJunction, "mini_roundabout": .miniRoundabout,
  "stop": .stopSign, "give_way": .giveWay, "toll_gantry": .tollBooth,
]
