internal import Glibc
internal import Replay
internal import Reports
internal import Storage

/// The pages of a run beside the page that lists them: `pages/` in the folder of the run.
struct PageFolder {
  private let files: DriveFolder

  /// - Throws: as ``DriveFolder``.
  init(in folder: String, overwrites: Bool) throws {
    let path = joinedPath(folder, Self.name)
    files = try DriveFolder(path, ending: ".html", overwrites: overwrites, isOwn: isReport(at:))
  }

  /// - Returns: the address of the page, relative to the folder of the run.
  func write(_ page: RenderedPage) throws(ReportError) -> String {
    let file = try files.write(page.page.bytes, of: page.stem)
    return "\(Self.name)/\(file.replacing("%", with: "%25"))"
  }

  func removeOthers() { files.removeOthers() }

  private static let name = "pages"
}
