package import Geodesy
package import RoadGraph
package import Routing
private import Storage

/// A route as a short text, which restores it on the same map.
///
/// It holds the version of the map, the mode, vehicle, optimisation and avoided features, the waypoints' places on the
/// road and their kinds, and all edges, with offsets to the millimetre. It holds no avoided edges, and of a waypoint
/// only its kind and its place on the road. Edge numbers mean nothing on another map; for other maps it holds the line
/// of the route to within ``RouteSketch/tolerance``: see ``RouteSketch``.
///
/// The text is base64url without padding (RFC 4648 §5) of the bytes below. `v` is a whole number of 7 bits a byte, the
/// lowest first, with the highest bit set on all bytes but the last (LEB128):
///
///     1 byte     version of the format: 2, or 1 without lines
///     8 bytes    version of the map, the highest byte first
///     v v v      mode, optimisation, avoided features
///     v          bits of the vehicle: one for each measure that is given, one for dangerous goods, one for none
///     v …        each of those measures, in millimetres or kilograms
///     v          number of legs, and for each of them:
///       v        twice the number of its edges, plus 1 if the vehicle passes through at its end
///       v        its start: 0 where the previous leg ends, 1 there turned round, else 2 plus the number of its first edge
///       v        only in the last case: the offset on that edge, in millimetres
///       v …      for each further edge its place among those that leave the node
///       v        the offset of its end on the last edge, in millimetres
///     for each leg its line, from the end of the previous leg's line; the first leg's line includes its start:
///       v        length of the leg in decimetres
///       v        number of places
///       v v …    each place, north and east of the previous one in 10⁻⁵ degrees, the first one of 0, 0;
///                n ≥ 0 is written as 2n, n < 0 as −2n − 1
///     4 bytes    the lower half of the XXH3 of all bytes before, the highest byte first
package struct RouteHandle: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package var description: String { text }

  /// - Parameter text: the ``text`` of a handle.
  package init(text: String) { self.text = text }

  /// - Parameter course: `route.course(on: graph)`.
  package init(of route: Route, on graph: RoadGraph, course: [Place]? = nil) {
    var writer = HandleWriter(graph: graph)
    writer.write(route, along: course)
    text = writer.finished()
  }

  /// The characters of handles.
  package static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Whether it can be read, on the map on which it was made.
  package var isWhole: Bool { (try? HandleBytes(self)) != nil }

  static let format: UInt8 = 2
  static let formatWithoutLines: UInt8 = 1
  static let checksumSize = 4

  /// The lower half, the highest byte first.
  static func checksum(of bytes: [UInt8]) -> [UInt8] {
    (0..<checksumSize).reversed().map { UInt8(truncatingIfNeeded: Storage.checksum(bytes) >> UInt64(8 * $0)) }
  }
}
