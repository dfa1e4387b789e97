private import Glibc
internal import PageFiles
internal import Records
internal import RoadGraph

/// How the roads of a class are drawn: as on the page, whose table it reads.
struct RoadLook: Hashable {
  /// Among the kinds; greater roads are drawn above smaller ones.
  let rank: Int
  let isLink: Bool

  init(of roadClass: RoadClass) {
    let name = roadClass.name
    isLink = name.hasSuffix("_link")
    let kind = isLink ? String(name.dropLast(5)) : Self.look["kind_of_class"]?[name]?.text ?? name
    rank = Self.kinds.firstIndex { $0.name == kind } ?? 0
  }

  /// The name of its colours in the style.
  var name: String { Self.kinds[rank].name }
  var dashes: String? { Self.kinds[rank].dashes }

  /// The order of drawing.
  var key: Int { 2 * rank + (isLink ? 0 : 1) }

  func isSeen(at zoom: Double) -> Bool { zoom >= Self.kinds[rank].from + (isLink ? Self.linkLag : 0) }

  /// Of the fill, in pixels.
  func width(at zoom: Double) -> Double {
    let widths = Self.kinds[rank].widths
    let next = Self.stops.firstIndex { $0 > zoom }
    let i = next.map { max(0, $0 - 1) } ?? Self.stops.count - 2
    let share = max(0, (zoom - Self.stops[i]) / (Self.stops[i + 1] - Self.stops[i]))
    return widths[i] * pow(widths[i + 1] / widths[i], share) * (isLink ? Self.linkWidth : 1)
  }

  private struct Kind {
    let name: String
    /// The zooms from which it appears, its roads have names, and its roads have numbers.
    let from: Double
    let names: Double
    let numbers: Double
    /// In pixels at the zooms of `stops`.
    let widths: [Double]
    let dashes: String?

    init(_ value: JSONValue) {
      func number(_ name: String) -> Double { value[name]?.number ?? 0 }
      name = value["name"]?.text ?? ""
      (from, names, numbers) = (number("from"), number("names"), number("numbers"))
      widths = (value["widths"]?.list ?? []).compactMap(\.number)
      dashes = value["dash"]?.list?.map { String(decoding: $0.line(), as: UTF8.self) }.joined(separator: " ")
    }
  }

  private static let look = (try? JSONValue(parsing: Array(PageFile.json(inModule: "roadlook.js").utf8))) ?? .null
  private static let stops = (look["stops"]?.list ?? []).compactMap(\.number)
  private static let kinds = (look["kinds"]?.list ?? []).map(Kind.init)
  private static let linkWidth = look["link_width"]?.number ?? 1
  private static let linkLag = look["link_lag"]?.number ?? 0
  static let leastCasedWidth = look["least_cased_width"]?.number ?? 0

  // MARK: Labels

  /// The zoom from which its roads have names, and numbers.
  var namesFrom: Double { Self.kinds[rank].names }
  var numbersFrom: Double { Self.kinds[rank].numbers }
}
