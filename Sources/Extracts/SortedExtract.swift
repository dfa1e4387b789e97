/// One pass over an extract, whose objects must be sorted and unique.
final class SortedExtract {
  private(set) var file: OSMFile
  /// Of the current object; `nil` before the first and after the last.
  private(set) var key: ObjectKey?
  private var previous: ObjectKey?

  /// - Throws: ``ExtractError`` if there is no such file, or if it is a change or history file.
  init(path: String) throws(ExtractError) {
    let format = try OSMFormat(path: path)
    var file = try OSMFile(path: path, format: format, kinds: .all, metadata: true)
    let header = try file.header()
    guard !header.hasVersions && format.name != "o5c" else {
      throw .unsupported(path: path, what: "a change or history file", cure: "Give an extract in its place.")
    }
    self.file = file
  }

  /// - Returns: false at the end of the file.
  /// - Throws: ``ExtractError`` if the file is damaged, unsorted, or holds an object twice.
  func next() throws(ExtractError) -> Bool {
    guard let kind = try file.next() else {
      key = nil
      return false
    }
    let found = ObjectKey(kind, file.id)
    if let previous, previous >= found {
      if previous == found { throw .repeated(path: file.path, object: found.text) }
      throw .unsorted(path: file.path, object: found.text)
    }
    (previous, key) = (found, found)
    return true
  }
}

extension OSMFile {
  /// The ids of the current way's nodes, in order.
  var nodeIDs: [Int64] { object.nodeIDs }

  /// Whether the current objects of both are equal; see ``OSMObject/equals(_:)``.
  func holdsSame(as other: borrowing OSMFile) -> Bool { object.equals(other.object) }
}
