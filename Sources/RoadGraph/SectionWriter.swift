internal import Storage

/// The destination of the bytes of a graph: a file, or memory.
protocol GraphSink {
  associatedtype Failure: Error
  mutating func write<Element: BitwiseCopyable>(_ elements: [Element]) throws(Failure)
  mutating func write(_ bytes: RawSpan) throws(Failure)
  /// Replaces bytes written before.
  mutating func overwrite(_ bytes: [UInt8], at offset: Int) throws(Failure)
  /// Lets the next bytes replace the bytes from an offset on. At least as many must follow.
  mutating func rewind(to offset: Int) throws(Failure)
}

extension AtomicFile: GraphSink {
  func write<Element: BitwiseCopyable>(_ elements: [Element]) throws(StorageError) { try write(memoryOf: elements) }
}

/// A graph in memory, for small maps and tests.
struct MemorySink: GraphSink {
  private(set) var bytes: [UInt8] = []

  mutating func write<Element: BitwiseCopyable>(_ elements: [Element]) { bytes += rawBytes(of: elements) }

  mutating func write(_ span: RawSpan) { unsafe span.withUnsafeBytes { unsafe bytes += $0 } }

  mutating func overwrite(_ replacement: [UInt8], at offset: Int) {
    bytes.replaceSubrange(offset..<offset + replacement.count, with: replacement)
  }

  mutating func rewind(to offset: Int) { bytes.removeSubrange(offset...) }
}

/// Lays out sections as a road-graph file. Each section is written as soon as it is known, so none is kept.
struct SectionWriter<Sink: GraphSink> {
  private(set) var sink: Sink
  private var position = 0
  private var table: [UInt8] = []
  /// Of a finished file.
  private var tableOffset = 0
  /// A megabyte of places, or less.
  private static var rowsAtOnce: Int { 1 << 14 }

  init(to sink: Sink) throws(Sink.Failure) {
    self.sink = sink
    try put([UInt8](repeating: 0, count: GraphFormat.headerSize))
  }

  /// Writes a section. An empty section is left out, since readers take a missing section for an empty one.
  mutating func add<Element: BitwiseCopyable>(_ tag: SectionTag, _ elements: [Element]) throws(Sink.Failure) {
    guard !elements.isEmpty else { return }
    try align()
    enter(
      tag, at: position, size: MemoryLayout<Element>.stride, count: elements.count, checksum(memoryOf: elements))
    try put(elements)
  }

  /// Writes a section that is made of some rows at a time, so that it is never in memory as a whole. Like every section it
  /// is left out if it is empty.
  ///
  /// - Parameter elements: of a range of rows.
  mutating func add<Element: BitwiseCopyable>(
    _ tag: SectionTag, rows: Int, _ elements: (Range<Int>) -> [Element]
  ) throws(Sink.Failure) {
    let checksum = RunningChecksum()
    var begin = 0
    var count = 0
    for first in stride(from: 0, to: rows, by: Self.rowsAtOnce) {
      let part = elements(first..<min(first + Self.rowsAtOnce, rows))
      if count == 0, !part.isEmpty {
        try align()
        begin = position
      }
      count += part.count
      unsafe checksum.add(part.span.bytes)
      try put(part)
    }
    guard count > 0 else { return }
    enter(tag, at: begin, size: MemoryLayout<Element>.stride, count: count, checksum.value)
  }

  /// Writes a section of numbers that need not be an array.
  mutating func add(_ tag: SectionTag, _ column: Column<UInt32>) throws(Sink.Failure) {
    guard !column.isEmpty else { return }
    try align()
    enter(tag, at: position, size: MemoryLayout<UInt32>.stride, count: column.count, checksum(column.bytes))
    try put(column.bytes)
  }

  /// Copies a section of another file.
  mutating func copy(_ entry: SectionTable.Entry, from file: borrowing MappedFile) throws(Sink.Failure) {
    try align()
    enter(entry.tag, at: position, size: entry.elementSize, count: entry.count, entry.checksum)
    try put(file.bytes.extracting(entry.range))
  }

  private mutating func enter(_ tag: SectionTag, at offset: Int, size: Int, count: Int, _ checksum: UInt64) {
    table.append(littleEndian: tag.rawValue)
    table.append(littleEndian: UInt32(size))
    table.append(littleEndian: UInt64(offset))
    table.append(littleEndian: UInt64(count))
    table.append(littleEndian: checksum)
  }

  /// Lets further sections follow on a finished file; ``finish()`` has to be called again.
  mutating func resume() throws(Sink.Failure) {
    try sink.rewind(to: tableOffset)
    position = tableOffset
  }

  /// Writes the table after the last section and the header before the first.
  mutating func finish() throws(Sink.Failure) {
    try align()
    tableOffset = position
    try put(table)
    var header = GraphFormat.magic
    header.append(littleEndian: GraphFormat.version)
    header.append(littleEndian: GraphFormat.byteOrderMark)
    header.append(littleEndian: UInt64(position))
    header.append(littleEndian: UInt64(tableOffset))
    header.append(littleEndian: UInt64(table.count / GraphFormat.entrySize))
    header.append(littleEndian: checksum(table))
    header += [UInt8](repeating: 0, count: GraphFormat.headerSize - 8 - header.count)
    header.append(littleEndian: checksum(header))
    try sink.overwrite(header, at: 0)
  }

  private mutating func align() throws(Sink.Failure) {
    let rest = position % GraphFormat.alignment
    if rest > 0 { try put([UInt8](repeating: 0, count: GraphFormat.alignment - rest)) }
  }

  private mutating func put(_ bytes: RawSpan) throws(Sink.Failure) {
    try sink.write(bytes)
    position += bytes.byteCount
  }

  private mutating func put<Element: BitwiseCopyable>(_ elements: [Element]) throws(Sink.Failure) {
    try sink.write(elements)
    position += elements.count * MemoryLayout<Element>.stride
  }
}

extension [UInt8] {
  fileprivate mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }
}
