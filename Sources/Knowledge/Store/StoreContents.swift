internal import Records
package import RoadGraph
internal import Storage

/// A map on which drives of a store were matched.
package struct StoredMap: Hashable, Sendable {
  /// ``RoadGraph/version``.
  package var version: String
  /// The file from which it was built, and the time of its data; empty if unknown.
  package var source: String
  package var dataTime: String
  /// Where it was, as given to the run.
  package var path: String

  init(version: String, source: String, dataTime: String, path: String) {
    self.version = version
    self.source = source
    self.dataTime = dataTime
    self.path = path
  }

  init(of graph: RoadGraph) {
    self.init(
      version: graph.version, source: graph.provenance.source, dataTime: graph.provenance.dataTime, path: graph.path)
  }
}

/// What `knowledge.json` says.
package struct StoreContents: Hashable, Sendable {
  package var mode: TravelMode
  /// The zone whose hours the tables have; `nil` is the zone of each road.
  package var zone: String?
  /// By version.
  package internal(set) var maps: [StoredMap] = []

  static let version = 1

  init(mode: TravelMode, zone: String? = nil) {
    self.mode = mode
    self.zone = zone
  }

  /// Of two paths of a map the one stays that leads to a file, or else the first in order: so the order of runs does not
  /// matter.
  mutating func add(_ map: StoredMap) {
    guard let index = maps.firstIndex(where: { $0.version == map.version }) else {
      maps.append(map)
      maps.sort { $0.version < $1.version }
      return
    }
    let rank = { (path: String) in (FileKind(at: path) == .file ? 0 : 1, path) }
    maps[index].path = [maps[index].path, map.path].min { rank($0) < rank($1) } ?? map.path
  }

  var bytes: [UInt8] {
    JSONValue.object([
      "tracemill_knowledge": .integer(Self.version), "mode": .text(mode.name), "time_zone": zone.map(JSONValue.text),
      "maps": .list(
        maps.map { map in
          .object([
            "version": .text(map.version), "source": .text(map.source), "data_time": .text(map.dataTime),
            "path": .text(map.path),
          ])
        }),
    ]).rendered()
  }

  /// - Throws: ``StoreError/damaged(path:)``, ``StoreError/newer(path:found:known:)``.
  init(_ bytes: [UInt8], path: String) throws(StoreError) {
    guard let document = try? JSONValue(parsing: bytes), let version = document["tracemill_knowledge"]?.integer else {
      throw .damaged(path: path)
    }
    guard version <= Self.version else { throw .newer(path: path, found: version, known: Self.version) }
    guard let mode = document["mode"]?.text.flatMap({ TravelMode(name: $0) }), let maps = document["maps"]?.list else {
      throw .damaged(path: path)
    }
    self.init(mode: mode, zone: document["time_zone"]?.text)
    for map in maps {
      guard let version = map["version"]?.text else { throw .damaged(path: path) }
      let text = { (name: String) in map[name]?.text ?? "" }
      self.maps.append(
        StoredMap(version: version, source: text("source"), dataTime: text("data_time"), path: text("path")))
    }
  }
}
