internal import Reports

extension ColumnTable {
  /// The same table without columns of local times. A page uses one offset for all times of a drive: the offset at its
  /// start, in the column `utc_offset` of the trip, as for routes.
  var withUTCOffset: ColumnTable {
    let times = Set(columns.filter { $0.kind == .times }.map { $0.name + LocalColumns.ending })
    let local = columns.filter { times.contains($0.name) && $0.kind == .words }
    guard !local.isEmpty else { return self }
    let others = columns.filter { column in !local.contains { $0.name == column.name } }
    let begin = name == "trips" ? local.first { $0.name == "begin_time" + LocalColumns.ending } : nil
    let offsets = begin.flatMap { $0.values.allSatisfy { $0 == CellColumn.null } ? nil : $0.offsets }
    return ColumnTable(name, others + [offsets].compactMap(\.self), rowCount: rowCount, lines: lines)
  }
}

extension CellColumn {
  /// The offset at the end of each local time: `+01:00`.
  fileprivate var offsets: CellColumn {
    var offsets = CellColumn("utc_offset", .words)
    for row in values.indices {
      if let time = word(row) {
        offsets.append(word: String(time.suffix("+01:00".count)))
      } else {
        offsets.appendNull()
      }
    }
    return offsets
  }
}
