/// A value that is rarely changed: a file of settings has it, and a variable sets it for one run. No option does.
package struct RareSetting: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// True or false.
    case flag
    /// A text or a number that looks like this: `seconds|forever`.
    case value(String)
  }

  package let name: String
  package let kind: Kind
  /// What holds without it, in words.
  package let usual: String
  package let meaning: String
  /// The commands that have it, by their first word.
  package let commands: [String]

  package init(_ name: String, _ kind: Kind, usual: String, of commands: [String], _ meaning: String) {
    self.name = name
    self.kind = kind
    self.usual = usual
    self.meaning = meaning
    self.commands = commands
  }

  /// As the tree of commands has it.
  var argument: CommandTree.Argument {
    let name = CommandTree.Argument.Name(kind: "long", name: name)
    let form: String? = if case .value(let form) = kind { form } else { nil }
    return CommandTree.Argument(
      kind: kind == .flag ? .switching : .setting, isOptional: true, isRepeating: false, names: [name],
      preferredName: name, valueName: form, defaultValue: usual, abstract: meaning, sectionTitle: nil,
      shouldDisplay: true)
  }
}
