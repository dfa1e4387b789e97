internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Settings
internal import Storage

/// One page in roff, for `man`.
struct ManualPage {
  let name: String
  /// The words on the command line.
  let words: [String]
  let command: CommandTree.Command
  /// The pages to see also.
  let others: [String]

  var text: String {
    let (description, examples) = parts
    return """
      .TH "\(name.uppercased())" 1 "" "tracemill \(Tracemill.version)" "tracemill"
      .nh
      .SH NAME
      \(escaped(name)) \\- \(escaped(command.abstract ?? ""))
      .SH SYNOPSIS
      .B \(escaped(words.joined(separator: " ")))
      \(escaped(synopsis))

      """ + section("DESCRIPTION", paragraphs(description)) + options
        + section("SETTINGS WITHOUT AN OPTION", (command.settings ?? []).map(entry).joined())
        + section("EXAMPLES", lines(examples))
        + section("EXIT STATUS", exits)
        + section("SEE ALSO", others.map { ".BR \(escaped($0)) (1)\n" }.joined())
  }

  private var synopsis: String {
    if command.subcommands?.isEmpty == false { return "COMMAND [OPTION]..." }
    let places = (command.arguments ?? []).filter { $0.kind == .positional && $0.shouldDisplay }.map { argument in
      let name = (argument.valueName ?? "").uppercased() + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return (["[OPTION]..."] + places).joined(separator: " ")
  }

  /// The discussion before and after its word `Examples:`.
  private var parts: (description: String, examples: String) {
    let discussion = command.discussion ?? ""
    guard let range = discussion.firstRange(of: "Examples:\n") else { return (discussion, "") }
    return (String(discussion[..<range.lowerBound]), String(discussion[range.upperBound...]))
  }

  private var options: String {
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    let sections = arguments.map { $0.sectionTitle ?? "" }.reduce(into: [String]()) { titles, title in
      if !titles.contains(title) { titles.append(title) }
    }
    return sections.map { title in
      section(
        title.isEmpty ? "OPTIONS" : title.uppercased(),
        arguments.filter { ($0.sectionTitle ?? "") == title }.map(entry).joined())
    }.joined()
  }

  private func entry(_ argument: CommandTree.Argument) -> String {
    let value = argument.kind == .option ? " \(argument.valueName ?? "value")" : ""
    let names = (argument.names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(separator: ", ")
    let title =
      switch argument.kind {
      case .positional: (argument.valueName ?? "").uppercased()
      case .option, .flag: names + value
      case .setting, .switching: argument.longName ?? ""
      }
    let hasNote =
      argument.kind != .flag && argument.kind != .positional && argument.abstract?.contains("default") != true
    let note = hasNote ? argument.defaultValue.map { " Default: \($0)." } ?? "" : ""
    let text = ((argument.abstract ?? "") + note).split(separator: "\n").map { escaped(String($0)) }
    return ".TP\n.B \(escaped(title))\n\(text.joined(separator: "\n.br\n"))\n"
  }

  private var exits: String {
    Exit.allCases.map { ".TP\n.B \($0.rawValue)\n\(escaped($0.explanation.meaning)).\n" }.joined()
  }

  private func section(_ title: String, _ text: String) -> String { text.isEmpty ? "" : ".SH \"\(title)\"\n\(text)" }

  /// Text that `man` fills into lines, but for what is indented.
  private func paragraphs(_ text: String) -> String {
    text.split(separator: "\n\n").filter { !$0.trimmed.isEmpty }.map {
      $0.hasPrefix("  ") ? lines($0) : ".PP\n\(escaped($0.trimmed(of: \.isNewline)))\n"
    }.joined()
  }

  /// Text that keeps its lines.
  private func lines(_ text: some StringProtocol) -> String {
    text.isEmpty ? "" : ".PP\n.nf\n\(escaped(text.trimmed(of: \.isNewline)))\n.fi\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
  }
}
