/// Why two files cannot be compared at all.
package enum ComparisonError: Error, Equatable, Sendable {
  /// The sentence of the storage error.
  case unreadable(String)
  case empty(path: String)
  /// A CSV file whose columns describe neither edges nor lines.
  case columnsUnknown(path: String, wanted: String)
  case notGeoJSON(path: String, reason: String)
  /// No row or feature of the file could be used.
  case nothingUsable(path: String, firstRefusal: String)
  /// Edges in one file, lines in the other.
  case differentKinds(truth: String, result: String)
  /// One file names no traces, and the other has several.
  case cannotPair(nameless: String, other: String, traces: Int)
  /// Edges without lengths.
  case lengthsUnknown
  /// The points name edges of a map, but no map was given.
  case pointsNeedMap(path: String)
}

extension ComparisonError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let sentence): sentence
    case .empty(let path): "\(path): the file is empty"
    case .columnsUnknown(let path, let wanted): "\(path): the header has no \(wanted)"
    case .notGeoJSON(let path, let reason): "\(path): not GeoJSON: \(reason)"
    case .nothingUsable(let path, let refusal): "\(path): nothing in it can be compared; the first refusal: \(refusal)"
    case .differentKinds(let truth, let result):
      "\(truth) and \(result): one holds edges and the other lines; compare edges with edges or lines with lines"
    case .cannotPair(let nameless, let other, let traces):
      "\(nameless) names no traces and \(other) has \(traces); add a column or property trace_id"
    case .lengthsUnknown: "the lengths of the edges are not known; name the map with --map, or add a column length_m"
    case .pointsNeedMap(let path):
      "\(path): its points name edges of a map; name it with --map, or add columns from_node and to_node"
    }
  }
}
