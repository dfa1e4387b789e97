internal import Records
internal import Storage

/// Reads one file of traces, one item at a time: GPX 1.0 or 1.1, KML, TCX, CSV, JSON, or NMEA 0183; plain, compressed,
/// or as the members of a zip or tar archive.
///
/// The content determines the format. Traces arrive complete, in the order in which they begin in the file (tracks and
/// segments in GPX, first appearance in CSV), with every record as a fix, including refused ones. Refusals arrive as
/// they occur. No file ends a run: one that cannot be read is a refusal.
///
/// Memory does not grow with the file: a chunk, the settings' buffer, one entry per trace id, and the largest trace.
///
/// The reader must not be shared between tasks; what it returns may be.
package final class TraceReader {
  /// The path as given; `-` for standard input.
  package let path: String
  private let settings: TraceReadingSettings
  private var isOpened = false
  private var document: DocumentReader?
  private var archive: ArchiveReader?
  /// What concerns the file as a whole.
  private var items: ReadItems
  /// What was refused in the members of an archive before the present one.
  private var refusedBefore: [String: Int] = [:]
  private var members = 0
  private var formatBefore: TraceFileFormat?
  private var layoutsBefore = LayoutTally()

  package init(path: String, settings: TraceReadingSettings = TraceReadingSettings()) {
    self.path = path
    self.settings = settings
    items = ReadItems(file: path, refusalLimit: settings.refusalsPerTrace)
  }

  /// Reads bytes in memory as if they were a file of this name.
  package convenience init(
    _ bytes: [UInt8], path: String, settings: TraceReadingSettings = TraceReadingSettings()
  ) {
    self.init(path: path, settings: settings)
    open(ByteStream(bytes, path: path))
  }

  /// The next trace or refusal; `nil` at the end of the file, and always after it.
  package func next() -> TraceItem? {
    if !isOpened { open() }
    while true {
      if let item = items.pop() { return item }
      if let item = document?.next() { return inOrder(item) }
      guard let archive else { return nil }
      openMember(of: archive)
    }
  }

  /// Sorts the fixes of a trace that are not in the order of time.
  private func inOrder(_ item: TraceItem) -> TraceItem {
    guard case .trace(let read) = item else { return item }
    var unsorted = read
    if document?.format?.hasSchema == true {
      unsorted.checkMotion(settings) { reason, message in items.note(reason, traceID: read.id, message) }
    }
    guard unsorted.isScrambled else { return .trace(unsorted) }
    var trace = unsorted
    let late = trace.sortIfScrambled()
    items.note(
      .sortedByTime, line: trace.fixes.first.map { Int($0.line) }, traceID: trace.id,
      "\(late) of \(trace.fixes.count) fixes lay before an earlier record in time; the fixes were sorted.")
    return .trace(trace)
  }

  /// The layouts of the file, or of the members of an archive that were begun.
  package var layouts: LayoutTally {
    var layouts = layoutsBefore
    if let document { layouts.add(document.format, of: document.path, isTold: settings.tellsLayouts) }
    return layouts
  }

  /// The format of the file, or of the present member of an archive; known after the first item.
  package var format: TraceFileFormat? { document?.format ?? formatBefore }

  /// All refusals so far, by reason, including those beyond the limit.
  package var refusedByReason: [String: Int] {
    items.refusedByReason.merging(refusedBefore, uniquingKeysWith: +)
      .merging(document?.refusedByReason ?? [:], uniquingKeysWith: +)
  }

  private func open() {
    do throws(StorageError) {
      open(try ByteStream(path: path))
    } catch {
      isOpened = true
      items.note(unreadable: error)
    }
  }

  private func open(_ stream: ByteStream) {
    isOpened = true
    guard isArchive(stream.peek(FileBeginning.mostBytes)) else {
      return document = DocumentReader(stream, settings: settings)
    }
    do throws(StorageError) {
      archive = try ArchiveReader(stream)
    } catch {
      items.note(unreadable: error)
    }
  }

  // MARK: Archives

  private func openMember(of archive: ArchiveReader) {
    let refused = document?.refusedByReason ?? [:]
    refusedBefore.merge(refused, uniquingKeysWith: +)
    formatBefore = format
    layoutsBefore = layouts
    document = nil
    do throws(StorageError) {
      guard let member = try archive.nextMember() else { return endArchive() }
      if member.isFile && !isHidden(member.name) { open(member, of: archive) }
    } catch {
      endArchive()
      // The member at which an archive breaks off has said so.
      if refused[ReadingReason.damagedCompression.rawValue] == nil { items.note(streamError: error) }
    }
  }

  private func open(_ member: ArchiveReader.Member, of archive: ArchiveReader) {
    members += 1
    guard !member.isEncrypted else {
      return items.note(.unreadable, "\(quoted(member.name.utf8)) in it is encrypted. It was skipped.")
    }
    document = DocumentReader(
      ByteStream(archive, path: "\(path):\(member.name)"), isMember: true, settings: settings)
  }

  private func endArchive() {
    archive = nil
    if members == 0 { items.note(.emptyFile, "the archive has no files in it.") }
  }

  /// What file managers hide, and put beside files by themselves.
  private func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "__MACOSX" }
  }
}

extension ReadItems {
  /// Notes that nothing of a file can be read.
  mutating func note(unreadable error: StorageError) {
    switch error {
    case .damagedCompression:
      note(.damagedCompression, "the compressed data is damaged. The file was skipped.")
    case .system(_, let call, let code):
      note(.unreadable, "cannot \(call): \(errorText(code)). The file was skipped.")
    case .tooLarge(_, let bound):
      note(.unreadable, "larger than \(bound.byteCount) bytes. The file was skipped.")
    case .endlessLine(_, let bound):
      note(.unreadable, "no line ends within \(bound.byteCount) bytes. The file was skipped.")
    }
  }
}
