import Geodesy

@testable import Extracts

/// What becomes of an extract by the rules of ``ChangeSet`` and ``Clipping``, in the plainest way: all in memory, with
/// searches through everything.
struct PlainUpdate {
  private struct State {
    var object: PlainObject
    var clearedVersion: UInt32 = 0
    var isInExtract = false
  }

  private let extract: [ObjectKey: PlainObject]
  private var changes: [ObjectKey: State] = [:]

  init(_ extract: String, files: [String]) throws {
    self.extract = Dictionary(uniqueKeysWithValues: try PlainObject.all(of: extract).map { ($0.key, $0) })
    for file in files {
      var best: [ObjectKey: PlainObject] = [:]
      for object in try PlainObject.all(of: file) {
        if let known = best[object.key], known.version != 0, object.version != 0, object.version < known.version {
          continue
        }
        best[object.key] = object
      }
      for object in best.values { take(object) }
    }
  }

  private mutating func take(_ object: PlainObject) {
    guard let known = changes[object.key] else {
      changes[object.key] = State(object: object)
      return
    }
    let version = known.object.version
    let isNewer = version == 0 || object.version == 0 || object.version >= version
    guard isNewer || !known.object.isVisible && object.isVisible else { return }
    changes[object.key] = State(
      object: object, clearedVersion: max(known.clearedVersion, version == 0 ? .max : version))
  }

  /// The lines of the new extract.
  func lines(area: ((Place) -> Bool)? = nil) -> [String] {
    var result = extract
    let entering = area.map(entering)
    for (key, state) in changes {
      if let old = extract[key] {
        let version = state.object.version
        guard version == 0 || max(version, state.clearedVersion) >= old.version else { continue }
        result[key] = state.object.isVisible ? state.object : nil
      } else if state.object.isVisible, entering?.contains(key) ?? true {
        result[key] = state.object
      }
    }
    return result.values.sorted { $0.key < $1.key }.map(\.line)
  }

  private func entering(_ area: (Place) -> Bool) -> Set<ObjectKey> {
    let visible = changes.values.map(\.object).filter(\.isVisible)
    var entering = Set(changes.keys.filter { extract[$0] != nil })
    func isInArea(_ node: ObjectKey) -> Bool {
      let object = changes[node]?.object ?? extract[node]
      return object?.isVisible ?? false ? object?.place.map(area) ?? false : false
    }
    for object in visible {
      if object.key.kind == .nodes, isInArea(object.key) { entering.insert(object.key) }
      if object.key.kind == .ways, object.references.contains(where: isInArea) { entering.insert(object.key) }
    }
    let ways = visible.filter { $0.key.kind == .ways && entering.contains($0.key) }
    let stayingWays = extract.values.filter { $0.key.kind == .ways && changes[$0.key] == nil }
    for node in (ways + stayingWays).flatMap(\.references) where changes[node] != nil { entering.insert(node) }
    for _ in visible {
      for relation in visible where relation.key.kind == .relations {
        let isHere = relation.references.contains { key in
          guard let change = changes[key] else { return extract[key] != nil }
          return change.object.isVisible && entering.contains(key)
        }
        if isHere { entering.insert(relation.key) }
      }
    }
    return entering
  }
}

/// One object of a file, with all that the rules look at.
struct PlainObject {
  let key: ObjectKey
  let version: UInt32
  let isVisible: Bool
  let place: Place?
  /// Nodes of a way, members of a relation.
  let references: [ObjectKey]
  /// As in ``Workshop``.
  let line: String

  static func all(of path: String) throws -> [PlainObject] {
    var file = try OSMFile(path: path, format: OSMFormat(path: path), metadata: true)
    var all: [PlainObject] = []
    let lines = try objects(of: path)
    while let kind = try file.next() {
      let nodes = file.object.nodeIDs.map { ObjectKey(.nodes, $0) }
      let members = file.object.members.map { ObjectKey($0.kind, $0.id) }
      all.append(
        PlainObject(
          key: ObjectKey(kind, file.id), version: file.version, isVisible: file.isVisible, place: file.place,
          references: nodes + members, line: lines[all.count]))
    }
    return all
  }
}
