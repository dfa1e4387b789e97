import Moments
import TestSupport
import Testing

@Suite struct `The rule of a zone by its name` {
  /// A folder of zone files; `body` stands for the transitions.
  private func folder(_ files: [(name: String, text: String)]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files { _ = try folder.write(file.name, file.text) }
    return folder
  }

  @Test func `is the last line of its file`() throws {
    let folder = try folder([("Vaduz", "TZif2 body\n more\nCET-1CEST,M3.5.0,M10.5.0/3\n")])
    let zone = try ZoneFile(of: "Vaduz", in: folder.path(""))
    #expect(zone.rule == "CET-1CEST,M3.5.0,M10.5.0/3" && zone.clock == LocalClock("CET-1CEST,M3.5.0,M10.5.0/3"))
  }

  @Test(arguments: ["../secret", "/etc/passwd", "Europe//Vaduz", "", "Europe/.hidden", "CET-1CEST,M3.5"])
  func `needs a name`(name: String) throws {
    #expect(throws: ZoneError.noName(name)) { try ZoneFile(of: name) }
  }

  @Test func `needs a file with a rule`() throws {
    let folder = try folder([
      ("Old", "TZif\0body\n"), ("Text", "Europe\n"), ("Empty", "TZif2\n\n"), ("Odd", "TZif3\nX\n"),
    ])
    func path(_ name: String) -> String { folder.path("") + "/" + name }
    for name in ["Old", "Text", "Empty", "Odd"] {
      #expect(throws: ZoneError.noRule(name, path: path(name))) { try ZoneFile(of: name, in: folder.path("")) }
    }
    #expect(throws: ZoneError.noFile("Gone", path: path("Gone"))) { try ZoneFile(of: "Gone", in: folder.path("")) }
  }
}
