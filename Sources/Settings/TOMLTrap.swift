/// A place in a text at which the library for TOML ends the program, or leaves the rest of the text out, where it should
/// refuse the text.
///
/// toml++ 3.4 asserts what it has not checked in three places: it takes anything after the bracket of a table for the
/// start of a key, `}` in a list for the start of a value, and anything after the `T` of a date for the start of a
/// time. And a NUL byte ends a C string.
struct TOMLTrap: Equatable {
  /// From 1.
  private(set) var line = 1
  private(set) var fault = ""

  /// The brackets that are not closed yet.
  private var open: [UInt8] = []
  /// Whether the text is past the sign that begins a value, in the same line.
  private var isInValue = false

  /// `nil` if there is no such place. The library reports all other faults of the text.
  init?(in text: String) {
    var rest = Array(text.utf8)[...]
    if let zero = rest.firstIndex(of: 0) {
      line += rest[..<zero].count { $0 == UInt8(ascii: "\n") }
      fault = "there is a zero byte"
      return
    }
    while !rest.isEmpty {
      if let fault = fault(at: rest) {
        self.fault = fault
        return
      }
      let length = Self.length(of: rest)
      line += rest.prefix(length).count { $0 == UInt8(ascii: "\n") }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  /// What is wrong with the sign or word that the text begins with.
  private mutating func fault(at text: ArraySlice<UInt8>) -> String? {
    switch text[text.startIndex] {
    case UInt8(ascii: "\n"): isInValue = isInValue && !open.isEmpty
    case UInt8(ascii: "="): isInValue = true
    case UInt8(ascii: "["):
      if !isInValue, !Self.isNamed(text) { return "there is no name behind the [ of a table" }
      open.append(UInt8(ascii: "["))
    case UInt8(ascii: "{"): open.append(UInt8(ascii: "{"))
    case UInt8(ascii: "]"): if open.popLast() == UInt8(ascii: "{") { return "a ] closes a {" }
    case UInt8(ascii: "}"): if open.popLast() == UInt8(ascii: "[") { return "a } closes a [" }
    case let byte where Self.isDigit(byte):
      if Self.isDateWithTime(text.prefix(while: Self.isOfWord)) {
        return "a time cannot be a setting; write a text in quotes"
      }
    default: break
    }
    return nil
  }

  /// Whether the name of a table follows its bracket or brackets; the end of either is for the library to refuse.
  private static func isNamed(_ text: ArraySlice<UInt8>) -> Bool {
    func name(behind count: Int) -> ArraySlice<UInt8> { text.dropFirst(count).drop { $0 == 0x20 || $0 == 0x09 } }
    guard let next = name(behind: text.starts(with: "[[".utf8) ? 2 : 1).first else { return true }
    return isDigit(next) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next & 0xDF)
      || "-_\"']".utf8.contains(next)
  }

  /// The bytes of the string, the comment, the word or the sign that the text begins with.
  private static func length(of text: ArraySlice<UInt8>) -> Int {
    switch text.first {
    case UInt8(ascii: "#"): text.prefix { $0 != UInt8(ascii: "\n") }.count
    case let quote? where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"): lengthOfString(text, quote)
    case let byte? where isOfWord(byte): text.prefix(while: isOfWord).count
    default: 1
    }
  }

  /// The number of bytes of a string and its quotes. A string without an end reaches to the end of its line or of the text.
  private static func lengthOfString(_ text: ArraySlice<UInt8>, _ quote: UInt8) -> Int {
    let width = text.starts(with: [quote, quote, quote]) ? 3 : 1
    var position = text.startIndex + width
    while position < text.endIndex {
      let byte = text[position]
      if byte == quote, text[position...].starts(with: repeatElement(quote, count: width)) {
        let more = width == 1 ? 0 : min(2, text[(position + 3)...].prefix { $0 == quote }.count)
        return position + width + more - text.startIndex
      }
      if byte == UInt8(ascii: "\n"), width == 1 { break }
      position += byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
    }
    return min(position, text.endIndex) - text.startIndex
  }

  /// `1979-05-27T`, whatever follows, or a time alone.
  private static func isDateWithTime(_ word: ArraySlice<UInt8>) -> Bool {
    guard !word.contains(UInt8(ascii: ":")) else { return true }
    let date = word.prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
    return date.contains(UInt8(ascii: "-"))
      && [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(word.dropFirst(date.count).first)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF) || byte >= 0x80
      || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
