internal import FoundationEssentials
internal import Glibc
internal import Guidance
package import Reports
internal import Storage

/// A folder of road shields: an icon for each, and a table that says what each is.
///
/// Icons of earlier runs stay, and so do their rows. The folder is known as one by its table.
package struct ShieldFolder {
  private let path: String
  private let overwrites: Bool

  package static let tableName = "shields.csv"
  private static let header = "icon,network,level,country,state,number,text"

  /// - Parameter overwrites: whether files may be replaced that tracemill did not write.
  package init(path: String, overwrites: Bool) {
    self.path = path
    self.overwrites = overwrites
  }

  /// Checks, before a run, whether it may write here.
  ///
  /// - Parameter inputs: the files and folders that the run reads.
  package func check(besides output: ReportDestination, reading inputs: [String]) throws(ShieldFolderError) {
    if FileKind(at: path) == .file || FileKind(at: path) == .stream { throw .isFile(path: path) }
    if let folder = RejectFolder(path: path).isBelow(any: inputs) { throw .isRead(path: path, folder: folder) }
    for folder in inputs + output.folders where Self.absolute(folder) == Self.absolute(path) {
      throw output.folders.contains(folder) ? .isOutput(path: path) : .isRead(path: path, folder: folder)
    }
    guard !overwrites, FileKind(at: path) == .directory else { return }
    try checkIsOwn()
  }

  private func checkIsOwn() throws(ShieldFolderError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    guard !names.isEmpty else { return }
    guard earlierRows != nil else { throw .isForeign(path: path) }
    for name in names where name.hasSuffix(".svg") && !isOwnIcon(name) {
      throw .isForeignIcon(path: place(of: name))
    }
  }

  private func place(of name: String) -> String { joinedPath(path, name) }

  private func isOwnIcon(_ name: String) -> Bool {
    guard FileKind(at: place(of: name)) == .file, let stream = try? ByteStream(path: place(of: name)) else {
      return false
    }
    let beginning = Array(ShieldIcon.beginning.utf8)
    return stream.peek(beginning.count) == beginning
  }

  /// Writes an icon for each shield, and then the table.
  ///
  /// - Returns: the number of icons.
  package func write(_ collection: ShieldCollection) throws(ShieldFolderError) -> Int {
    let shields = collection.all
    do {
      try makeFolder(at: path)
      for shield in shields { try write(ShieldIcon(of: shield).svg, as: shield.icon + ".svg") }
      try write(table(with: shields), as: Self.tableName)
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
    return shields.count
  }

  private func write(_ text: String, as name: String) throws(StorageError) {
    let file = try AtomicFile(path: place(of: name))
    do throws(StorageError) {
      try file.write(Array(text.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  // MARK: The table

  /// The rows of earlier runs; `nil` if there is no table of shields.
  private var earlierRows: [Substring]? {
    guard FileKind(at: place(of: Self.tableName)) == .file,
      let bytes = try? wholeFile(place(of: Self.tableName), atMost: .document),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n")
    return lines.first.map { String($0) } == Self.header ? Array(lines.dropFirst()) : nil
  }

  private func table(with shields: [RoadShield]) -> String {
    var rows: [Substring: String] = [:]
    for row in earlierRows ?? [] { rows[row.prefix { $0 != "," }] = String(row) }
    for shield in shields { rows[Substring(shield.icon)] = Self.row(of: shield) }
    let sorted = rows.sorted { $0.key < $1.key }.map(\.value)
    return ([Self.header] + sorted).map { $0 + "\n" }.joined()
  }

  private static func row(of shield: RoadShield) -> String {
    let network = shield.network
    let fields = [
      shield.icon, network.code, "\(network.level)", network.country ?? "", network.state ?? "", shield.number,
      shield.text,
    ]
    return fields.map(inCSV).joined(separator: ",")
  }

  private static func inCSV(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path(percentEncoded: false)
      .split(separator: "/").joined(separator: "/")
  }
}

extension ReportDestination {
  /// The folder of the reports, if they go into one.
  fileprivate var folders: [String] { if case .directory(let path) = self { [path] } else { [] } }
}

/// Why a run must not write its shields.
package enum ShieldFolderError: Error, Equatable, Sendable {
  case isFile(path: String)
  case isOutput(path: String)
  case isRead(path: String, folder: String)
  case isForeign(path: String)
  case isForeignIcon(path: String)
  case cannotWrite(path: String, reason: String)
}

extension ShieldFolderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .isFile(let path):
      "\(path): --shields needs a directory, and this is a file; name another one. Nothing was written."
    case .isOutput(let path):
      "\(path): the reports go here; give --shields a directory of its own. Nothing was written."
    case .isRead(let path, let folder):
      "\(path): the run reads \(folder), and would read the shields next time; name a directory elsewhere. Nothing was "
        + "written."
    case .isForeign(let path):
      "\(path): the directory has files and no \(ShieldFolder.tableName) of tracemill; name another one with "
        + "--shields, or use it with --overwrite. Nothing was written."
    case .isForeignIcon(let path):
      "\(path): tracemill did not write this icon; name another directory with --shields, or replace it with "
        + "--overwrite. Nothing was written."
    case .cannotWrite(let path, let reason):
      "\(path): the shields cannot be written: \(reason). The reports are complete."
    }
  }
}
