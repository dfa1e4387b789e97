import Foundation

/// One way of drawing a map anew without changing what a driver wants to hear.
struct Variant: Hashable {
  var name: String
  /// Mirrored in the north-south line; traffic then drives on the left.
  var isMirrored = false
  /// Degrees, to the left.
  var rotation = 0.0
  var scale = 1.0
  /// 1 makes every road a class greater, -1 lesser.
  var classShift = 0
  var names = RoadNames.drawn
  var detail = Detail.plain
  /// Metres driven before the first junction and after the last one; `nil` for all that is drawn.
  var approach: Double?

  static let all = [
    Variant(name: "plain"),
    Variant(name: "mirrored", isMirrored: true),
    Variant(name: "turned 30", rotation: 30),
    Variant(name: "turned 75, mirrored, larger", isMirrored: true, rotation: 75, scale: 1.4),
    Variant(name: "turned 200, smaller", rotation: 200, scale: 0.7),
    Variant(name: "turned 120, class raised", rotation: 120, classShift: 1),
    Variant(name: "turned 290, mirrored, class lowered", isMirrored: true, rotation: 290, classShift: -1),
    Variant(name: "turned 15, nameless", rotation: 15, names: .missing),
    Variant(name: "turned 340, mirrored, nameless", isMirrored: true, rotation: 340, names: .missing),
    Variant(name: "turned 50, cut", rotation: 50, detail: .cut),
    Variant(name: "turned 140, mirrored, reversed", isMirrored: true, rotation: 140, detail: .reversed),
    Variant(name: "shaken", detail: .shaken),
    Variant(name: "turned 250, mirrored, shaken", isMirrored: true, rotation: 250, detail: .shaken),
    Variant(name: "turned 160, dense", rotation: 160, detail: .dense),
    Variant(name: "turned 310, frequented", rotation: 310, detail: .frequented),
    Variant(name: "turned 60, begun and ended near", rotation: 60, approach: 25),
  ]

  /// The map in this variant; `nil` if the map is not to be drawn so.
  func drawn(_ map: JunctionMap) -> JunctionMap? {
    if map.options.contains(.few), !isAmongFew { return nil }
    if isMirrored, map.options.contains(.noMirror) { return nil }
    if scale != 1, map.options.contains(.noScale) { return nil }
    if names == .missing, !map.options.contains(.nameless) { return nil }
    guard var drawn = map.drawn(in: detail) else { return nil }
    if classShift != 0 {
      guard !map.options.contains(.noClass), let ways = map.ways(shiftedBy: classShift) else { return nil }
      drawn.ways = ways
    }
    if names == .missing { for i in drawn.ways.indices { drawn.ways[i].tags.removeAll { $0.key == "name" } } }
    drawn.nodes = drawn.nodes.map(moved)
    return isMirrored ? drawn.mirrored : drawn
  }

  private var isAmongFew: Bool {
    scale == 1 && classShift == 0 && (detail == .shaken || detail == .plain && rotation < 50)
  }

  private func moved(_ node: JunctionMap.Node) -> JunctionMap.Node {
    var moved = node
    let angle = rotation * .pi / 180
    let x = scale * (isMirrored ? -node.x : node.x)
    let y = scale * node.y
    (moved.x, moved.y) = (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    return moved
  }
}

extension JunctionMap {
  /// `nil` if two classes would become one, or one would leave the ladder.
  fileprivate func ways(shiftedBy shift: Int) -> [Way]? {
    var shifted = ways
    var taken: [String: String] = [:]
    for i in ways.indices {
      for k in ways[i].tags.indices where ways[i].tags[k].key == "highway" {
        let value = ways[i].tags[k].value
        guard let other = shiftedClass(value, by: shift) else { return nil }
        let rank = other == "unclassified" ? "residential" : other
        if taken.contains(where: { $0.value == rank && $0.key != value }) { return nil }
        taken[value] = rank
        shifted[i].tags[k].value = other
      }
    }
    return shifted.elementsEqual(ways) { $0["highway"] == $1["highway"] } ? nil : shifted
  }

  /// Everything on the other side; the nodes are already there.
  fileprivate var mirrored: JunctionMap {
    var map = self
    for i in ways.indices { map.ways[i].tags = ways[i].tags.map { mirroredTag($0, of: ways[i]) } }
    for i in nodes.indices { map.nodes[i].tags = nodes[i].tags.map { mirroredTag($0) } }
    for i in restrictions.indices { map.restrictions[i].kind = mirroredCode(restrictions[i].kind) }
    return map
  }
}

/// The class beside another on the ladder; classes that are not on it stay, and so does the least.
private func shiftedClass(_ value: String, by shift: Int) -> String? {
  let stem = value.hasSuffix("_link") ? String(value.dropLast(5)) : value
  if stem == "motorway" { return nil }
  let ladder = ["trunk", "primary", "secondary", "tertiary", "residential"]
  guard let step = ladder.firstIndex(of: stem == "unclassified" ? "residential" : stem) else { return value }
  guard step >= shift else { return nil }
  let other = step - shift < ladder.count ? ladder[step - shift] : value
  return value.hasSuffix("_link") ? (other == "residential" ? nil : other + "_link") : other
}

private func mirroredTag(_ tag: (key: String, value: String), of way: JunctionMap.Way? = nil) -> (
  key: String, value: String
) {
  let key = mirroredCode(tag.key)
  if tag.key == "placement" { return (key, mirroredPlacement(tag.value, lanes: Int(way?["lanes"] ?? "") ?? 1)) }
  if tag.key == "name" || tag.key.hasPrefix("exit_to") { return (key, tag.value) }
  let isSign = tag.key.hasPrefix("destination")
  guard key.contains(":lanes") else { return (key, isSign ? tag.value : mirroredCode(tag.value)) }
  let lanes = tag.value.split(separator: "|", omittingEmptySubsequences: false).reversed().map(String.init)
  return (key, (isSign ? lanes : lanes.map(mirroredCode)).joined(separator: "|"))
}

/// `right_of:1` of three lanes is `left_of:3` then, as lanes are counted from the left.
private func mirroredPlacement(_ value: String, lanes: Int) -> String {
  let parts = value.split(separator: ":")
  guard parts.count == 2, let lane = Int(parts[1]) else { return value }
  return mirroredCode(String(parts[0])) + ":\(lanes + 1 - lane)"
}

/// A code with left for right.
func mirroredCode(_ code: String) -> String {
  code.replacing("left", with: "\u{1}").replacing("right", with: "left").replacing("\u{1}", with: "right")
}
