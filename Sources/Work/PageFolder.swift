internal import Glibc
internal import Replay
internal import Reports
internal import Storage

/// The pages of a run beside the page that lists them: `pages/` in the folder of the run, and in it what they share.
///
/// Script and style are there before the first page, and the tiles of the map after the last one: a run that dies between
/// leaves pages without roads around them, and the run that follows writes all of it anew.
struct PageFolder {
  private let files: DriveFolder
  private let shared: SharedFiles
  private let sharedFiles: DriveFolder

  /// - Throws: as ``DriveFolder``.
  init(in folder: String, sharing shared: SharedFiles, overwrites: Bool) throws {
    let path = joinedPath(folder, Self.name)
    files = try DriveFolder(path, ending: ".html", overwrites: overwrites, isOwn: isReport(at:))
    self.shared = shared
    sharedFiles = try DriveFolder(
      joinedPath(path, SharedFiles.folder), ending: "", overwrites: overwrites, isOwn: Self.isShared)
    for file in shared.fixed { _ = try sharedFiles.write(file.bytes, of: file.name) }
  }

  /// - Returns: the address of the page, relative to the folder of the run; `nil` without a page.
  func write(_ page: RenderedPage) throws(ReportError) -> String? {
    guard let bytes = page.page?.bytes else { return nil }
    let file = try files.write(bytes, of: page.stem)
    return "\(Self.name)/\(file.replacing("%", with: "%25"))"
  }

  /// Writes the map around all pages.
  func writeTiles() throws {
    try shared.tiles.forEachFile { name, bytes in _ = try sharedFiles.write(bytes, of: name) }
  }

  func removeOthers() {
    files.removeOthers()
    sharedFiles.removeOthers()
  }

  private static func isShared(_ path: String) -> Bool {
    guard FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else { return false }
    let beginning = Array(SharedFiles.beginning.utf8)
    return stream.peek(beginning.count).starts(with: beginning)
  }

  private static let name = "pages"
}
