internal import ArgumentParser
internal import Presets

/// Lists the presets, or prints one as the beginning of another.
struct PresetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset", abstract: "Lists the presets for files of exporters, or prints one to be changed.",
    discussion: """
      The option --preset of match, inspect and maps for takes a name or a changed file.

      Examples:
        tracemill preset
        tracemill preset traccar > mine.toml
        tracemill inspect export.csv --preset mine.toml
      """)

  @Argument(
    help: "The preset to print; without a name all are listed.", completion: .list(Preset.shipped.map(\.name)))
  var name: String?

  func validate() throws {
    guard let name, !Preset.shipped.contains(where: { $0.name == name }) else { return }
    throw ValidationError("\(PresetError.unknown(name)).")
  }

  func run() async throws {
    if let shipped = Preset.shipped.first(where: { $0.name == name }) {
      return try Console.put(String(decoding: shipped.text, as: UTF8.self))
    }
    let presets = try Preset.shipped.map { shipped in try failing(.usage) { try Preset(named: shipped.name) } }
    let width = presets.map(\.name.count).max() ?? 0
    let lines = presets.map { $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.about }
    try Console.put(lines.joined(separator: "\n") + "\n")
  }
}
