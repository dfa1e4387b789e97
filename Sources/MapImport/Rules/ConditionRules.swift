internal import RoadGraph

/// Rules of one direction that hold only at times or for some vehicles, as sorted `key=value` lines: `…:conditional`
/// tags of access, oneways and speeds, the plain access tags beside conditional ones, limits of height, weight, width and
/// length, and the width of a road that is narrower than lawful vehicles.
///
/// - Source: OSM wiki, Conditional restrictions; Key:maxheight and similar keys.
func conditionLines(of tags: Tags, direction: TagDirection) -> String {
  var lines = tags.conditionals
    .filter { $0.key.mayBeConditional && ($0.direction == .both || $0.direction == direction) }
    .map { "\($0.fullKey)=\($0.value)" }
  lines += narrowness(of: tags)
  if lines.isEmpty && !tags.speaksOfLimits { return "" }
  var plain: [TagKey] = tags.speaksOfLimits ? TagKey.limits : []
  if tags.conditionals.contains(where: { $0.key.concern == .access }) { plain += TagKey.accesses }
  for key in plain {
    if let value = tags.text(key, direction) ?? tags.text(key) { lines.append("\(key.name)=\(value)") }
  }
  return lines.sorted().joined(separator: "\n")
}

/// The width of a road, if some lawful vehicle does not fit between its edges.
///
/// - Source: OSM wiki, Key:width, Key:est_width; directive 96/53/EC, annex I, allows vehicles up to 2.6 m.
private func narrowness(of tags: Tags) -> [String] {
  guard let key = [TagKey.width, .estWidth].first(where: { tags.has($0) }), let width = tags.text(key),
    let metres = taggedLength(width), metres <= 2.6, namedForMotors(tags)
  else { return [] }
  return ["\(key.name)=\(width)"]
}

/// A kind of road that motor vehicles use.
private func namedForMotors(_ tags: Tags) -> Bool {
  guard let kind = roadKind(of: tags), !kind.isOnlyWalked else { return false }
  return defaultAccess(kind.roadClass)[.car] > .no
}
