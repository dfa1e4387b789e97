/// A value that a configuration gives an option.
struct Setting: Equatable {
  /// Where it is written.
  struct Origin: Equatable, CustomStringConvertible {
    /// The path of the file, or the name of the variable.
    let place: String
    let line: Int?

    var description: String { line.map { "\(place):\($0)" } ?? place }
  }

  enum Value: Equatable {
    case flag(Bool)
    case text(String)
    case list([String])
  }

  /// The words of the command; empty for all commands that have the option.
  let command: [String]
  let name: String
  let value: Value
  let origin: Origin

  var key: String { (command + [name]).joined(separator: ".") }
}
