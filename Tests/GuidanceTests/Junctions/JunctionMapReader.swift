import Foundation
import RoadGraph

/// Reads drawings from a text. Metres; x to the east, y to the north. A `#` at the begin of a line makes it a comment.
///
///     map NAME [nameless] [noscale] [noclass] [nomirror] [few]
///     nodes a 0 0  b 100 0              any number of nodes
///     node c 200 0 highway=stop         one node with tags
///     polar d b 80 45                   d lies 80 m from b, 45° to the left of east
///     arc r 0 0 15 0 330 12             r0 … r11 on a circle around 0 0 of radius 15, from 0° to 330°
///     primary a b c "Main Street" ref=5 a road of that class, both ways; `way` for none
///     primary > a b c                   oneway; `r0..r11` are twelve nodes
///     primary @main a b                 a label for restrictions
///     ban no_left_turn main b side      from a way, over a node or way, onto a way
///     drive a c : silent
///     drive bicycle a c / c a : turn left onto Side Street; halt or silent
///     visit a p q : right; left|none    a route from a to p and q, which lie beside the roads, on these sides
///
/// ``Expectation`` says what may stand after the colon.
struct JunctionMapReader {
  private(set) var maps: [JunctionMap] = []
  private let family: String
  private var line = 0

  init(family: String, text: String) throws {
    self.family = family
    for (number, content) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      line = number + 1
      let content = content.trimmingCharacters(in: .whitespaces)
      if !content.isEmpty, !content.hasPrefix("#") { try read(content) }
    }
  }

  private mutating func read(_ content: String) throws {
    if content.hasPrefix("drive ") { return try readDrive(content) }
    if content.hasPrefix("visit ") { return try readVisit(content) }
    let words = try words(of: content)
    if words[0] == "map" { return try readMap(words) }
    guard !maps.isEmpty else { throw error("no map yet") }
    let rest = Array(words.dropFirst())
    switch words[0] {
    case "nodes": try readNodes(rest)
    case "node": try readNode(rest)
    case "polar": try readPolar(rest)
    case "arc": try readArc(rest)
    case "ban": try readBan(rest)
    default: try readWay(words)
    }
  }

  private mutating func readMap(_ words: [String]) throws {
    guard words.count > 1, !maps.contains(where: { $0.name == words[1] }) else { throw error("map without own name") }
    var map = JunctionMap(family: family, name: words[1])
    for word in words.dropFirst(2) {
      guard let option = JunctionMap.Option(rawValue: word) else { throw error("no option \(word)") }
      map.options.insert(option)
    }
    maps.append(map)
  }

  private mutating func readNodes(_ words: [String]) throws {
    guard words.count % 3 == 0 else { throw error("nodes are triples") }
    for i in stride(from: 0, to: words.count, by: 3) { try readNode(Array(words[i..<i + 3])) }
  }

  private mutating func readNode(_ words: [String]) throws {
    guard words.count >= 3 else { throw error("a node has a name and two numbers") }
    try add(words[0], x: number(words[1]), y: number(words[2]), tags: words.dropFirst(3).map { try tag($0) })
  }

  private mutating func readPolar(_ words: [String]) throws {
    guard words.count == 4, let base = maps[maps.count - 1].nodes.first(where: { $0.name == words[1] }) else {
      throw error("polar NAME BASE METRES DEGREES")
    }
    let (length, angle) = (try number(words[2]), try number(words[3]) * .pi / 180)
    try add(words[0], x: base.x + length * cos(angle), y: base.y + length * sin(angle))
  }

  private mutating func readArc(_ words: [String]) throws {
    guard words.count == 7, let count = Int(words[6]), count > 1 else {
      throw error("arc NAME X Y RADIUS FROM TO COUNT")
    }
    let numbers = try words[1...5].map { try number($0) }
    for i in 0..<count {
      let angle = (numbers[3] + (numbers[4] - numbers[3]) * Double(i) / Double(count - 1)) * .pi / 180
      try add(words[0] + "\(i)", x: numbers[0] + numbers[2] * cos(angle), y: numbers[1] + numbers[2] * sin(angle))
    }
  }

  private mutating func add(_ name: String, x: Double, y: Double, tags: JunctionMap.Tags = []) throws {
    guard maps[maps.count - 1].index(of: name) == nil else { throw error("two nodes \(name)") }
    maps[maps.count - 1].nodes.append(JunctionMap.Node(name: name, x: x, y: y, tags: tags))
  }

  private mutating func readBan(_ words: [String]) throws {
    guard words.count == 4 else { throw error("ban KIND FROM VIA TO") }
    maps[maps.count - 1].restrictions.append(
      JunctionMap.Restriction(kind: words[0], from: words[1], via: words[2], to: words[3]))
  }

  private mutating func readWay(_ words: [String]) throws {
    var way = JunctionMap.Way()
    if words[0] != "way" { way.tags.append(("highway", words[0])) }
    for word in words.dropFirst() {
      if word == ">" {
        way.tags.append(("oneway", "yes"))
      } else if word.hasPrefix("@") {
        way.label = String(word.dropFirst())
      } else if word.hasPrefix("\"") {
        way.tags.append(("name", word.filter { $0 != "\"" }))
      } else if word.contains("=") {
        way.tags.append(try tag(word))
      } else {
        way.nodes += try nodes(word)
      }
    }
    guard way.nodes.count > 1 else { throw error("a way of fewer than two nodes") }
    maps[maps.count - 1].ways.append(way)
  }

  private mutating func readDrive(_ content: String) throws {
    let (mode, words, expected) = try readTravel(content)
    let drive = JunctionMap.Drive(
      mode: mode, legs: words.split(separator: "/").map(Array.init), expectation: try Expectation(expected),
      line: line, text: content)
    guard drive.legs.allSatisfy({ $0.count > 1 }) else { throw error("a drive has two nodes at least") }
    maps[maps.count - 1].drives.append(drive)
  }

  private mutating func readVisit(_ content: String) throws {
    let (mode, stops, expected) = try readTravel(content)
    let sides = expected.split(separator: "; ").map { $0.split(separator: "|").map(String.init) }
    guard sides.count == stops.count - 1, sides.joined().allSatisfy(["left", "right", "straight", "none"].contains)
    else { throw error("visit NODES : SIDES") }
    maps[maps.count - 1].visits.append(
      JunctionMap.Visit(mode: mode, stops: stops, sides: sides, line: line, text: content))
  }

  /// `drive bicycle a b : expected` in parts.
  private func readTravel(_ content: String) throws -> (mode: TravelMode, nodes: [String], expected: String) {
    guard !maps.isEmpty, let colon = content.range(of: " : ") else { throw error("drive NODES : EXPECTED") }
    let words = content[..<colon.lowerBound].split(separator: " ").dropFirst().map(String.init)
    let mode = words.first.flatMap { TravelMode(name: $0) }
    return (mode ?? .car, Array(words.dropFirst(mode == nil ? 0 : 1)), String(content[colon.upperBound...]))
  }

  /// `r3` or the nodes `r3..r7` or `r7..r3`.
  private func nodes(_ word: String) throws -> [Int] {
    var names = [word]
    if let dots = word.range(of: "..") {
      let stem = word[..<dots.lowerBound].replacing(/[0-9]+$/, with: "")
      guard let first = Int(word[..<dots.lowerBound].dropFirst(stem.count)),
        let last = Int(word[dots.upperBound...].dropFirst(stem.count))
      else { throw error("no range \(word)") }
      names = stride(from: first, through: last, by: first <= last ? 1 : -1).map { stem + "\($0)" }
    }
    return try names.map { name in
      guard let index = maps[maps.count - 1].index(of: name) else { throw error("no node \(name)") }
      return index
    }
  }

  private func tag(_ word: String) throws -> (key: String, value: String) {
    let parts = word.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { throw error("no tag \(word)") }
    return (String(parts[0]), parts[1].filter { $0 != "\"" })
  }

  private func number(_ word: String) throws -> Double {
    guard let number = Double(word) else { throw error("no number \(word)") }
    return number
  }

  /// Split at blanks outside of quotes.
  private func words(of content: String) throws -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for letter in content {
      if letter == "\"" { isQuoted.toggle() }
      if letter == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(letter)
      }
    }
    if isQuoted { throw error("an open quote") }
    return word.isEmpty ? words : words + [word]
  }

  private func error(_ what: String) -> DrawingError { DrawingError(family, line: line, what) }
}
