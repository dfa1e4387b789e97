import RandomNumbers

/// Small extracts and change files in the form of ``Workshop``, in which anything may happen to a few objects.
struct RandomExtract {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func isChosen(one of: Int) -> Bool { number(1...of) == 1 }

  /// Sorted, some without versions.
  mutating func extract() -> String {
    let ids = Array(-2 ... -1).reversed() + Array(1...6)
    var lines: [String] = []
    for kind in ["n", "w", "r"] {
      for id in ids where !isChosen(one: 3) { lines.append(object(kind, id)) }
    }
    return lines.joined(separator: "\n")
  }

  /// Unsorted, with several changes of one object.
  mutating func changes() -> String {
    (0..<number(0...12)).map { _ in
      let (kind, id) = (["n", "w", "r"][number(0...2)], number(-2...6))
      if isChosen(one: 3) { return "-\(kind)\(id)" + version() }
      return (isChosen(one: 2) ? "+" : "~") + object(kind, id)
    }.joined(separator: "\n")
  }

  private mutating func version() -> String { isChosen(one: 8) ? "" : " v\(number(1...5))" }

  private mutating func object(_ kind: String, _ id: Int) -> String {
    var line = "\(kind)\(id)" + version()
    if isChosen(one: 2) { line += " Thighway=\(["road", "service", "no"][number(0...2)])" }
    switch kind {
    case "n": line += " x\(number(5...9)) y\(number(45...48))"
    case "w": line += " N" + (0..<number(1...4)).map { _ in "n\(number(1...6))" }.joined(separator: ",")
    default: line += " M" + (0..<number(1...3)).map { _ in member() }.joined(separator: ",")
    }
    return line
  }

  private mutating func member() -> String {
    "\(["n", "w", "r"][number(0...2)])\(number(1...6))@\(["", "outer", "via"][number(0...2)])"
  }
}
