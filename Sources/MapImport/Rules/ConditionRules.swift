internal import RoadGraph

/// Rules of one direction that hold only at times or for some vehicles, as sorted `key=value` lines: `…:conditional`
/// tags of access, oneways and speeds, the plain access tags beside conditional ones, and limits of height, weight,
/// width and length.
///
/// - Source: OSM wiki, Conditional restrictions; Key:maxheight and similar keys.
func conditionLines(of tags: Tags, direction: TagDirection) -> String {
  var lines = tags.conditionals
    .filter { $0.key.mayBeConditional && ($0.direction == .both || $0.direction == direction) }
    .map { "\($0.fullKey)=\($0.value)" }
  if lines.isEmpty && !tags.speaksOfLimits { return "" }
  var plain: [TagKey] = tags.speaksOfLimits ? TagKey.limits : []
  if tags.conditionals.contains(where: { $0.key.concern == .access }) { plain += TagKey.accesses }
  for key in plain {
    if let value = tags.text(key, direction) ?? tags.text(key) { lines.append("\(key.name)=\(value)") }
  }
  return lines.sorted().joined(separator: "\n")
}
