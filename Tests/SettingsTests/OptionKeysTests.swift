import RandomNumbers
import Testing

@testable import Settings

@Suite struct `An option with keys` {
  private static let option = KeyedOption(
    "vehicle", "The vehicle.", lead: "name",
    [
      OptionKey("name", .text("text"), "how it is called"),
      OptionKey("height", .number(0.5...100, unit: "m"), usual: "4 for trucks", "height in metres"),
      OptionKey("load", .word(["coal", "milk"]), "what it carries"),
      OptionKey(flag: "hazardous-goods", "it carries dangerous goods"),
    ])

  private func values(_ texts: String...) throws -> KeyValues { try KeyValues(texts, of: Self.option) }

  @Test(arguments: [
    ("height=4", "height=4"), ("hazardous-goods,height=3.2", "height=3.2,hazardous-goods"),
    (" height=4, load=milk", "height=4,load=milk"), ("name=a=b", "name=a=b"), ("name=a\\,b", "name=a,b"),
    ("name=C:\\x\\\\,height=1", "name=C:\\x\\,height=1"), ("https://x/?a=1,height=2", "name=https://x/?a=1,height=2"),
  ])
  func `takes its keys in any order`(text: String, read: String) throws {
    #expect(try values(text).text == read)
  }

  @Test func `may be repeated, and says which keys were given`() throws {
    let values = try values("height=4", "hazardous-goods")
    #expect(values.number("height") == 4 && values.has("hazardous-goods") && values["load"] == nil && values.count == 2)
    #expect(try !values.isEmpty && self.values().isEmpty)
  }

  @Test(arguments: [
    (["height=4,heigth=5"], "--vehicle has no key 'heigth'. Did you mean height? The keys are name=text, height=m,"),
    (["height=4,"], "--vehicle has no key ''."), ([""], "--vehicle has no key ''."),
    (["height"], "height of --vehicle needs a value: height=m."),
    (["height="], "height of --vehicle needs a value: height=m."),
    (["height=0.4"], "height of --vehicle is 0.5 to 100 m, not 0.4."),
    (["height=nan"], "height of --vehicle is 0.5 to 100 m, not nan."),
    (["height=4m"], "height of --vehicle is 0.5 to 100 m, not 4m."),
    (["load=mlik"], "load of --vehicle is one of coal, milk, not mlik. Did you mean milk?"),
    (["hazardous-goods=1"], "hazardous-goods of --vehicle stands alone and has no value."),
    (["height=4", "height=4"], "--vehicle has height twice; leave out one of them."),
  ])
  func `refuses what it cannot take, and says what it could`(texts: [String], sentence: String) {
    let error = #expect(throws: KeyError.self) { try KeyValues(texts, of: Self.option) }
    #expect(error?.description.hasPrefix(sentence) == true, "\(error.map(\.description) ?? "")")
  }

  @Test func `takes any text whose commas and backslashes are escaped`() throws {
    var random = SplitMix64(seed: 81)
    let signs = Array("ab,\\=' é\"/")
    var failures: [String] = []
    for _ in 0..<1000 {
      let text = String(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in signs[Int.random(in: signs.indices, using: &random)] })
      let escaped = text.replacing("\\", with: "\\\\").replacing(",", with: "\\,")
      let read = try values("height=4,name=\(escaped),load=milk")
      if read["name"] != text || read.count != 3 { failures.append(text) }
    }
    #expect(failures == [])
  }

  @Test func `tells each key with its unit, its meaning and its default`() {
    #expect(
      Self.option.help == """
        The vehicle.
        name=text: how it is called.
        height=m: height in metres (default: 4 for trucks).
        load=coal|milk: what it carries.
        hazardous-goods: it carries dangerous goods.
        """)
    #expect(Self.option.words == ["name=", "height=", "load=", "hazardous-goods"])
  }
}

@Suite struct `Options that are written in another way now` {
  @Test func `are listed once for each command`() {
    let all = RenamedOption.all.flatMap { option in option.commands.map { "\($0) \(option.old)" } }
    #expect(Set(all).count == all.count)
  }

  @Test(arguments: [
    ("vehicle-height", RenamedOption.Place.commandLine, "--vehicle-height is written --vehicle height=… now."),
    ("vehicle-height", .file, "vehicle-height is written vehicle = \"height=…\" now."),
    ("vehicle-height", .variable, "TRACEMILL_VEHICLE_HEIGHT is written TRACEMILL_VEHICLE='height=…' now."),
    ("explain", .commandLine, "--explain is written --table +candidates now."),
    (
      "lock-wait", .commandLine,
      "--lock-wait is no option but a setting now: lock-wait = 600 in tracemill.toml, or TRACEMILL_LOCK_WAIT=600 for one run."
    ),
  ])
  func `are told with the new spelling where they stand`(old: String, place: RenamedOption.Place, sentence: String) {
    #expect(RenamedOption.named(old, in: "match")?.sentence(in: "match", at: place) == sentence)
  }

  @Test func `are of the commands that had them`() {
    #expect(RenamedOption.named("vehicle-height", in: "view") == nil)
    #expect(RenamedOption.named("vehicle-height", in: nil) != nil)
  }
}
