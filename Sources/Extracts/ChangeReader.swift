internal import Storage

/// Reads change files into sorted changes, with a bounded amount of memory.
///
/// As many objects as fit are kept and sorted; then they are written to scratch files as a run. In the end all runs are
/// merged. Runs keep every version with its file, so the result equals one sort in memory.
struct ChangeReader {
  private let memory: ChangeMemory
  private var store = ObjectStore()
  private var versions: [FiledVersion] = []
  private var sequence = 0
  /// Objects of the runs, in the order of each run.
  private var objects: ScratchObjects?
  private let runs: SortedRows<FiledVersion>
  private var runCount = 0

  init(_ memory: ChangeMemory) {
    self.memory = memory
    runs = SortedRows(memory)
  }

  // MARK: Reading

  /// Reads a file that counts after all others.
  mutating func read(_ path: String, number: Int) throws(ExtractError) {
    var file = try changeFile(path)
    while let kind = try file.next() {
      let key = ObjectKey(kind, file.id)
      try keep(file, key)
      versions.append(
        FiledVersion(
          key: key, sequence: sequence, place: StoredPlace(position: store.count - 1), file: UInt32(number),
          version: file.version, isVisible: file.isVisible))
      sequence += 1
      if store.byteCount + versions.count * Self.bytesBeside > memory.byteCount { try cut() }
    }
  }

  /// Puts the current object of a file into the store.
  private func keep(_ file: borrowing OSMFile, _ key: ObjectKey) throws(ExtractError) {
    let begin = store.byteCount
    guard store.add(file) else { throw .unreadable(path: file.path, reason: "out of memory") }
    guard store.byteCount - begin <= memory.byteCount else {
      throw .tooLarge(path: file.path, object: key.text, byteCount: memory.byteCount)
    }
  }

  /// What a version takes beside its object, in bytes: itself, half of it for sorting, and where it begins in the store.
  private static let bytesBeside = MemoryLayout<FiledVersion>.stride * 3 / 2 + 8

  /// Ends a run: its objects leave memory.
  private mutating func cut() throws(ExtractError) {
    let objects = if let objects { objects } else { ScratchObjects(try memory.scratchFile()) }
    self.objects = objects
    versions.sort()
    for number in versions.indices {
      let version = versions[number]
      versions[number].place = StoredPlace()
      let isReplaced = number + 1 < versions.count && version.givesWay(to: versions[number + 1])
      guard version.isVisible, !isReplaced else { continue }
      versions[number].place = try objects.append(store, version.place.position)
      versions[number].place.run = UInt32(runCount)
    }
    try objects.flush()
    try runs.append(run: versions)
    runCount += 1
    versions.removeAll(keepingCapacity: true)
    store.removeAll()
  }

  // MARK: The result

  /// All changes, by kind and id. Ends the reading.
  mutating func finish() throws(ExtractError) -> (changes: Spool<Change>, objects: ChangedObjects) {
    guard objects == nil else { return try merged() }
    let changes = Spool<Change>(memory)
    var fold = ChangeFold()
    versions.sort()
    for version in versions { if let change = fold.add(version) { try changes.append(change) } }
    if let change = fold.finish() { try changes.append(change) }
    return (changes, .inMemory(store))
  }

  private mutating func merged() throws(ExtractError) -> (changes: Spool<Change>, objects: ChangedObjects) {
    if !versions.isEmpty { try cut() }
    // Their memory is needed for the runs.
    (versions, store) = ([], ObjectStore())
    guard let objects else { return (Spool(memory), .inMemory(store)) }
    var result = MergedChanges(
      changes: Spool(memory), objects: ScratchObjects(try memory.scratchFile()),
      windows: (0..<runCount).map { _ in objects.window(memory.bytesRead(runs: runCount)) })
    var fold = ChangeFold()
    var cursor = try runs.cursor()
    while let version = try cursor.next() { if let change = fold.add(version) { try result.append(change) } }
    if let change = fold.finish() { try result.append(change) }
    try result.objects.flush()
    return (result.changes, .onDisk(result.objects))
  }
}

/// Changes and their objects, on the way from the runs to where they stay.
private struct MergedChanges {
  let changes: Spool<Change>
  let objects: ScratchObjects
  /// Of each run.
  var windows: [ScratchObjects.Window]

  mutating func append(_ change: Change) throws(ExtractError) {
    guard change.isVisible else { return try changes.append(Change(change, at: StoredPlace())) }
    let bytes = try windows[Int(change.place.run)].bytes(at: change.place)
    try changes.append(Change(change, at: objects.append(bytes)))
  }
}

/// Opens a file with changes.
///
/// - Throws: ``ExtractError`` if it is absent, damaged at its start, or not a change file.
private func changeFile(_ path: String) throws(ExtractError) -> OSMFile {
  let format = try OSMFormat(path: path)
  var file = try OSMFile(path: path, format: format, metadata: true)
  let header = try file.header()
  guard header.hasVersions || format.name == "o5c", format.name != "pbf" else {
    throw .unsupported(path: path, what: "no change file", cure: "Give a file with changes (.osc, .osc.gz).")
  }
  return file
}

/// Reads a change file to its end and keeps nothing of it.
///
/// - Throws: ``ExtractError`` if it is absent, damaged or no change file.
package func checkChanges(_ path: String) throws(ExtractError) {
  var file = try changeFile(path)
  while try file.next() != nil {}
}
