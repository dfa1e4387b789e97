internal import Geodesy
private import Glibc

/// Maps places on the earth to points of a picture: Mercator's projection, north up.
struct StillView {
  /// Of the map within the picture.
  let frame: StillBox
  private let origin: Place
  /// Of the drive, in degrees of longitude and their like northward.
  private let middle: StillPoint
  /// The middle of the view, as a point of the picture.
  private let center: StillPoint
  private let pixelsPerDegree: Double
  /// In the middle of the map.
  let metresPerPixel: Metres
  /// As on the page: the world is 256 · 2^zoom pixels wide.
  let zoom: Double

  /// The greatest view that has all places at least `margin` pixels within a part of the frame.
  ///
  /// - Parameters:
  ///   - room: the part of the frame to fill; all of it by default.
  ///   - leastWidth: the least width of the map, for drives that hardly move.
  init(
    showing places: [Place], in frame: StillBox, room: StillBox? = nil, margin: Double = 56, leastWidth: Metres = 400
  ) {
    let origin = places.first ?? Place(latitudeE7: 0, longitudeE7: 0)
    let points = places.isEmpty ? [StillPoint(x: 0, y: 0)] : places.map { Self.onMap($0, origin) }
    var (low, high) = (points[0], points[0])
    for point in points {
      low = StillPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = StillPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    let middle = low.between(high, 0.5)
    let metresPerDegree = 111_320 / cosh(middle.y * .pi / 180)  // the cosine of the latitude
    let room = room ?? frame
    let (width, height) = (max(room.width - 2 * margin, 100), max(room.height - 2 * margin, 100))
    let scale = min(
      width / max(high.x - low.x, 1e-9), height / max(high.y - low.y, 1e-9),
      frame.width * metresPerDegree / leastWidth)
    (self.frame, self.origin, self.middle, center) = (frame, origin, middle, room.center)
    pixelsPerDegree = scale
    metresPerPixel = metresPerDegree / scale
    zoom = log2(scale * 360 / 256)
  }

  func point(_ place: Place) -> StillPoint {
    let point = Self.onMap(place, origin)
    return StillPoint(
      x: center.x + (point.x - middle.x) * pixelsPerDegree,
      y: center.y - (point.y - middle.y) * pixelsPerDegree)
  }

  /// The visible parts of a line, without points that would not be visible.
  func lines(_ places: [Place], margin: Double = 12) -> [[StillPoint]] {
    places.map(point).parts(in: frame.grown(by: margin)).map { $0.simplified(Self.tolerance) }
  }

  private static let tolerance = 0.35

  private static func onMap(_ place: Place, _ origin: Place) -> StillPoint {
    let latitude = min(max(place.latitude, -85), 85) * .pi / 180
    return StillPoint(x: Double(place.longitudeE7(eastOf: origin)) / 1e7, y: asinh(tan(latitude)) * 180 / .pi)
  }
}

/// A length of round metres that fits into a width.
struct ScaleBar {
  let width: Double
  let text: String

  init(_ view: StillView, atMost widest: Double = 160) {
    let most = view.metresPerPixel * widest
    var length = 1.0
    while length * 10 <= most { length *= 10 }
    length *= length * 5 <= most ? 5 : length * 2 <= most ? 2 : 1
    width = length / view.metresPerPixel
    text = length >= 1000 ? "\(Int(length / 1000)) km" : "\(Int(length)) m"
  }
}
