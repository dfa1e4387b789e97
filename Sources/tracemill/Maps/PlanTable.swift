internal import MapLibrary
internal import Records
internal import RoadGraph

/// What a plan downloads, for people and for programs.
struct PlanTable {
  private let plan: LibraryPlan
  private let catalogue: Catalogue

  init(_ plan: LibraryPlan, _ catalogue: Catalogue) {
    self.plan = plan
    self.catalogue = catalogue
  }

  var text: String {
    var rows = [["package", "region", "from", "to", "download", "instead of", "by"]]
    for (package, region) in entries {
      let full = region.fullSize.map { megabytes($0) } ?? "-"
      rows.append([
        package.id, region.region.id, region.installed == nil ? "-" : version(catalogue.version), version(plan.version),
        megabytes(region.downloadSize), full, means(package, region),
      ])
    }
    let sum = "to be downloaded: \(megabytes(plan.downloadSize))\n"
    return plan.isEmpty ? "all maps are up to date: \(version(catalogue.version))\n" : columns(rows) + sum
  }

  var json: JSONValue {
    .object([
      "version": catalogue.version.map { .text($0.description) }, "newest": plan.version.map { .text($0.description) },
      "is_up_to_date": .flag(plan.isEmpty), "download_bytes": .integer(plan.downloadSize),
      "regions": .list(
        entries.map { package, region in
          .object([
            "package": .text(package.id), "region": .text(region.region.id), "by": .text(means(package, region)),
            "download_bytes": .integer(region.downloadSize), "extract_bytes": region.fullSize.map(JSONValue.integer),
          ])
        }),
    ])
  }

  private var entries: [(PackagePlan, RegionPlan)] {
    plan.packages.filter { !$0.isEmpty }.flatMap { package in package.regions.map { (package, $0) } }
  }

  private func version(_ version: ReleaseVersion?) -> String { version?.description ?? "-" }

  private func means(_ package: PackagePlan, _ region: RegionPlan) -> String {
    switch region.step {
    case .changes(let files): "\(files.count) change file\(files.count == 1 ? "" : "s")"
    case .extract: "extract"
    case .map(let download): download.delta == nil ? "map" : "map delta"
    case .nothing: "build"
    }
  }
}

/// Rows as columns with two blanks between; numbers and texts alike begin at the left.
func columns(_ rows: [[String]]) -> String {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = row.enumerated().map { number, cell in
      number == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[number] - cell.count)
    }
    return cells.joined(separator: "  ") + "\n"
  }.joined()
}

/// Says what a change of the library did.
struct ChangeTeller {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func tell(_ change: LibraryChange, since before: Catalogue) {
    console.progress("")
    let version = change.catalogue.version?.description ?? "-"
    for package in change.catalogue.packages where before[package.id] != package {
      console.inform("\(package.id): \(version), \(megabytes(package.mapSize)), version \(package.mapVersion)")
    }
    console.inform("downloaded: \(megabytes(change.downloaded))")
  }
}
