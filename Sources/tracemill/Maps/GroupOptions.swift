internal import ArgumentParser
internal import Records
internal import RoadGraph

/// Which data a map contains.
struct GroupOptions: ParsableArguments {
  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "Also put these groups of data into the map: \(DataGroup.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "group,…"))
  var with: [String] = []

  @Option(
    name: .customLong("without"),
    help: ArgumentHelp(
      "Leave these groups of data out of the map. What needs them is refused or left out, with a message.",
      valueName: "group,…"))
  var without: [String] = []

  var isGiven: Bool { !with.isEmpty || !without.isEmpty }

  /// The groups chosen, from those that are there without a choice.
  func groups(_ standard: DataGroups) throws -> DataGroups {
    let (added, removed) = (try groups(with, "--with"), try groups(without, "--without"))
    if let both = DataGroup.allCases.first(where: { added.contains($0) && removed.contains($0) }) {
      throw ValidationError("\(both.rawValue) is in --with and in --without.")
    }
    return standard.union(added).subtracting(removed)
  }

  private func groups(_ lists: [String], _ option: String) throws -> DataGroups {
    var groups: DataGroups = []
    for name in lists.flatMap({ $0.split(separator: ",") }).map(String.init) {
      guard let group = DataGroup(rawValue: name) else {
        let names = DataGroup.allCases.map(\.rawValue)
        throw ValidationError(
          "\(option): there is no group \(name); the groups are \(names.joined(separator: ", ")).\(didYouMean(name, among: names))"
        )
      }
      groups.insert(group)
    }
    return groups
  }
}
