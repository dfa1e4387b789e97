package import Geodesy

/// Which objects of a change set belong to a region.
///
/// What is in the region's extract stays in it until it is deleted. What is not enters by the rules by which extracts
/// are cut:
///
/// - a node that lies in the area, or to which a way of the region refers;
/// - a way of which a node lies in the area, after the change;
/// - a relation with a node or a way of the region as a member, or with another relation of the region.
///
/// - Source: osmium extract, strategy `complete_ways`.
package struct Clipping {
  /// By the numbers of the changes.
  private var enters: [Bool]
  /// Nodes of entering ways that neither the changes nor the extract hold: the part of such a way near them is lost.
  package private(set) var missingNodes = 0

  private let changes: ChangeSet
  private let extract: AskedObjects

  /// Reads the extract once; memory grows with the changes.
  ///
  /// - Throws: ``ExtractError`` if the extract is damaged or unsorted.
  package init(_ changes: ChangeSet, extract path: String, area: (Place) -> Bool) throws(ExtractError) {
    self.changes = changes
    var asked = AskedObjects(changes)
    let awaited = try asked.find(in: path, changes: changes, area: area)
    extract = asked
    enters = changes.changes.map { asked.isPresent($0.key) }
    for number in changes.changes.indices where changes.changes[number].key.kind == .nodes {
      guard changes.changes[number].isVisible, !enters[number] else { continue }
      let place = changes.with(number) { $0.place }
      enters[number] = place.map(area) ?? false || awaited.contains(changes.changes[number].key.id)
    }
    enterWays(area)
    enterRelations()
  }

  /// Whether a change belongs to the region.
  package func enters(_ number: Int) -> Bool { enters[number] }

  private mutating func enterWays(_ area: (Place) -> Bool) {
    for number in visible(.ways) {
      let nodes = changes.with(number) { $0.nodeIDs }
      enters[number] = enters[number] || nodes.contains { isNode($0, in: area) }
      guard enters[number] else { continue }
      for id in nodes {
        let node = ObjectKey(.nodes, id)
        if let change = changes.number(of: node) {
          if changes.changes[change].isVisible { enters[change] = true } else { missingNodes += 1 }
        } else if !extract.isPresent(node) {
          missingNodes += 1
        }
      }
    }
  }

  /// Relations may be members of one another, so that one brings the next.
  private mutating func enterRelations() {
    var waiting = visible(.relations).filter { !enters[$0] }
    var count = Int.max
    while waiting.count < count {
      count = waiting.count
      waiting = waiting.filter { number in
        let members = changes.with(number) { $0.members }
        enters[number] = members.contains { isInRegion(ObjectKey($0.kind, $0.id)) }
        return !enters[number]
      }
    }
  }

  private func visible(_ kind: OSMFile.Kinds) -> [Int] {
    changes.changes.indices.filter { changes.changes[$0].key.kind == kind && changes.changes[$0].isVisible }
  }

  private func isNode(_ id: Int64, in area: (Place) -> Bool) -> Bool {
    let key = ObjectKey(.nodes, id)
    guard let change = changes.number(of: key) else { return extract.isInArea(key) }
    guard changes.changes[change].isVisible else { return false }
    return changes.with(change) { $0.place }.map(area) ?? false
  }

  private func isInRegion(_ key: ObjectKey) -> Bool {
    guard let change = changes.number(of: key) else { return extract.isPresent(key) }
    return changes.changes[change].isVisible && enters[change]
  }
}

/// The objects of which a change set speaks, and what an extract has of them.
private struct AskedObjects {
  private let keys: [ObjectKey]
  private var present: [Bool]
  private var inArea: [Bool]

  init(_ changes: ChangeSet) {
    var asked = changes.changes.map(\.key)
    changes.forEachVisible { _, object in
      asked += object.nodeIDs.map { ObjectKey(.nodes, $0) }
      asked += object.members.map { ObjectKey($0.kind, $0.id) }
      return true
    }
    asked.sort()
    var keys: [ObjectKey] = []
    for key in asked where keys.last != key { keys.append(key) }
    self.keys = keys
    present = Array(repeating: false, count: keys.count)
    inArea = present
  }

  /// Looks them up in the extract.
  ///
  /// - Returns: changed nodes that the extract lacks though ways refer to them that do not change.
  mutating func find(
    in path: String, changes: ChangeSet, area: (Place) -> Bool
  ) throws(ExtractError) -> Set<Int64> {
    let extract = try SortedExtract(path: path)
    var awaited: Set<Int64> = []
    var absent: Set<Int64>?
    var row = 0
    while try extract.next(), let key = extract.key {
      while row < keys.count, keys[row] < key { row += 1 }
      if row < keys.count, keys[row] == key {
        present[row] = true
        if key.kind == .nodes { inArea[row] = extract.file.place.map(area) ?? false }
      }
      guard key.kind == .ways else { continue }
      if absent == nil { absent = changedNodesNotFound(changes) }
      if let absent, !absent.isEmpty, changes.number(of: key) == nil {
        awaited.formUnion(extract.file.nodeIDs.filter(absent.contains))
      }
    }
    return awaited
  }

  private func changedNodesNotFound(_ changes: ChangeSet) -> Set<Int64> {
    Set(changes.changes.lazy.filter { $0.key.kind == .nodes && $0.isVisible && !isPresent($0.key) }.map(\.key.id))
  }

  func isPresent(_ key: ObjectKey) -> Bool { row(of: key).map { present[$0] } ?? false }

  func isInArea(_ key: ObjectKey) -> Bool { row(of: key).map { inArea[$0] } ?? false }

  private func row(of key: ObjectKey) -> Int? {
    var range = 0..<keys.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if keys[middle] == key { return middle }
      range = keys[middle] < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }
}
