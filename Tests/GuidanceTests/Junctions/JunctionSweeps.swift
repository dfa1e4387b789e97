import Foundation

/// Junctions drawn by number: the same one at every angle, width and number of arms.
struct JunctionSweeps {
  var text = ""
  private var count = 0

  static func maps() throws -> [JunctionMap] {
    var sweeps = JunctionSweeps()
    sweeps.drawSideStreets()
    sweeps.drawForks()
    sweeps.drawRings()
    sweeps.drawExits()
    sweeps.drawMerges()
    sweeps.drawCrookedForks()
    sweeps.drawDividedRoads()
    sweeps.drawMedianTurns()
    sweeps.drawSlipRoads()
    sweeps.drawSpreadTurns()
    sweeps.drawOffsets()
    sweeps.drawClosePairs()
    sweeps.drawCrossings()
    return try JunctionMapReader(family: "sweeps", text: sweeps.text).maps
  }

  mutating func begin(_ name: String) {
    count += 1
    text += "map \(name)-\(count) few\n"
  }

  /// A road that bends, and a lesser one that leaves it.
  private mutating func drawSideStreets() {
    let classes = [("secondary", "residential"), ("tertiary", "service"), ("primary", "unclassified")]
    for bend in [-45.0, -20, 0, 20, 45] {
      for side in stride(from: -150.0, through: 150, by: 25) where abs(side - bend) >= 20 {
        begin("side-street")
        let (main, lesser) = classes[count % 3]
        text += """
          nodes w -250 0 c 0 0
          polar e c 250 \(bend)
          polar s c 150 \(side)
          \(main) w c e "Main Street"
          \(lesser) c s "Side Street"
          drive w e : silent
          drive e w : silent
          drive w s : turn|fork|continue \(leaving(side, from: bend)) onto Side Street
          drive e s : turn|fork|continue \(leaving(turn(side - bend - 180), from: -bend)) onto Side Street

          """
        for (end, angle) in [("w", -side), ("e", turn(bend - side - 180))] where abs(angle) >= 35 {
          text += "drive s \(end) : turn \(modifiers(angle)) onto Main Street\n"
        }
      }
    }
  }

  /// A road that ends in two of its kind.
  private mutating func drawForks() {
    for (left, right) in [(15.0, -15.0), (25, -25), (40, -40), (10, -35), (35, -10), (50, 15), (-15, -50), (8, -8)] {
      for kind in ["residential", "secondary", "unclassified"] {
        begin("fork")
        text += """
          nodes w -250 0 c 0 0
          polar l c 200 \(left)
          polar r c 200 \(right)
          \(kind) w c "Long Road"
          \(kind) c l "Upper Road"
          \(kind) c r "Lower Road"
          drive w l : turn|fork|continue slight_left|left\(abs(left) < 17 ? "|straight" : "") onto Upper Road
          drive w r : turn|fork|continue slight_right|right\(abs(right) < 17 ? "|straight" : "") onto Lower Road

          """
      }
    }
  }

  /// Rings of three to six arms, each a street or, on large rings, two carriageways.
  private mutating func drawRings() {
    for arms in 3...6 {
      for (radius, lead) in [(10.0, 0), (17, 0), (24, 1), (36, 1)] {
        begin("ring")
        text += "arc r 0 0 \(radius) 0 345 24\ntertiary r0..r23 r0 junction=roundabout\n"
        let corners = (0..<arms).map { arm in 24 * arm / arms + (arm % 2 == 1 ? 1 : 0) }
        for (arm, corner) in corners.enumerated() { drawArm(arm, at: corner, radius: radius, lead: lead) }
        for arm in 1..<arms {
          let angle = turn(15 * Double(corners[arm] - corners[0]) - 180)
          text += "drive a0 a\(arm) : roundabout \(roughly(angle)) exit \(arm) onto Road \(arm)\n"
        }
      }
    }
  }

  private mutating func drawArm(_ arm: Int, at corner: Int, radius: Double, lead: Int) {
    let angle = Double(corner) * 15 * .pi / 180
    let name = "\"Road \(arm)\""
    text += "node a\(arm) \((radius + 150) * cos(angle)) \((radius + 150) * sin(angle))\n"
    if lead == 0 {
      text += "residential a\(arm) r\(corner) \(name)\n"
    } else {
      text += "node b\(arm) \((radius + 30) * cos(angle)) \((radius + 30) * sin(angle))\n"
      text += "residential a\(arm) b\(arm) \(name)\n"
      text += "residential > b\(arm) r\((corner + lead) % 24) \(name)\n"
      text += "residential > r\((corner + 24 - lead) % 24) b\(arm) \(name)\n"
    }
  }

