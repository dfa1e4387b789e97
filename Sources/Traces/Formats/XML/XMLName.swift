/// The local name of an element or attribute, in any case, as far as the readers of GPX and of floating car data look
/// for it.
///
/// A document has few names and repeats them: ``XMLPushParser`` looks each up once, and from then on they compare as
/// numbers.
enum XMLName: String, CaseIterable, Sendable {
  case gpx, version
  case track = "trk"
  case segment = "trkseg"
  case point = "trkpt"
  case route = "rte"
  case routePoint = "rtept"
  case latitude = "lat"
  case longitude = "lon"
  case name, time, speed, hdop, course, bearing, heading, fix, accuracy, hacc
  case satellites = "sat"
  case accuracyOfPhone = "h_acc"
  case altitude = "ele"
  case timestep, id, x, y, angle
  /// Any other name.
  case other = ""

  private static let known: [[UInt8]: XMLName] = Dictionary(
    uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8), $0) })
  private static let longest = known.keys.map(\.count).max() ?? 0

  init(_ spelled: Span<UInt8>) {
    guard spelled.count <= Self.longest else {
      self = .other
      return
    }
    let lowercase = spelled.indices.map { 0x41...0x5A ~= spelled[$0] ? spelled[$0] | 0x20 : spelled[$0] }
    self = Self.known[lowercase] ?? .other
  }
}

/// A field of a fix that a child of a track point can give, or the name of its track.
enum PointField {
  case time, speed, bearing, hdop, accuracy, altitude, name
  /// The kind of fix, which is `none` without one.
  case fix
  case satellites

  init?(_ name: XMLName) {
    switch name {
    case .time: self = .time
    case .speed: self = .speed
    case .hdop: self = .hdop
    case .course, .bearing, .heading: self = .bearing
    case .fix: self = .fix
    case .satellites: self = .satellites
    case .accuracy, .hacc, .accuracyOfPhone: self = .accuracy
    case .altitude: self = .altitude
    default: return nil
    }
  }
}
