internal import Reports

/// How the path is coloured: each of its edges belongs to one category.
struct PathColouring {
  struct Category: Equatable {
    var words: String
    var colour: String
  }

  enum Rule: String { case evidence, confidence, speed, progress }

  let categories: [Category]
  private let rule: Rule

  /// - Parameter words: for the path where it has one colour.
  init(_ rule: Rule, _ palette: StillPalette, words: String = "path") {
    self.rule = rule
    let wrongWay = Category(words: "against the oneway", colour: palette["wrong_way"])
    let others =
      switch rule {
      case .progress: [Category(words: words, colour: palette.path)]
      case .evidence: Self.evidences.map { Category(words: $0, colour: palette[$0]) }
      case .confidence: Self.scale(Self.confidences.map(\.words), "confidence", palette)
      case .speed: Self.scale(Self.speeds.map(\.words), "speed", palette)
      }
    categories = [wrongWay] + others
  }

  private static func scale(_ words: [String], _ name: String, _ palette: StillPalette) -> [Category] {
    let colours = ["low", "middle", "high"].map { palette["\(name)_\($0)"] }
    return words.enumerated().map { number, words in
      Category(words: words, colour: StillPalette.mixed(colours, Double(number) / Double(max(1, Self.count(name) - 1))))
    }
  }

  private static func count(_ name: String) -> Int { name == "speed" ? speeds.count : confidences.count }

  private static let evidences = ["observed", "inferred", "detour"]

  private static let confidences: [(words: String, below: Double)] = [
    ("confidence below 0.5", 0.5), ("0.5 to 0.8", 0.8), ("0.8 to 0.95", 0.95), ("0.95 and more", .infinity),
  ]

  private static let speeds: [(words: String, below: Double)] = [
    ("below 10 km/h", 10), ("10 to 30 km/h", 30), ("30 to 50 km/h", 50), ("50 to 70 km/h", 70),
    ("70 to 100 km/h", 100), ("100 to 130 km/h", 130), ("130 km/h and more", .infinity),
  ]

  /// Where nothing is known but the path.
  var plain: Int { rule == .progress ? 1 : categories.count - 1 }

  /// Of an edge in the table of edges.
  func category(of row: Int, in edges: ColumnTable) -> Int {
    if edges["wrong_way"]?.values[row] == 1 { return 0 }
    switch rule {
    case .progress: return 1
    case .evidence: return 1 + (Self.evidences.firstIndex { $0 == edges["evidence"]?.word(row) } ?? 0)
    case .confidence:
      let confidence = edges["confidence"]?.number(row) ?? 0
      return 1 + (Self.confidences.firstIndex { confidence < $0.below } ?? 0)
    case .speed:
      let speed = Self.speed(of: row, in: edges) ?? 0
      return 1 + (Self.speeds.firstIndex { speed < $0.below } ?? 0)
    }
  }

  /// In km/h; `nil` without times.
  private static func speed(of row: Int, in edges: ColumnTable) -> Double? {
    guard let length = edges["length_m"]?.number(row), let begin = edges["enter_time"]?.number(row),
      let end = edges["exit_time"]?.number(row), end > begin
    else { return nil }
    return length / (end - begin) * 3600
  }
}
