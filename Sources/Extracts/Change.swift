/// What becomes of one object.
struct Change: BitwiseCopyable {
  let key: ObjectKey
  /// Of the new state, unless the object is deleted.
  fileprivate(set) var place: StoredPlace
  /// 0 if unknown.
  fileprivate(set) var version: UInt32
  fileprivate(set) var isVisible: Bool
  /// Whatever version an extract holds up to this one has given way to an earlier change of the set.
  fileprivate(set) var clearedVersion: UInt32 = 0

  fileprivate init(_ first: FiledVersion) {
    (key, place, version, isVisible) = (first.key, first.place, first.version, first.isVisible)
  }

  /// The same change, with its object at another place.
  init(_ other: Change, at place: StoredPlace) {
    self = other
    self.place = place
  }

  /// Whether an extract that holds `old` of the object gets the new state.
  func replaces(_ old: UInt32) -> Bool {
    version == 0 || max(version, clearedVersion) >= old
  }

  fileprivate mutating func take(_ next: FiledVersion) {
    let isNewer = version == 0 || next.version == 0 || next.version >= version
    // What is deleted comes back under any version.
    guard isNewer || !isVisible && next.isVisible else { return }
    clearedVersion = max(clearedVersion, version == 0 ? .max : version)
    (place, version, isVisible) = (next.place, next.version, next.isVisible)
  }
}

/// Where an object is stored: in an object store, or in a scratch file.
struct StoredPlace: BitwiseCopyable {
  /// Its number in a store, or the offset of its bytes in a scratch file.
  var position = 0
  /// In a scratch file: its size, and the run to which it belongs.
  var byteCount: UInt32 = 0
  var run: UInt32 = 0
}

/// One version of an object in a change file.
struct FiledVersion: BitwiseCopyable {
  let key: ObjectKey
  /// Through all files, ascending.
  let sequence: Int
  var place: StoredPlace
  /// The number of the file.
  let file: UInt32
  let version: UInt32
  let isVisible: Bool

  /// Whether it surely gives way to the next version of the object in the order of files.
  func givesWay(to next: FiledVersion) -> Bool {
    key == next.key && (version == 0 || next.version == 0 || next.version >= version)
  }
}

extension FiledVersion: Comparable {
  static func < (one: FiledVersion, other: FiledVersion) -> Bool {
    one.key == other.key ? one.sequence < other.sequence : one.key < other.key
  }

  static func == (one: FiledVersion, other: FiledVersion) -> Bool { one.sequence == other.sequence }
}

/// Makes one change of all versions of each object, which come sorted.
struct ChangeFold {
  /// The change of the current object by all files before the one of ``best``.
  private var change: Change?
  /// The best version of the current object in the current file.
  private var best: FiledVersion?

  /// - Returns: the change of the object before, if there was one and this is another object.
  mutating func add(_ next: FiledVersion) -> Change? {
    guard let best else {
      self.best = next
      return nil
    }
    if best.key == next.key, best.file == next.file {
      if best.givesWay(to: next) { self.best = next }
      return nil
    }
    take(best)
    self.best = next
    guard best.key != next.key else { return nil }
    defer { change = nil }
    return change
  }

  /// - Returns: the change of the last object.
  mutating func finish() -> Change? {
    if let best { take(best) }
    defer { (best, change) = (nil, nil) }
    return change
  }

  private mutating func take(_ version: FiledVersion) {
    if change == nil { change = Change(version) } else { change?.take(version) }
  }
}
