/// Why a folder cannot be summed up.
package enum SummaryError: Error, Equatable, Sendable {
  case noManifest(folder: String)
  case notAManifest(path: String)
  /// The folder has reports of another kind.
  case notOfTrips(folder: String, kind: String)
  case missing(path: String)
  /// The file is not the one that the run wrote.
  case changed(path: String)
  /// The sentence of the reader.
  case unreadable(String)
  case badRow(path: String, line: Int, fault: String)
}

extension SummaryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noManifest(let folder):
      "\(folder): there is no manifest.json, so no run of tracemill has ended here; name the folder that was given to "
        + "match -o"
    case .notAManifest(let path): "\(path): this is no manifest of tracemill"
    case .notOfTrips(let folder, let kind):
      "\(folder): the last run wrote \(kind), and a report sums up trips; name a folder of tracemill match"
    case .missing(let path): "\(path): the manifest lists this file, and it is not there; run match again"
    case .changed(let path):
      "\(path): the file has another size than the run gave it, so it has been changed since; run match again"
    case .unreadable(let sentence): sentence
    case .badRow(let path, let line, let fault): "\(path):\(line): \(fault)"
    }
  }
}
