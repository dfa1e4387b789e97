import Foundation
import Settings

/// Commands with options of each kind, as the parser of the program describes its own.
enum SampleCommands {
  static let tree: CommandTree = {
    do {
      return try JSONDecoder().decode(CommandTree.self, from: Data(description.utf8))
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let description = """
    {"command": {"commandName": "tracemill", "subcommands": [
      {"commandName": "match", "arguments": [
        \(option("jobs", "j")), \(option("time-zone", "z")), \(option("fail-if", "f", isRepeating: true)),
        \(flag("quiet", "q")), \(flag("verbose", "v")), \(flag("speeding", "s")), \(flag("no-speeding", "n"))
      ]},
      {"commandName": "map", "subcommands": [
        {"commandName": "build", "arguments": [\(option("jobs", "j")), \(flag("hierarchy", "y"))]}
      ]}
    ]}}
    """

  private static func option(_ name: String, _ letter: String, isRepeating: Bool = false) -> String {
    argument("option", name, letter, isRepeating: isRepeating)
  }

  private static func flag(_ name: String, _ letter: String) -> String {
    argument("flag", name, letter, isRepeating: false)
  }

  private static func argument(_ kind: String, _ name: String, _ letter: String, isRepeating: Bool) -> String {
    """
    {"kind": "\(kind)", "isOptional": true, "isRepeating": \(isRepeating), "shouldDisplay": true,
     "names": [{"kind": "long", "name": "\(name)"}, {"kind": "short", "name": "\(letter)"}],
     "preferredName": {"kind": "long", "name": "\(name)"}}
    """
  }
}
