package import RoadRules
package import Storage

extension LearnedTimes {
  /// `TMLTIME1`
  private static let magic: UInt64 = 0x3145_4D49_544C_4D54

  /// Writes the times into a file that can be used in place.
  ///
  /// - Parameter key: what they were computed from; see ``init(path:key:edgeCount:)``.
  package func write(to path: String, key: UInt64) throws(StorageError) {
    let columns = [
      WrittenColumn(classes.days), WrittenColumn(classes.hours.map { UInt8($0) }), WrittenColumn(array(speeds)),
      WrittenColumn(array(froms)), WrittenColumn(array(ontos)), WrittenColumn(array(delays)),
    ]
    try ColumnFile.write(columns, magic: Self.magic, key: key, to: path, for: .ownerAlone)
  }

  /// Times written before, used in place.
  ///
  /// - Returns: `nil` if there are none, if they were computed from something else or for another map, or if the file is
  ///   damaged: compute them again.
  package init?(path: String, key: UInt64, edgeCount: Int) throws(StorageError) {
    guard FileKind(at: path) == .file, let file = try ColumnFile(path: path, magic: Self.magic), file.key == key,
      let days = file.column(0, of: UInt8.self), let hours = file.column(1, of: UInt8.self),
      let classes = WeekClasses(days: array(days), hours: array(hours).map(Int.init)),
      let speeds = file.column(2, of: UInt16.self), let froms = file.column(3, of: UInt32.self),
      let ontos = file.column(4, of: UInt32.self), let delays = file.column(5, of: UInt16.self),
      speeds.count == edgeCount * classes.count, froms.count == ontos.count,
      delays.count == froms.count * classes.count
    else { return nil }
    self.init(classes: classes, speeds: speeds, froms: froms, ontos: ontos, delays: delays, memory: [file])
  }
}

private func array<Element>(_ column: Column<Element>) -> [Element] { (0..<column.count).map { column[$0] } }
