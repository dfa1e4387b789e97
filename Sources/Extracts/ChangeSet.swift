/// The changes of one or more change files: for each object that they change, what becomes of it.
///
/// The files apply one after the other. Within a file the highest version of an object wins, wherever it stands, and
/// among equal or unknown versions the last.
///
/// Up to a bound the changes are held in memory; beyond it, all of them are in scratch files. The result is the same.
package struct ChangeSet {
  /// By kind and id.
  private let changes: Spool<Change>
  private let objects: ChangedObjects
  let memory: ChangeMemory
  /// An object whose first version is in the files is counted as created, unless it ends up deleted.
  package let counts: ChangeCounts

  /// Of changed objects.
  package var count: Int { changes.count }

  package var isEmpty: Bool { count == 0 }

  /// - Parameter paths: change files in the order of their numbers.
  /// - Throws: ``ExtractError`` if one of them is absent, damaged or no change file, or if the disk cannot take what
  ///   does not fit in memory.
  package init(paths: [String], memory: ChangeMemory = ChangeMemory()) throws(ExtractError) {
    var reader = ChangeReader(memory)
    for (number, path) in paths.enumerated() { try reader.read(path, number: number) }
    let (changes, objects) = try reader.finish()
    try self.init(changes, objects, memory)
  }

  private init(_ changes: Spool<Change>, _ objects: ChangedObjects, _ memory: ChangeMemory) throws(ExtractError) {
    (self.changes, self.objects, self.memory) = (changes, objects, memory)
    var counts = ChangeCounts()
    try changes.forEach { change in
      counts.add(change)
      return true
    }
    self.counts = counts
  }

  /// The changes whose numbers are wanted.
  func filtered(_ isWanted: (Int) -> Bool) throws(ExtractError) -> ChangeSet {
    let wanted = Spool<Change>(memory)
    var cursor = changes.cursor()
    var number = 0
    while let change = try cursor.next() {
      if isWanted(number) { try wanted.append(change) }
      number += 1
    }
    return try ChangeSet(wanted, objects, memory)
  }

  /// A walk over the changes, by kind and id.
  func cursor() -> ChangeCursor { ChangeCursor(changes, objects, memory) }

  /// Lends the new state of each changed object that is not deleted, by kind and id. One at a time.
  ///
  /// - Parameter body: is called with the number of the change; false ends the walk.
  package func forEachVisible(_ body: (Int, borrowing OSMObject) -> Bool) throws(ExtractError) {
    var cursor = cursor()
    while let change = try cursor.next() {
      guard change.isVisible else { continue }
      let number = cursor.number
      guard try cursor.with({ body(number, $0) }) else { return }
    }
  }

  /// Lends the ids of the changed objects, deleted ones as well, in groups of one kind.
  ///
  /// - Returns: whether `body` wants no more.
  package func anyGroupOfIDs(_ body: (OSMFile.Kinds, [Int64]) -> Bool) throws(ExtractError) -> Bool {
    let most = memory.rows(of: Int64.self)
    var group: (kind: OSMFile.Kinds, ids: [Int64]) = (.nodes, [])
    var cursor = changes.cursor()
    while let change = try cursor.next() {
      if change.key.kind != group.kind || group.ids.count == most {
        if body(group.kind, group.ids) { return true }
        group = (change.key.kind, [])
      }
      group.ids.append(change.key.id)
    }
    return body(group.kind, group.ids)
  }
}

extension ChangeCounts {
  fileprivate mutating func add(_ change: Change) {
    if !change.isVisible {
      deleted.add(change.key.kind)
    } else if change.version == 1 {
      created.add(change.key.kind)
    } else {
      modified.add(change.key.kind)
    }
  }
}

/// A walk over the changes of a set.
struct ChangeCursor {
  private var changes: Spool<Change>.Cursor
  /// The current change; `nil` before the first and after the last.
  private(set) var change: Change?
  /// Of the current change.
  private(set) var number = -1
  private let store: ObjectStore
  /// Of the objects, unless they are all in the store.
  private var window: ScratchObjects.Window?
  /// The number of the change whose object the store holds.
  private var loaded = -1

  fileprivate init(_ changes: Spool<Change>, _ objects: ChangedObjects, _ memory: ChangeMemory) {
    self.changes = changes.cursor()
    switch objects {
    case .inMemory(let store): self.store = store
    case .onDisk(let objects): (store, window) = (ObjectStore(), objects.window(memory.bytesRead(runs: 1)))
    }
  }

  /// Steps to the next change.
  @discardableResult
  mutating func next() throws(ExtractError) -> Change? {
    change = try changes.next()
    number += 1
    return change
  }

  /// Lends the new state of the current object, which must be visible.
  mutating func with<Result>(_ body: (borrowing OSMObject) -> Result) throws(ExtractError) -> Result {
    let row = try row()
    return store.with(row, body)
  }

  /// Writes the new state of the current object, which must be visible.
  mutating func write(to writer: ObjectWriter) throws(ExtractError) { writer.write(store, try row()) }

  /// Of the current object in the store.
  private mutating func row() throws(ExtractError) -> Int {
    guard let change, change.isVisible else { preconditionFailure("a deleted object has no state") }
    guard window != nil else { return change.place.position }
    if loaded != number {
      store.removeAll()
      guard let bytes = try window?.bytes(at: change.place), store.add(bytes) else {
        throw .scratch(reason: "out of memory")
      }
      loaded = number
    }
    return 0
  }
}
