package import Storage

/// Which drives a store shall forget.
package enum Forgotten: Hashable, Sendable {
  case vehicle(String)
  /// A UTC day, counted from 1970: the drives that begin on it.
  case day(Int)
  /// The file of the trace, as given to the run.
  case source(String)

  fileprivate func contains(_ drive: DriveKey) -> Bool {
    switch self {
    case .vehicle(let vehicle): drive.vehicle == vehicle
    case .day(let day): drive.day == day
    case .source(let source): drive.source == source
    }
  }

  fileprivate func mayBe(in file: DayFile) -> Bool { if case .day(let day) = self { file.day == day } else { true } }
}

extension KnowledgeStore {
  /// Removes drives, so that every byte is as if they had never been added.
  ///
  /// - Returns: the number of drives removed.
  /// - Throws: ``StoreError``.
  package mutating func forget(_ what: Forgotten, waiting wait: LockWait = .forever) throws(StoreError) -> Int {
    let (folder, before) = (folder, self)
    let (after, count) = try Self.writing(folder, waiting: wait) { () throws(StoreError) in
      var store = before
      store.contents = try Self.contents(of: folder) ?? before.contents
      var count = 0
      for file in try store.dayFiles() where what.mayBe(in: file) { count += try Self.remove(what, from: file) }
      try store.removeUnused()
      return (store, count)
    }
    self = after
    return count
  }

  private static func remove(_ what: Forgotten, from file: DayFile) throws(StoreError) -> Int {
    let reader = try DayReader(file)
    var removed = 0
    while let drive = try reader.next() { if what.contains(drive.key) { removed += 1 } }
    guard removed > 0 else { return 0 }
    guard removed < reader.header.driveCount else {
      removePlainFile(at: file.path)
      return removed
    }
    let (rest, writer) = (try DayReader(file), try DayWriter(file, mapVersion: reader.header.mapVersion))
    while let drive = try rest.next() { if !what.contains(drive.key) { try writer.append(drive) } }
    try writer.commit()
    return removed
  }
}
