import Records
import Testing

@testable import Replay

@Suite("Words of pages")
struct PageWordTests {
  private let german = PageWords.all[1]
  private let french = PageWords.all[2]

  @Test("Pages speak English, German and French; varieties of a language have its words")
  func hasLanguages() {
    #expect(PageWords.all.map(\.code) == ["en", "de", "fr"])
    #expect(PageWords.of("de-CH")?.code == "de")
    #expect(PageWords.of("FR")?.code == "fr")
    #expect(PageWords.of("tlh") == nil)
  }

  @Test("A text without words of its own stays English, with its values")
  func fallsBack() {
    #expect(german("no such {thing}", ["thing": "text"]) == "no such text")
    #expect(PageWords.english("{length} the wrong way", ["length": "5 m"]) == "5 m the wrong way")
    #expect(german("{length} the wrong way", ["length": "5 m"]) == "5 m in falscher Richtung")
  }

  @Test(
    "A count has its form; French has one for none, too",
    arguments: [(0, "0 Fahrten", "0 trajet"), (1, "1 Fahrt", "1 trajet"), (2, "2 Fahrten", "2 trajets")])
  func counts(count: Int, inGerman: String, inFrench: String) {
    #expect(german(count, one: "{n} trip", other: "{n} trips") == inGerman)
    #expect(french(count, one: "{n} trip", other: "{n} trips") == inFrench)
  }

  @Test("Codes are named, also several with colons; unknown ones stay")
  func namesCodes() {
    #expect(german.named("partial: off_road") == "teilweise: abseits der Straße")
    #expect(french.named("partial: off_road") == "partiel : hors de la route")
    #expect(PageWords.english.named("partial: off_road") == "partial: off road")
    #expect(german.named("some_code") == "some code")
  }

  @Test("Numbers have the decimal mark")
  func writesNumbers() {
    #expect(german.decimal(42.5) == "42,5")
    #expect(PageWords.english.decimal(42.5) == "42.5")
  }

  @Test("A trip that needs a look says why in the language")
  func saysConcerns() {
    let concerns = [Concern(.missedStop), Concern(.wrongWay, length: 1476, road: "Bahnhofstraße")]
    #expect(
      concerns.sentence(stops: 3, german)
        == "1 von 3 Stopps ausgelassen · 1,5 km in falscher Richtung, Bahnhofstraße")
    #expect(
      concerns.sentence(stops: 3, .english) == "missed 1 of 3 stops · 1.5 km the wrong way on Bahnhofstraße")
  }

  @Test("A page says which language it speaks, and has no texts in brackets left")
  func fillsTemplates() throws {
    var settings = ReplaySettings(program: "tracemill test")
    settings.words = german
    let page = try DrivePage(of: .nothing, settings: settings)
    #expect(page.packed.contains("<html lang=\"de\""))
    #expect(page.packed.contains("title=\"Ebenen (L)\""))
    #expect(!page.packed.contains("[["))
    #expect(page.program.contains("speak({"))
    #expect(try DrivePage(of: .nothing).packed.contains("<html lang=\"en\""))
    #expect(try !DrivePage(of: .nothing).program.contains("speak({"))
  }
}
