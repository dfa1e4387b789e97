package import Geodesy

/// How zones are asked for: `grid=500m`, `hex=1km`, or the path of a file with places.
package enum ZoneOption: Hashable, Sendable {
  case grid(ZoneGrid)
  /// As `--places` reads it.
  case file(String)

  /// The narrowest cells: errors of fixes would put a stand now into one, now into another of smaller ones.
  package static let widths: ClosedRange<Metres> = 50...100_000

  package init(_ text: String) throws(ZoneOptionError) {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, let shape = ZoneGrid.Shape(rawValue: String(sides[0])) else {
      guard !text.isEmpty else { throw .empty }
      self = .file(text)
      return
    }
    guard let width = Self.metres(String(sides[1])) else { throw .noWidth(String(sides[1])) }
    guard Self.widths.contains(width) else { throw .outside(String(sides[1])) }
    self = .grid(ZoneGrid(shape, width: width))
  }

  private static func metres(_ text: String) -> Metres? {
    if text.hasSuffix("km") { return Double(text.dropLast(2)).map { $0 * 1000 } }
    return Double(text.hasSuffix("m") ? text.dropLast() : text[...])
  }
}

package enum ZoneOptionError: Error, Equatable, Sendable, CustomStringConvertible {
  case empty
  case noWidth(String)
  case outside(String)

  package var description: String {
    switch self {
    case .empty: "zones are grid=500m, hex=1km, or a file with places; write one of them"
    case .noWidth(let text): "the width of zones is a length such as 500m or 1km, not '\(text)'"
    case .outside(let text): "zones are 50m to 100km wide, not \(text)"
    }
  }
}
