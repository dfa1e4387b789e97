internal import Foundation
internal import Replay
internal import Reports
internal import Storage

/// The pages of a run beside the page that lists them: `pages/` in the folder of the run.
///
/// A page of an earlier run stays until the run that leaves it out is complete.
final class PageFolder {
  private let path: String
  /// Names of files, without ending, that this run has written.
  private var written: Set<String> = []
  private let earlier: Set<String>

  /// - Throws: ``ReportError/cannotMakeDirectory(path:reason:)``, and ``OutputError/notOwn(path:)`` for a page that
  ///   tracemill did not write.
  init(in folder: String, overwrites: Bool) throws {
    let path = (folder as NSString).appendingPathComponent(Self.name)
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ReportError.cannotMakeDirectory(path: path, reason: error.localizedDescription)
    }
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
      $0.hasSuffix(Self.ending)
    }
    let own = files.filter { isReport(at: Self.place(of: $0, in: path)) }
    if !overwrites, let foreign = files.sorted().first(where: { !own.contains($0) }) {
      throw OutputError.notOwn(path: Self.place(of: foreign, in: path))
    }
    self.path = path
    earlier = Set(own)
  }

  /// Writes a page under the name of its drive; of drives with one name, the second is called `NAME-2`, and so on.
  ///
  /// - Returns: the address of the page, relative to the folder of the run.
  func write(_ page: RenderedPage) throws(ReportError) -> String {
    let stem = name(of: page.stem)
    written.insert(stem)
    do throws(StorageError) {
      let file = try AtomicFile(path: Self.place(of: stem + Self.ending, in: path))
      do throws(StorageError) {
        try file.write(page.page.bytes)
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    } catch {
      throw .cannotWrite(error.description)
    }
    return "\(Self.name)/\(stem.replacing("%", with: "%25"))\(Self.ending)"
  }

  private func name(of id: String) -> String {
    let plain = Partitioning.safe(id)
    var name = plain
    var number = 1
    while written.contains(name) {
      number += 1
      name = "\(plain)-\(number)"
    }
    return name
  }

  /// Removes the pages of earlier runs that this run did not write.
  func removeOthers() {
    for file in earlier where !written.contains(String(file.dropLast(Self.ending.count))) {
      try? FileManager.default.removeItem(atPath: Self.place(of: file, in: path))
    }
  }

  private static let name = "pages"
  private static let ending = ".html"

  private static func place(of file: String, in folder: String) -> String {
    (folder as NSString).appendingPathComponent(file)
  }
}
