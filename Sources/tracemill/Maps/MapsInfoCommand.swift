internal import ArgumentParser
internal import Downloads
internal import MapLibrary
internal import Records
internal import RoadGraph

struct MapsInfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Prints what is installed: versions, sizes on disk, and data groups.",
    discussion: """
      Examples:
        tracemill maps info
        tracemill maps info --format json | jq -r '.packages[] | [.id, .map_bytes] | @tsv'
        tracemill maps info --verify
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Flag(help: "Compare each map with its checksums.")
  var verify = false

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  @OptionGroup var library: LibraryOptions

  func run() async throws {
    try libraryFailing {
      let catalogue = try library.catalogue()
      let folder = try library.folder()
      switch format {
      case .text: try Console.put(text(catalogue, folder))
      case .json: try Console.put(String(decoding: json(catalogue, folder).rendered(), as: UTF8.self))
      }
      if verify { for package in catalogue.packages { _ = try folder.map(of: package) } }
    }
  }

  private func text(_ catalogue: Catalogue, _ folder: LibraryFolder) -> String {
    var rows = [["map", "regions", "size", "extracts", "waiting changes", "without", "file"]]
    for package in catalogue.packages {
      let left = DataGroups.all.subtracting(package.groups).names
      let chosen =
        package.chosenGroups == package.groups
        ? "" : ", with the next update \(DataGroups.all.subtracting(package.chosenGroups).names)"
      rows.append([
        package.id, package.regions.map(\.id).joined(separator: ","), megabytes(package.mapSize),
        package.origin == .prebuilt ? "prebuilt" : megabytes(package.regions.map(\.extractSize).saturatingSum),
        megabytes(package.regions.flatMap(\.pending).map(\.size).saturatingSum),
        (left.isEmpty ? "-" : left) + chosen, folder.file(package.map),
      ])
    }
    let head =
      "library: \(folder.path)\nserver: \(catalogue.server)\nversion: \(catalogue.version?.description ?? "-")\n"
    let downloads = folder.downloadedBytes()
    return head + (downloads > 0 ? "downloads cut off: \(megabytes(downloads))\n" : "") + columns(rows)
  }

  private func json(_ catalogue: Catalogue, _ folder: LibraryFolder) -> JSONValue {
    .object([
      "library": .text(folder.path), "server": .text(catalogue.server),
      "version": catalogue.version.map { .text($0.description) }, "download_bytes": .integer(folder.downloadedBytes()),
      "packages": .list(
        catalogue.packages.map { package in
          .object([
            "id": .text(package.id), "regions": .list(package.regions.map { .text($0.id) }),
            "file": .text(folder.file(package.map)), "map_version": .text(package.mapVersion),
            "map_bytes": .integer(package.mapSize),
            "extract_bytes": .integer(package.regions.map(\.extractSize).saturatingSum),
            "pending_bytes": .integer(package.regions.flatMap(\.pending).map(\.size).saturatingSum),
            "origin": .text(package.origin.rawValue), "groups": .list(names(package.groups)),
            "chosen_groups": .list(names(package.chosenGroups)),
          ])
        }),
    ])
  }

  private func names(_ groups: DataGroups) -> [JSONValue] {
    DataGroup.allCases.filter(groups.contains).map { .text($0.rawValue) }
  }
}
