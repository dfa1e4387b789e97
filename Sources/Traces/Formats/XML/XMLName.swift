/// The local name of an element or attribute: up to eight ASCII bytes in one word, in lower case; longer names are 0.
///
/// Every name that the reader looks for fits, so names compare as numbers and no `String` is created per element.
struct XMLName: Hashable, Sendable {
  private var word: UInt64 = 0

  init(_ bytes: Span<UInt8>) {
    guard bytes.count <= 8 else { return }
    for index in 0..<bytes.count {
      let byte = bytes[index]
      word = word << 8 | UInt64(0x41...0x5A ~= byte ? byte | 0x20 : byte)
    }
  }

  init(_ text: StaticString) {
    self.init(Array("\(text)".utf8).span)
  }

  static let gpx = XMLName("gpx")
  static let version = XMLName("version")
  static let track = XMLName("trk")
  static let segment = XMLName("trkseg")
  static let point = XMLName("trkpt")
  static let route = XMLName("rte")
  static let routePoint = XMLName("rtept")
  static let waypoint = XMLName("wpt")
  static let latitude = XMLName("lat")
  static let longitude = XMLName("lon")
  static let name = XMLName("name")
  static let timestep = XMLName("timestep")
  static let time = XMLName("time")
  static let id = XMLName("id")
  static let x = XMLName("x")
  static let y = XMLName("y")
  static let speed = XMLName("speed")
  static let angle = XMLName("angle")
}

/// A field of a fix that a child of a track point can give, or the name of its track.
enum PointField {
  case time, speed, bearing, hdop, accuracy, altitude, name
  /// The kind of fix, which is `none` without one.
  case fix
  case satellites

  private static let byName: [(XMLName, PointField)] = [
    (XMLName("time"), .time), (XMLName("speed"), .speed), (XMLName("hdop"), .hdop),
    (XMLName("course"), .bearing), (XMLName("bearing"), .bearing), (XMLName("heading"), .bearing),
    (XMLName("fix"), .fix), (XMLName("sat"), .satellites), (XMLName("accuracy"), .accuracy),
    (XMLName("hacc"), .accuracy), (XMLName("h_acc"), .accuracy), (XMLName("ele"), .altitude),
  ]

  init?(_ name: XMLName) {
    for (known, field) in Self.byName where known == name {
      self = field
      return
    }
    return nil
  }
}
