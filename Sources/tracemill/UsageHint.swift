internal import ArgumentParser
internal import Records
internal import Settings

/// What to add when the parser refuses a command line: how it is written so that it is understood.
struct UsageHint {
  let arguments: [String]
  /// What the parser says.
  let message: String

  /// One sentence for each guess; empty if there is none.
  var sentences: [String] {
    [renaming, limit, valueWithSign, number, meantCommand.map { "Did you mean tracemill \($0)?" }].compactMap(\.self)
  }

  /// The parser takes a value that begins with a minus for the next option.
  private var valueWithSign: String? {
    guard message.hasPrefix("Missing value for '"), let name = quoted(0)?.split(separator: " ").first.map(String.init),
      let place = arguments.firstIndex(of: name), arguments.indices.contains(place + 1)
    else { return nil }
    let value = arguments[place + 1]
    guard value.first == "-", value.count > 1, !value.hasPrefix("--") else { return nil }
    return "A value that begins with a minus is joined to its option: write \(name)=\(value)."
  }

  /// Every option that the parser reads itself is a number, unless it has a list of words.
  private var number: String? {
    guard message.hasPrefix("The value '"), !message.contains("Please provide"), let value = quoted(0),
      let option = quoted(1)?.split(separator: " ").first
    else { return nil }
    if Double(value) != nil { return "\(option) is a whole number in the range of 64 bits." }
    return "\(option) is a number without a unit; a fraction has a decimal point, as in 2.5."
  }

  /// An option that had this name in earlier versions.
  private var renaming: String? {
    guard let command = arguments.first, message.hasPrefix("Unknown option") || message.hasPrefix("Missing") else {
      return nil
    }
    return unknown.compactMap { RenamedOption.named($0, in: command) }.first?.sentence(in: command, at: .commandLine)
  }

  /// An option of `match` that a live run has no use for.
  private var limit: String? {
    guard arguments.first == LiveCommand.configuration.commandName, message.hasPrefix("Unknown option") else {
      return nil
    }
    return unknown.lazy.compactMap(LiveLimit.of(option:)).first?.sentence
  }

  /// The options that the command does not have, by their long names.
  private var unknown: [String] {
    let given = arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    let known = Set(CommandTree.whole.command(of: arguments)?.command.options.flatMap(\.longNames) ?? [])
    return given.compactMap { word in
      if word == "-0" { return "null" }
      if word == "-o" { return known.contains("output") ? nil : "output" }
      if word == "-j" { return known.contains("jobs") ? nil : "jobs" }
      return word.hasPrefix("--") && !known.contains(String(word.dropFirst(2))) ? String(word.dropFirst(2)) : nil
    }
  }

  /// The command that was probably meant, if the first word is no command.
  private var meantCommand: String? {
    let names = Tracemill.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !first.hasPrefix("-"), !names.contains(first) else { return nil }
    return nearest(first, among: names)
  }

  /// The text between the quotes with this number.
  private func quoted(_ number: Int) -> String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.indices.contains(2 * number + 1) ? String(parts[2 * number + 1]) : nil
  }
}
