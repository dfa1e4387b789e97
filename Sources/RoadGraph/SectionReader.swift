internal import Storage

/// Turns the sections of a file into columns, each checked for its size.
struct SectionReader {
  let table: SectionTable
  let path: String

  init(_ file: borrowing MappedFile, path: String) throws(RoadGraphError) {
    table = try SectionTable(of: file, path: path)
    self.path = path
  }

  /// A required column; with `count`, of exactly that many elements.
  func column<Element>(
    _ tag: SectionTag, of file: borrowing MappedFile, count: Int? = nil
  ) throws(RoadGraphError) -> Column<Element> {
    let column: Column<Element> = try whatIsThere(tag, of: file)
    guard count == nil || column.count == count else { throw .missingSection(path: path, section: tag.name) }
    return column
  }

  /// An optional column; empty if it is missing.
  func optionalColumn<Element>(
    _ tag: SectionTag, of file: borrowing MappedFile, count: Int
  ) throws(RoadGraphError) -> Column<Element> {
    let column: Column<Element> = try whatIsThere(tag, of: file)
    guard column.isEmpty || column.count == count else { throw .missingSection(path: path, section: tag.name) }
    return column
  }

  private func whatIsThere<Element>(
    _ tag: SectionTag, of file: borrowing MappedFile
  ) throws(RoadGraphError) -> Column<Element> {
    guard let entry = table[tag] else { return Column() }
    guard entry.elementSize == MemoryLayout<Element>.stride else {
      throw .missingSection(path: path, section: tag.name)
    }
    return unsafe file.column(of: Element.self, at: entry.offset, count: entry.count)
  }

  /// A column of the first index of each row, followed by the number of all `elements`.
  func firstIndices(
    _ tag: SectionTag, of file: borrowing MappedFile, rows: Int, elements: Int
  ) throws(RoadGraphError) -> Column<UInt32> {
    let column: Column<UInt32> = try column(tag, of: file, count: rows + 1)
    guard column[0] == 0, column[rows] == elements else { throw .damaged(path: path, section: tag.name) }
    return column
  }

  func text(_ tag: SectionTag, of file: borrowing MappedFile) throws(RoadGraphError) -> String {
    let bytes: Column<UInt8> = try whatIsThere(tag, of: file)
    return bytes.text(in: 0..<bytes.count)
  }

  func spatialIndex(of file: borrowing MappedFile, segments: Int) throws(RoadGraphError) -> SpatialIndex {
    let places: Column<UInt32> = try column(.indexPlaces, of: file)
    let index = SpatialIndex(
      boxes: try column(.indexBoxes, of: file), leafPlaces: places,
      leafSegments: try column(.indexSegments, of: file, count: places.count))
    guard let index, places.count >= segments else {
      throw .missingSection(path: path, section: SectionTag.indexBoxes.name)
    }
    return index
  }
}

/// The texts of a map; id 0 is empty.
struct Strings: Sendable {
  private let first: Column<UInt32>
  private let bytes: Column<UInt8>

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    first = try sections.column(.stringFirst, of: file)
    bytes = try sections.column(.stringBytes, of: file)
    guard (first.isEmpty ? 0 : Int(first[first.count - 1])) == bytes.count else {
      throw .missingSection(path: sections.path, section: SectionTag.stringBytes.name)
    }
  }

  /// Whether each of these ids names a text. In a map built without texts every id does.
  func name(_ ids: Column<UInt32>) -> Bool { ids.allSatisfy(name) }

  func name(_ id: UInt32) -> Bool { first.isEmpty || Int(id) < first.count - 1 }

  var isSound: Bool { first.isEmpty || first.count > 1 && first[0] == 0 && first[1] == 0 && first.isAscending }

  /// Empty in a map built without texts.
  subscript(id: UInt32) -> String {
    guard id > 0, !first.isEmpty else { return "" }
    let range = Int(first[Int(id)])..<Int(first[Int(id) + 1])
    return bytes.text(in: range)
  }
}

/// Values of a few keys, found by binary search.
struct SparseColumn<Value: BitwiseCopyable>: Sendable {
  private let keys: Column<UInt32>
  private let values: Column<Value>

  init(
    _ sections: SectionReader, _ file: borrowing MappedFile, _ keyTag: SectionTag, _ valueTag: SectionTag
  ) throws(RoadGraphError) {
    keys = try sections.column(keyTag, of: file)
    values = try sections.column(valueTag, of: file, count: keys.count)
  }

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }
  /// The keys ascend.
  func entry(at index: Int) -> (key: UInt32, value: Value) { (keys[index], values[index]) }

  /// Whether the keys ascend and name what exists.
  func hasKeys(below bound: Int) -> Bool {
    (1..<max(1, keys.count)).allSatisfy { keys[$0 - 1] < keys[$0] } && (keys.isEmpty || keys[keys.count - 1] < bound)
  }

  func allValuesSatisfy(_ isGood: (Value) -> Bool) -> Bool { values.allSatisfy(isGood) }

  subscript(key: UInt32) -> Value? {
    let i = keys.firstIndex(notBefore: key, in: 0..<keys.count)
    return i < keys.count && keys[i] == key ? values[i] : nil
  }
}

/// Texts of a few keys; all other keys have the id of the empty text.
struct SparseTexts: Sendable {
  private let column: SparseColumn<UInt32>

  init(
    _ sections: SectionReader, _ file: borrowing MappedFile, _ keyTag: SectionTag, _ valueTag: SectionTag
  ) throws(RoadGraphError) {
    column = try SparseColumn(sections, file, keyTag, valueTag)
  }

  func areSound(keysBelow bound: Int, _ strings: Strings) -> Bool {
    column.hasKeys(below: bound) && column.allValuesSatisfy { strings.name($0) }
  }

  subscript(key: UInt32) -> UInt32 { column[key] ?? 0 }

  /// Hands over the keys, ascending, and their texts.
  func forEach(_ body: (_ key: UInt32, _ text: UInt32) -> Void) {
    for index in 0..<column.count {
      let (key, text) = column.entry(at: index)
      body(key, text)
    }
  }
}
