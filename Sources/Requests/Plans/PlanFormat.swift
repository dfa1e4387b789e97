internal import Records
internal import Storage
internal import Traces

/// What a file of plans holds.
enum PlanFormat {
  case routes
  case trips
  case requests
  case lines

  /// Decides by the first document that shows it, or by the header of a table.
  init(of path: String) throws(ChangeFileError) {
    var buffer = try openedFile(path)
    let sign: UInt8?
    do throws(StorageError) { sign = try buffer.firstSign() } catch { throw .unreadable(error.description) }
    if sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") {
      self = try Self.ofDocuments(in: path)
    } else {
      let header = String(decoding: buffer.bytes[buffer.begin..<buffer.end].prefix { $0 != 0x0A }, as: UTF8.self)
      let words = KnownColumns.words(of: header).joined()
      self = words.contains("fromlat") && words.contains("tolat") ? .requests : .lines
    }
  }

  private static func ofDocuments(in path: String) throws(ChangeFileError) -> PlanFormat {
    var file = try DocumentFile(path)
    var hasDocument = false
    while let document = try file.next() {
      guard let json = document.value else { continue }
      hasDocument = true
      if let format = PlanFormat(ofDocument: json) { return format }
    }
    return hasDocument ? .lines : .requests  // whose lines are refused one by one
  }

  /// `nil` if the document does not show it.
  private init?(ofDocument json: JSONValue) {
    if json.isTripDocument {
      self = .trips
    } else if json["handle"] != nil {
      self = .routes
    } else if json["waypoints"] != nil || json["line"] != nil {
      self = .requests
    } else if json["type"] != nil {
      self = .lines
    } else {
      return nil
    }
  }
}
