internal import ArgumentParser
internal import Foundation

/// The commands of the program with their options, as the parser itself describes them. No list is kept by hand.
struct CommandTree: Decodable {
  /// A command and those below it.
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [Command]?
    let arguments: [Argument]?

    /// The options that a configuration may set, by all of their long names.
    var options: [Argument] {
      (arguments ?? []).filter { $0.kind != .positional && $0.preferredName?.name != "help" && $0.longName != nil }
    }
  }

  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: Kind
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let preferredName: Name?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let sectionTitle: String?
    let shouldDisplay: Bool

    var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
    var shortNames: [Character] { (names ?? []).filter { $0.kind == "short" }.compactMap(\.name.first) }
    var longName: String? { longNames.first }
  }

  let command: Command

  static let whole: CommandTree = {
    let text = Tracemill._dumpHelp()
    do {
      return try JSONDecoder().decode(CommandTree.self, from: Data(text.utf8))
    } catch {
      preconditionFailure("the parser describes the commands in another way than expected: \(error)")
    }
  }()

  /// The commands without others below them, by their words: `map build`.
  var leaves: [(path: [String], command: Command)] { Self.leaves(of: command, path: []) }

  private static func leaves(of command: Command, path: [String]) -> [(path: [String], command: Command)] {
    let below = (command.subcommands ?? []).filter { $0.commandName != "help" }
    if below.isEmpty { return [(path, command)] }
    return below.flatMap { leaves(of: $0, path: path + [$0.commandName]) }
  }

  /// The command that arguments begin with.
  func command(of arguments: [String]) -> (path: [String], command: Command)? {
    leaves.first { arguments.starts(with: $0.path) }
  }
}
