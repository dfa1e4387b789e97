/// Why a map could not be imported.
package enum MapImportError: Error, Equatable, Sendable {
  case notFound(path: String)
  /// `reason` is the system's or the decoder's text.
  case unreadable(path: String, reason: String)
  /// Standard input cannot be read twice.
  case standardInput
  /// Neither PBF, OSM XML, o5m nor OPL.
  case notOSM(path: String)
  case damaged(path: String, reason: String)
  /// `what` names the kind of file, `cure` says what to do with it.
  case unsupported(path: String, what: String, cure: String)
  case noRoads(path: String)
  /// An edge list's header row lacks a column.
  case missingColumn(path: String, column: String)
}

extension MapImportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound(let path):
      "\(path): there is no such file. Check the name and the folder."
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)."
    case .standardInput:
      "A map is read twice, which standard input cannot do. Save it to a file first and name that file."
    case .notOSM(let path):
      "\(path): is not an OpenStreetMap file (PBF, XML, o5m or OPL; .gz and .bz2 are understood)."
    case .damaged(let path, let reason):
      "\(path): is damaged or cut short (\(reason)). Fetch it again."
    case .unsupported(let path, let what, let cure):
      "\(path): is \(what). \(cure)"
    case .noRoads(let path):
      "\(path): holds no roads. Take an extract with highways and the nodes they run over."
    case .missingColumn(let path, let column):
      "\(path):1: the header row has no column `\(column)`. Name the columns in the first row."
    }
  }
}