  /// A ramp that leaves a bending motorway at a small angle, perhaps with a first metre on the wrong side.
  private mutating func drawExits() {
    for bend in [-12.0, 0, 12] {
      for (side, word) in [(1.0, "left"), (-1, "right")] {
        for angle in [3.0, 7, 14] {
          for wiggle in [0.0, 4] {
            begin("exit")
            let isStraight = bend * side < 0
            text += """
              nodes w -800 0 x 0 0
              polar e1 x 100 \(bend / 2)
              polar e2 x 400 \(bend)
              polar k0 x 15 \(bend / 2 + side * (wiggle > 0 ? -wiggle : angle))
              polar k1 x 100 \(bend / 2 + side * angle)
              polar k2 x 350 \(bend + side * angle * 1.5)
              motorway > w x e1 e2 ref="A 5" lanes=2
              motorway_link > x k0 k1 k2 destination="Ulm"
              drive w e2 : silent
              drive w k2 : ramp|fork slight_\(word)|\(word)\(isStraight ? "|straight" : "") toward Ulm

              """
          }
        }
      }
    }
  }

  /// A ramp that joins a bending motorway, perhaps with a last metre on the wrong side.
  private mutating func drawMerges() {
    for bend in [-12.0, 0, 12] {
      for (side, word) in [(1.0, "right"), (-1, "left")] {
        for angle in [3.0, 7, 14] {
          for wiggle in [0.0, 4] {
            begin("merge")
            text += """
              nodes x 0 0 e 800 0
              polar w1 x 100 \(180 + bend / 2)
              polar w2 x 400 \(180 + bend)
              polar k0 x 15 \(180 + bend / 2 - side * (wiggle > 0 ? -wiggle : angle))
              polar k1 x 100 \(180 + bend / 2 - side * angle)
              polar k2 x 350 \(180 + bend - side * angle * 1.5)
              motorway > w2 w1 x e ref="A 5" lanes=2
              motorway_link > k2 k1 k0 x
              drive w2 e : silent
              drive k2 e : merge slight_\(word)|\(word)|straight onto A 5

              """
          }
        }
      }
    }
  }

  /// Forks whose branches begin on the wrong side of each other's line, or lie on each other for some metres.
  private mutating func drawCrookedForks() {
    for kind in ["motorway", "motorway_link", "trunk", "secondary"] {
      for (near, far) in [(0.0, 12.0), (-3, 12), (0, 25), (-2, 25)] {
        for lean in [-15.0, 0, 15] {
          begin("crooked-fork")
          text += """
            nodes w -600 0 x 0 0
            polar l0 x 14 \(lean / 2 + near)
            polar l1 x 120 \(lean + far)
            polar l2 x 400 \(lean + far * 1.3)
            polar r0 x 12 \(lean / 2 - near)
            polar r1 x 120 \(lean - far)
            polar r2 x 400 \(lean - far * 1.3)
            \(kind) > w x "Long Road"
            \(kind) > x l0 l1 l2 "Upper Road"
            \(kind) > x r0 r1 r2 "Lower Road"
            drive w l2 : fork|turn|ramp slight_left|left onto Upper Road
            drive w r2 : fork|turn|ramp slight_right|right onto Lower Road

            """
        }
      }
    }
  }

  /// Turning round over a median: by straight and slanted pieces of any kind and name.
  private mutating func drawMedianTurns() {
    for gap in [8.0, 16, 28] {
      for slant in [-18.0, 0, 18] {
        for piece in [
          "primary_link > q p", "primary q p \"Main Street\"", "residential q p \"Bell Street\"", "service q p",
        ] {
          begin("median-turn")
          text += """
            nodes w1 -250 \(gap / 2) p \(slant / 2) \(gap / 2) e1 250 \(gap / 2)
            nodes w2 -250 \(-gap / 2) q \(-slant / 2) \(-gap / 2) e2 250 \(-gap / 2)
            primary > e1 p w1 "Main Street"
            primary > w2 q e2 "Main Street"
            \(piece)
            drive w2 e2 : silent
            drive e1 w1 : silent
            drive w2 q p w1 : u_turn|turn|continue u_turn onto Main Street

            """
        }
      }
    }
  }

  /// A street across a divided road, at several widths and angles.
  private mutating func drawDividedRoads() {
    for gap in [8.0, 16, 26] {
      for skew in [60.0, 90, 120] {
        for north in ["Side Street", "North Street"] {
          begin("divided")
          let shift = gap / 2 / tan(skew * .pi / 180)
          text += """
            nodes w1 -250 \(gap / 2) e1 250 \(gap / 2) w2 -250 \(-gap / 2) e2 250 \(-gap / 2)
            nodes p \(shift) \(gap / 2) q \(-shift) \(-gap / 2)
            polar n p 200 \(skew)
            polar s q 200 \(skew + 180)
            primary > e1 p w1 "Main Street"
            primary > w2 q e2 "Main Street"
            residential s q "Side Street"
            residential q p "\(north)"
            residential p n "\(north)"
            drive w2 e2 : silent
            drive e1 w1 : silent
            drive s n : silent\(north == "Side Street" ? "" : " or turn|continue straight onto North Street")
            drive w2 n : turn \(modifiers(skew)) onto \(north)
            drive w2 s : turn \(modifiers(skew - 180)) onto Side Street
            drive s e2 : turn \(modifiers(-skew)) onto Main Street
            drive s w1 : turn \(modifiers(180 - skew)) onto Main Street
            drive w2 q p w1 : u_turn|turn|continue u_turn onto Main Street

            """
        }
      }
    }
  }

