internal import Geodesy

/// Walks over an extract, the changes, and all references of the changes, in the order of kinds and ids, so that what
/// is known of an object meets the references to it.
struct RegionJoin {
  /// Which changes belong to the region whatever others do: by their number.
  private(set) var entering: BitRow
  /// Changed ways with their changed nodes that are not deleted.
  let wayNodes: Spool<ChangeLink>
  /// Changed ways, once for each of their nodes that there is not after the change.
  let missingNodes: Spool<Int>
  /// Changed relations with their changed members that are not deleted.
  let relationMembers: Spool<ChangeLink>
  /// Nodes to which unchanged ways of the extract refer; among them all changed nodes outside that the extract lacks.
  let awaited: SortedRows<ObjectKey>

  private let area: (Place) -> Bool
  private var changes: ChangeCursor
  private var references: MergedRuns<Reference>
  private var reference: Reference?
  /// Changed nodes outside that the extract lacks, and some others.
  private var foreignNodes: IDSieve

  init(_ changes: ChangeSet, _ area: @escaping (Place) -> Bool) throws(ExtractError) {
    let memory = changes.memory
    (wayNodes, missingNodes, relationMembers) = (Spool(memory), Spool(memory), Spool(memory))
    awaited = SortedRows(memory)
    entering = BitRow(count: changes.count)
    foreignNodes = IDSieve(expecting: changes.count, atMost: memory.byteCount)
    self.area = area
    references = try allReferences(of: changes).cursor()
    reference = try references.next()
    self.changes = changes.cursor()
    try self.changes.next()
  }

  mutating func run(extract path: String) throws(ExtractError) {
    let extract = try SortedExtract(path: path)
    _ = try extract.next()
    while let key = least(least(extract.key, changes.change?.key), reference?.key) {
      let object = try object(key, extract)
      enter(object)
      try answer(object)
      if object.isInExtract {
        if object.change == nil, key.kind == .ways { try note(extract.file.nodeIDs) }
        _ = try extract.next()
      }
      if object.change != nil { try changes.next() }
    }
  }

  // MARK: One object

  /// What is known of an object that the extract, the changes or a reference mention.
  private struct JoinedObject {
    let key: ObjectKey
    let isInExtract: Bool
    /// The number of its change, if it has one.
    let change: Int?
    /// Whether it exists after the change.
    let exists: Bool
    /// Whether it is a node in the area after the change.
    let isInArea: Bool
  }

  private mutating func object(_ key: ObjectKey, _ extract: SortedExtract) throws(ExtractError) -> JoinedObject {
    let isInExtract = extract.key == key
    guard let change = changes.change, change.key == key else {
      let place = isInExtract && key.kind == .nodes ? extract.file.place : nil
      return JoinedObject(
        key: key, isInExtract: isInExtract, change: nil, exists: isInExtract, isInArea: place.map(area) ?? false)
    }
    let place = change.isVisible && key.kind == .nodes ? try changes.with { $0.place } : nil
    return JoinedObject(
      key: key, isInExtract: isInExtract, change: changes.number, exists: change.isVisible,
      isInArea: place.map(area) ?? false)
  }

  private mutating func enter(_ object: JoinedObject) {
    guard let change = object.change else { return }
    if object.isInExtract || object.isInArea {
      entering[change] = true
    } else if object.exists, object.key.kind == .nodes {
      foreignNodes.insert(object.key.id)
    }
  }

  /// Answers the references to an object.
  private mutating func answer(_ object: JoinedObject) throws(ExtractError) {
    while let reference, reference.key == object.key {
      let link = object.change.map { ChangeLink(from: reference.number, to: $0) }
      if reference.isOfWay {
        if object.isInArea { entering[reference.number] = true }
        if !object.exists {
          try missingNodes.append(reference.number)
        } else if let link {
          try wayNodes.append(link)
        }
      } else if object.exists {
        if let link { try relationMembers.append(link) } else { entering[reference.number] = true }
      }
      self.reference = try references.next()
    }
  }

  /// Notes to what a way of the extract refers.
  private func note(_ nodes: [Int64]) throws(ExtractError) {
    for id in nodes where foreignNodes.mayHold(id) { try awaited.append(ObjectKey(.nodes, id)) }
  }
}

private func least(_ one: ObjectKey?, _ other: ObjectKey?) -> ObjectKey? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

/// That a changed way or relation refers to an object.
struct Reference: BitwiseCopyable, Comparable {
  let key: ObjectKey
  /// The number of the change that refers to it.
  let number: Int
  let isOfWay: Bool

  static func < (one: Reference, other: Reference) -> Bool {
    one.key == other.key ? one.number < other.number : one.key < other.key
  }
}

/// Each time that a changed object refers to another one.
private func allReferences(of changes: ChangeSet) throws(ExtractError) -> SortedRows<Reference> {
  let references = SortedRows<Reference>(changes.memory)
  var cursor = changes.cursor()
  while let change = try cursor.next() {
    guard change.isVisible, change.key.kind != .nodes else { continue }
    let isOfWay = change.key.kind == .ways
    let keys = try cursor.with { object in
      isOfWay
        ? object.nodeIDs.map { ObjectKey(.nodes, $0) } : object.members.map { ObjectKey($0.kind, $0.id) }
    }
    for key in keys { try references.append(Reference(key: key, number: cursor.number, isOfWay: isOfWay)) }
  }
  return references
}

/// A set of ids that may hold some more than were put in; the fuller it is, the more.
///
/// - Source: Bloom, CACM 1970, doi:10.1145/362686.362692, with three bits for each id.
struct IDSieve {
  private var bits: BitRow
  private let mask: UInt64

  /// - Parameters:
  ///   - count: the most ids to expect. With 16 bits for each, one of 180 other ids is held by mistake.
  ///   - byteCount: the most memory to take.
  init(expecting count: Int, atMost byteCount: Int) {
    var size = 1 << 10
    while size < 16 * count, size < 4 * byteCount { size *= 2 }
    bits = BitRow(count: size)
    mask = UInt64(size - 1)
  }

  mutating func insert(_ id: Int64) { for bit in positions(id) { bits[bit] = true } }

  func mayHold(_ id: Int64) -> Bool {
    let (one, two, three) = positionsOf(id)
    return bits[one] && bits[two] && bits[three]
  }

  private func positions(_ id: Int64) -> [Int] {
    let (one, two, three) = positionsOf(id)
    return [one, two, three]
  }

  /// Three numbers of bits, by the mixing of SplitMix64.
  private func positionsOf(_ id: Int64) -> (Int, Int, Int) {
    var word = UInt64(bitPattern: id) &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return (Int(word & mask), Int(word >> 21 & mask), Int((word >> 42 | word << 22) & mask))
  }
}
