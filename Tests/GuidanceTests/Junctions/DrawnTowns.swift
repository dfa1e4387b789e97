import Foundation
import RandomNumbers

/// Towns of four streets by four, some of them divided roads, some crossings roundabouts, with drives through them.
///
/// At each crossing one's street goes on, which is silent, or one turns.
struct DrawnTowns {
  /// A street runs to the north or to the east.
  private struct Street {
    var name: String
    var roadClass: String
    var isDivided: Bool
    /// Metres from the town's corner.
    var place: Double
  }

  private enum Heading: Int { case east, north, west, south }

  private struct Crossing: Hashable {
    var column: Int
    var row: Int
  }

  private(set) var text: String
  private var random: SplitMix64
  private var columns: [Street]
  private var rows: [Street]
  private var rings: Set<Crossing> = []
  private var shifts: [Crossing: (x: Double, y: Double)] = [:]

  static func maps() throws -> [JunctionMap] {
    let text = (0..<12).map { number in
      var town = DrawnTowns(number: number)
      town.draw()
      return town.text
    }
    return try JunctionMapReader(family: "towns", text: text.joined(separator: "\n")).maps
  }

  private init(number: Int) {
    text = "map town-\(number) few nameless\n"
    random = SplitMix64(seed: UInt64(number) &* 7919 &+ 17)
    let letters = ["A", "B", "C", "D"]
    let classes = ["residential", "tertiary", "residential", "secondary"]
    let (dividedColumn, dividedRow) = (number % 4, number / 3 % 4)
    columns = (0..<4).map { i -> Street in
      Street(
        name: "\(letters[i]) Street", roadClass: i == dividedColumn ? "primary" : classes[(i + number) % 4],
        isDivided: i == dividedColumn, place: Double(i) * 170)
    }
    rows = (0..<4).map { i -> Street in
      Street(
        name: "\(i + 1) Avenue", roadClass: i == dividedRow ? "primary" : classes[(i + number / 2) % 4],
        isDivided: i == dividedRow && number % 3 > 0, place: Double(i) * 190)
    }
    for crossing in crossings {
      shifts[crossing] = (.random(in: -8...8, using: &random), .random(in: -8...8, using: &random))
      let isPlain = !columns[crossing.column].isDivided && !rows[crossing.row].isDivided
      if isPlain, Int.random(in: 0..<4, using: &random) == 0 { rings.insert(crossing) }
    }
  }

  private var crossings: [Crossing] { (0..<16).map { Crossing(column: $0 / 4, row: $0 % 4) } }

  private mutating func draw() {
    for crossing in crossings { drawCrossing(crossing) }
    for column in 0..<4 { drawStreet(.north, column) }
    for row in 0..<4 { drawStreet(.east, row) }
    for _ in 0..<8 { drive() }
  }

  private mutating func drawCrossing(_ crossing: Crossing) {
    let (x, y) = centre(of: crossing)
    let name = "\(crossing.column)\(crossing.row)"
    if rings.contains(crossing) {
      text += "arc r\(name)x \(x) \(y) 15 0 330 12\n"
      text += "tertiary r\(name)x0..r\(name)x11 r\(name)x0 junction=roundabout\n"
      return
    }
    for (i, east) in offsets(columns[crossing.column]).enumerated() {
      for (j, north) in offsets(rows[crossing.row]).enumerated() {
        text += "node c\(name)x\(i)y\(j) \(x + east) \(y + north)\n"
      }
    }
  }

  /// The carriageways of a street to the west and the east of its middle, or to the south and the north.
  private func offsets(_ street: Street) -> [Double] { street.isDivided ? [-7, 7] : [0] }

  private func centre(of crossing: Crossing) -> (x: Double, y: Double) {
    let shift = shifts[crossing] ?? (0, 0)
    return (columns[crossing.column].place + shift.x, rows[crossing.row].place + shift.y)
  }
}

extension DrawnTowns {
  /// - Parameter heading: north for a column, east for a row.
  private mutating func drawStreet(_ heading: Heading, _ number: Int) {
    let street = heading == .north ? columns[number] : rows[number]
    for (carriageway, offset) in offsets(street).enumerated() {
      var runs: [[String]] = [[]]
      for block in 0...4 {
        let (place, name) = (blockPlace(heading, number, block, offset), blockName(heading, number, block, carriageway))
        text += "node \(name) \(place.x) \(place.y)\n"
        runs[runs.count - 1].append(name)
        if block < 4 { pass(crossing(heading, number, block), heading, carriageway, &runs) }
      }
      // Traffic keeps to the right: north on the eastern carriageway, east on the southern one.
      let runsBackwards = street.isDivided && (carriageway == 1) == (heading == .east)
      for run in runs {
        let nodes = (runsBackwards ? run.reversed() : run).joined(separator: " ")
        text += "\(street.roadClass) \(street.isDivided ? "> " : "")\(nodes) \"\(street.name)\"\n"
      }
    }
  }

