internal import Records

/// The value of an attribute: a text, or a number to a tenth.
enum SVGValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case number(Double)

  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
}

/// Writes SVG, one element on a line. Every text is escaped.
struct SVGWriter: ~Copyable {
  typealias Attributes = KeyValuePairs<String, SVGValue>

  var bytes = ByteWriter(capacity: 1 << 16)

  /// An element without content.
  mutating func element(_ name: String, _ attributes: Attributes) {
    begin(name, attributes)
    bytes.text("/>\n")
  }

  mutating func text(_ content: String, _ attributes: Attributes) {
    begin("text", attributes)
    bytes.text(">")
    escaped(content)
    bytes.text("</text>\n")
  }

  /// An element whose content is a text, such as `title`.
  mutating func word(_ name: String, _ content: String) {
    bytes.text("<\(name)>")
    escaped(content)
    bytes.text("</\(name)>\n")
  }

  /// A group of what `content` writes.
  mutating func group(
    _ name: String = "g", _ attributes: Attributes, _ content: (inout SVGWriter) -> Void
  ) {
    begin(name, attributes)
    bytes.text(">\n")
    content(&self)
    bytes.text("</\(name)>\n")
  }

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    bytes.text("<\(name)")
    for (name, value) in attributes {
      bytes.text(" \(name)=\"")
      switch value {
      case .text(let text): escaped(text)
      case .number(let number): bytes.text(SVGPath.tenths(number))
      }
      bytes.text("\"")
    }
  }

  /// Characters that XML cannot contain become U+FFFD.
  private mutating func escaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.text("&amp;")
      case "<": bytes.text("&lt;")
      case ">": bytes.text("&gt;")
      case "\"": bytes.text("&quot;")
      case "\t", "\n", "\r": bytes.text(" ")
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": bytes.text("\u{FFFD}")
      default: bytes.text(String(scalar))
      }
    }
  }
}

/// The data of a path, with tenths of pixels as steps from point to point.
struct SVGPath {
  private(set) var text = ""
  var isEmpty: Bool { text.isEmpty }

  /// - Parameter line: at least two points.
  mutating func add(_ line: [StillPoint], isClosed: Bool = false) {
    guard line.count > 1 else { return }
    var (x, y) = (Self.inTenths(line[0].x), Self.inTenths(line[0].y))
    text += "M\(Self.tenths(x)) \(Self.tenths(y))"
    var hasMoved = false
    for point in line.dropFirst() {
      let (nextX, nextY) = (Self.inTenths(point.x), Self.inTenths(point.y))
      guard nextX != x || nextY != y else { continue }
      let north = Self.tenths(nextY - y)
      text += "l\(Self.tenths(nextX - x))\(north.hasPrefix("-") ? "" : " ")\(north)"
      (x, y, hasMoved) = (nextX, nextY, true)
    }
    if !hasMoved { text += "l0 0" }  // a dot where the caps are round
    if isClosed { text += "z" }
  }

  static func tenths(_ value: Double) -> String { tenths(inTenths(value)) }

  private static func inTenths(_ value: Double) -> Int { Int((value * 10).rounded()) }

  private static func tenths(_ value: Int) -> String {
    let whole = value.magnitude / 10
    let rest = value.magnitude % 10
    return (value < 0 ? "-" : "") + "\(whole)" + (rest > 0 ? ".\(rest)" : "")
  }
}
