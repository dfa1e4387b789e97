internal import ArgumentParser
internal import MapLibrary

struct MapsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes installed maps and what they were built from.",
    discussion: """
      A run that uses a removed map goes on to its end.

      Examples:
        tracemill maps remove monaco
        tracemill maps remove --downloads
      """)

  @Argument(help: ArgumentHelp("Installed maps, by id.", valueName: "map"))
  var maps: [String] = []

  @Flag(help: "Also remove downloads that were cut off.")
  var downloads = false

  @OptionGroup var library: LibraryOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if maps.isEmpty && !downloads { throw ValidationError("Name the maps to remove, or --downloads.") }
  }

  func run() async throws {
    let console = Console(verbosity)
    try await libraryFailing {
      _ = try library.catalogue()
      let folder = try library.folder()
      try await LibraryLock.locked(folder, console) {
        let catalogue = try library.catalogue()
        if !maps.isEmpty { _ = try folder.remove(maps, from: catalogue) }
        if downloads { folder.removeDownloads() }
      }
    }
    for map in maps { console.inform("\(map): removed") }
  }
}
