import FoundationEssentials
import Testing

@testable import Settings

@Suite struct `An option given twice` {
  /// `match [-m MAP]... [-j N] [-o OUT] [-q]`
  private static let tree = """
    {"command": {"commandName": "tracemill", "subcommands": [{"commandName": "match", "arguments": [
      \(option("map", "m", isRepeating: true)), \(option("jobs", "j")), \(option("output", "o")),
      \(option("quiet", "q", kind: "flag"))]}]}}
    """

  private static func option(_ name: String, _ letter: String, kind: String = "option", isRepeating: Bool = false)
    -> String
  {
    """
    {"kind": "\(kind)", "isOptional": true, "isRepeating": \(isRepeating), "shouldDisplay": true,
     "names": [{"kind": "long", "name": "\(name)"}, {"kind": "short", "name": "\(letter)"}],
     "preferredName": {"kind": "long", "name": "\(name)"}}
    """
  }

  @Test(arguments: [
    ("match --jobs 2 --jobs 3", "jobs"), ("match --jobs=2 -j 3", "jobs"), ("match -j2 x.gpx -j3", "jobs"),
    ("match -qj 2 --jobs 3", "jobs"), ("match --jobs 2 -o a -m x --output b", "output"),
    ("match --map a --map b -m c", nil), ("match -q -q --quiet", nil), ("match --jobs 2 -- --jobs 3", nil),
    // What follows an option is its value, whatever it looks like.
    ("match --output --jobs --jobs 3", nil), ("match -o -j -j 3", nil), ("match -j 2 -o -j3", nil),
    ("report --jobs 2 --jobs 3", nil),
  ])
  func `is found by any of its names if it takes one value`(line: String, found: String?) throws {
    let tree = try JSONDecoder().decode(CommandTree.self, from: Data(Self.tree.utf8))
    let words = line.split(separator: " ").map(String.init)
    #expect(tree.optionGivenTwice(in: words)?.longName == found)
    #expect(found == nil || CommandTree.mayGiveTwice(words))
  }

  @Test(arguments: [
    ("match a.gpx --map x.tmg --mode car --format csv -o out", false), ("match -o - -q --map x", false),
    ("match --map a --map b", true), ("match --time-zone A --timezone=B", true), ("match -o a --overwrite", true),
  ])
  func `is not looked for where no two names may be of one option`(line: String, expected: Bool) {
    #expect(CommandTree.mayGiveTwice(line.split(separator: " ").map(String.init)) == expected)
  }
}
