package import Geodesy
package import RoadRules
package import Routing

/// What a handle says of its route on any map: its line and its stops.
package struct RouteSketch: Sendable {
  /// The version of the map that the route was made on.
  package var mapVersion: String
  package var options: RouteOptions
  package var line: [Place]
  /// The waypoints in order, by their indices into the line.
  package var stops: [(position: Int, kind: Waypoint.Kind)]
  /// The length of the route.
  package var length: Metres

  /// The greatest distance between line and route, rounding included.
  package static let tolerance: Metres = 5
  private static let rounding: Metres = 0.8

  private static let unitsPerDegree = 100_000

  /// In 10⁻⁵ degrees.
  static func units(_ coordinateE7: Int32) -> Int { Int((Double(coordinateE7) / 100).rounded()) }

  static func place(latitude: Int, longitude: Int) -> Place {
    Place(latitudeE7: Int32(clamping: latitude * 100), longitudeE7: Int32(clamping: longitude * 100))
  }

  /// The line without the places within the tolerance of the line through the others; first and last are kept.
  ///
  /// - Complexity: O(*n*).
  /// - Source: the cone of directions of Williams 1978, doi:10.1016/0146-664X(78)90066-9.
  static func simplified(_ line: [Place]) -> [Place] {
    guard line.count > 2 else { return line }
    var kept = [line[0]]
    var cone = DirectionCone(from: line[0], tolerance: tolerance - rounding)
    for i in line.indices.dropFirst() where !cone.takes(line[i]) {
      kept.append(line[i - 1])
      cone = cone.moved(to: line[i - 1])
      _ = cone.takes(line[i])
    }
    return kept + [line[line.count - 1]]
  }
}

extension RouteSketch {
  /// What a handle says of its route on any map.
  ///
  /// - Throws: ``RouteHandleError``; ``RouteHandleError/notAHandle`` for a handle of the first format, which holds no line.
  package init(_ handle: RouteHandle) throws(RouteHandleError) {
    var bytes = try HandleBytes(handle)
    guard bytes.format == RouteHandle.format else { throw .notAHandle }
    let options = try bytes.options()
    self.init(mapVersion: bytes.mapVersion, options: options, line: [], stops: [], length: 0)
    var kinds: [Waypoint.Kind] = []
    for _ in 0..<(try bytes.number(upTo: bytes.count)) {
      let head = try bytes.number(upTo: 2 * bytes.count + 1)
      let hasPosition = try bytes.number(upTo: .max) >= 2
      // The position, all edges but the first, and the end.
      for _ in 0..<(hasPosition ? 1 : 0) + max(0, head / 2 - 1) + 1 { _ = try bytes.number(upTo: .max) }
      kinds.append(head % 2 == 1 ? .passThrough : .stopover)
    }
    var last = (latitude: 0, longitude: 0)
    for kind in kinds {
      length += Metres(try bytes.number(upTo: .max)) / 10
      let count = try bytes.number(upTo: bytes.count)
      for _ in 0..<count {
        last.latitude += try bytes.signedNumber()
        last.longitude += try bytes.signedNumber()
        guard abs(last.latitude) <= 90 * Self.unitsPerDegree, abs(last.longitude) <= 180 * Self.unitsPerDegree else {
          throw .damaged
        }
        line.append(Self.place(latitude: last.latitude, longitude: last.longitude))
      }
      guard !line.isEmpty else { throw .damaged }
      if stops.isEmpty { stops.append((0, .stopover)) }
      stops.append((line.count - 1, kind))
    }
    guard bytes.count == 0, !stops.isEmpty else { throw .damaged }
  }
}
