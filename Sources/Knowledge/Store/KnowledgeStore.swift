package import RoadGraph
internal import Storage

/// A folder of whole drives, to which every night adds, and from which all tables are computed.
///
///     knowledge.json                    mode, zone, and the maps on which drives were matched
///     days/2026-05-04.1f2e3d4c.drives   the drives that begin on that UTC day, matched on the map 1f2e3d4c…
///     maps/1f2e3d4c….pieces             the roads of a map, to carry its drives over to another one
///     compiled/1f2e3d4c.….times         what was computed from all drives, for routing; made anew when it is missing
///
/// Every file depends on the drives that are in the store and on nothing else: not on the order in which they came, nor on
/// drives that were replaced or forgotten. Only the owner may read it.
///
/// Of the same input, that is, of an equal ``DriveRecord/source``, a drive replaces those of earlier runs that share time
/// with it and have its vehicle, its trip or its path. Drives of other inputs stay, also of the same vehicle at the same time:
/// which of them count is decided when they are read, by ``StoredDrives``. So the order in which inputs are added never
/// matters, and what is forgotten leaves no trace.
package struct KnowledgeStore: Sendable {
  package let folder: String
  package internal(set) var contents: StoreContents

  package static let contentsName = "knowledge.json"

  /// - Throws: ``StoreError/notAStore(path:)`` if it is none; other ``StoreError`` if it cannot be read.
  package init(at folder: String) throws(StoreError) {
    guard let contents = try Self.contents(of: folder) else { throw .notAStore(path: folder) }
    self.folder = folder
    self.contents = contents
  }

  init(_ contents: StoreContents, at folder: String) {
    self.folder = folder
    self.contents = contents
  }

  /// Whether a folder holds knowledge, of whatever version.
  package static func isStore(at folder: String) -> Bool {
    FileKind(at: joinedPath(folder, contentsName)) == .file
  }

  /// - Throws: ``StoreError`` if the folder cannot take drives of a mode.
  package static func checkFolder(_ folder: String, takes mode: TravelMode) throws(StoreError) {
    guard let contents = try contents(of: folder) else {
      guard FileKind(at: folder) == .directory else { return }
      let entries = try storing { () throws(StorageError) in try folderEntries(of: folder) }
      guard entries.allSatisfy({ isOwn($0.name) }) else { throw .notEmpty(path: folder) }
      return
    }
    guard contents.mode == mode else {
      throw .otherMode(path: folder, stored: contents.mode.name, offered: mode.name)
    }
  }

  /// What may be in a folder before the first drive is stored: the lock and the drives of a run that has not ended.
  private static func isOwn(_ name: String) -> Bool {
    name.hasPrefix(".\(contentsName)") || name.hasPrefix(contentsName + ".") || name == PendingDrives.folderName
  }

  /// `nil` if there is no `knowledge.json`.
  static func contents(of folder: String) throws(StoreError) -> StoreContents? {
    guard isStore(at: folder) else { return nil }
    let path = joinedPath(folder, contentsName)
    let bytes = try storing { () throws(StorageError) in try wholeFile(path, atMost: .settings) }
    return try StoreContents(bytes, path: path)
  }

  var daysFolder: String { joinedPath(folder, "days") }
  var mapsFolder: String { joinedPath(folder, "maps") }

  func piecesPath(ofMap version: String) -> String { joinedPath(mapsFolder, version + ".pieces") }

  /// The files of all days, by day and map.
  func dayFiles() throws(StoreError) -> [DayFile] {
    guard FileKind(at: daysFolder) == .directory else { return [] }
    let entries = try storing { () throws(StorageError) in try folderEntries(of: daysFolder) }
    return entries.compactMap { DayFile(name: $0.name, in: daysFolder) }.sorted(by: DayFile.isOrdered)
  }

  /// The UTC days of the drives, counted from 1970, ascending.
  package var days: [Int] {
    get throws(StoreError) { try Set(dayFiles().map(\.day)).sorted() }
  }

  /// The number of drives.
  package var driveCount: Int {
    get throws(StoreError) {
      var count = 0
      for day in try dayFiles() { count += try day.header().driveCount }
      return count
    }
  }
}

extension KnowledgeStore {
  /// Does something while no other process writes the store, and removes what a killed one has left.
  ///
  /// - Throws: ``StoreError/busy(path:process:)``, and the errors of `body`.
  static func writing<Result>(
    _ folder: String, waiting wait: LockWait, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let lock: OutputLock
    do throws(OutputLockError) {
      lock = try OutputLock(on: [joinedPath(folder, contentsName)], waiting: wait)
    } catch {
      switch error {
      case .busy(_, let process): throw .busy(path: folder, process: process)
      case .cannotLock(let error): throw .storage(error)
      }
    }
    defer { withExtendedLifetime(lock) {} }
    _ = lock.removeAbandonedPartials()
    for folder in ["days", "maps", "compiled"].map({ joinedPath(folder, $0) }) where FileKind(at: folder) == .directory
    {
      OutputLock.removeAbandonedPartials(in: folder) { _, _ in true }
    }
    return try body()
  }

  /// Writes `knowledge.json` unless it is already so.
  func writeContents() throws(StoreError) {
    guard try Self.contents(of: folder) != contents else { return }
    try storing { () throws(StorageError) in
      let file = try AtomicFile(path: joinedPath(folder, Self.contentsName), for: .ownerAlone)
      try file.write(contents.bytes)
      try file.commit()
    }
  }

  /// Removes the maps of which no drive is left, what was computed from other drives, and empty folders.
  mutating func removeUnused() throws(StoreError) {
    let used = try Set(dayFiles().map(\.map))
    contents.maps.removeAll { !used.contains(String($0.version.prefix(8))) }
    try writeContents()
    if FileKind(at: mapsFolder) == .directory {
      let entries = try storing { () throws(StorageError) in try folderEntries(of: mapsFolder) }
      for entry in entries where !used.contains(String(entry.name.prefix(8))) {
        removePlainFile(at: joinedPath(mapsFolder, entry.name))
      }
    }
    try removeOldTimes()
    removeEmptyFolder(at: daysFolder)
    removeEmptyFolder(at: mapsFolder)
  }
}
