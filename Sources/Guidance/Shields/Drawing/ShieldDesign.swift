/// The shape and the colours of a style.
struct ShieldDesign {
  enum Shape: Equatable {
    /// As wide as the text needs.
    case plate
    /// A plate with its corners cut off.
    case octagon
    /// A plate with points at both sides.
    case hexagon
    /// The shields of the United States.
    case interstate, usRoute, usState
  }

  let shape: Shape
  let fill: String
  let ink: String
  /// The line along the inside of the edge.
  let line: String

  init(_ style: ShieldStyle) {
    switch style {
    case .interstate: self.init(.interstate, Self.blue, Self.white)
    case .usRoute: self.init(.usRoute, Self.white, Self.black)
    case .usState: self.init(.usState, Self.white, Self.black)
    case .autobahn: self.init(.hexagon, Self.blue, Self.white)
    case .bundesstrasse: self.init(.plate, Self.yellow, Self.black)
    case .swissMotorway: self.init(.hexagon, Self.red, Self.white)
    case .swissRoad, .italianRoad, .frenchMetropolis: self.init(.plate, Self.blue, Self.white)
    case .autostrada: self.init(.octagon, Self.green, Self.white)
    case .frenchRoad: self.init(.plate, Self.red, Self.white)
    case .frenchDepartment: self.init(.plate, Self.yellow, Self.black)
    case .britishMotorway: self.init(.plate, Self.blue, Self.white)
    case .britishPrimary: self.init(.plate, Self.darkGreen, Self.yellow)
    case .britishRoad, .plain: self.init(.plate, Self.white, Self.black)
    case .dutchMotorway: self.init(.plate, Self.red, Self.white)
    case .dutchRoad: self.init(.plate, Self.yellow, Self.black)
    case .spanishMotorway: self.init(.plate, Self.blue, Self.white)
    case .spanishRoad: self.init(.plate, Self.red, Self.white)
    case .spanishRegional: self.init(.plate, Self.orange, Self.black)
    case .european: self.init(.plate, Self.green, Self.white)
    }
  }

  private init(_ shape: Shape, _ fill: String, _ ink: String) {
    self.shape = shape
    self.fill = fill
    self.ink = ink
    line = ink
  }

  static let white = "#ffffff"
  static let black = "#111111"
  static let red = "#bf1120"
  static let interstateRed = "#af1e2d"
  private static let blue = "#00509e"
  private static let green = "#00793a"
  private static let darkGreen = "#005c33"
  private static let yellow = "#ffd200"
  private static let orange = "#f59c1a"
}
