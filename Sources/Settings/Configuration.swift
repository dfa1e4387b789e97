internal import FoundationEssentials
internal import Records
internal import Storage

/// The settings outside of the command line, from the least to the most important: of the system, of the user, of the
/// project, and of the environment.
///
/// They become arguments before the parser sees them, so every option of every command can be set, and is checked as on
/// the command line. An option on the command line replaces its setting.
package struct Configuration {
  /// The settings, each overriding the ones before it.
  package let settings: [Setting]
  /// The files that were looked for, and whether they are there.
  package let files: [(path: String, exists: Bool)]
  private let tree: CommandTree

  /// - Parameters:
  ///   - part: the tree of the command at hand, which may be all that is needed.
  ///   - tree: the tree of all commands.
  /// - Throws: a ``ConfigurationError`` for a file that cannot be read, and for settings that no command has.
  package init(
    environment: [String: String], part: @autoclosure () -> CommandTree? = nil, tree: @autoclosure () -> CommandTree
  ) throws {
    let paths = Self.paths(environment)
    files = paths.map { ($0, FileKind(at: $0) != .missing) }
    if let named = environment["TRACEMILL_CONFIG"], files.contains(where: { $0.path == named && !$0.exists }) {
      throw ConfigurationError(description: "\(named): there is no such file, and TRACEMILL_CONFIG names it.")
    }
    let read = try files.filter(\.exists).map { file in
      try ConfigurationFile(path: file.path, text: Self.text(of: file.path))
    }
    let variables = environment.filter { Self.isSetting($0.key) }
    settings = read.flatMap(\.settings) + variables.sorted { $0.key < $1.key }.map(Setting.init(variable:value:))
    // Without settings nothing is built: the description of all commands takes some milliseconds.
    self.tree = Self.tree(for: settings, part, tree)
    try settings.forEach(check)
  }

  private static func tree(
    for settings: [Setting], _ part: () -> CommandTree?, _ whole: () -> CommandTree
  ) -> CommandTree {
    if settings.isEmpty { return .none }
    if let part = part(), settings.allSatisfy({ $0.isForAll(in: part) }) { return part }
    return whole()
  }

  private static func text(of path: String) throws(ConfigurationError) -> String {
    do throws(StorageError) {
      if let text = String(validating: try wholeFile(path, atMost: .settings), as: UTF8.self) { return text }
    } catch {
      throw ConfigurationError(description: error.description)
    }
    throw ConfigurationError(description: "\(path): the configuration cannot be read as UTF-8 text")
  }

  // MARK: Where settings are

  private static func paths(_ environment: [String: String]) -> [String] {
    if let path = environment["TRACEMILL_CONFIG"] { return path.isEmpty ? [] : [path] }
    let home = environment["HOME"] ?? ""
    let user =
      environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? (home.isEmpty ? "" : home + "/.config")
    let system = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
    return ["/etc/tracemill/tracemill.toml"]
      + system.split(separator: ":").reversed().map { "\($0)/tracemill/tracemill.toml" }
      + (user.isEmpty ? [] : ["\(user)/tracemill/tracemill.toml"]) + [Self.ofFolder]
  }

  /// The file of the folder in which the program runs. It may come with others' data, and is found without being named.
  private static let ofFolder = "./tracemill.toml"

  /// What such a file may not decide: what is written, where, and which server is asked.
  private static let reserved: Set = [
    "output", "overwrite", "library", "server", "metrics-file", "reject-dir", "plot", "shields", "learn",
  ]

  /// Whether a setting comes from the folder only: in its own folder of settings, the user's file is read as such.
  private func isOfFolder(_ setting: Setting) -> Bool {
    guard files.count > 1, setting.origin.place == Self.ofFolder else { return false }
    return !files.contains {
      $0.exists && $0.path != Self.ofFolder && linkTarget(of: $0.path) == linkTarget(of: Self.ofFolder)
    }
  }

  /// They say where settings are, and what no file of settings should say.
  private static let ofNoOption: Set = ["TRACEMILL_CONFIG", "TRACEMILL_DISPATCHER_TOKEN"]

  private static func isSetting(_ variable: String) -> Bool {
    variable.hasPrefix("TRACEMILL_") && !ofNoOption.contains(variable) && !variable.hasPrefix("TRACEMILL_TEST_")
  }

  // MARK: Checks

  private func check(_ setting: Setting) throws {
    let commands = tree.leaves.filter { setting.command.isEmpty || $0.path == setting.command }
    guard !commands.isEmpty else {
      let names = tree.leaves.map { $0.path.joined(separator: ".") }
      let name = setting.command.joined(separator: ".")
      throw failure(setting, "there is no command \(name).\(didYouMean(name, among: names))")
    }
    let options = commands.flatMap { command in command.command.configurable }
    guard let option = options.first(where: { $0.longNames.contains(setting.name) }) else {
      let names = Set(options.flatMap(\.longNames)).sorted()
      let owner = setting.command.isEmpty ? "no command has" : "\(setting.command.joined(separator: " ")) does not have"
      let hint = setting.newSpelling.map { " " + $0 } ?? didYouMean(setting.name, among: names)
      throw failure(setting, "\(owner) an option \(setting.name).\(hint)")
    }
    if let complaint = setting.complaint(for: option) { throw failure(setting, complaint) }
    if !Self.reserved.isDisjoint(with: option.longNames), isOfFolder(setting) { throw notOfFolder(setting) }
  }

  private func failure(_ setting: Setting, _ message: String) -> ConfigurationError {
    ConfigurationError(description: "\(setting.origin): \(message)")
  }

  private func notOfFolder(_ setting: Setting) -> ConfigurationError {
    failure(
      setting,
      "a file that was only found in this folder may not set \(setting.name). Give --\(setting.name), or name the file: "
        + "TRACEMILL_CONFIG=\(Self.ofFolder).")
  }

  // MARK: Arguments

  /// The setting in force for an option of a command; `nil` if nothing sets it.
  package func setting(of option: CommandTree.Argument, for path: [String]) -> Setting? {
    let names = option.longNames
    // Within a place, the table of a command overrides the settings for all commands.
    return settings.filter { names.contains($0.name) && ($0.command.isEmpty || $0.command == path) }
      .max { a, b in rank(a) < rank(b) }
  }

  private func rank(_ setting: Setting) -> (Int, Int) {
    let place = files.firstIndex { $0.path == setting.origin.place } ?? files.count
    return (place, setting.command.isEmpty ? 0 : 1)
  }

  /// The arguments of the command line, preceded by the arguments that the settings give.
  ///
  /// - Returns: also the settings that became arguments, in the order of the options, and the settings that no option
  ///   sets, by their names.
  package func arguments(
    adding given: [String]
  ) -> (arguments: [String], used: [Setting], rare: [String: Setting]) {
    guard !settings.isEmpty, let (path, command) = tree.command(of: given), !Self.asksForHelp(given) else {
      return (given, [], [:])
    }
    let rest = Array(given.dropFirst(path.count))
    var used: [Setting] = []
    var added: [String] = []
    let rare = (command.settings ?? []).compactMap { setting(of: $0, for: path) }
    for option in command.options {
      guard let setting = setting(of: option, for: path), !isGiven(option, in: rest, of: command) else { continue }
      let new = setting.arguments(for: option, of: command)
      if !new.isEmpty { used.append(setting) }
      added += new
    }
    return (path + added + rest, used + rare, Dictionary(uniqueKeysWithValues: rare.map { ($0.name, $0) }))
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.contains { ["--help", "-h", "--version", "--experimental-dump-help"].contains($0) }
      || arguments.contains { $0.hasPrefix("--generate-completion-script") }
  }

  /// Options that say the opposite under another name.
  private func rivals(of option: CommandTree.Argument) -> [String] {
    ["quiet": ["verbose"], "verbose": ["quiet"]][option.longName ?? ""] ?? []
  }

  /// Whether the user gave an option, or its opposite, by any of its names.
  private func isGiven(_ option: CommandTree.Argument, in arguments: [String], of command: CommandTree.Command) -> Bool
  {
    let long = Set(option.longNames + command.opposites(of: option) + rivals(of: option))
    let letters = command.options.filter { !long.isDisjoint(with: $0.longNames) }.flatMap(\.shortNames)
    let own = arguments.prefix { $0 != "--" }
    return own.contains { argument in
      if argument.hasPrefix("--") { return long.contains(String(argument.dropFirst(2).prefix { $0 != "=" })) }
      return argument.hasPrefix("-") && command.shortNames(in: argument.dropFirst()).contains { letters.contains($0) }
    }
  }
}

