internal import ArgumentParser
internal import Downloads
internal import FoundationEssentials
internal import Records
internal import Settings

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Shows the settings of commands, and where each of them comes from.",
    discussion: """
      Options are taken from, in this order: the command line, variables such as TRACEMILL_TIME_ZONE, ./tracemill.toml, \
      ~/.config/tracemill/tracemill.toml (XDG_CONFIG_HOME), and /etc/xdg or /etc/tracemill. TRACEMILL_CONFIG names one \
      file in place of all of these; if it is empty, none is read. A ./tracemill.toml that is only found may not set \
      output, overwrite, library, server, metrics-file, reject-dir, plot, shields or learn. A file has options by their long names:

        jobs = 4                          # for all commands that have the option
        [match]
        time-zone = "Europe/Berlin"
        fail-if = ["failed_percent > 5", "rejects_bad_time > 1000"]
        [map.build]
        hierarchy = true

      Some settings are in no option, because hardly anybody needs them; they have their names in a file, or \
      TRACEMILL_LOCK_WAIT and so on for one run:

      \(RareSettings.all.map { "  \($0.name), of \($0.commands.joined(separator: ", ")); default: \($0.usual)\n    \($0.meaning)" }.joined(separator: "\n"))

      Examples:
        tracemill config
        tracemill config match --all
        tracemill config --format json | jq '.settings[]'
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(help: "Only this command, such as match or map build.")
  var command: [String] = []

  @Flag(help: "Also show the options without a setting, with their defaults.")
  var all = false

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  private static var leaves: [(path: [String], command: CommandTree.Command)] { CommandTree.whole.leaves }

  func validate() throws {
    guard !command.isEmpty, !Self.leaves.contains(where: { $0.path == command }) else { return }
    let name = command.joined(separator: " ")
    let hint = didYouMean(name, among: Self.leaves.map { $0.path.joined(separator: " ") })
    throw ValidationError("There is no command \(name).\(hint)")
  }

  /// An option with its value.
  private struct Row {
    let key: String
    let value: String
    let origin: String
  }

  func run() async throws {
    let configuration = try failing(.usage) {
      try Configuration(environment: ProcessInfo.processInfo.environment, tree: CommandTree.whole)
    }
    let chosen = Self.leaves.filter { command.isEmpty || $0.path == command }
    let found = chosen.flatMap { rows(of: $0.command, $0.path, configuration) }
    switch format {
    case .text: try Console.put(text(found, configuration.files))
    case .json: try Console.put(String(decoding: json(found, configuration.files).rendered(), as: UTF8.self))
    }
  }

  private func rows(of command: CommandTree.Command, _ path: [String], _ configuration: Configuration) -> [Row] {
    command.configurable.compactMap { option in
      let key = (path + [option.longName ?? ""]).joined(separator: ".")
      if let setting = configuration.setting(of: option, for: path) {
        return Row(key: key, value: withoutCredentials(inText: setting.value.text), origin: "\(setting.origin)")
      }
      return all ? Row(key: key, value: option.defaultValue ?? "", origin: "default") : nil
    }
  }

  private func text(_ rows: [Row], _ files: [(path: String, exists: Bool)]) -> String {
    let looked = files.map { "# \($0.path): \($0.exists ? "read" : "not there")\n" }.joined()
    return looked + rows.map { "\($0.key) = \($0.value)  (\($0.origin))\n" }.joined()
  }

  private func json(_ rows: [Row], _ files: [(path: String, exists: Bool)]) -> JSONValue {
    .object([
      "files": .list(files.map { .object(["path": .text($0.path), "read": .flag($0.exists)]) }),
      "settings": .list(
        rows.map { .object(["key": .text($0.key), "value": .text($0.value), "origin": .text($0.origin)]) }),
    ])
  }
}

extension Setting.Value {
  fileprivate var text: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .text(let text): "\"\(text)\""
    case .list(let texts): "[" + texts.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
  }
}
