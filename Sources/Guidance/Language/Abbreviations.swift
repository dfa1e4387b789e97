/// What the ends of names are shortened to on a screen, and what a voice says for them.
struct Abbreviations: Sendable {
  /// The first one that fits is used.
  var ends: [(long: String, short: String)]
  /// Said for the mark between the numbers of a road, `A 8/A 9`.
  var and: String

  func shortened(_ name: String) -> String {
    guard let end = ends.first(where: { name.utf8.count > $0.long.utf8.count && name.hasSuffix($0.long) }) else {
      return name
    }
    return name.dropLast(end.long.count) + end.short
  }

  /// Without abbreviations and symbols.
  func spoken(_ name: String) -> String {
    let end = ends.first { name.utf8.count > $0.short.utf8.count && name.hasSuffix($0.short) }
    let whole = end.map { name.dropLast($0.short.count) + $0.long } ?? name
    return whole.utf8.contains(where: Self.isSymbol) ? withoutSymbols(whole) : whole
  }

  private static func isSymbol(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "_"), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "#"):
      true
    default: false
    }
  }

  /// Words joined by `/`, `;` or `&` are joined by the word for it; other symbols are left out.
  private func withoutSymbols(_ name: String) -> String {
    name.split { "/;&".contains($0) }.map { part in
      part.split { $0 == " " || $0.asciiValue.map(Self.isSymbol) ?? false }.joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: " \(and) ")
  }
}
