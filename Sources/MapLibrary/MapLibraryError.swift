/// Why a map library cannot do what it was asked for.
package enum MapLibraryError: Error, Equatable, Sendable {
  /// Neither a folder for data nor a home is known.
  case noHome
  /// A path where the id or the name of a region is expected.
  case pathAsRegion(String)
  case unknownRegion(name: String, similar: [String])
  /// The index has no extract for it.
  case noExtract(region: String)
  case damagedIndex(path: String, reason: String)
  /// `amount` says what it has, and what it may have.
  case largeIndex(path: String, amount: String)
  /// The state of a folder of change files.
  case damagedState(path: String)
  case damagedCatalogue(path: String, reason: String)
  case noIndex(server: String)
  /// `reason` is a sentence that names the file.
  case unreadable(reason: String)
  case unwritable(reason: String)
  /// Another process changes the library; `process` is its number, if known.
  case busy(path: String, process: Int32?)
  case notInstalled(id: String, installed: [String])
  case isInstalled(id: String)
  /// A package cannot be had in the version of the others.
  case otherVersion(id: String, offered: String, installed: String)
  /// What a server offers does not fit together.
  case inconsistentServer(region: String, reason: String)
  /// The data does not say from when it is.
  case noVersion(path: String)
  /// A region is part of another package.
  case inPackage(region: String, package: String)
  case diskFull(path: String, needed: Int, free: Int)
  case stopped
  /// A built map that differs from what its builder made.
  case damagedMap(id: String, reason: String)
  /// An extract in the library that is not as it was written.
  case damagedExtract(path: String)
  /// The newest extract of a served folder does not match its newest version.
  case foreignExtract(path: String, version: String)
  /// Publishing goes forward only.
  case notNewer(path: String, version: String, published: String)
  case noExtractToChange(path: String, region: String)
  /// The server has no map of a region that could be installed as it is.
  case noPublishedMap(region: String)
  /// The server has built the map with these groups of data.
  case publishedGroups(region: String, groups: String)
  /// One map of several regions is built here only.
  case severalPrebuilt(name: String)
  /// A name that cannot be the name of a package.
  case badName(String)
}

extension MapLibraryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noHome: "There is no home folder for the library of maps. Name a folder with --library."
    case .pathAsRegion(let path):
      "\(path): this is a path, and a region is named by its id, such as liechtenstein. tracemill maps list shows the "
        + "regions; --library names the folder of the maps."
    case .unknownRegion(let name, let similar):
      "There is no region \(name)."
        + (similar.isEmpty
          ? " tracemill maps list shows the regions." : " Perhaps \(similar.joined(separator: ", ")) is meant.")
    case .noExtract(let region): "\(region): the server has no extract of it. Install the regions inside it."
    case .damagedIndex(let path, let reason):
      "\(path): is not an index of regions: \(reason). Check the address of the server."
    case .largeIndex(let path, let amount):
      "\(path): the index of regions has \(amount) can be used. Check the address of the server, or divide its regions "
        + "among several servers."
    case .damagedState(let path):
      "\(path): does not say timestamp and sequenceNumber. Check the address of the server, or try again later."
    case .damagedCatalogue(let path, let reason):
      "\(path): cannot be used: \(reason). If it cannot be mended, remove the folder and install its maps again."
    case .noIndex(let server):
      "\(server): there is no \(RegionIndex.fileName) there. Check the address of the server."
    case .unreadable(let reason), .unwritable(let reason): reason
    case .busy(let path, let process):
      "\(path): another tracemill is changing this library\(process.map { " (process \($0))" } ?? ""). "
        + "Wait with TRACEMILL_LOCK_WAIT=SECONDS."
    case .notInstalled(let id, let installed):
      "\(id) is not installed. "
        + (installed.isEmpty ? "Nothing is." : "Installed: \(installed.joined(separator: ", ")).")
    case .isInstalled(let id):
      "\(id) is installed already. tracemill maps update brings newer data and changed data groups."
    case .otherVersion(let id, let offered, let installed):
      "\(id) is offered as of \(offered), but the installed maps are as of \(installed), and maps of different versions "
        + "do not fit together. --update brings all to one version."
    case .inconsistentServer(let region, let reason):
      "\(region): what the server offers does not fit together: \(reason). Try again later, or tell who runs the server."
    case .noVersion(let path):
      "\(path): does not say from when its data is. Publish it with --data-time TIME."
    case .inPackage(let region, let package):
      "\(region) is part of the installed map \(package). Remove \(package) first to install its regions one by one."
    case .diskFull(let path, let needed, let free):
      "\(path): needs \(megabytes(needed)) of free space, and has \(megabytes(free)). Make room, or choose another "
        + "folder with --library."
    case .stopped: "Stopped. The installed maps are as before; what was downloaded is kept, and the next run resumes."
    case .damagedMap(let id, let reason):
      "\(id): the installed map is damaged: \(reason). tracemill maps update --rebuild builds it anew."
    case .damagedExtract(let path):
      "\(path): has changed on the disk. tracemill maps update --full downloads it anew."
    case .foreignExtract(let path, let version):
      "\(path): is not the extract of \(version), the newest version of this folder, nor of the one after it. Restore it, or "
        + "publish into an empty folder."
    case .notNewer(let path, let version, let published):
      "\(path): is as of \(version), and \(published) is published already. Publish newer data."
    case .noExtractToChange(let path, let region):
      "\(path): no extract of \(region) is published that it could change. Publish one first."
    case .noPublishedMap(let region):
      "\(region): the server has no built map of it. Leave out --prebuilt, so that the map is built here; remove the "
        + "installed map first if there is one."
    case .publishedGroups(let region, let groups):
      "\(region): the server has built this map with the data \(groups.isEmpty ? "of no group" : groups). Choose these, or "
        + "leave out --prebuilt, so that the map is built here."
    case .severalPrebuilt(let name):
      "\(name): a map of several regions cannot be prebuilt. Leave out --prebuilt, or --as."
    case .badName(let name):
      "\(name) cannot be the name of a map. "
        + (name == wordForAllMaps
          ? "It is the word for all installed maps; choose another one."
          : "Names have letters, digits, - and _, such as ALPS.")
    }
  }
}

/// `12.3 MB`.
package func megabytes(_ bytes: Int) -> String {
  if bytes >= 1_000_000_000 { return tenths(bytes, 1_000_000_000) + " GB" }
  if bytes >= 1_000_000 { return tenths(bytes, 1_000_000) + " MB" }
  return tenths(bytes, 1000) + " kB"
}

private func tenths(_ bytes: Int, _ unit: Int) -> String {
  let tenths = (bytes * 10 + unit / 2) / unit
  return "\(tenths / 10).\(tenths % 10)"
}
