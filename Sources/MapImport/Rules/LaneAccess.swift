internal import RoadGraph

/// The modes to which each lane of one direction is closed, as ``RoadNetwork/Direction/closedLanes`` has them.
///
/// On a lane as on a road, the narrowest key of a mode decides; a lane that needs a permission is closed. Where no key of
/// a mode covers a lane, the lane is closed to it if it is designated for buses, taxis, bicycles or car pools.
///
/// - Parameters:
///   - count: the number of lanes; 0 if it is unknown. Values for another number of lanes say nothing.
///   - plain: whether keys without a direction belong to this direction.
/// - Source: OSM wiki, Lanes, Key:access:lanes, Key:bus:lanes, Key:psv:lanes, Key:bicycle:lanes, Key:hov:lanes.
func closedLanes(of tags: Tags, _ direction: TagDirection, count: Int, plain: Bool) -> String {
  let values = LaneAccessValues(tags, direction, plain: plain)
  guard let lanes = count > 0 ? count : values.count else { return "" }
  let closed = (0..<lanes).map { lane in
    vehicles.filter { values.isClosed(lane, of: lanes, to: $0) }.map(\.name).joined(separator: ";")
  }
  return closed.allSatisfy(\.isEmpty) ? "" : closed.joined(separator: "|")
}

private let vehicles = TravelMode.allCases.filter { $0 != .pedestrian }

/// Keys by which a lane is set apart for some.
private let reservations: [TagKey] = [.psv, .bus, .taxi, .bicycle, .hov]

/// The values that access tags have for the lanes of one direction.
private struct LaneAccessValues {
  private var parts: [TagKey: [String]] = [:]

  init(_ tags: Tags, _ direction: TagDirection, plain: Bool) {
    for key in TagKey.accesses + [.hov] {
      guard let lanes = key.lanes, let text = tags.text(lanes, direction) ?? (plain ? tags.text(lanes) : nil) else {
        continue
      }
      parts[key] = text.split(separator: "|", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    }
  }

  /// The number of lanes that the tags list; `nil` if they disagree or list none.
  var count: Int? {
    let counts = Set(parts.values.map(\.count))
    return counts.count == 1 ? counts.first : nil
  }

  func isClosed(_ lane: Int, of lanes: Int, to mode: TravelMode) -> Bool {
    for key in accessKeys(of: mode).reversed() {
      if let access = accessValues.find(value(of: key, lane, of: lanes)) { return access[mode] < .destination }
    }
    // Who is in the car is not known: a car pool lane is closed to cars and lorries.
    return reservations.contains { key in
      value(of: key, lane, of: lanes) == "designated" && (key != .hov || mode == .car || mode == .truck)
    }
  }

  private func value(of key: TagKey, _ lane: Int, of lanes: Int) -> String {
    guard let parts = parts[key], parts.count == lanes else { return "" }
    return parts[lane]
  }
}
