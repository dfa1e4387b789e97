internal import Storage

extension RoadGraph {
  /// Copies a map whose data is the same at a later time.
  ///
  /// The copy is byte for byte what a build from that later data gives: only the time in the provenance differs, and the
  /// checksums that cover it.
  ///
  /// - Parameter dataTime: ISO 8601 in UTC.
  /// - Throws: ``StorageError`` or ``RoadGraphError``; nothing is at `path` then that was not there before.
  package static func restamp(_ source: String, as path: String, dataTime: String) throws -> RoadGraph {
    let file = try MappedFile(path: source)
    let sections = try SectionReader(file, path: source)
    try sections.table.verify(file, path: source)
    var provenance = Provenance(text: try sections.text(.provenance, of: file))
    provenance.dataTime = dataTime
    let output = try AtomicFile(path: path)
    do {
      var writer = try SectionWriter(to: output)
      for entry in sections.table.entries {
        if entry.tag == .provenance {
          try writer.add(.provenance, Array(provenance.text.utf8))
        } else {
          try writer.copy(entry, from: file)
        }
      }
      try writer.finish()
      try output.commit()
    } catch {
      output.discard()
      throw error
    }
    return try RoadGraph(path: path)
  }
}
