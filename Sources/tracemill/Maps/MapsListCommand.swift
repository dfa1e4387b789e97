internal import ArgumentParser
internal import MapLibrary
internal import Records

struct MapsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the regions of the server, and which of them are installed.",
    discussion: """
      Without a region, the regions at the top and what is installed. With one, the regions directly inside it. Sizes \
      are asked of the server for lists of up to \(MapsListCommand.mostAsked) regions; --sizes asks for longer ones too.

      Examples:
        tracemill maps list
        tracemill maps list europe
        tracemill maps list germany --tree
        tracemill maps list --tree --format json | jq -r '.[] | select(.installed) | .id'
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(help: "A region, by id or name.")
  var region: String?

  @Flag(help: "Also list all regions inside those.")
  var tree = false

  @Flag(help: "Ask the server for the sizes of all extracts.")
  var sizes = false

  @Option(help: "Output format: \(Format.allCases.map(\.rawValue).joined(separator: " or ")).")
  var format = Format.text

  @OptionGroup var server: ServerOptions

  static let mostAsked = 60

  func run() async throws {
    try libraryFailing {
      if let region { try checkIsNoPath(region) }
      let library = try server.open()
      let index = try library.index()
      let listed = try self.listed(index) + installed(index, library.catalogue())
      let asksSizes = sizes || listed.count <= Self.mostAsked
      let rows = try library.listing(of: listed, sizes: asksSizes)
      switch format {
      case .text: try Console.put(text(rows))
      case .json: try Console.put(String(decoding: JSONValue.list(rows.map(json)).rendered(), as: UTF8.self))
      }
      if !asksSizes {
        Console(server.verbosity).inform("sizes of extracts are not asked for \(rows.count) regions; --sizes does")
      }
    }
  }

  private func listed(_ index: RegionIndex) throws -> [(region: Region, depth: Int)] {
    let top = try region.map { try index.region(named: $0) }
    if tree { return index.tree(from: top?.id) }
    let below = index.children(of: top?.id).map { (region: $0, depth: top == nil ? 0 : 1) }
    return (top.map { [(region: $0, depth: 0)] } ?? []) + below
  }

  /// The installed regions that are not listed anyway, where no region is asked for.
  private func installed(_ index: RegionIndex, _ catalogue: Catalogue) throws -> [(region: Region, depth: Int)] {
    guard region == nil else { return [] }
    let listed = Set(try listed(index).map(\.region.id))
    let ids = catalogue.packages.flatMap { $0.regions.map(\.id) }.filter { !listed.contains($0) }
    return ids.compactMap { index[$0] }.map { ($0, 0) }
  }

  private func text(_ rows: [RegionListing]) -> String {
    let cells = rows.map { row in
      [
        String(repeating: "  ", count: row.depth) + row.region.id, row.region.name, row.region.parent ?? "-",
        row.extractSize.map { megabytes($0) } ?? "-", row.mapSize.map { megabytes($0) } ?? "-",
        row.version?.description ?? "-", state(row),
      ]
    }
    return columns([["id", "name", "in", "extract", "map", "version", "state"]] + cells)
  }

  private func state(_ row: RegionListing) -> String {
    guard let package = row.package else { return row.region.extract == nil ? "no extract" : "-" }
    let name = package == row.region.id ? "installed" : "in \(package)"
    return row.newer.map { "\(name), update to \($0)" } ?? name
  }

  private func json(_ row: RegionListing) -> JSONValue {
    .object([
      "id": .text(row.region.id), "name": .text(row.region.name), "parent": row.region.parent.map(JSONValue.text),
      "has_extract": .flag(row.region.extract != nil), "extract_bytes": row.extractSize.map(JSONValue.integer),
      "map_bytes": row.mapSize.map(JSONValue.integer), "version": row.version.map { .text($0.description) },
      "installed": .flag(row.package != nil), "package": row.package.map(JSONValue.text),
      "newer_version": row.newer.map { .text($0.description) },
    ])
  }
}
