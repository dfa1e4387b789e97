internal import Storage
internal import TOMLKit

/// One file of settings in TOML: options by their long names, in the table of their command or, for all commands that have
/// them, before the first table.
package struct ConfigurationFile {
  package let path: String
  package let settings: [Setting]

  /// - Throws: a ``ConfigurationError`` that names file and line, if the file is not TOML or holds something other than
  ///   values.
  package init(path: String, text: String) throws {
    self.path = path
    if let trap = TOMLTrap(in: text) {
      throw ConfigurationError(description: "\(path):\(trap.line): \(trap.fault)")
    }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let line = error.source.begin.line
      throw ConfigurationError(description: "\(path):\(line): \(error.description); the file is not TOML")
    }
    settings = try Self.settings(in: table, of: [], SettingLines(text), path)
  }

  private static func settings(
    in table: TOMLTable, of command: [String], _ lines: SettingLines, _ path: String
  ) throws -> [Setting] {
    try table.flatMap { name, value in
      if let below = value.table { return try settings(in: below, of: command + [name], lines, path) }
      let origin = Setting.Origin(place: path, line: lines.line(of: command + [name]))
      guard let value = plain(value) else {
        throw ConfigurationError(
          description:
            "\(origin): \(name) is a date or a list of lists; write a text in quotes, a number, true or false")
      }
      return [Setting(command: command, name: name, value: value, origin: origin)]
    }
  }

  private static func plain(_ value: any TOMLValueConvertible) -> Setting.Value? {
    if let flag = value.bool { return .flag(flag) }
    if let array = value.array {
      let texts = array.compactMap(text)
      return texts.count == array.count ? .list(texts) : nil
    }
    return text(value).map { .text($0) }
  }

  private static func text(_ value: any TOMLValueConvertible) -> String? {
    if let text = value.string { return text }
    if let number = value.int { return "\(number)" }
    return value.double.map { "\($0)" }
  }
}

/// The lines of the keys in a TOML file, which the library does not provide.
struct SettingLines {
  private var lines: [[String]: Int] = [:]

  init(_ text: String) {
    var table: [String] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmed
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        table = Self.keys(line[line.index(after: line.startIndex)..<end])
      } else if let end = line.firstIndex(of: "="), !line.hasPrefix("#") {
        lines[table + Self.keys(line[..<end])] = number + 1
      }
    }
  }

  func line(of key: [String]) -> Int? { lines[key] }

  private static func keys(_ text: Substring) -> [String] {
    text.split(separator: ".").map { $0.split { " \t\"'".contains($0) }.joined(separator: " ") }
  }
}
