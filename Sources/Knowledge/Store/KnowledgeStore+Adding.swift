internal import RoadGraph
package import Storage

/// What became of drives that were added to a store.
package struct AddedDrives: Hashable, Sendable {
  /// Drives that the store did not have.
  package var added = 0
  /// Drives of earlier runs that gave way.
  package var replaced = 0
  /// Drives that the store had already.
  package var unchanged = 0
  /// Files of days that changed.
  package var changedDays = 0

  package init() {}
}

extension KnowledgeStore {
  /// Adds the drives of a run to the store in a folder, which is made if it is missing.
  ///
  /// Only the days of the drives, and those of drives that they replace, are read and written. Each file is old or new,
  /// whenever the program ends; adding the same drives once more then completes the work.
  ///
  /// - Parameter wait: how long another writer may take.
  /// - Throws: ``StoreError``.
  package static func add(
    _ spool: DriveSpool, to folder: String, waiting wait: LockWait = .forever
  ) throws(StoreError) -> AddedDrives {
    try storing { () throws(StorageError) in try makeFolder(at: folder, for: .ownerAlone) }
    return try writing(folder, waiting: wait) { () throws(StoreError) in
      try checkFolder(folder, takes: spool.mode)
      var store = KnowledgeStore(try contents(of: folder) ?? StoreContents(mode: spool.mode), at: folder)
      return try store.take(spool)
    }
  }

  /// Adds all drives of other stores, as if their runs had been one.
  ///
  /// - Throws: ``StoreError``.
  package static func merge(
    _ others: [KnowledgeStore], into folder: String, waiting wait: LockWait = .forever
  ) throws(StoreError) -> AddedDrives {
    guard let first = others.first else { return AddedDrives() }
    let spool = try DriveSpool(for: folder, mode: first.contents.mode)
    for other in others { try spool.append(allOf: other) }
    return try add(spool, to: folder, waiting: wait)
  }

  private mutating func take(_ spool: DriveSpool) throws(StoreError) -> AddedDrives {
    let new = try SpooledDays(spool)
    try storing { () throws(StorageError) in
      try closeFolder(at: folder)
      for name in [daysFolder, mapsFolder] { try makeFolder(at: name, for: .ownerAlone) }
    }
    for map in spool.maps {
      try writePieces(of: map)
      contents.add(map.entry)
    }
    if let zone = spool.zone { contents.zone = zone }
    try writeContents()
    var counts = AddedDrives()
    let places = new.daysAndMaps
    for place in places {
      let version = spool.maps[place.map].entry.version
      let file = DayFile(day: place.day, mapVersion: version, in: daysFolder)
      try DayMerge(file, mapVersion: version, new, place).run(&counts)
    }
    let written = Set(places.map { DayFile(day: $0.day, mapVersion: spool.maps[$0.map].entry.version, in: daysFolder) })
    for file in try dayFiles() where !written.contains(file) { try removeReplaced(in: file, by: new, &counts) }
    try removeUnused()
    return counts
  }

  /// Removes the drives of another day or another map that give way.
  private func removeReplaced(
    in file: DayFile, by new: SpooledDays, _ counts: inout AddedDrives
  ) throws(StoreError) {
    let header = try file.header()
    guard new.mayReplace(from: Int64(file.day) * 86_400_000, to: header.latestEnd) else { return }
    try DayMerge(file, mapVersion: header.mapVersion, new, nil).run(&counts)
  }
}

/// Brings new drives into the file of a day, and removes those that they replace.
struct DayMerge {
  private let file: DayFile
  private let mapVersion: String
  private let new: SpooledDays
  private let place: SpooledDays.DayAndMap?

  /// - Parameter place: the new drives that belong into this file; `nil` if none do.
  init(_ file: DayFile, mapVersion: String, _ new: SpooledDays, _ place: SpooledDays.DayAndMap?) {
    self.file = file
    self.mapVersion = mapVersion
    self.new = new
    self.place = place
  }

  /// Looks first, and leaves the file alone if nothing changes.
  func run(_ counts: inout AddedDrives) throws(StoreError) {
    var found = AddedDrives()
    let kept = try merge(&found) { _ throws(StoreError) in }
    if found.added + found.replaced > 0 {
      found.changedDays = 1
      try rewrite(keeping: kept)
    }
    counts.added += found.added
    counts.replaced += found.replaced
    counts.unchanged += found.unchanged
    counts.changedDays += found.changedDays
  }

  private func rewrite(keeping count: Int) throws(StoreError) {
    guard count > 0 else { return removePlainFile(at: file.path) }
    let writer = try DayWriter(file, mapVersion: mapVersion)
    var ignored = AddedDrives()
    _ = try merge(&ignored) { drive throws(StoreError) in try writer.append(drive) }
    try writer.commit()
  }

  /// Passes the drives of the file as it will be, in order.
  ///
  /// - Returns: their number.
  private func merge(
    _ counts: inout AddedDrives, _ body: (StoredDrive) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    let old = FileKind(at: file.path) == .missing ? nil : try DayReader(file)
    var added = place.map(new.drives) ?? .none
    var (oldDrive, newDrive) = (try old?.next(), try added.next())
    var kept = 0
    while oldDrive != nil || newDrive != nil {
      let order = Self.order(oldDrive, newDrive)
      if order == .before, let drive = oldDrive, new.replaces(drive) {
        counts.replaced += 1
      } else if let drive = order == .before ? oldDrive : newDrive {
        try body(drive)
        kept += 1
        if order == .after { counts.added += 1 }
        if order == .same { counts.unchanged += 1 }
      }
      if order != .after { oldDrive = try old?.next() }
      if order != .before { newDrive = try added.next() }
    }
    counts.unchanged += added.repeated
    return kept
  }

  private static func order(_ a: StoredDrive?, _ b: StoredDrive?) -> DriveOrder {
    guard let a else { return .after }
    guard let b else { return .before }
    return StoredDrive.order(a, b)
  }
}
