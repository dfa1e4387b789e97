internal import ArgumentParser
internal import FoundationEssentials
internal import Settings

extension CommandTree {
  /// The commands of this program.
  static let whole: CommandTree = {
    let text = Tracemill._dumpHelp()
    do {
      return try JSONDecoder().decode(CommandTree.self, from: Data(text.utf8)).adding(RareSettings.of)
    } catch {
      preconditionFailure("the parser describes the commands in another way than expected: \(error)")
    }
  }()
}
