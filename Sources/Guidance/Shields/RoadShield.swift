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
    var name: [UInt8] = []
    for byte in text.utf8 { appendInFileName(byte, to: &name) }
    guard name.count > longestName else { return String(decoding: name, as: UTF8.self) }
    let begin = String(decoding: name.prefix(longestName - 18), as: UTF8.self)
    return "\(begin)~~\(String(checksum(text), radix: 16))"
  }

  private static func appendInFileName(_ byte: UInt8, to name: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: " "): name.append(UInt8(ascii: "_"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      name.append(byte)
    default: name += ("~" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
    }
  }

  /// FNV-1a of 64 bits.
  private static func checksum(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
