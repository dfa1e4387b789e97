internal import ArgumentParser
internal import FoundationEssentials
internal import MapLibrary
internal import Records
internal import Storage

/// Where the installed maps are.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the installed maps (default: $XDG_DATA_HOME/tracemill/maps, or ~/.local/share/tracemill/maps).",
      valueName: "folder"), completion: .directory)
  var library: String?

  func folder() throws -> LibraryFolder {
    let environment = ProcessInfo.processInfo.environment
    return LibraryFolder(
      path: try failing(.usage) { try library ?? LibraryFolder.path(environment: environment) })
  }

  /// What is installed.
  ///
  /// - Throws: a `Failure` if there is no library.
  func catalogue() throws -> Catalogue {
    let folder = try folder()
    guard let catalogue = try failing(.unreadableInput, { try folder.catalogue() }) else {
      throw Failure(
        exit: .unreadableInput,
        description: "\(folder.path): no maps are installed here. tracemill maps install REGION installs some.")
    }
    return catalogue
  }
}

extension LibraryOptions {
  /// A map by its file, or by the name of an installed map. A file comes first; a folder is no map, so that reports may
  /// go into a folder with the name of the map.
  ///
  /// - Throws: a `Failure` if there is neither.
  func map(named name: String) throws -> MapPlace {
    let kind = FileKind(at: name)
    if kind != .missing, kind != .directory { return MapPlace(path: name) }
    if name == wordForAllMaps {
      throw Failure(
        exit: .usage,
        description: "\(name) means all installed maps, and one map is needed here; tracemill maps list shows their "
          + "names. A file of this name is ./\(name).")
    }
    guard isPackageName(name), let folder = try? folder(),
      let catalogue = try failing(.unreadableInput, { try folder.catalogue() })
    else {
      let what = kind == .directory ? "this is a folder, and a map is a file" : "there is no such file"
      throw Failure(
        exit: .unreadableInput,
        description:
          "\(name): \(what). tracemill map build makes a map, and tracemill maps install REGION installs one.")
    }
    guard let package = catalogue.package(with: name) else {
      let installed = catalogue.packages.map(\.id)
      throw Failure(
        exit: .unreadableInput,
        description: "\(name): there is no such file, and no installed map has this name. "
          + (installed.isEmpty ? "Nothing is installed." : "Installed: \(installed.joined(separator: ", ")).")
          + didYouMean(name, among: installed))
    }
    return MapPlace(path: folder.file(package.map), version: package.mapVersion)
  }

  /// All installed maps, the smallest first, so that a trace takes the smaller of two maps that both have its roads.
  func maps() throws -> [MapPlace] {
    let catalogue = try catalogue()
    let folder = try folder()
    guard !catalogue.packages.isEmpty else {
      throw Failure(
        exit: .unreadableInput,
        description: "\(folder.path): no maps are installed here. tracemill maps install REGION installs some.")
    }
    return catalogue.packages.sorted { ($0.mapSize, $0.id) < ($1.mapSize, $1.id) }.map {
      MapPlace(path: folder.file($0.map), version: $0.mapVersion)
    }
  }
}
