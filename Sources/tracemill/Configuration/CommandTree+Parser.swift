internal import ArgumentParser
internal import FoundationEssentials
internal import Settings

extension CommandTree {
  /// The commands of this program.
  static let whole = decoded(Tracemill._dumpHelp()).adding(RareSettings.of)

  /// The command that arguments begin with, and no other, which is found much faster; `nil` if they begin with none.
  static func part(of arguments: [String]) -> CommandTree? {
    var path: [String] = []
    var command: any ParsableCommand.Type = Tracemill.self
    for word in arguments {
      guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      path.append(word)
      command = next
    }
    guard !path.isEmpty, command.configuration.subcommands.isEmpty else { return nil }
    return decoded(command._dumpHelp()).placed(at: path).adding(RareSettings.of)
  }

  private static func decoded(_ description: String) -> CommandTree {
    do {
      return try JSONDecoder().decode(CommandTree.self, from: Data(description.utf8))
    } catch {
      preconditionFailure("the parser describes the commands in another way than expected: \(error)")
    }
  }
}
