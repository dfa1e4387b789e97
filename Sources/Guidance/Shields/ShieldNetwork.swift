/// A network of numbered roads: whose it is, how important, and how its shields look.
package struct ShieldNetwork: Hashable, Sendable {
  /// The code of the network, such as `US:I`, `US:CA`, `DE:A` or `EU:E`; `X` for roads of no known network.
  package let code: String
  package let style: ShieldStyle
  /// The type of the route: 1 motorways, Interstates and European routes; 2 federal and national roads; 3 roads of
  /// states and regions; 4 of counties, departments and provinces; 5 of communes; 6 unknown.
  package let level: Int
  /// ISO 3166-1; `nil` for European routes, and where it is not sure.
  package let country: String?
  /// The state of the country, such as `CA`; `nil` if the network has none, or it is unknown.
  package let state: String?

  init(_ code: String, _ style: ShieldStyle, level: Int, country: String?, state: String? = nil) {
    self.code = code
    self.style = style
    self.level = level
    self.country = country
    self.state = state
  }

  static func generic(in country: String?) -> ShieldNetwork { ShieldNetwork("X", .plain, level: 6, country: country) }

  static let european = ShieldNetwork("EU:E", .european, level: 1, country: nil)

  /// The code as a part of the name of a file.
  var icon: String {
    String(decoding: code.utf8.map { $0 == UInt8(ascii: ":") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
  }
}

/// How a shield is drawn, in the manner of the signs of a network.
package enum ShieldStyle: CaseIterable, Sendable {
  case interstate, usRoute, usState
  case autobahn, bundesstrasse
  case swissMotorway, swissRoad
  case autostrada, italianRoad
  case frenchRoad, frenchDepartment, frenchMetropolis
  case britishMotorway, britishPrimary, britishRoad
  case dutchMotorway, dutchRoad
  case spanishMotorway, spanishRoad, spanishRegional
  case european
  case plain
}
