/// How wide texts are, in a font with the widths of Helvetica.
enum TextWidth {
  /// In pixels.
  static func of(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width($1) } * size / 1000
  }

  /// The text, or as much of its beginning as fits, with an ellipsis.
  static func fitting(_ text: String, _ width: Double, size: Double) -> String {
    guard of(text, size: size) > width else { return text }
    var short = text
    while !short.isEmpty, of(short + "…", size: size) > width { short.removeLast() }
    return short.trimmed + "…"
  }

  /// In thousandths of the size; letters of other scripts are as wide as Chinese ones.
  private static func width(_ scalar: Unicode.Scalar) -> Double {
    if scalar.isASCII, scalar.value >= 32, scalar.value < 127 { return ascii[Int(scalar.value) - 32] }
    if scalar.value < 0x250 { return scalar.properties.isUppercase ? 700 : 556 }
    return scalar.value < 0x1100 ? 620 : scalar.value == 0x2026 ? 1000 : scalar.value < 0x2E80 ? 600 : 1000
  }

  /// - Source: Adobe's metrics of Helvetica, from the blank to the tilde.
  private static let ascii: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
  ]
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
