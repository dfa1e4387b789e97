internal import ArgumentParser
internal import FoundationEssentials
internal import Settings
internal import Storage

/// Writes the manual pages, from the same texts as the help of the commands. For `make install` and packagers.
struct ManualCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Writes the manual pages of all commands into a directory.",
    discussion: """
      Examples:
        tracemill manual man1/ && man -l man1/tracemill-match.1
      """, shouldDisplay: false)

  @Argument(help: "The directory for the pages.", completion: .directory)
  var directory: String

  func run() async throws {
    let tree = CommandTree.whole
    let leaves = tree.leaves.filter { $0.command.commandName != "manual" }
    let names = leaves.map { (["tracemill"] + $0.path).joined(separator: "-") }
    var pages = [ManualPage(name: "tracemill", words: ["tracemill"], command: tree.command, others: names)]
    for (leaf, name) in zip(leaves, names) {
      pages.append(
        ManualPage(name: name, words: ["tracemill"] + leaf.path, command: leaf.command, others: ["tracemill"]))
    }
    try failing(.unwritableOutput) {
      do throws(StorageError) {
        try makeFolder(at: directory)
      } catch {
        throw Failure(
          exit: .unwritableOutput,
          description:
            "\(directory): cannot make the directory: \(error.reason). Check the permissions of its folder, "
            + "or name another one.")
      }
      for page in pages {
        let file = try AtomicFile(path: joinedPath(directory, page.name + ".1"))
        try file.write(Array(page.text.utf8))
        try file.commit()
      }
    }
  }
}
