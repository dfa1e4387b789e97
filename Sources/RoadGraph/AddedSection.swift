package import Storage

/// Numbers that another module stores in a map and that the map itself does not read.
package struct AddedSection: Sendable {
  /// The meaning of the numbers; Documentation/GraphFormat.md describes them.
  package enum Name: Sendable, CaseIterable {
    case vehicleOrder, unmotorisedOrder
    case ranks, parents, firstArcs, upperEnds, ownArcs, fingerprint
    case vertexStates, firstTurns, turnHeads, usualWeights, usualMiddles
    case cheaperArcs, cheaperWeights, cheaperMiddles, mainland

    var tag: SectionTag {
      switch self {
      case .vehicleOrder: SectionTag("CVEH")
      case .unmotorisedOrder: SectionTag("CUNM")
      case .ranks: SectionTag("HRNK")
      case .parents: SectionTag("HPAR")
      case .firstArcs: SectionTag("HFST")
      case .upperEnds: SectionTag("HUPP")
      case .ownArcs: SectionTag("HARC")
      case .fingerprint: SectionTag("HKEY")
      case .vertexStates: SectionTag("HSTA")
      case .firstTurns: SectionTag("HTRN")
      case .turnHeads: SectionTag("HHED")
      case .usualWeights: SectionTag("HCWT")
      case .usualMiddles: SectionTag("HCMI")
      case .cheaperArcs: SectionTag("HVAR")
      case .cheaperWeights: SectionTag("HVWT")
      case .cheaperMiddles: SectionTag("HVMI")
      case .mainland: SectionTag("HMLD")
      }
    }
  }

  package let name: Name
  let column: Column<UInt32>
  /// The owners of the column's memory.
  private let memory: [any AnyObject & Sendable]

  /// - Parameter memory: the owners of the column's memory.
  package init(_ name: Name, _ column: Column<UInt32>, in memory: [any AnyObject & Sendable]) {
    self.name = name
    self.column = column
    self.memory = memory
  }

  package init(_ name: Name, _ numbers: [UInt32]) {
    let memory = ColumnMemory(numbers)
    self.init(name, memory.column, in: [memory])
  }

  /// A copy of the numbers.
  package var numbers: [UInt32] {
    get { (0..<column.count).map { column[$0] } }
    set { self = AddedSection(name, newValue) }
  }
}

extension RoadGraph {
  /// The whole file with additional sections in memory, replacing sections of the same names, for small maps and tests.
  package func bytes(adding sections: [AddedSection]) -> [UInt8] {
    var writer = SectionWriter(to: MemorySink())
    let added = Set(sections.map(\.name.tag))
    for entry in table.entries where !added.contains(entry.tag) { writer.copy(entry, from: file) }
    for section in sections { writer.add(section.name.tag, section.column) }
    writer.finish()
    return writer.sink.bytes
  }

  /// The numbers of an added section, verified against their checksum unless the file was before; none if it is missing.
  /// They live as long as this graph.
  ///
  /// - Throws: ``RoadGraphError/damaged(path:section:)``.
  /// - Complexity: O(*n*), at some 10 GB per second.
  package func numbers(of name: AddedSection.Name) throws(RoadGraphError) -> Column<UInt32> {
    guard let entry = table[name.tag] else { return Column() }
    guard entry.elementSize == MemoryLayout<UInt32>.stride,
      isVerified || file.checksum(of: entry.range) == entry.checksum
    else {
      throw .damaged(path: path, section: name.tag.name)
    }
    return unsafe file.column(of: UInt32.self, at: entry.offset, count: entry.count)
  }

  /// The error for an added section with impossible content.
  package func damage(in name: AddedSection.Name) -> RoadGraphError {
    .damaged(path: path, section: name.tag.name)
  }
}
