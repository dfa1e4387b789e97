/// What the beginnings and ends of names are shortened to on a screen, and what a voice says for them.
struct Abbreviations: Sendable {
  /// The first one that fits is used.
  private let ends: [(long: [UInt8], short: [UInt8])]
  /// Those whose long form ends with a space: `Avenue `.
  private let beginnings: [(long: [UInt8], short: [UInt8])]
  /// Said for the mark between the numbers of a road, `A 8/A 9`.
  private let and: String

  init(_ pairs: [(long: String, short: String)], and: String) {
    let all = pairs.map { (long: Array($0.long.utf8), short: Array($0.short.utf8)) }
    beginnings = all.filter { $0.long.last == UInt8(ascii: " ") }
    ends = all.filter { $0.long.last != UInt8(ascii: " ") }
    self.and = and
  }

  /// Shortens the name that begins at an index.
  func shorten(_ bytes: inout [UInt8], from start: Int) {
    for (long, short) in ends where bytes.ends(with: long, from: start) {
      bytes.removeLast(long.count)
      bytes += short
      return
    }
    for (long, short) in beginnings where bytes.begins(with: long, at: start) {
      bytes.replaceSubrange(start..<start + long.count, with: short)
      return
    }
  }

  /// Replaces the abbreviations and symbols of the name that begins at an index.
  func spell(_ bytes: inout [UInt8], from start: Int) {
    spellEnd(&bytes, from: start)
    for (long, short) in beginnings where bytes.begins(with: short, at: start) {
      bytes.replaceSubrange(start..<start + short.count, with: long)
      break
    }
    guard bytes[start...].contains(where: Self.isSymbol) else { return }
    let name = String(decoding: bytes[start...], as: UTF8.self)
    bytes.removeLast(bytes.count - start)
    bytes += withoutSymbols(name).utf8
  }

  /// `Main St` and `Main St.` are Main Street.
  private func spellEnd(_ bytes: inout [UInt8], from start: Int) {
    let hasStop = bytes.count > start && bytes.last == UInt8(ascii: ".")
    for (long, short) in ends {
      let isAsTold = bytes.ends(with: short, from: start)
      guard isAsTold || hasStop && bytes.ends(with: short, from: start, before: 1) else { continue }
      bytes.removeLast(isAsTold ? short.count : short.count + 1)
      bytes += long
      return
    }
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

extension [UInt8] {
  /// Whether the text that begins at an index has this beginning, and more after it.
  fileprivate func begins(with text: [UInt8], at start: Int) -> Bool {
    count - start > text.count && self[start...].starts(with: text)
  }

  /// Whether the text that begins at an index has this end, and more before it.
  ///
  /// - Parameter rest: how many bytes follow the end.
  fileprivate func ends(with end: [UInt8], from start: Int, before rest: Int = 0) -> Bool {
    let last = count - rest
    guard last - start > end.count, self[last - 1] == end.last else { return false }
    return self[last - end.count..<last] == end[...]
  }
}
