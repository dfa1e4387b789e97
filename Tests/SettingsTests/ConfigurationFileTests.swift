import RandomNumbers
import Testing

@testable import Settings

@Suite struct `A file of settings` {
  private func settings(_ text: String) throws -> [Setting] {
    try ConfigurationFile(path: "x.toml", text: text).settings
  }

  @Test(
    arguments: [
      ("4", .text("4")), ("-3", .text("-3")), ("1_000", .text("1000")), ("0x10", .text("16")), ("1.5", .text("1.5")),
      ("true", .flag(true)), ("false", .flag(false)), ("\"a b\"", .text("a b")), ("\"\"", .text("")),
      ("'C:\\x'", .text("C:\\x")),
      ("\"a\\tb\"", .text("a\tb")), ("\"\"\"\na\nb\"\"\"", .text("a\nb")), ("[1, 'b', 2.5]", .list(["1", "b", "2.5"])),
      ("[]", .list([])), ("[\n  'a', # first\n  'b',\n]", .list(["a", "b"])), ("'} ] 07:32'", .text("} ] 07:32")),
    ] as [(String, Setting.Value)])
  func `has texts, numbers, flags and lists of them`(written: String, value: Setting.Value) throws {
    #expect(try settings("radius = \(written) # as written").map(\.value) == [value])
  }

  @Test func `has the table and the line of each`() throws {
    let text = """
      # of all commands
      jobs = 1

      [match]
        radius = 30
      "fail-if" = [
        "trips > 0",
      ]
      [ map . build ]
      hierarchy = true
      [maps]
      update.server = 'srv'
      """
    let found = try settings(text).map { "\($0.key) \($0.origin)" }.sorted()
    #expect(
      found == [
        "jobs x.toml:2", "map.build.hierarchy x.toml:10", "maps.update.server x.toml:12", "match.fail-if x.toml:6",
        "match.radius x.toml:5",
      ])
  }

  @Test(arguments: [
    ("a = 1\nb 2", "x.toml:2: "), ("a = 1\na = 2", "x.toml:2: "),
    ("a = 2026-05-04", "x.toml:1: a is a date or a list of lists"),
    ("[match]\na = [[1], [2]]", "x.toml:2: a is a date or a list of lists"),
    ("a = [1, 2026-05-04]", "x.toml:1: a is a date"),
    ("a = \"open", "x.toml:1: "), ("[match\na = 1", "x.toml:"), ("a = 1\n\n[ = ]", "x.toml:3: there is no name"),
    ("a =", "x.toml:1: "), ("= 1", "x.toml:1: "), ("a = yes", "x.toml:1: "),
  ])
  func `that is not one is refused with its line`(text: String, beginning: String) {
    let error = #expect(throws: ConfigurationError.self) { try settings(text) }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error.map(\.description) ?? "")")
  }

  private static let valid = """
    # ours
    jobs = 4
    quiet = true
    [match]
    fail-if = ["trips > 0", 'any']  # [ }
    vehicle = "height=4,weight=12"
    note = \"\"\"
    "a" ] \\" }\"\"\"
    [map.build]
    hierarchy = { fast = 1 }
    radius = 1.5e1
    """

  /// What is wrong with how a text is read; `nil` if it is read, or refused by name.
  private func fault(_ text: String) -> String? {
    do {
      _ = try settings(text)
      return nil
    } catch let error as ConfigurationError {
      return error.description.hasPrefix("x.toml") ? nil : error.description
    } catch {
      return "\(error)"
    }
  }

  @Test func `that is cut off anywhere is read or refused`() throws {
    #expect(try settings(Self.valid).count == 7)
    let bytes = Array(Self.valid.utf8)
    #expect(bytes.indices.compactMap { fault(String(decoding: bytes[..<$0], as: UTF8.self)) } == [])
  }

  @Test func `with any signs in it is read or refused`() {
    var random = SplitMix64(seed: 71)
    let signs = Array("[]{}\"'=#.,:-T0\n\r\t a\\+é".unicodeScalars)
    var failures: [String] = []
    for _ in 0..<500 {
      var text = Array(Self.valid.unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: text.indices, using: &random)
        let sign = signs[Int.random(in: signs.indices, using: &random)]
        if Bool.random(using: &random) { text[place] = sign } else { text.insert(sign, at: place) }
      }
      if let fault = fault(text.reduce(into: "") { $0.unicodeScalars.append($1) }) { failures.append(fault) }
    }
    #expect(failures == [])
  }
}

@Suite struct `A place at which the library for TOML would end the program` {
  @Test(arguments: [
    ("a = 1\n\u{0}", 2, "there is a zero byte"), ("a = 1 # \u{0}", 1, "there is a zero byte"),
    ("a = \"\n\u{0}\"", 2, "there is a zero byte"), ("[ = ]", 1, "there is no name behind the [ of a table"),
    ("a = 1\r\n[\n", 2, "there is no name behind the [ of a table"),
    ("[[[a]]]", 1, "there is no name behind the [ of a table"),
    ("a = [1 }", 1, "a } closes a ["), ("a = [\n 1,\n }", 3, "a } closes a ["), ("a = { b = 1 ]", 1, "a ] closes a {"),
    ("a = [{ b = [ 1 } ]", 1, "a } closes a ["),
    ("a = 07:32:00", 1, "a time cannot be a setting; write a text in quotes"),
    ("a = 1979-05-27T", 1, "a time cannot be a setting; write a text in quotes"),
    ("a = '''\n'''\nb = 1979-05-27t7", 3, "a time cannot be a setting; write a text in quotes"),
    ("# [\n# }\na = [1, 0:1]", 3, "a time cannot be a setting; write a text in quotes"),
    ("a = \"x\nb = 1:2", 2, "a time cannot be a setting; write a text in quotes"),
    ("a = \"\\\\\" # \"\nb = [ }", 2, "a } closes a ["),
  ])
  func `is found with its line`(text: String, line: Int, fault: String) throws {
    let trap = try #require(TOMLTrap(in: text))
    #expect(trap.line == line && trap.fault == fault)
  }

  @Test(arguments: [
    "", "a = 1", "[a]", "[ a ]", "[\"a\"]\n[[ b ]]", "['a'.b]", "[]", "a = \"}\" # ]", "a = '07:32'", "# 07:32 } [",
    "a = [[1], [2, [3]]]", "a = { b = { c = [1] } }", "a = 1979-05-27", "a = [\n  1, # }\n  '}',\n]", "a = \"\\\"}\"",
    "a = \"\"\"\n\"] } 1:2\n\"\"\"", "a = ''' ''''", "a = }", "T = 1\n1-2 = 3", "a = 'open", "é = 1", "\r\n\t",
  ])
  func `is none in what it reads or refuses by itself`(text: String) {
    #expect(TOMLTrap(in: text) == nil)
  }

  @Test func `is one line further down behind another line`() {
    var random = SplitMix64(seed: 72)
    let words = [
      "a", "=", "1", "[", "]", "{", "}", "\"", "'", "\"\"\"", "\n", " ", "#", "07:32", "1979-05-27T", ",", ".", "\\",
      "é", "\u{0}",
    ]
    var failures: [String] = []
    var found = 0
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 0...10, using: &random)).map { _ in
        words[Int.random(in: words.indices, using: &random)]
      }.joined()
      let (trap, moved) = (TOMLTrap(in: text), TOMLTrap(in: "x = 1\n" + text))
      if trap != nil { found += 1 }
      if moved?.line != trap.map({ $0.line + 1 }) || moved?.fault != trap?.fault { failures.append(text) }
    }
    #expect(failures == [] && found > 100)
  }
}
