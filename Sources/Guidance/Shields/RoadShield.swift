package import RoadGraph

/// The shield of a numbered road.
package struct RoadShield: Hashable, Sendable {
  package let network: ShieldNetwork
  /// Without the letters that the network implies: `5` of `A 5`. Of roads in no known network, the text.
  package let number: String
  /// What the shield shows: `5` on a German autobahn, `M1` on a British motorway.
  package let text: String
  /// The direction that signs name; `nil` if the map has none.
  package var direction: CardinalDirection?

  package init(_ network: ShieldNetwork, number: String, text: String, direction: CardinalDirection? = nil) {
    self.network = network
    self.number = number
    self.text = text
    self.direction = direction
  }

  /// A road of no known network.
  ///
  /// - Parameter country: `nil` if it is not sure.
  package init(generic text: String, country: String?, direction: CardinalDirection? = nil) {
    self.init(.generic(in: country), number: text, text: text, direction: direction)
  }

  /// The name of the icon, and of its file without `.svg`: `US-I-95`. It consists of ASCII letters, digits, `_`, `~`
  /// and `-`, and is at most 60 bytes long.
  package var icon: String { network.icon + "-" + Self.inFileName(number) }

  /// The icon, and the direction if there is one: `US-I-95:north`.
  package var code: String { direction.map { "\(icon):\($0.rawValue)" } ?? icon }

  /// Whether the other is the same road, in whatever direction.
  func isSameRoad(as other: RoadShield) -> Bool { network == other.network && number == other.number }

  // MARK: File names

  private static let longestName = 32

  /// Spaces become `_`, and bytes other than ASCII letters, digits and `-` become `~` and two hexadecimal digits. Of a
  /// long text, the beginning and a checksum remain.
  private static func inFileName(_ text: String) -> String {
    let name = text.utf8.reduce(into: "") { $0 += inFileName($1) }
    guard name.utf8.count > longestName else { return name }
    return "\(name.prefix(longestName - 18))~~\(String(checksum(text), radix: 16))"
  }

  private static func inFileName(_ byte: UInt8) -> String {
    let letter = Unicode.Scalar(byte)
    if byte == UInt8(ascii: " ") { return "_" }
    if letter.properties.isAlphabetic && letter.isASCII { return String(letter) }
    if ("0"..."9").contains(letter) || letter == "-" { return String(letter) }
    return "~" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// FNV-1a of 64 bits.
  private static func checksum(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
