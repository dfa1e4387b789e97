/// A column that says on which side of the equator or of Greenwich a coordinate is, in words or signs of its own.
enum HemisphereColumn {
  /// Whether a name means a hemisphere or a sign.
  static func isName(_ name: String) -> Bool {
    let words = Set(HeaderName.words(of: name))
    if !words.isDisjoint(with: [
      "hemisphere", "hemi", "hemisferio", "hemisphaere", "hemisfero", "emisfero", "halbkugel",
    ]) {
      return true
    }
    if !words.isDisjoint(with: norths), !words.isDisjoint(with: souths) { return true }
    if !words.isDisjoint(with: easts), !words.isDisjoint(with: wests) { return true }
    let isOfCoordinate = words.contains { word in
      ["lat", "lon", "lng", "breite", "laenge"].contains(where: word.hasPrefix)
    }
    return isOfCoordinate
      && !words.isDisjoint(with: ["sign", "vorzeichen", "signo", "signe", "segno", "neg", "negative"])
  }

  static func isSide(_ text: String) -> Bool {
    let word = plain(text)
    return isSouthOrWest(text) || norths.contains(word) || easts.contains(word) || ["1", "+1", "+", "0"].contains(word)
  }

  static func isSouthOrWest(_ text: String) -> Bool {
    let word = plain(text)
    return souths.contains(word) || wests.contains(word) || ["-1", "-", "−"].contains(word)
  }

  private static func plain(_ text: String) -> String {
    let words = HeaderName.words(of: text)
    return words.isEmpty || Int(text) != nil ? text.filter { !$0.isWhitespace } : words.joined()
  }

  private static let norths: Set<String> = ["n", "north", "nord", "norte", "noord"]
  private static let souths: Set<String> = ["s", "south", "sued", "sud", "sur", "sul", "zuid"]
  private static let easts: Set<String> = ["e", "o", "east", "ost", "est", "este", "leste", "oost"]
  private static let wests: Set<String> = ["w", "west", "ouest", "oeste", "ovest"]
}
