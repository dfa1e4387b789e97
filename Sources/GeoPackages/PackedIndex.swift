internal import Geodesy
internal import SQLite
internal import Storage

/// Builds the spatial index of one layer from its leaves to its root, and writes the nodes into the tables in which
/// SQLite's R-tree keeps them.
///
/// The entries of a level are taken in batches. A batch is sorted along a Hilbert curve, so that a node holds
/// neighbours, and cut into full nodes, whose boxes are entries of the level above. Inserting rows one by one, with
/// which SQLite looks for a place in the tree and splits full nodes, took more time than everything else that a
/// GeoPackage needs.
///
/// Memory: a batch of each level, and upper levels have a fiftieth of the entries.
///
/// - Source: Kamel & Faloutsos, On packing R-trees, CIKM 1993, doi:10.1145/170088.170403; for the tables and the bytes of
///   a node, https://sqlite.org/rtree.html, "Implementation Details", and the head of rtree.c.
final class PackedIndex {
  /// An entry of a node: a row in leaves, and else a node of the level below.
  struct Entry: BitwiseCopyable {
    var id: Int64
    var box: PackedBox
  }

  /// The number of entries of a level that are sorted together.
  private let batch: Int
  private var levels = [PackedLevel()]
  /// 1 is the root.
  private var lastNode: Int64 = 1
  private let nodes: Statement
  private let leafOfRow: Statement
  private let parentOfNode: Statement
  private let root: Statement
  private var bytes = [UInt8](repeating: 0, count: PackedNode.size)

  /// - Parameters:
  ///   - name: the name of the virtual table, which is empty.
  ///   - batch: enough entries to keep leaves small; the default takes 2 MB.
  init(_ name: String, in database: Database, batch: Int = 1 << 16) throws {
    self.batch = batch
    nodes = try database.statement("INSERT INTO \"\(name)_node\" VALUES (?, ?)")
    leafOfRow = try database.statement("INSERT INTO \"\(name)_rowid\" VALUES (?, ?)")
    parentOfNode = try database.statement("INSERT INTO \"\(name)_parent\" VALUES (?, ?)")
    root = try database.statement("UPDATE \"\(name)_node\" SET data = ?2 WHERE nodeno = ?1")
  }

  /// Adds a row.
  ///
  /// - Precondition: the numbers of rows ascend.
  func append(row: Int64, _ bounds: LayerBounds) throws {
    try append(Entry(id: row, box: PackedBox(bounds)), to: 0)
  }

  private func append(_ entry: Entry, to level: Int) throws {
    if level == levels.count { levels.append(PackedLevel()) }
    levels[level].entries.append(entry)
    if levels[level].entries.count == batch { try flush(level) }
  }

  /// Writes the levels that wait, up to the root.
  func finish() throws {
    var level = 0
    while levels[level].hasNodes || levels[level].entries.count > PackedNode.most {
      try flush(level)
      level += 1
    }
    let entries = levels[level].entries
    try note(parents: [Int64](repeating: 1, count: entries.count), of: entries, level)
    try write(entries[...], as: 1, depth: level, by: root)
  }

  /// Cuts the batch of a level into nodes.
  private func flush(_ level: Int) throws {
    let batch = levels[level].takeBatch()
    guard !batch.isEmpty else { return }
    let order = batch.alongHilbertCurve
    var parents = [Int64](repeating: 0, count: batch.count)
    // As many nodes as are needed, with equal numbers of entries.
    let count = (batch.count + PackedNode.most - 1) / PackedNode.most
    for number in 0..<count {
      let members = order[number * batch.count / count..<(number + 1) * batch.count / count]
      lastNode += 1
      for member in members { parents[member] = lastNode }
      let box = try write(members.map { batch[$0] }[...], as: lastNode, depth: 0, by: nodes)
      try append(Entry(id: lastNode, box: box), to: level + 1)
    }
    try note(parents: parents, of: batch, level)
  }

  /// Notes for each entry in which node it is.
  private func note(parents: [Int64], of entries: [Entry], _ level: Int) throws {
    let statement = level == 0 ? leafOfRow : parentOfNode
    for (entry, parent) in zip(entries, parents) {
      try statement.bind(entry.id, at: 1)
      try statement.bind(parent, at: 2)
      try statement.run()
    }
  }

  /// - Parameter depth: for the root the number of levels below it, and 0 for other nodes.
  /// - Returns: the box around the entries.
  @discardableResult
  private func write(
    _ entries: ArraySlice<Entry>, as number: Int64, depth: Int, by statement: Statement
  ) throws -> PackedBox {
    var node = PackedNode(depth: depth, count: entries.count, into: &bytes)
    var box = entries.first?.box ?? PackedBox()
    for entry in entries {
      node.append(entry, to: &bytes)
      box.extend(to: entry.box)
    }
    node.clearRest(of: &bytes)
    try statement.bind(number, at: 1)
    try unsafe bytes.withUnsafeBytes { bytes in
      try unsafe statement.bind(blob: bytes, at: 2)
      try statement.run()
    }
    return box
  }
}

/// The entries of one level that are in no node yet.
private struct PackedLevel {
  var entries: [PackedIndex.Entry] = []
  /// Some have been written.
  var hasNodes = false

  mutating func takeBatch() -> [PackedIndex.Entry] {
    hasNodes = true
    defer { entries.removeAll(keepingCapacity: true) }
    return entries
  }
}

extension [PackedIndex.Entry] {
  /// The indices of the entries, by the middles of their boxes; of equal ones in order.
  fileprivate var alongHilbertCurve: [Int] {
    var bounds = self[0].box
    for entry in self { bounds.extend(to: entry.box) }
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    for (index, entry) in enumerated() {
      keys.append(UInt64(entry.box.hilbertPosition(in: bounds)) << 32 | UInt64(index))
    }
    keys.sort()
    return keys.map { Int($0 & 0xFFFF_FFFF) }
  }
}