extension CommandTree {
  fileprivate static var none: CommandTree {
    CommandTree(command: Command(commandName: "", abstract: nil, discussion: nil, subcommands: nil, arguments: nil))
  }
}

extension CommandTree.Command {
  /// `no-speeding` for `speeding`, and the other way round.
  func opposites(of option: CommandTree.Argument) -> [String] {
    let names = Set(options.flatMap(\.longNames))
    return option.longNames.map { $0.hasPrefix("no-") ? String($0.dropFirst(3)) : "no-" + $0 }.filter(names.contains)
  }

  /// The short names in a cluster such as `qj4`: flags, and at the end perhaps an option with its value.
  func shortNames(in cluster: Substring) -> [Character] {
    var found: [Character] = []
    for letter in cluster {
      guard let option = options.first(where: { $0.shortNames.contains(letter) }) else { break }
      found.append(letter)
      if option.kind == .option { break }
    }
    return found
  }
}

extension Setting {
  /// A variable `TRACEMILL_TIME_ZONE` is the option `--time-zone` of all commands that have it; each line is one value.
  fileprivate init(variable: String, value text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    let name = variable.dropFirst("TRACEMILL_".count).lowercased().replacing("_", with: "-")
    self.init(
      command: [], name: name, value: lines.count > 1 ? .list(lines) : .text(text),
      origin: Origin(place: variable, line: nil))
  }

