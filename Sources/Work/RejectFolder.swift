internal import FoundationEssentials
internal import Storage

/// A folder for copies of whole files that could not be read or from which nothing came.
///
/// A file keeps the path by which it was named, without the leading `/`; one that leads out of the working folder by
/// `..` has its absolute path. No file is replaced: one with the same content stays as it is, and beside one with other
/// content the copy is called `NAME~2`, and so on.
package struct RejectFolder {
  private let path: String

  package init(path: String) { self.path = path }

  /// The first of some arguments with which the next run would read the copies; `nil` if there is none.
  package func isBelow(any arguments: [String]) -> String? {
    let own = Self.absolute(path) + "/"
    return arguments.first { FileKind(at: $0) == .directory && own.hasPrefix(Self.absolute($0) + "/") }
  }

  /// Copies a file.
  ///
  /// - Returns: the path of the copy, also if it was there before.
  /// - Throws: ``StorageError`` if the file cannot be read or the copy cannot be written.
  package func take(_ file: String) throws -> String {
    let wanted = path + "/" + Self.name(of: file)
    try makeFolder(at: folderPath(of: wanted))
    var place = wanted
    var number = 1
    while FileKind(at: place) != .missing {
      if FileManager.default.contentsEqual(atPath: file, andPath: place) { return place }
      number += 1
      place = "\(wanted)~\(number)"
    }
    try copy(file, to: place)
    return place
  }

  /// The copy appears when it is complete.
  private func copy(_ file: String, to place: String) throws(StorageError) {
    let copy = try AtomicFile(path: place)
    do throws(StorageError) {
      let source = try RawFile(path: file)
      while let chunk = try source.next() { try copy.write(chunk) }
      try copy.commit()
    } catch {
      copy.discard()
      throw error
    }
  }

  static func name(of file: String) -> String {
    let parts = file.split(separator: "/").filter { $0 != "." }
    let path = parts.contains("..") ? Self.absolute(file) : parts.joined(separator: "/")
    return path.hasPrefix("/") ? String(path.dropFirst()) : path
  }

  /// Without links, as far as the path exists.
  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return URL(filePath: whole).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false).withoutSlash
  }
}

extension String {
  fileprivate var withoutSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
