internal import Geodesy

/// A point in well-known binary, with or without the system of coordinates that PostGIS adds, in hexadecimal digits.
///
/// - Source: OGC 06-103r4 §8.2 for the form; PostGIS adds 0x20000000 to the type where a system follows, 0x80000000 for
///   a height and 0x40000000 for a measure, which ISO SQL/MM writes as thousands of the type.
struct WellKnownBinary: Equatable {
  let latitude: Degrees
  let longitude: Degrees

  private static let hasSystem: UInt32 = 0x2000_0000
  private static let hasHeightOrMeasure: UInt32 = 0xC000_0000
  private static let point: UInt32 = 1
  private static let wgs84: UInt32 = 4326

  /// `nil` for anything but a point in WGS 84.
  init?(hex text: String) {
    // As psql writes a column of bytes.
    let text = text.hasPrefix("\\x") ? String(text.dropFirst(2)) : text
    // The least: an order, a type and two numbers.
    guard text.utf8.count >= 42, text.utf8.count <= 92, text.hasPrefix("00") || text.hasPrefix("01") else { return nil }
    var bytes = Bytes(hex: text)
    guard let order = bytes.take(1), order <= 1 else { return nil }
    bytes.isLittleEndian = order == 1
    guard let type = bytes.take(4).map({ UInt32(truncatingIfNeeded: $0) }) else { return nil }
    if type & Self.hasSystem != 0 {
      guard let system = bytes.take(4), system == Self.wgs84 || system == 0 else { return nil }
    }
    let plain = type & ~(Self.hasSystem | Self.hasHeightOrMeasure)
    guard plain % 1000 == Self.point, plain / 1000 <= 3, let x = bytes.take(8), let y = bytes.take(8) else {
      return nil
    }
    (longitude, latitude) = (Double(bitPattern: x), Double(bitPattern: y))
    guard longitude.isFinite, latitude.isFinite else { return nil }
  }

  /// The bytes of hexadecimal digits, from the front.
  private struct Bytes {
    private var rest: ArraySlice<UInt8>
    var isLittleEndian = false

    init(hex: String) {
      let digits = Array(hex.utf8)
      let pairs = stride(from: 0, to: digits.count - 1, by: 2).map { (digits[$0], digits[$0 + 1]) }
      let bytes = pairs.compactMap { high, low in Self.value(high).flatMap { h in Self.value(low).map { h << 4 | $0 } }
      }
      rest = bytes.count == pairs.count ? bytes[...] : []
    }

    mutating func take(_ count: Int) -> UInt64? {
      guard rest.count >= count else { return nil }
      let bytes = rest.prefix(count)
      rest = rest.dropFirst(count)
      return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }
}
