/// A value that a configuration gives an option.
package struct Setting: Equatable, Sendable {
  /// Where it is written.
  package struct Origin: Equatable, Sendable, CustomStringConvertible {
    /// The path of the file, or the name of the variable.
    package let place: String
    package let line: Int?

    package var description: String { line.map { "\(place):\($0)" } ?? place }
  }

  package enum Value: Equatable, Sendable {
    case flag(Bool)
    case text(String)
    case list([String])
  }

  /// The words of the command; empty for all commands that have the option.
  package let command: [String]
  package let name: String
  package let value: Value
  package let origin: Origin

  /// The value if it is one text or number.
  package var text: String? { if case .text(let text) = value { text } else { nil } }

  package var key: String { (command + [name]).joined(separator: ".") }
}
