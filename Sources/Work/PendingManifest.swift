package import Reports
internal import Storage

/// The manifest of files that get their names one after the other, written before the first of them.
///
/// If the run is killed in between, the folder has no manifest. The next run learns from this one which files are
/// tracemill's: new ones, and old ones that were not replaced yet. The first bytes of traces, for one, cannot tell.
package struct PendingManifest {
  private let folder: String
  private var path: String { joinedPath(folder, Self.fileName) }
  private var pathOfManifest: String { joinedPath(folder, Manifest.fileName) }
  private static let fileName = ".manifest.json.pending"

  package init(in folder: String) { self.folder = folder }

  /// Whether a file is one of a run that was killed while its files got their names.
  package func lists(_ path: String) -> Bool {
    guard FileKind(at: pathOfManifest) == .missing, let pending = FolderManifest(at: self.path) else { return false }
    return pending.lists(path)
  }

  /// Takes the place of the manifest of the folder, and lists its files besides the new ones.
  package func begin(_ manifest: Manifest) throws(ReportError) {
    var pending = manifest
    if let before = FolderManifest(at: pathOfManifest) ?? FolderManifest(at: path) {
      pending.earlierOutputs = before.outputs + before.earlierOutputs
    }
    do throws(StorageError) {
      let file = try AtomicFile(path: path)
      try file.write(pending.rendered())
      try file.commit()
    } catch {
      throw .cannotWrite(error.description)
    }
    removePlainFile(at: pathOfManifest)
  }

  /// The folder has its manifest.
  package func end() { removePlainFile(at: path) }
}
