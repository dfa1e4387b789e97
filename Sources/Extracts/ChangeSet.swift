/// The changes of one or more change files: for each object that they change, what becomes of it.
///
/// The files count one after the other, as if each were applied before the next. Within a file the highest version of an
/// object counts, wherever it stands, and of equal or unknown versions the last. Memory grows with the changes.
package struct ChangeSet {
  /// By kind and id.
  let changes: [Change]
  let store: ObjectStore
  /// An object whose first version is in the files counts as created, unless it is deleted in the end.
  package let counts: ChangeCounts

  package var isEmpty: Bool { changes.isEmpty }

  /// - Parameter paths: change files in the order of their numbers.
  /// - Throws: ``ExtractError`` if one of them is absent, damaged or no change file.
  package init(paths: [String]) throws(ExtractError) {
    store = ObjectStore()
    var versions: [FiledVersion] = []
    for (number, path) in paths.enumerated() { try Self.read(path, file: number, into: store, &versions) }
    changes = folded(versions)
    counts = Self.counts(of: changes)
  }

  /// Some of the changes of another set.
  private init(_ changes: [Change], of other: ChangeSet) {
    self.changes = changes
    store = other.store
    counts = Self.counts(of: changes)
  }

  /// The changes whose numbers are wanted.
  func filtered(_ isWanted: (Int) -> Bool) -> ChangeSet {
    ChangeSet(changes.indices.filter(isWanted).map { changes[$0] }, of: self)
  }

  private static func counts(of changes: [Change]) -> ChangeCounts {
    var counts = ChangeCounts()
    for change in changes {
      if !change.isVisible {
        counts.deleted.add(change.key.kind)
      } else if change.version == 1 {
        counts.created.add(change.key.kind)
      } else {
        counts.modified.add(change.key.kind)
      }
    }
    return counts
  }

  private static func read(
    _ path: String, file number: Int, into store: ObjectStore, _ versions: inout [FiledVersion]
  ) throws(ExtractError) {
    let format = try OSMFormat(path: path)
    var file = try OSMFile(path: path, format: format, metadata: true)
    let header = try file.header()
    guard header.hasVersions || format.name == "o5c", format.name != "pbf" else {
      throw .unsupported(path: path, what: "no change file", cure: "Give a file with changes (.osc, .osc.gz).")
    }
    while let kind = try file.next() {
      versions.append(
        FiledVersion(
          key: ObjectKey(kind, file.id), file: number, number: store.count, version: file.version,
          isVisible: file.isVisible))
      guard store.add(file) else { throw .unreadable(path: path, reason: "out of memory") }
    }
  }

  /// Lends the new state of each changed object that is not deleted, by kind and id. One at a time.
  ///
  /// - Parameter body: is called with the number of the change; false ends the walk.
  package func forEachVisible(_ body: (Int, borrowing OSMObject) -> Bool) {
    for (number, change) in changes.enumerated() where change.isVisible {
      guard store.with(change.number, { body(number, $0) }) else { return }
    }
  }

  /// The ids of the changed objects of one kind, deleted ones as well.
  package func ids(of kind: OSMFile.Kinds) -> [Int64] { changes.filter { $0.key.kind == kind }.map(\.key.id) }

  /// The number of the change of an object; `nil` if it does not change.
  func number(of key: ObjectKey) -> Int? {
    var range = 0..<changes.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if changes[middle].key == key { return middle }
      range = changes[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// The new state of a changed object.
  func with<Result>(_ number: Int, _ body: (borrowing OSMObject) -> Result) -> Result {
    store.with(changes[number].number, body)
  }
}

/// What becomes of one object.
struct Change {
  let key: ObjectKey
  /// In the store.
  fileprivate(set) var number: Int
  /// 0 if unknown.
  fileprivate(set) var version: UInt32
  fileprivate(set) var isVisible: Bool
  /// Whatever version an extract holds up to this one has given way to an earlier change of the set.
  fileprivate(set) var clearedVersion: UInt32 = 0

  /// Whether an extract that holds `old` of the object gets the new state.
  func replaces(_ old: UInt32) -> Bool {
    version == 0 || max(version, clearedVersion) >= old
  }

  fileprivate mutating func take(_ next: FiledVersion) {
    let isNewer = version == 0 || next.version == 0 || next.version >= version
    // What is deleted comes back under any version.
    guard isNewer || !isVisible && next.isVisible else { return }
    clearedVersion = max(clearedVersion, version == 0 ? .max : version)
    (number, version, isVisible) = (next.number, next.version, next.isVisible)
  }
}

/// One version of an object in a change file.
private struct FiledVersion {
  let key: ObjectKey
  /// The number of the file.
  let file: Int
  /// In the store, ascending through all files.
  let number: Int
  let version: UInt32
  let isVisible: Bool
}

/// One change for each object, sorted.
private func folded(_ versions: [FiledVersion]) -> [Change] {
  let sorted = versions.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
  var changes: [Change] = []
  var begin = 0
  while begin < sorted.count {
    var end = begin
    var best = sorted[begin]
    while end < sorted.count, sorted[end].key == best.key, sorted[end].file == best.file {
      let next = sorted[end]
      if best.version == 0 || next.version == 0 || next.version >= best.version { best = next }
      end += 1
    }
    if changes.last?.key == best.key {
      changes[changes.count - 1].take(best)
    } else {
      changes.append(
        Change(key: best.key, number: best.number, version: best.version, isVisible: best.isVisible))
    }
    begin = end
  }
  return changes
}