  private func pass(_ crossing: Crossing, _ heading: Heading, _ carriageway: Int, _ runs: inout [[String]]) {
    let name = "\(crossing.column)\(crossing.row)"
    if rings.contains(crossing) {
      runs[runs.count - 1].append("r\(name)x\(heading == .north ? 9 : 6)")
      runs.append(["r\(name)x\(heading == .north ? 3 : 0)"])
    } else {
      let others = offsets(heading == .north ? rows[crossing.row] : columns[crossing.column]).count
      for other in 0..<others {
        runs[runs.count - 1].append(
          heading == .north ? "c\(name)x\(carriageway)y\(other)" : "c\(name)x\(other)y\(carriageway)")
      }
    }
  }

  private func crossing(_ heading: Heading, _ number: Int, _ along: Int) -> Crossing {
    heading == .north ? Crossing(column: number, row: along) : Crossing(column: along, row: number)
  }

  /// The middle of the block before a crossing; the fourth lies after the last crossing.
  private func blockPlace(
    _ heading: Heading, _ number: Int, _ block: Int, _ offset: Double
  ) -> (x: Double, y: Double) {
    let before = centre(of: crossing(heading, number, max(0, block - 1)))
    let after = centre(of: crossing(heading, number, min(3, block)))
    var (x, y) = ((before.x + after.x) / 2, (before.y + after.y) / 2)
    let beyond = block == 0 ? -110.0 : block == 4 ? 110 : 0
    if heading == .north { (x, y) = (x + offset, y + beyond) } else { (x, y) = (x + beyond, y + offset) }
    return (x, y)
  }

  private func blockName(_ heading: Heading, _ number: Int, _ block: Int, _ carriageway: Int) -> String {
    "\(heading == .north ? "v" : "h")\(number)b\(block)k\(carriageway)"
  }
}

extension DrawnTowns {
  /// A drive from an edge of the town until it leaves the town or has passed six crossings.
  private mutating func drive() {
    var heading = Heading(rawValue: Int.random(in: 0..<4, using: &random)) ?? .east
    let lane = Int.random(in: 0..<4, using: &random)
    let isForward = heading == .east || heading == .north
    let start = isForward ? 0 : 3
    var crossing =
      heading == .east || heading == .west ? Crossing(column: start, row: lane) : Crossing(column: lane, row: start)
    var stops = [block(before: crossing, heading)]
    var expected: [String] = []
    for step in 0..<6 {
      let turn = step % 2 == 0 ? Int.random(in: -1...1, using: &random) : 0
      let next = Heading(rawValue: (heading.rawValue + turn + 4) % 4) ?? heading
      if let said = said(at: crossing, turning: turn, onto: next) { expected.append(said) }
      heading = next
      stops.append(block(after: crossing, heading))
      guard let following = following(crossing, heading) else { break }
      crossing = following
    }
    text += "drive \(stops.joined(separator: " ")) : "
    text += (expected.isEmpty ? "silent" : expected.joined(separator: "; ")) + "\n"
  }

  private func said(at crossing: Crossing, turning turn: Int, onto heading: Heading) -> String? {
    let street = heading == .north || heading == .south ? columns[crossing.column] : rows[crossing.row]
    let side = ["right", "straight", "left"][turn + 1]
    if rings.contains(crossing) {
      return "roundabout \(side)|slight_\(side) exit \(turn + 2) onto \(street.name)"
        .replacing("|slight_straight", with: "")
    }
    return turn == 0 ? nil : "turn \(side) onto \(street.name)"
  }

  private func following(_ crossing: Crossing, _ heading: Heading) -> Crossing? {
    var next = crossing
    switch heading {
    case .east: next.column += 1
    case .north: next.row += 1
    case .west: next.column -= 1
    case .south: next.row -= 1
    }
    return (0..<4).contains(next.column) && (0..<4).contains(next.row) ? next : nil
  }

  private func block(before crossing: Crossing, _ heading: Heading) -> String {
    block(at: crossing, heading, heading == .east || heading == .north ? 0 : 1)
  }

  private func block(after crossing: Crossing, _ heading: Heading) -> String {
    block(at: crossing, heading, heading == .east || heading == .north ? 1 : 0)
  }

  private func block(at crossing: Crossing, _ heading: Heading, _ further: Int) -> String {
    let isColumn = heading == .north || heading == .south
    let street = isColumn ? columns[crossing.column] : rows[crossing.row]
    let number = isColumn ? crossing.column : crossing.row
    let along = (isColumn ? crossing.row : crossing.column) + further
    // To the north on the eastern carriageway, to the west on the northern one.
    let carriageway = street.isDivided && (heading == .north || heading == .west) ? 1 : 0
    return blockName(isColumn ? .north : .east, number, along, carriageway)
  }
}
