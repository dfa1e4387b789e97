internal import Geodesy
internal import Storage

/// Geometries as GeoPackageBinary: a header, with the envelope of lines, then well-known binary. Longitude is x.
///
/// - Source: OGC 12-128r17, §2.1.3; the envelope of a point would repeat the point.
enum GeometryBlob {
  private static let magic: UInt64 = 0x5047  // GP
  private static let version: UInt8 = 0
  /// Little-endian, without and with an envelope.
  private static let (pointFlags, lineFlags): (UInt8, UInt8) = (0b001, 0b011)
  private static let srs: UInt64 = 4326
  private static let (headerSize, envelopeSize) = (8, 32)
  private static let (pointType, lineType, multiLineType): (UInt64, UInt64, UInt64) = (1, 2, 5)

  static let pointSize = headerSize + 5 + 16
  /// Where the coordinates of a point begin, and the envelope of lines.
  static let (pointOffset, envelopeOffset) = (headerSize + 5, headerSize)

  static func size(ofLines lines: [[Place]]) -> Int {
    headerSize + envelopeSize + 9 + lines.reduce(0) { $0 + 9 + 16 * $1.count }
  }

  static func append(point: Place, to bytes: inout ByteBuffer) {
    header(pointFlags, to: &bytes)
    begin(pointType, to: &bytes)
    append(point, to: &bytes)
  }

  static func append(lines: [[Place]], to bytes: inout ByteBuffer) {
    header(lineFlags, to: &bytes)
    envelope(of: lines, to: &bytes)
    begin(multiLineType, to: &bytes)
    bytes.append(UInt64(lines.count), count: 4)
    for line in lines {
      begin(lineType, to: &bytes)
      bytes.append(UInt64(line.count), count: 4)
      for place in line { append(place, to: &bytes) }
    }
  }

  private static func header(_ flags: UInt8, to bytes: inout ByteBuffer) {
    bytes.append(magic, count: 2)
    bytes.append(version)
    bytes.append(flags)
    bytes.append(srs, count: 4)
  }

  private static func envelope(of lines: [[Place]], to bytes: inout ByteBuffer) {
    var (west, east, south, north) = (Int32.max, Int32.min, Int32.max, Int32.min)
    for place in lines.lazy.joined() {
      (west, east) = (min(west, place.longitudeE7), max(east, place.longitudeE7))
      (south, north) = (min(south, place.latitudeE7), max(north, place.latitudeE7))
    }
    for bound in [west, east, south, north] { append(bound, to: &bytes) }
  }

  /// The byte order and the type of a geometry.
  private static func begin(_ type: UInt64, to bytes: inout ByteBuffer) {
    bytes.append(1)
    bytes.append(type, count: 4)
  }

  private static func append(_ place: Place, to bytes: inout ByteBuffer) {
    append(place.longitudeE7, to: &bytes)
    append(place.latitudeE7, to: &bytes)
  }

  private static func append(_ degreesE7: Int32, to bytes: inout ByteBuffer) {
    bytes.append((Double(degreesE7) / 1e7).bitPattern, count: 8)
  }
}
