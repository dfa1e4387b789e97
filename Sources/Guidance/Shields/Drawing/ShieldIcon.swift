/// The picture of a shield: SVG, 24 units high and as wide as its text needs.
///
/// Signs are simplified so that 24 pixels are enough: numbers are as large as the shape allows, and lines at least a
/// pixel wide. The direction is not drawn.
package struct ShieldIcon {
  private let shield: RoadShield
  private let design: ShieldDesign
  private let lettering: ShieldLettering
  private let width: Double

  /// The first bytes of every icon, by which a file is known as one.
  package static let beginning = "<!-- tracemill shield -->"

  package init(of shield: RoadShield) {
    self.shield = shield
    design = ShieldDesign(shield.network.style)
    lettering = ShieldLettering(shield.text, height: design.shape.capitals, room: design.shape.room)
    width = max(design.shape.leastWidth, (lettering.width + design.shape.margins).rounded(.up))
  }

  /// The whole file.
  package var svg: String {
    """
    \(Self.beginning)
    <svg xmlns="http://www.w3.org/2000/svg" width="\(inHundredths(width))" height="24" \
    viewBox="0 0 \(inHundredths(width)) 24" role="img">
    <title>\(escapedForXML(shield.text))</title>
    \(shape)
    \(lettering.element(centre: (width / 2, design.shape.middle), ink: design.ink))
    </svg>

    """
  }

  private var shape: String {
    switch design.shape {
    case .plate: plate
    case .octagon: outlined(Self.octagon)
    case .hexagon: outlined(Self.hexagon)
    case .interstate: interstate
    case .usRoute: onBlack(Self.usRoute)
    case .usState: onBlack(Self.usState)
    }
  }

  // MARK: Plates

  private var plate: String {
    """
    <rect x="0.5" y="2.5" width="\(inHundredths(width - 1))" height="19" rx="3" fill="\(design.fill)"/>
    <rect x="1.5" y="3.5" width="\(inHundredths(width - 3))" height="17" rx="2.2" fill="none" \
    stroke="\(design.line)" stroke-width="1"/>
    """
  }

  /// A shape with a line along the inside of its edge.
  private func outlined(_ corners: [(x: Double, y: Double)]) -> String {
    """
    <path d="\(polygon(corners, inset: 0))" fill="\(design.fill)"/>
    <path d="\(polygon(corners, inset: 1.3))" fill="none" stroke="\(design.line)" stroke-width="1"/>
    """
  }

  /// Corners are for a width of 24; wider shapes are stretched in the middle.
  private func polygon(_ corners: [(x: Double, y: Double)], inset: Double) -> String {
    let factor = (12 - inset) / 12
    let points = corners.map { corner in
      let x = (corner.x - 12) * factor
      return inHundredths(width / 2 + x + (x < 0 ? -1 : 1) * (width - 24) / 2) + " "
        + inHundredths(12 + (corner.y - 12) * factor)
    }
    return "M" + points.joined(separator: "L") + "Z"
  }

  private static let octagon: [(x: Double, y: Double)] = [
    (6, 1), (18, 1), (23.5, 6.5), (23.5, 17.5), (18, 23), (6, 23), (0.5, 17.5), (0.5, 6.5),
  ]
  private static let hexagon: [(x: Double, y: Double)] = [
    (4, 2), (20, 2), (24, 12), (20, 22), (4, 22), (0, 12),
  ]

  // MARK: The United States

  private var interstate: String {
    """
    <path d="\(stretched(Self.interstateShield))" fill="\(design.fill)" stroke="\(ShieldDesign.white)" stroke-width="1"/>
    <path d="\(stretched(Self.interstateCrown))" fill="\(ShieldDesign.interstateRed)"/>
    """
  }

  private func onBlack(_ path: String) -> String {
    """
    <rect width="\(inHundredths(width))" height="24" rx="2.5" fill="\(ShieldDesign.black)"/>
    <path d="\(stretched(path))" fill="\(design.fill)"/>
    """
  }

  private static let interstateShield =
    "M2.8 2.6C5 4.6 9 4.2 12 1.4C15 4.2 19 4.6 21.2 2.6C26 10 24.5 19.6 12 23.6C-0.5 19.6 -2 10 2.8 2.6Z"
  private static let interstateCrown =
    "M2.9 3.4C5.4 5.2 9.2 4.8 12 2.3C14.8 4.8 18.6 5.2 21.1 3.4Q22.5 5.8 22.9 8L1.1 8Q1.5 5.8 2.9 3.4Z"
  private static let usRoute =
    "M4.6 2Q7.2 3.6 9.6 1.6Q12 3 14.4 1.6Q16.8 3.6 19.4 2L22.6 6.2Q20.8 9.6 22.2 13.4Q23 18.4 17.8 19.8Q13.8 20.4 12 "
    + "22.6Q10.2 20.4 6.2 19.8Q1 18.4 1.8 13.4Q3.2 9.6 1.4 6.2Z"
  private static let usState = "M12 2A10.6 10 0 0 1 12 22A10.6 10 0 0 1 12 2Z"

  /// A path drawn for a width of 24, as wide as the shield.
  private func stretched(_ path: String) -> String {
    guard width != 24 else { return path }
    var result = ""
    var rest = path[...]
    while let command = rest.popFirst() {
      let end = rest.firstIndex(where: \.isLetter) ?? rest.endIndex
      let numbers = rest[..<end].split(separator: " ").compactMap { Double($0) }
      rest = rest[end...]
      let isArc = command == "A"
      let scaled = numbers.enumerated().map { position, number in
        (isArc ? position == 0 || position == 5 : position.isMultiple(of: 2)) ? number * width / 24 : number
      }
      result += String(command) + scaled.map(inHundredths).joined(separator: " ")
    }
    return result
  }
}

extension ShieldDesign.Shape {
  /// The height of capitals.
  fileprivate var capitals: Double {
    switch self {
    case .plate: 11
    case .octagon, .hexagon: 11
    case .interstate: 9
    case .usRoute, .usState: 10.5
    }
  }

  /// The height of the middle of the text.
  fileprivate var middle: Double {
    switch self {
    case .interstate: 14.6
    case .usRoute: 11.8
    default: 12
    }
  }

  fileprivate var leastWidth: Double { 24 }

  /// What the shape needs beside the middle lines of the text.
  fileprivate var margins: Double {
    switch self {
    case .plate: 9
    case .octagon: 10
    case .hexagon: 11
    case .interstate, .usRoute: 13
    case .usState: 11
    }
  }

  /// Wider texts are narrowed.
  fileprivate var room: Double {
    switch self {
    case .plate, .octagon, .hexagon: 36
    case .interstate, .usRoute, .usState: 22
    }
  }
}
