internal import ArgumentParser
internal import Replay

/// The language of pages that are made of tables. Where instructions are written, `language` of `--guidance` is theirs.
struct PageLanguageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("For html: the language of the page: \(codes).", valueName: "code"),
    completion: .list(PageWords.all.map(\.code)))
  var language: String?

  private static var codes: String { PageWords.all.map(\.code).joined(separator: ", ") }

  func validate() throws {
    guard let language, PageWords.of(language) == nil else { return }
    throw ValidationError("--language is one of \(Self.codes), not \(language).")
  }

  var words: PageWords { language.flatMap(PageWords.of) ?? .english }
}