  /// How a removed option is written now, in the place of this setting.
  fileprivate var newSpelling: String? {
    let place: RenamedOption.Place = isOfEnvironment ? .variable : .file
    return RenamedOption.newSpelling(of: name, in: command.first, at: place)
  }

  private var isOfEnvironment: Bool { origin.line == nil && origin.place.hasPrefix("TRACEMILL_") }

  /// Texts that mean yes or no, in the environment, where everything is text.
  package var isOn: Bool? {
    switch value {
    case .flag(let flag): flag
    case .text(let text) where origin.place.hasPrefix("TRACEMILL_"):
      [
        "1": true, "true": true, "yes": true, "on": true, "0": false, "false": false, "no": false, "off": false,
        "": false,
      ][
        text.lowercased()]
    default: nil
    }
  }

  /// Why the option cannot have the value; `nil` if its kind allows it.
  fileprivate func complaint(for option: CommandTree.Argument) -> String? {
    switch (option.kind, value) {
    case (.flag, _) where isOn == nil, (.switching, _) where isOn == nil: "\(name) is true or false"
    case (.option, .flag(let isOn)):
      "\(name) is a text or a number, not true or false" + (isOn ? "" : (withoutNo.map { "; \($0)" } ?? ""))
    case (.setting, .flag): "\(name) is a text or a number, not true or false"
    case (.option, .list) where !option.isRepeating, (.setting, .list): "\(name) is one value and no list"
    default: nil
    }
  }

  /// How false is written now, of an option that was true or false.
  private var withoutNo: String? {
    RenamedOption.newSpelling(of: "no-" + name, in: command.first, at: .file)
  }

  /// As on the command line; empty for a flag that is off by itself.
  fileprivate func arguments(for option: CommandTree.Argument, of command: CommandTree.Command) -> [String] {
    switch value {
    case _ where option.kind == .flag:
      isOn == true ? ["--\(name)"] : command.opposites(of: option).map { "--\($0)" }
    case .flag: []
    case .text(let text): ["--\(name)=\(text)"]
    case .list(let texts): texts.map { "--\(name)=\($0)" }
    }
  }
}

extension Setting {
  /// Whether it is a setting for all commands, and the only command of a tree has it.
  fileprivate func isForAll(in tree: CommandTree) -> Bool {
    command.isEmpty && tree.leaves.contains { $0.command.configurable.contains { $0.longNames.contains(name) } }
  }
}