  /// A slip road before a crossing: long and short, of several kinds and names.
  private mutating func drawSlipRoads() {
    for length in [25.0, 45, 80] {
      for kind in ["secondary_link", "tertiary", "secondary"] {
        for name in ["", "\"Side Street\""] {
          begin("slip-road")
          text += """
            nodes w -300 0 k \(-length) 0 c 0 0 e 300 0 n 0 300 m 0 \(-length) s 0 -300
            nodes l1 \(-length * 0.5) \(-length * 0.12) l2 \(-length * 0.12) \(-length * 0.5)
            secondary w k c e "Main Street"
            tertiary n c m s "Side Street"
            \(kind) > k l1 l2 m \(name)
            drive w e : silent
            drive e w : silent
            drive n s : silent
            drive w l1 s : turn|ramp|fork right|slight_right onto Side Street
            drive w n : turn left onto Side Street

            """
        }
      }
    }
  }

  /// One turn over two nodes.
  private mutating func drawSpreadTurns() {
    for length in [5.0, 12, 20] {
      for name in ["", "\"Main Street\"", "\"Side Street\""] {
        begin("spread-turn")
        let side = length / 2.0.squareRoot()
        text += """
          nodes w -300 0 a \(-side) 0 b 0 \(-side) s 0 -300 e 300 0 f 120 \(-side - 40)
          secondary w a e "Main Street"
          residential a b \(name)
          residential b s "Side Street"
          service b f
          drive w s : turn right onto Side Street
          drive s w : turn|continue left onto Main Street
          drive w e : silent

          """
      }
    }
  }

  /// A crossing whose arms do not quite meet.
  private mutating func drawOffsets() {
    for offset in [3.0, 6, 9, 45, 70] {
      for shift in [1.0, -1] {
        begin("offset")
        let (first, second) = shift > 0 ? ("right", "left") : ("left", "right")
        let expected = "turn \(first) onto Main Street; turn \(second) onto Side Street"
        text += """
          nodes w -300 0 a 0 0 b \(offset * shift) 0 e 300 0 s 0 -200 n \(offset * shift) 200
          secondary w \(shift > 0 ? "a b" : "b a") e "Main Street"
          residential s a "Side Street"
          residential b n "Side Street"
          drive w e : silent
          drive s n : \(offset < 10 ? "silent" : expected)
          drive n s : \(offset < 10 ? "silent" : expected)
          drive s e : turn right onto Main Street
          drive w n : turn left onto Side Street

          """
      }
    }
  }
}

extension JunctionSweeps {
  /// Degrees to the left, from -180 to 180.
  private func turn(_ angle: Double) -> Double { angle - 360 * (angle / 360).rounded() }

  /// What a turn by an angle may be called.
  func modifiers(_ angle: Double) -> String { words(angle).joined(separator: "|") }

  private func words(_ angle: Double) -> [String] {
    let side = angle > 0 ? "left" : "right"
    return switch abs(angle) {
    case ..<12: ["straight"]
    case ..<28: ["straight", "slight_\(side)"]
    case ..<66: ["slight_\(side)", side]
    case ..<119: [side]
    case ..<149: [side, "sharp_\(side)"]
    default: ["sharp_\(side)"]
    }
  }

  /// What leaving a road that itself bends may be called: never by the side on which the road goes on.
  private func leaving(_ angle: Double, from bend: Double) -> String {
    let isLeft = turn(angle - bend) > 0
    let side = isLeft ? "left" : "right"
    var words = words(angle).filter { !$0.contains(isLeft ? "right" : "left") }
    if abs(angle) < 50, !words.contains("slight_\(side)") { words.append("slight_\(side)") }
    if abs(angle) < 30, !words.contains("straight") { words.append("straight") }
    return words.joined(separator: "|")
  }

  /// What a way round a ring may be called.
  private func roughly(_ angle: Double) -> String {
    let side = angle > 0 ? "left" : "right"
    return switch abs(angle) {
    case ..<35: "straight|slight_left|slight_right"
    case ..<60: "straight|slight_\(side)|\(side)"
    case ..<120: "slight_\(side)|\(side)|sharp_\(side)"
    default: "\(side)|sharp_\(side)|u_turn"
    }
  }
}
