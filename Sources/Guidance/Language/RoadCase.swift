/// How a sentence refers to a road. Raw values are the keys in the file of a language.
enum RoadCase: String, CaseIterable, Sendable {
  case onto, stay, on, ferry
}

/// The placeholder of the texts about one road.
enum RoadSlot: String, Sendable { case name }

/// The words around the names of some roads, `in die {name}`.
struct RoadRule: Sendable {
  /// The beginnings, ends and parts of the names it is for, in lower case; all names where a list is empty.
  var begins: [String] = []
  var ends: [String] = []
  var contains: [String] = []
  /// Only for numbers: A 5.
  var isOfNumbers = false
  /// Beginnings that change, as adjectives do: `Alter ` to `Alten `.
  var changes: [(from: String, to: String)] = []
  var text: Template<RoadSlot>

  /// - Parameter name: in lower case.
  func applies(to name: String) -> Bool {
    (!isOfNumbers || isNumber(name))
      && (begins.isEmpty || begins.contains(where: name.hasPrefix))
      && (ends.isEmpty || ends.contains(where: name.hasSuffix))
      && (contains.isEmpty || contains.contains { name.contains($0) })
  }

  /// Whether it is for every name.
  var isForAll: Bool { !isOfNumbers && begins.isEmpty && ends.isEmpty && contains.isEmpty }

  /// Appends a name with its words.
  ///
  /// - Parameter name: appends the name.
  func write(to bytes: inout [UInt8], name: (inout [UInt8]) -> Void) {
    text.write(to: &bytes) { _, bytes in
      let start = bytes.count
      name(&bytes)
      if let change = changes.first(where: { bytes[start...].starts(with: $0.from.utf8) }) {
        bytes.replaceSubrange(start..<start + change.from.utf8.count, with: change.to.utf8)
      }
    }
  }

  /// Up to three letters and a digit, with or without a space or a hyphen: `a 5`, `b27`, `i-95`.
  private func isNumber(_ name: String) -> Bool {
    let rest = name.utf8.drop { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let letters = name.utf8.count - rest.count
    let digits = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
    return letters <= 3 && digits.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}
