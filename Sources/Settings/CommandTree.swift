/// The commands of the program with their options, as the parser itself describes them. No list is kept by hand.
package struct CommandTree: Decodable, Sendable {
  /// A command and its subcommands.
  package struct Command: Decodable, Sendable {
    package let commandName: String
    package let abstract: String?
    package let discussion: String?
    package internal(set) var subcommands: [Command]?
    package let arguments: [Argument]?
    /// Settings without an option, which the command takes from a configuration only.
    package internal(set) var settings: [Argument]?

    /// The options, by all of their long names.
    package var options: [Argument] {
      (arguments ?? []).filter { $0.kind != .positional && $0.preferredName?.name != "help" && $0.longName != nil }
    }

    /// What a configuration may set.
    package var configurable: [Argument] { options + (settings ?? []) }
  }

  package struct Argument: Decodable, Sendable {
    package enum Kind: String, Decodable, Sendable {
      case positional, option, flag
      /// A value, and a flag, that no option sets.
      case setting, switching
    }

    package struct Name: Decodable, Sendable {
      package let kind: String
      package let name: String
    }

    package let kind: Kind
    package let isOptional: Bool
    package let isRepeating: Bool
    package let names: [Name]?
    package let preferredName: Name?
    package let valueName: String?
    package let defaultValue: String?
    package let abstract: String?
    package let sectionTitle: String?
    package let shouldDisplay: Bool

    package var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
    package var shortNames: [Character] { (names ?? []).filter { $0.kind == "short" }.compactMap(\.name.first) }
    package var longName: String? { longNames.first }
  }

  package internal(set) var command: Command

  /// The commands without others below them, by their words: `map build`.
  package var leaves: [(path: [String], command: Command)] { Self.leaves(of: command, path: []) }

  private static func leaves(of command: Command, path: [String]) -> [(path: [String], command: Command)] {
    let below = (command.subcommands ?? []).filter { $0.commandName != "help" }
    if below.isEmpty { return [(path, command)] }
    return below.flatMap { leaves(of: $0, path: path + [$0.commandName]) }
  }

  /// The command that arguments begin with.
  package func command(of arguments: [String]) -> (path: [String], command: Command)? {
    leaves.first { arguments.starts(with: $0.path) }
  }
}

extension CommandTree {
  /// The tree of a single command, below the words before it.
  ///
  /// - Parameter path: the words of the command; this tree is that of its last one.
  package func placed(at path: [String]) -> CommandTree {
    var tree = self
    for name in path.dropLast().reversed() + ["tracemill"] {
      tree.command = Command(
        commandName: name, abstract: nil, discussion: nil, subcommands: [tree.command], arguments: nil, settings: nil)
    }
    return tree
  }

  /// The tree with settings that no option sets.
  ///
  /// - Parameter settings: the settings of a command, by its words.
  package func adding(_ settings: (_ path: [String]) -> [RareSetting]) -> CommandTree {
    var tree = self
    tree.command = Self.adding(settings, to: command, path: [])
    return tree
  }

  private static func adding(
    _ settings: (_ path: [String]) -> [RareSetting], to command: Command, path: [String]
  ) -> Command {
    var command = command
    command.subcommands = command.subcommands?.map { adding(settings, to: $0, path: path + [$0.commandName]) }
    command.settings = settings(path).map(\.argument)
    return command
  }
}

// MARK: Options given twice

extension CommandTree {
  /// An option that takes one value and has several: all but the last would be left out in silence.
  ///
  /// - Parameter arguments: the words of a command line, from the command on.
  package func optionGivenTwice(in arguments: [String]) -> Argument? {
    guard let (path, command) = command(of: arguments) else { return nil }
    var given: Set<String> = []
    var words = arguments.dropFirst(path.count).prefix { $0 != "--" }
    while let word = words.popFirst() {
      guard let (option, isJoined) = command.lastOption(in: word), option.kind == .option else { continue }
      if !isJoined { _ = words.popFirst() }
      if !option.isRepeating, !given.insert(option.longName ?? "").inserted { return option }
    }
    return nil
  }
}

extension CommandTree {
  /// Whether two words may name the same option, of whatever command: short names are first letters, and all spellings of
  /// a name begin with the same three.
  package static func mayGiveTwice(_ arguments: [String]) -> Bool {
    let names = arguments.filter { $0.hasPrefix("-") }.map { $0.dropFirst() }
    return names.indices.contains { place in names[..<place].contains { mayBeOne($0, names[place]) } }
  }

  /// Two names without their first hyphen.
  private static func mayBeOne(_ a: Substring, _ b: Substring) -> Bool {
    switch (a.hasPrefix("-"), b.hasPrefix("-")) {
    case (true, true): a.prefix(4) == b.prefix(4)
    case (true, false): b.contains { a.dropFirst().first == $0 }
    case (false, true): mayBeOne(b, a)
    case (false, false): a.contains { b.contains($0) }
    }
  }
}

extension CommandTree.Command {
  /// The option that a word names, and whether its value is joined to it: `--name`, `--name=value`, `-abc`, `-c4`.
  fileprivate func lastOption(in word: String) -> (option: CommandTree.Argument, isJoined: Bool)? {
    if word.hasPrefix("--") {
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      return options.first { $0.longNames.contains(name) }.map { ($0, word.contains("=")) }
    }
    guard word.hasPrefix("-"), let letter = shortNames(in: word.dropFirst()).last else { return nil }
    return options.first { $0.shortNames.contains(letter) }.map { ($0, word.last != letter) }
  }
}
