private import Glibc
internal import RoadGraph

/// How the roads of a class are drawn: as on the page.
struct RoadLook: Hashable {
  /// Among the kinds; greater roads lie above smaller ones.
  let rank: Int
  let isLink: Bool

  init(of roadClass: RoadClass) {
    let name = roadClass.name
    isLink = name.hasSuffix("_link")
    let kind = isLink ? String(name.dropLast(5)) : Self.kindOfClass[name] ?? name
    rank = Self.kinds.firstIndex { $0.name == kind } ?? 0
  }

  /// The name of its colours in the style.
  var name: String { Self.kinds[rank].name }
  var dashes: String? { Self.kinds[rank].dashes }

  /// The order of drawing.
  var key: Int { 2 * rank + (isLink ? 0 : 1) }

  func isSeen(at zoom: Double) -> Bool { zoom >= Self.kinds[rank].from + (isLink ? 2.5 : 0) }

  /// Of the fill, in pixels.
  func width(at zoom: Double) -> Double {
    let widths = Self.kinds[rank].widths
    let next = Self.stops.firstIndex { $0 > zoom }
    let i = next.map { max(0, $0 - 1) } ?? Self.stops.count - 2
    let share = max(0, (zoom - Self.stops[i]) / (Self.stops[i + 1] - Self.stops[i]))
    return widths[i] * pow(widths[i + 1] / widths[i], share) * (isLink ? 0.62 : 1)
  }

  private struct Kind {
    let name: String
    /// The zoom at which it appears.
    let from: Double
    /// In pixels at the zooms of `stops`.
    let widths: [Double]
    var dashes: String?
  }

  private static let stops: [Double] = [6, 9, 12, 14, 16, 18, 20]

  private static let kinds = [
    Kind(name: "ferry", from: 7, widths: [0.8, 1, 1.2, 1.4, 1.8, 2.2, 2.6], dashes: "6 5"),
    Kind(name: "path", from: 14.5, widths: [0.5, 0.5, 0.7, 1, 1.6, 2.4, 3.5], dashes: "3 2.5"),
    Kind(name: "track", from: 13, widths: [0.5, 0.5, 0.8, 1.1, 1.9, 3, 5], dashes: "7 3"),
    Kind(name: "service", from: 13.5, widths: [0.3, 0.3, 0.6, 1, 3.4, 8, 20]),
    Kind(name: "street", from: 11.5, widths: [0.3, 0.4, 0.8, 2.4, 6.5, 15, 38]),
    Kind(name: "tertiary", from: 9.5, widths: [0.5, 0.6, 1.4, 3.6, 8, 18, 44]),
    Kind(name: "secondary", from: 8.5, widths: [0.6, 0.8, 2, 4.4, 9.2, 20, 48]),
    Kind(name: "primary", from: 7, widths: [0.7, 1.1, 2.6, 5.2, 10.4, 22, 52]),
    Kind(name: "trunk", from: 5, widths: [0.8, 1.4, 3, 5.6, 11, 24, 56]),
    Kind(name: "motorway", from: 4, widths: [1, 1.8, 3.6, 6.2, 12, 26, 60]),
  ]

  private static let kindOfClass = [
    "unclassified": "street", "residential": "street", "living_street": "street", "road": "street",
    "busway": "street", "pedestrian": "path", "footway": "path", "cycleway": "path", "bridleway": "path",
    "steps": "path",
  ]

  // MARK: Labels

  /// The zoom from which its roads have names, and numbers.
  var namesFrom: Double { [10, 17, 16.5, 16.5, 15, 14, 13, 12.5, 12, 11][rank] }
  var numbersFrom: Double { [99, 99, 99, 99, 14, 12, 11, 9.5, 8, 7][rank] }
}
