import RandomNumbers

/// Small towns and changes to them, in which roads, areas and rules come and go. The form is that of `OSMChange`.
struct RandomTown {
  private var random: SplitMix64

  private static let wayTags = [
    "highway=residential", "highway=residential,oneway=yes", "highway=pedestrian,area=yes", "highway=construction",
    "building=yes", "route=ferry", "boundary=low_emission_zone", "highway=footway,name=F", "highway=pedestrian",
    "junction=roundabout,highway=primary,oneway=yes", "highway=unknown", "highway=unknown,bicycle=yes", "",
    "highway=residential,maxspeed=fast", "highway=path,access=no", "public_transport=platform",
  ]
  private static let relationTags = [
    "type=restriction,restriction=no_left_turn", "type=restriction,restriction=only_straight_on",
    "type=restriction,restriction=odd", "type=boundary,boundary=low_emission_zone",
    "type=multipolygon,boundary=low_emission_zone", "type=boundary,boundary=administrative",
    "type=multipolygon,highway=pedestrian", "type=multipolygon,building=yes", "type=multipolygon,highway=unknown",
    "type=enforcement,enforcement=maxspeed", "type=enforcement,enforcement=odd", "type=route,route=road,ref=A1",
    "type=route,route=road", "type=route,route=bus,ref=7", "", "boundary=low_emission_zone",
  ]
  private static let roles = ["", "from", "to", "via", "outer", "inner", "device"]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// A sorted extract with at least one road.
  mutating func extract() -> String {
    var lines = ["n1 v1 x9.001 y47.5", "n2 v1 x9.002 y47.5"]
    lines += (3...16).filter { _ in number(1...5) > 1 }.map { object("n", $0, version: 1) }
    lines.append("w1 v1 Thighway=residential Nn1,n2")
    lines += (2...10).filter { _ in number(1...3) > 1 }.map { object("w", $0, version: 1) }
    lines += (1...8).filter { _ in number(1...3) > 1 }.map { object("r", $0, version: 1) }
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func changes() -> String {
    (0..<number(1...3)).map { _ in
      let (kind, id) = [("n", number(3...18)), ("w", number(2...12)), ("r", number(1...10))][number(0...2)]
      return number(1...4) == 1 ? "-\(kind)\(id) v2" : "~" + object(kind, id, version: 2)
    }.joined(separator: "\n")
  }

  private mutating func object(_ kind: String, _ id: Int, version: Int) -> String {
    let head = "\(kind)\(id) v\(version)"
    switch kind {
    case "n":
      let tags = ["", "", "", " Tbarrier=gate", " Thighway=speed_camera", " Tname=N"][number(0...5)]
      return head + tags + " x\(9 + Double(number(-9...9)) / 10_000) y\(47.5 + Double(number(-9...9)) / 10_000)"
    case "w":
      var nodes = (0..<number(2...5)).map { _ in "n\(number(1...17))" }
      if number(1...2) == 1 { nodes.append(nodes[0]) }
      return head + tags(Self.wayTags) + " N" + nodes.joined(separator: ",")
    default:
      let members = (0..<number(1...4)).map { _ in
        (number(1...3) == 1 ? "n\(number(1...17))" : "w\(number(1...12))")
          + "@\(Self.roles[number(0...Self.roles.count - 1)])"
      }
      return head + tags(Self.relationTags) + " M" + members.joined(separator: ",")
    }
  }

  private mutating func tags(_ palette: [String]) -> String {
    let chosen = palette[number(0...palette.count - 1)]
    return chosen.isEmpty ? "" : " T" + chosen
  }
}
