package import Extracts

/// Why a map could not be imported.
package enum MapImportError: Error, Equatable, Sendable {
  /// The extract cannot be read.
  case extract(ExtractError)
  /// A list of nodes or edges is absent.
  case notFound(path: String)
  /// `reason` is the system's or the decoder's text.
  case unreadable(path: String, reason: String)
  case damaged(path: String, reason: String)
  case noRoads(path: String)
  /// An edge list's header row lacks a column.
  case missingColumn(path: String, column: String)
  /// The record of what a map depends on is of another kind or damaged.
  case noFootprint(path: String)
}

extension MapImportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .extract(let error):
      error.description
    case .notFound(let path):
      "\(path): there is no such file. Check the name and the folder."
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)."
    case .damaged(let path, let reason):
      "\(path): is damaged or cut short (\(reason)). Fetch it again."
    case .noRoads(let path):
      "\(path): holds no roads. Take an extract with highways and the nodes they run over."
    case .missingColumn(let path, let column):
      "\(path):1: the header row has no column `\(column)`. Name the columns in the first row."
    case .noFootprint(let path):
      "\(path): is damaged or no record of what a map depends on. Build the map again."
    }
  }
}
