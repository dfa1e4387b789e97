internal import Glibc
internal import Ledger
internal import Reports
internal import Storage

/// The outputs that are written together: in the folder of a run, or in one partition of it.
///
/// Nothing is written as long as all rows stay where they are. The first row that is new, or is in another file, opens
/// the files; the rows before it are copied then.
final class OutputGroup {
  /// Rows in another file that are not copied yet.
  struct Waiting {
    let part: PartKey
    let segment: Segment
  }

  /// A segment that is now in the files of this run.
  struct Moved {
    let part: PartKey
    let segment: Segment
  }

  /// Path below the folder of the run; empty for the folder itself.
  let name: String
  private let place: OutputPlace
  let frames: [OutputFrame]
  /// The numbers of its outputs among all outputs of the run.
  private let numbers: [Int]
  /// For each output, in the order of the parts.
  private var waiting: [[Waiting]]
  private(set) var files: [SegmentedFile] = []
  private var isInOrder = true
  var isOpen: Bool { !files.isEmpty }

  /// - Parameter isChosen: whether an output of the run is one of the group.
  init(_ name: String, of frames: [OutputFrame], in place: OutputPlace, where isChosen: (OutputFrame) -> Bool) {
    self.name = name
    self.place = place
    numbers = frames.indices.filter { isChosen(frames[$0]) }
    self.frames = numbers.map { frames[$0] }
    waiting = numbers.map { _ in [] }
  }

  /// Paths of the outputs below the folder of the run.
  var outputs: [String] { frames.indices.map(path) }

  func path(of index: Int) -> String { name.isEmpty ? frames[index].name : name + "/" + frames[index].name }

  // MARK: Rows

  /// Takes over rows from another file.
  func take(_ segment: Segment, of part: PartKey, output index: Int) throws -> [Moved] {
    guard isOpen else {
      if let last = waiting[index].last, last.segment.run != segment.run || last.segment.begin > segment.begin {
        isInOrder = false
      }
      waiting[index].append(Waiting(part: part, segment: segment))
      return []
    }
    return [try copy(Waiting(part: part, segment: segment), to: index)]
  }

  /// Whether any of the chunks is for one of its outputs.
  func hasUse(for chunks: [RenderedChunk]) -> Bool { numbers.contains { !chunks[$0].isEmpty } }

  /// Appends new rows, one chunk for each output of the run.
  func append(_ chunks: [RenderedChunk]) throws(ReportError) {
    for (index, number) in numbers.enumerated() { try files[index].append(chunks[number]) }
  }

  /// Opens the files with all rows taken over so far.
  ///
  /// - Parameter part: the part being written, whose segments stay open.
  func open(for part: PartKey?) throws -> [Moved] {
    guard !isOpen else { return [] }
    try place.makeFolder(name)
    for index in frames.indices { files.append(try SegmentedFile(frames[index], path: place.path(path(of: index)))) }
    var moved: [Moved] = []
    for index in frames.indices {
      for entry in waiting[index] {
        moved.append(try copy(entry, to: index))
        if entry.part != part { files[index].endSegment() }
      }
      waiting[index] = []
    }
    return moved
  }

  private func copy(_ entry: Waiting, to index: Int) throws -> Moved {
    let source = entry.segment
    guard let path = place.source(of: source) else {
      throw ResumeError.damagedOutput(path: place.path(source.output), input: entry.part.path)
    }
    let slice = FileSlice(path: path, begin: source.begin, byteCount: source.byteCount)
    guard try files[index].append(slice, rowCount: source.rowCount, hash: source.hash) else {
      throw ResumeError.damagedOutput(path: slice.path, input: entry.part.path)
    }
    var segment = source
    segment.run = place.run
    segment.begin = files[index].segment?.begin ?? 0
    return Moved(part: entry.part, segment: segment)
  }

  /// Where the rows of a part are now, if it has any here.
  func segments(of part: PartKey) -> [Segment] {
    guard isOpen else { return waiting.flatMap { $0.last.map { $0.part == part ? [$0.segment] : [] } ?? [] } }
    return files.indices.compactMap { index in
      files[index].segment.map {
        Segment(
          output: path(of: index), run: place.run, begin: $0.begin, byteCount: $0.byteCount, rowCount: $0.rowCount,
          hash: $0.hash)
      }
    }
  }

  func endPart() { for file in files { file.endSegment() } }

  // MARK: The files

  /// No output has a row.
  var isEmpty: Bool { isOpen ? files.allSatisfy { $0.segmentCount == 0 } : waiting.allSatisfy(\.isEmpty) }

  /// The files under the names of the outputs hold just the rows taken over.
  func isAsBefore(_ outputs: [String: OutputRecord]) -> Bool {
    guard !isOpen, isInOrder else { return false }
    return frames.indices.allSatisfy { index in
      guard let output = outputs[path(of: index)] else { return false }
      return output.segmentCount == waiting[index].count && waiting[index].allSatisfy { $0.segment.run == 0 }
    }
  }

  var partials: [PartialRecord] {
    files.enumerated().map {
      PartialRecord(run: place.run, output: path(of: $0), path: place.relative($1.partialPath))
    }
  }

  var records: [OutputRecord] {
    files.enumerated().map {
      OutputRecord(name: path(of: $0), rowCount: $1.rowCount, segmentCount: $1.segmentCount, hash: $1.hash)
    }
  }

  func sync() throws(ReportError) { for file in files { try file.sync() } }

  func suspend() throws(ReportError) { for file in files { try file.suspend() } }

  /// Removes the unfinished files from which no run will continue.
  func discard(besides kept: Set<String>) {
    for file in files where !kept.contains(place.relative(file.partialPath)) { file.discard() }
  }

  func seal() throws(ReportError) { for file in files { try file.seal() } }
}
