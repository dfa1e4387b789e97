package import Geodesy

/// Which objects of a change set belong to a region.
///
/// An object in the region's extract stays until it is deleted. Other objects enter by the rules by which extracts are
/// cut:
///
/// - a node in the area, or one to which a way of the region refers;
/// - a way with a node in the area, after the change;
/// - a relation with a node or a way of the region as a member, or with another relation of the region.
///
/// Memory is bounded as for reading the changes, plus one bit for each change; longer lists are kept on disk.
///
/// - Source: osmium extract, strategy `complete_ways`.
package struct Clipping {
  /// One bit per change, by its number: whether its object enters the region.
  private var entering: BitRow
  /// Nodes of entering ways that neither the changes nor the extract hold: the part of such a way near them is lost.
  package private(set) var missingNodes = 0

  /// Reads the extract once.
  ///
  /// - Throws: ``ExtractError`` if the extract is damaged or unsorted.
  package init(_ changes: ChangeSet, extract path: String, area: @escaping (Place) -> Bool) throws(ExtractError) {
    var join = try RegionJoin(changes, area)
    try join.run(extract: path)
    entering = join.entering
    try enterAwaitedNodes(changes, join.awaited)
    try enterNodes(of: join.wayNodes)
    try join.missingNodes.forEach { way in
      if entering[way] { missingNodes += 1 }
      return true
    }
    try enterRelations(join.relationMembers)
  }

  /// Whether a change belongs to the region.
  package func enters(_ number: Int) -> Bool { entering[number] }

  /// Nodes to which ways of the extract refer that do not change.
  private mutating func enterAwaitedNodes(
    _ changes: ChangeSet, _ awaited: SortedRows<ObjectKey>
  ) throws(ExtractError) {
    var cursor = changes.cursor()
    try cursor.next()
    var keys = try awaited.cursor()
    while let key = try keys.next() {
      while let change = cursor.change, change.key < key { try cursor.next() }
      guard let change = cursor.change else { return }
      if change.key == key, change.isVisible { entering[cursor.number] = true }
    }
  }

  private mutating func enterNodes(of wayNodes: Spool<ChangeLink>) throws(ExtractError) {
    try wayNodes.forEach { link in
      if entering[link.from] { entering[link.to] = true }
      return true
    }
  }

  /// Relations may be members of one another, so one that enters brings in the next.
  private mutating func enterRelations(_ members: Spool<ChangeLink>) throws(ExtractError) {
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      try members.forEach { link in
        if entering[link.to], !entering[link.from] {
          entering[link.from] = true
          isGrowing = true
        }
        return true
      }
    }
  }
}

/// A changed way or relation refers to another changed object, which is not deleted; both by the numbers of the changes.
struct ChangeLink: BitwiseCopyable {
  let from: Int
  let to: Int
}

/// One row of flags.
struct BitRow {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  subscript(_ number: Int) -> Bool {
    get { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }
    set {
      let bit = UInt64(1) << UInt64(number & 63)
      if newValue { words[number >> 6] |= bit } else { words[number >> 6] &= ~bit }
    }
  }
}
