internal import Extracts
internal import FoundationEssentials
internal import Glibc
internal import MapImport
package import RoadGraph
package import Storage

/// The folder of a library: a catalogue, and the files that it names.
///
///     library.json     what is installed; replaced as a whole, so a library is never half changed
///     maps/            maps; a new version is kept beside the old one until the catalogue names it
///     extracts/        what they were built from
///     changes/         change files that are not in an extract yet
///     downloads/       what is being downloaded; kept, so that the next run resumes
///
/// Only one process changes a library at a time; any number may use it at the same time.
package struct LibraryFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The library of a user: `$XDG_DATA_HOME/tracemill/maps`, else `~/.local/share/tracemill/maps`.
  ///
  /// - Source: XDG Base Directory Specification 0.8.
  /// - Throws: ``MapLibraryError/noHome`` if neither is known.
  package static func path(environment: [String: String]) throws(MapLibraryError) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/tracemill/maps" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
    return home + "/.local/share/tracemill/maps"
  }

  package func file(_ name: String) -> String { path + "/" + name }

  // MARK: Catalogue

  /// What is installed; `nil` if there is no library.
  package func catalogue() throws(MapLibraryError) -> Catalogue? {
    let path = file(Catalogue.fileName)
    guard FileKind(at: path) != .missing else { return nil }
    do {
      return try Catalogue(parsing: wholeFile(path, atMost: .document), path: path)
    } catch let error as MapLibraryError {
      throw error
    } catch {
      throw .unreadable(reason: "\(error)")
    }
  }

  /// Replaces the catalogue. From now on the files that it names are the library.
  func write(_ catalogue: Catalogue) throws(MapLibraryError) {
    try storing { () throws(StorageError) in
      for folder in Set(catalogue.files.map { self.folder(of: $0) }) { try AtomicFile.syncFolder(folder) }
      let file = try AtomicFile(path: self.file(Catalogue.fileName))
      try file.write(catalogue.text)
      try file.commit()
      try AtomicFile.syncFolder(self.path)
    }
  }

  private func folder(of name: String) -> String { folderPath(of: file(name)) }

  /// The map of an installed package.
  ///
  /// - Throws: ``MapLibraryError/damagedMap(id:reason:)`` if it is not as it was built.
  package func map(of package: InstalledPackage) throws(MapLibraryError) -> RoadGraph {
    do {
      let map = try RoadGraph(path: file(package.map))
      try map.verify()
      if map.version == package.mapVersion { return map }
    } catch {
      throw .damagedMap(id: package.id, reason: "\(error)")
    }
    throw .damagedMap(id: package.id, reason: "\(file(package.map)) is another map")
  }

  // MARK: Changing

  /// The exclusive right to change the library, for the lifetime of the value. The folder is made if it is missing.
  ///
  /// - Throws: ``MapLibraryError/busy(path:process:)`` if another process has it until the wait is over.
  package func lock(waiting wait: LockWait, onWait: (String) -> Void) throws(MapLibraryError) -> OutputLock {
    try makeFolder(path)
    do throws(OutputLockError) {
      let lock = try OutputLock(on: [file(Catalogue.fileName)], waiting: wait) { error in
        if case .busy(_, let process) = error { onWait(MapLibraryError.busy(path: path, process: process).description) }
      }
      _ = lock.removeAbandonedPartials()
      return lock
    } catch {
      switch error {
      case .busy(_, let process): throw .busy(path: path, process: process)
      case .cannotLock(let error): throw .unwritable(reason: error.description)
      }
    }
  }

  func makeFolder(_ path: String) throws(MapLibraryError) {
    do {
      try Storage.makeFolder(at: path)
    } catch {
      throw .unwritable(
        reason:
          "\(path): cannot make the folder: \(error.reason). Check its permissions, or name another folder."
      )
    }
  }

  /// The path of a new file; its folder is made.
  func newFile(_ name: String) throws(MapLibraryError) -> String {
    try makeFolder(folder(of: name))
    return file(name)
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }

  /// Removes files of maps, extracts and changes that no package needs, left by earlier versions or by killed runs.
  /// Downloads stay.
  func removeUnneeded(besides catalogue: Catalogue) {
    let needed = catalogue.files
    for folder in ["maps", "extracts", "changes"] {
      for name in files(below: folder) where !needed.contains(name) { remove(name) }
    }
  }

  /// Removes all downloads.
  package func removeDownloads() { remove("downloads") }

  /// The files below a folder of the library, from the library's folder.
  private func files(below folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: file(folder))) ?? []
    return names.map { folder + "/" + $0 }.filter { FileKind(at: file($0)) == .file }
  }

  /// Chooses the data groups of a package; the next update puts them into its map.
  package func choose(_ groups: DataGroups, for id: String, in catalogue: Catalogue) throws -> Catalogue {
    guard var package = catalogue[id] else {
      throw MapLibraryError.notInstalled(id: id, installed: catalogue.packages.map(\.id))
    }
    guard package.origin == .built || groups == package.groups else {
      throw MapLibraryError.publishedGroups(region: id, groups: package.groups.names)
    }
    package.chosenGroups = groups
    var changed = catalogue
    changed.put(package)
    try write(changed)
    return changed
  }

  /// Removes packages.
  package func remove(_ ids: [String], from catalogue: Catalogue) throws -> Catalogue {
    var left = catalogue
    for id in ids {
      guard catalogue[id] != nil else {
        throw MapLibraryError.notInstalled(id: id, installed: catalogue.packages.map(\.id))
      }
      left.remove(id)
    }
    if left.packages.isEmpty { left.version = nil }
    try write(left)
    removeUnneeded(besides: left)
    return left
  }

  /// The sizes of the files of the library in bytes: what packages need, and what downloads take.
  package func downloadedBytes() -> Int { files(below: "downloads").reduce(0) { $0 + (fileSize(of: file($1)) ?? 0) } }
}

/// Rethrows storage errors as errors of the library.
func storing<Result>(_ body: () throws(StorageError) -> Result) throws(MapLibraryError) -> Result {
  do throws(StorageError) { return try body() } catch { throw .unwritable(reason: error.description) }
}

/// Rethrows errors of writing extracts as errors of the library, so that a full disk is not taken for a damaged
/// download.
func storingExtracts<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as ExtractError where error.isOfWriting {
    throw MapLibraryError.unwritable(reason: error.description)
  } catch MapImportError.extract(let error) where error.isOfWriting {
    throw MapLibraryError.unwritable(reason: error.description)
  }
}

/// Where a map is named, the word for all installed maps.
package let wordForAllMaps = "installed"

/// Whether a word can name an installed map: no path, no name of a file of a map, and not the word for all of them.
package func isPackageName(_ name: String) -> Bool {
  isSafeID(name) && !name.hasSuffix(".tmg") && name != wordForAllMaps
}
