/// The text of a shield, set in strokes to a height and narrowed to fit a width.
struct ShieldLettering {
  /// What is set: long texts end in `…`.
  let text: String
  /// The width of the strokes' middle lines, after narrowing.
  let width: Double
  private let height: Double
  private let narrowing: Double

  private static let longest = 8
  /// Between the middle lines of neighbouring letters, where capitals are 10 high.
  private static let gap = 3.5
  /// The width of a stroke, where capitals are 10 high.
  private static let weight = 1.75
  /// Narrower letters run together at 24 pixels.
  private static let narrowest = 0.62

  /// Bold letters of other scripts, without the gap, where capitals are 10 high; ideographs are as wide as high.
  private static let widestOfFonts = 9.5

  /// - Parameters:
  ///   - height: of capitals.
  ///   - room: the width that is to be kept, as far as letters stay readable.
  init(_ text: String, height: Double, room: Double) {
    let isLong = text.count > Self.longest
    self.text = isLong ? text.prefix(Self.longest - 1) + "…" : text
    self.height = height
    let natural = Self.naturalWidth(of: self.text) * height / 10
    narrowing = natural > room ? max(Self.narrowest, room / natural) : 1
    width = natural * narrowing
  }

  private static func naturalWidth(of text: String) -> Double {
    let widths = text.map { Glyph($0)?.width ?? widestOfFonts }
    return widths.reduce(0, +) + gap * Double(max(0, widths.count - 1))
  }

  /// The text as an element, centred at a place.
  ///
  /// Scripts that have no strokes here are left to the fonts of the machine.
  func element(centre: (x: Double, y: Double), ink: String) -> String {
    let glyphs = text.compactMap { Glyph($0) }
    guard glyphs.count == text.count else { return plainElement(centre: centre, ink: ink) }
    let scale = (x: height / 10 * narrowing, y: height / 10)
    var x = centre.x - width / 2
    var path = ""
    for glyph in glyphs {
      path += glyph.path(x: x, y: centre.y - height / 2, scale: scale)
      x += (glyph.width + Self.gap) * scale.x
    }
    let stroke = inHundredths(Self.weight * height / 10 * (0.75 + 0.25 * narrowing))
    return """
      <path d="\(path)" fill="none" stroke="\(ink)" stroke-width="\(stroke)" stroke-linecap="round" \
      stroke-linejoin="round"/>
      """
  }

  private func plainElement(centre: (x: Double, y: Double), ink: String) -> String {
    """
    <text x="\(inHundredths(centre.x))" y="\(inHundredths(centre.y + height / 2))" text-anchor="middle" \
    font-family="sans-serif" font-weight="bold" font-size="\(inHundredths(height * 1.3 * narrowing))" \
    fill="\(ink)">\(escapedForXML(text))</text>
    """
  }
}

/// A text as XML may contain it: marks escaped, and characters that XML does not allow replaced.
func escapedForXML(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { result, scalar in
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
}
