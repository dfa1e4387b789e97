internal import Storage

/// Collects sections and lays them out as a road-graph file.
struct SectionWriter {
  private var sections: [(tag: SectionTag, elementSize: Int, count: Int, bytes: [UInt8])] = []

  /// Adds a section; an empty one is left out, since readers take a missing section for an empty one.
  mutating func add<Element: BitwiseCopyable>(_ tag: SectionTag, _ elements: [Element]) {
    guard !elements.isEmpty else { return }
    sections.append((tag, MemoryLayout<Element>.stride, elements.count, rawBytes(of: elements)))
  }

  /// Hands the file's bytes piece by piece to `write`.
  func emit<Failure: Error>(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    let head = header()
    try write(head)
    var position = head.count
    for section in sections {
      try write([UInt8](repeating: 0, count: aligned(position) - position))
      try write(section.bytes)
      position = aligned(position) + section.bytes.count
    }
  }

  private func header() -> [UInt8] {
    var table: [UInt8] = []
    var position = GraphFormat.headerSize + sections.count * GraphFormat.entrySize
    for section in sections {
      position = aligned(position)
      table.append(littleEndian: section.tag.rawValue)
      table.append(littleEndian: UInt32(section.elementSize))
      table.append(littleEndian: UInt64(position))
      table.append(littleEndian: UInt64(section.count))
      table.append(littleEndian: checksum(section.bytes))
      position += section.bytes.count
    }
    var header = GraphFormat.magic
    header.append(littleEndian: GraphFormat.version)
    header.append(littleEndian: GraphFormat.byteOrderMark)
    header.append(littleEndian: UInt64(position))
    header.append(littleEndian: UInt32(sections.count))
    header.append(littleEndian: UInt32(0))
    header.append(littleEndian: checksum(table))
    header += [UInt8](repeating: 0, count: GraphFormat.headerSize - 8 - header.count)
    header.append(littleEndian: checksum(header))
    return header + table
  }

  private func aligned(_ position: Int) -> Int {
    (position + GraphFormat.alignment - 1) / GraphFormat.alignment * GraphFormat.alignment
  }
}

extension [UInt8] {
  fileprivate mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }
}
