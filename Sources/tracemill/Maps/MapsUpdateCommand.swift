internal import ArgumentParser
internal import MapLibrary
internal import Records
internal import RoadGraph

struct MapsUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Brings all installed maps to the newest version that all have.",
    discussion: """
      Only change files are downloaded where the server has them; the installed extract and they make the new one. A map \
      whose roads have not changed is not built again. All maps are updated, or none.

      Examples:
        tracemill maps update
        tracemill maps update --size
        tracemill maps update --quiet && tracemill match day/ --map installed -o reports/
      """)

  @Flag(help: "Say what would be downloaded, and end.")
  var size = false

  @Flag(help: "Download whole extracts, also where change files would do.")
  var full = false

  @Flag(help: "Build the maps again, even if nothing has changed.")
  var rebuild = false

  @OptionGroup var server: ServerOptions

  func run() async throws {
    let console = Console(server.verbosity)
    try await libraryFailing {
      let catalogue = try server.library.catalogue()
      let library = try server.open(looking: size)
      if size { return try Console.put(PlanTable(try plan(library, catalogue), catalogue).text) }
      try await LibraryLock.locked(library.folder, console) { try await update(library, console) }
    }
  }

  private func plan(_ library: Library, _ catalogue: Catalogue) throws -> LibraryPlan {
    try library.plan(updating: catalogue, from: library.index(), fully: full, rebuilding: rebuild)
  }

  private func update(_ library: Library, _ console: Console) async throws {
    let catalogue = try library.catalogue()
    let plan = try plan(library, catalogue)
    if plan.isEmpty {
      return console.inform("all maps are up to date: \(catalogue.version?.description ?? "none installed")")
    }
    console.inform("to be downloaded: \(megabytes(plan.downloadSize))")
    ChangeTeller(console).tell(try await library.carryOut(plan, on: catalogue), since: catalogue)
  }
}

struct MapsCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Says whether newer data waits, and how much would be downloaded.",
    discussion: """
      Ends with 0 if all maps are up to date, and with 1 if an update waits.

      Examples:
        tracemill maps check
        tracemill maps check --format json | jq .download_bytes
        tracemill maps check --quiet || tracemill maps update
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  @OptionGroup var server: ServerOptions

  func run() async throws {
    try libraryFailing {
      let catalogue = try server.library.catalogue()
      let library = try server.open()
      let plan = try library.plan(updating: catalogue, from: library.index())
      let table = PlanTable(plan, catalogue)
      if format == .json {
        try Console.put(String(decoding: table.json.rendered(), as: UTF8.self))
      } else if !server.verbosity.isQuiet {
        try Console.put(table.text)
      }
      if !plan.isEmpty { throw Exit.notAllWell.code }
    }
  }
}
