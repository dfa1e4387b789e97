package import Storage

/// A road-graph file that is complete but does not have its name yet, so that sections computed from it can be added.
///
/// The file is written once: added sections continue it. It is removed with this value unless it is committed.
package final class GraphDraft {
  private let path: String
  private let file: AtomicFile
  private var writer: SectionWriter<AtomicFile>

  init(path: String) throws(StorageError) {
    self.path = path
    file = try AtomicFile(path: path)
    do throws(StorageError) {
      writer = try SectionWriter(to: file)
    } catch {
      file.discard()
      throw error
    }
  }

  deinit { file.discard() }

  func write(_ graph: consuming RoadGraphWriter) throws(StorageError) { try graph.emit(to: &writer) }

  /// The graph without added sections. It stays valid while sections are added, and after the draft is gone.
  package func graph() throws -> RoadGraph {
    try file.flush()
    return try RoadGraph(file: MappedFile(path: file.partialPath), path: path)
  }

  /// Adds sections after the graph's own.
  ///
  /// - Precondition: no section with one of the names has been added before.
  package func add(_ sections: [AddedSection]) throws(StorageError) {
    // The table is overwritten. Graphs read it when they are opened, and no more.
    try writer.resume()
    for section in sections { try writer.add(section.name.tag, section.column) }
    try writer.finish()
  }

  /// Makes the file appear under its name.
  package func commit() throws(StorageError) { try file.commit() }
}
