/// The direction that signs of a numbered route name. Raw values are the codes in reports.
package enum CardinalDirection: String, CaseIterable, Sendable {
  case north, northeast, east, southeast, south, southwest, west, northwest

  /// The direction of a word on a sign or in a tag, such as `north`, `North` or `Northbound`; `nil` for other words.
  package init?(word: some StringProtocol) {
    var word = word.lowercased()
    if word.hasSuffix("bound") { word.removeLast(5) }
    self.init(rawValue: word)
  }
}
