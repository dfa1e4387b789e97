package import Records
internal import Storage

/// Why a file of a policy, traffic, areas, lines or routes cannot be used at all.
package enum ChangeFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence of the storage error.
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

/// An invalid rule or row, with its number.
package struct NumberedRefusal: Sendable {
  /// The number of a rule, or the line of a row, from 1.
  package var number: Int
  package var refusal: RequestRefusal
}

/// A whole file, compressed or not.
func wholeFile(_ path: String) throws(ChangeFileError) -> [UInt8] {
  do throws(StorageError) {
    let bytes = try wholeFile(path, atMost: .document)
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    return try ByteStream.text(ByteStream(bytes, path: path)).readRest(atMost: .document)
  } catch {
    throw .unreadable(error.description)
  }
}

/// A file of any length, decompressed, whose records are read one by one.
func openedFile(_ path: String) throws(ChangeFileError) -> RecordBuffer {
  do throws(StorageError) {
    if let size = fileSize(of: path), size > ReadingBound.documents.byteCount {
      throw StorageError.tooLarge(path: path, bound: .documents)
    }
    return RecordBuffer(ByteStream.text(try ByteStream(path: path)))
  } catch {
    throw .unreadable(error.description)
  }
}
