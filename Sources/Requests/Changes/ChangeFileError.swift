package import Records
internal import Storage

/// Why a file of a policy, of traffic, of areas, of lines or of routes cannot be used at all.
package enum ChangeFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence of the storage's error.
  case unreadable(String)
  case badJSON(path: String, JSONError)
  case notAPolicy(path: String)
  case notRoutes(path: String)
  case notAnArea(path: String, String)
  case noLines(path: String, String)
  case missingColumns(path: String, [String])
  case unknownColumn(path: String, String)

  package var description: String {
    switch self {
    case .unreadable(let sentence): sentence
    case .badJSON(let path, let error):
      "\(path):\(error.line): not well-formed JSON: column \(error.column): \(error.fault)"
    case .notAPolicy(let path): "\(path): not a policy; it is a JSON object with a list of objects, rules"
    case .notRoutes(let path): "\(path): these are no route documents of tracemill"
    case .notAnArea(let path, let why), .noLines(let path, let why): "\(path): \(why)"
    case .missingColumns(let path, let names): "\(path):1: the header has no \(names.joined(separator: ", "))"
    case .unknownColumn(let path, let name):
      "\(path):1: traffic has no column \(name); there are \(TrafficColumn.allNames)"
    }
  }
}

/// A rule or row that makes no sense, and which one it is.
package struct NumberedRefusal: Sendable {
  /// Of a rule its number, of a row its line, from 1.
  package var number: Int
  package var refusal: RequestRefusal
}

/// A whole file, compressed with gzip or not.
func wholeFile(_ path: String) throws(ChangeFileError) -> [UInt8] {
  do throws(StorageError) {
    return try ByteStream(path: path).readRest()
  } catch {
    throw .unreadable(error.description)
  }
}
