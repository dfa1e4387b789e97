internal import Records

/// The colours of a still: the colours of the page, by day unless its style says night.
struct StillPalette {
  private let style: ReplayStyle
  private let theme: String

  init(_ style: ReplayStyle) {
    self.style = style
    theme = style["theme"]?.text == "night" ? "night" : "day"
  }

  /// - Parameter name: as in the style of the page.
  subscript(name: String) -> String { style[theme, name]?.text ?? "#888888" }

  /// Of a path that is not coloured by anything.
  var path: String { self["ahead"] }
  var pathWidth: Double { style["path", "width"]?.number ?? 6 }
  var colouring: PathColouring.Rule {
    style["path", "colour_by"]?.text.flatMap(PathColouring.Rule.init) ?? .progress
  }

  /// A colour interpolated between some others; the first belongs to 0 and the last to 1.
  static func mixed(_ colours: [String], _ share: Double) -> String {
    let place = min(max(share, 0), 1) * Double(colours.count - 1)
    let first = min(Int(place), colours.count - 2)
    guard first >= 0, let a = channels(colours[first]), let b = channels(colours[first + 1]) else {
      return colours.first ?? ""
    }
    return zip(a, b).reduce("#") { text, pair in
      let value = Int((pair.0 + (pair.1 - pair.0) * (place - Double(first))).rounded())
      return text + (value < 16 ? "0" : "") + String(value, radix: 16)
    }
  }

  /// `nil` for a colour that is not of the form `#rrggbb`.
  private static func channels(_ colour: String) -> [Double]? {
    guard colour.utf8.count == 7, colour.first == "#", let value = Int(colour.dropFirst(), radix: 16) else {
      return nil
    }
    return [value >> 16, value >> 8 & 255, value & 255].map { Double($0) }
  }
}
