internal import PageFiles
internal import Records

/// The words of the pages in one language: those that the program writes itself, and the file that a page reads.
///
/// The texts are English, and are the keys of the words of other languages. Tests compare the files with the texts in
/// the script, the templates and the program.
package struct PageWords: Sendable {
  package static let english = PageWords(code: "en", file: "", members: nil)
  /// The languages that the pages have, English first.
  package static let all = [english] + ["de", "fr"].compactMap(PageWords.init(file:))

  /// The language as HTML names it: `en`.
  package let code: String
  /// As JSON; empty for English.
  private let file: String
  private let decimalMark: String
  private let words: [String: JSONValue]
  private let codes: [String: JSONValue]

  /// The words of a language, or of the one of which it is a variety, as `de` for `de-CH`; `nil` if there are none.
  package static func of(_ code: String) -> PageWords? {
    let language = code.lowercased().prefix { $0.isLetter }
    return all.first { $0.code == language }
  }

  private init?(file code: String) {
    let text = PageFile.text("\(code).json")
    guard let file = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
    self.init(code: code, file: text, members: file)
  }

  private init(code: String, file: String, members: JSONValue?) {
    (self.code, self.file) = (code, file)
    decimalMark = members?["decimal_mark"]?.text ?? "."
    words = Self.pairs(members?["words"])
    codes = Self.pairs(members?["codes"])
  }

  private static func pairs(_ members: JSONValue?) -> [String: JSONValue] {
    Dictionary(members?.fields?.map { ($0.name, $0.value) } ?? [], uniquingKeysWith: { first, _ in first })
  }

  /// What a script runs behind its module `words.js`, and before all others.
  var script: String { file.isEmpty ? "" : "speak(\(file));\n" }

  /// A text with values in the place of `{name}`.
  func callAsFunction(_ text: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(words[text]?.text ?? words[text]?["other"]?.text ?? text, values)
  }

  /// The form of a text that goes with a count, which stands in the place of `{n}`.
  func callAsFunction(
    _ count: Int, one: String, other: String, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    let isOne = code == "fr" ? count < 2 : count == 1
    let text = words[other]?[isOne ? "one" : "other"]?.text ?? (isOne ? one : other)
    return filled(text, values).replacing("{n}", with: "\(count)")
  }

  /// A number with the decimal mark of the language.
  func decimal(_ number: Double) -> String { "\(number)".replacing(".", with: decimalMark) }

  /// What a code says, or several with colons in between, as `partial: off_road`.
  func named(_ code: String) -> String {
    code.split(separator: ": ").map { code in
      codes[String(code)]?.text ?? String(code).replacing("_", with: " ")
    }.joined(separator: self(": "))
  }

  /// A template, in which texts stand in double brackets, in this language.
  func written(_ template: String) -> String {
    template.replacing(/\[\[(.+?)\]\]/) { self(String($0.1)) }.replacing("%LANG%", with: code)
  }

  private func filled(_ text: String, _ values: KeyValuePairs<String, String>) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
