/// Why a file cannot serve as a road graph.
package enum RoadGraphError: Error, Equatable, Sendable {
  case notAGraph(path: String)
  case foreignByteOrder(path: String)
  case newerVersion(path: String, found: Int, known: Int)
  case olderVersion(path: String, found: Int, known: Int)
  case truncated(path: String, expected: Int, found: Int)
  /// `section` is `header` or the four letters of a section.
  case damaged(path: String, section: String)
  case missingSection(path: String, section: String)
  /// The section holds a number that another section contradicts; its checksum is right.
  case contradictory(path: String, section: String)
}

extension RoadGraphError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAGraph(let path):
      "\(path): not a road graph. Build one from an OSM extract: tracemill map build EXTRACT -o MAP.tmg"
    case .foreignByteOrder(let path):
      "\(path): written on a machine of another byte order. Build it again on this one with: tracemill map build"
    case .newerVersion(let path, let found, let known):
      "\(path): graph format \(found) is newer than this program reads (\(known)). Update tracemill, or build the map again."
    case .olderVersion(let path, let found, let known):
      "\(path): graph format \(found) is older than this program reads (\(known)). Build the map again: tracemill map build"
    case .truncated(let path, let expected, let found):
      "\(path): cut short, \(found) of \(expected) bytes are there. Copy or build the map again."
    case .damaged(let path, let section):
      "\(path): the \(section) part is damaged. Copy or build the map again."
    case .contradictory(let path, let section):
      "\(path): the \(section) section contradicts the rest of the map: it is damaged or was written wrongly. Copy or build the map again."
    case .missingSection(let path, let section):
      "\(path): the \(section) section is missing or of the wrong size. Build the map again: tracemill map build"
    }
  }
}
