internal import RoadGraph

/// What a road is called: its name and its number, and which of them drivers read on its signs.
struct RoadTitle: Sendable {
  /// What signs call a road by.
  enum Lead: Sendable {
    /// The number, and then the name: motorways and trunk roads.
    case number
    /// The name, and then the number: main roads through towns have signs with both.
    case name
    /// The name; the number only stands in for it. Nobody sees the numbers of counties on a street with a name.
    case nameAlone
  }

  let name: String
  /// A list as tagged, `A 8;A 9`.
  private(set) var number: String
  let lead: Lead
  /// `parts.first`, once it is worked out.
  private var knownCall: String?

  init(name: String = "", number: String = "", lead: Lead = .nameAlone) {
    self.name = name
    self.number = number
    self.lead = lead
  }

  /// The title, ready to be compared with others again and again.
  func workedOut() -> RoadTitle {
    var title = self
    title.knownCall = parts.first
    return title
  }

  var isEmpty: Bool { name.isEmpty && number.isEmpty }

  /// The name, or the number of a road without a name, as tagged.
  var label: String { name.isEmpty ? number : name }

  /// What a sentence calls the road by, and what it adds; the second is empty if the first says it all.
  var parts: (first: String, second: String) {
    if name.isEmpty || number.isEmpty || lead == .nameAlone { return (slashed(label), "") }
    if nameTellsNumber { return (slashed(name), "") }
    if nameEndsInNumber { return (lead == .number ? slashed(number) : slashed(name), "") }
    return lead == .number ? (slashed(number), slashed(name)) : (slashed(name), slashed(number))
  }

  /// Whether a driver who was told of the other road knows this one: they have one name, or share a number.
  func isTold(by other: RoadTitle) -> Bool {
    isCalled(as: other) || haveNumbers(other) && (number == other.number || shares(some: other.numbers))
  }

  /// Whether a driver on the other road stays on it: they have one name, or the other has all the numbers of this one.
  func stays(on other: RoadTitle) -> Bool {
    isCalled(as: other) || haveNumbers(other) && isWithin(other.numbers)
  }

  /// Both are called by numbers.
  private func haveNumbers(_ other: RoadTitle) -> Bool {
    lead == .number && other.lead == .number && !number.isEmpty && !other.number.isEmpty
  }

  /// A quick look: one text is the same, or a list.
  private func mayBeCalled(as other: RoadTitle) -> Bool {
    let isList = { (text: String) in text.utf8.contains(UInt8(ascii: ";")) }
    return name == other.name || number == other.number || name == other.number || number == other.name
      || isList(name) || isList(number) || isList(other.name) || isList(other.number)
  }

  /// Whether sentences call both by one name or number.
  func isCalled(as other: RoadTitle) -> Bool {
    if isEmpty { return false }
    if name == other.name, number == other.number, lead == other.lead { return true }
    if lead == .nameAlone, other.lead == .nameAlone { return label == other.label }
    return mayBeCalled(as: other) && (knownCall ?? parts.first) == (other.knownCall ?? other.parts.first)
  }

  // MARK: Numbers

  private func shares(some others: [WrittenNumber]) -> Bool {
    numbers.contains { number in others.contains { $0.isSameRoad(as: number) } }
  }

  private func isWithin(_ others: [WrittenNumber]) -> Bool {
    numbers.allSatisfy { number in others.contains { $0.isSameRoad(as: number) } }
  }

  var numbers: [WrittenNumber] { ShieldReader.numbers(in: number) }

  /// `H5 Portway` of the road H5, `A 5 Ring` of the A5.
  private var nameTellsNumber: Bool {
    guard nameMayHaveDigits || !number.utf8.contains(where: Self.isDigit) || number.utf8.contains(UInt8(ascii: ";"))
    else {
      return false
    }
    let words = name.split(separator: " ").map { compact($0) }
    let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
    return numbers.contains { number in
      let text = compact(Substring(number.text))
      return words.contains(text) || pairs.contains(text)
    }
  }

  /// `Highway 26` of the road US 26, `Bundesstraße 9` of the B 9: the name is the number in other words.
  private var nameEndsInNumber: Bool {
    guard nameMayHaveDigits, let last = name.split(separator: " ").last.map({ compact($0) }) else { return false }
    return numbers.contains { !$0.letters.isEmpty && compact(Substring($0.number)) == last }
  }

  /// Most names have none, and looking at their words takes a quarter of all guidance.
  private var nameMayHaveDigits: Bool { name.utf8.contains { $0 >= 0x80 || Self.isDigit($0) } }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func compact(_ text: Substring) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }

  /// Gives the numbers the directions that a sign names: I 5 becomes `I 5 South`.
  mutating func take(directionsOf signed: [String]) {
    guard lead == .number, !number.isEmpty else { return }
    knownCall = nil
    number = number.split(separator: ";").map { own in
      signed.first { Self.isDirected($0, likeUndirected: own) } ?? String(own)
    }.joined(separator: ";")
  }

  private static func isDirected(_ signed: String, likeUndirected own: Substring) -> Bool {
    guard let signed = WrittenNumber(Substring(signed)), let own = WrittenNumber(own) else { return false }
    return signed.direction != nil && own.direction == nil && own.isSameRoad(as: signed)
  }
}

extension RoadGraph {
  func title(of edge: EdgeID) -> RoadTitle {
    RoadTitle(name: name(of: edge), number: ref(of: edge), lead: RoadTitle.Lead(roadClass(of: edge)))
  }
}

extension RoadTitle.Lead {
  fileprivate init(_ roadClass: RoadClass) {
    switch roadClass {
    case .motorway, .motorwayLink, .trunk, .trunkLink: self = .number
    case .primary, .primaryLink: self = .name
    default: self = .nameAlone
    }
  }
}

/// OSM's list `A 8;A 9` as signs write it, `A 8/A 9`.
///
/// Looks for a semicolon first: most texts have none, and replacing nothing took a quarter of all guidance.
func slashed(_ list: String) -> String {
  guard list.utf8.contains(UInt8(ascii: ";")) else { return list }
  return list.split(separator: ";").map(trimmed).filter { !$0.isEmpty }.joined(separator: "/")
}

/// A text without the spaces at its ends.
func trimmed(_ part: Substring) -> String {
  let space = UInt8(ascii: " ")
  guard let first = part.utf8.firstIndex(where: { $0 != space }),
    let last = part.utf8.lastIndex(where: { $0 != space })
  else { return "" }
  return String(part[first...last])
}
