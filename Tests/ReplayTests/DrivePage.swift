import Foundation
import Geodesy
import Records
import Replay
import Reports
import RoadGraph
import TestSupport

/// The object that a text of JSON holds.
func jsonObject(_ text: String) throws -> [String: Any] {
  try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
}

/// A page as text, and the data in it as a browser reads them.
struct DrivePage {
  /// As it is in the file.
  let packed: String
  /// The page without what is packed, and then its data.
  let text: String
  let program: String
  let data: [String: Any]

  init(of drive: Drive, settings: ReplaySettings = ReplaySettings(program: "tracemill test")) throws {
    try self.init(String(decoding: ReplayPage(settings).render(drive).array, as: UTF8.self))
  }

  init(_ text: String) throws {
    packed = text
    let json = try unpacked("drive", of: text)
    program = try unpacked("program", of: text)
    self.text = text.replacing(/<script type="application\/gzip"[^>]*>[^<]*<\/script>/, with: "") + json
    data = try jsonObject(json)
  }

  func table(_ name: String) -> [String: Any]? { (data["tables"] as? [String: Any])?[name] as? [String: Any] }

  /// The values of a column as the script decodes them: numbers, words, or nothing.
  func column(_ name: String, of table: String) -> [AnyHashable?] {
    guard let rows = self.table(table), let count = rows["rows"] as? Int,
      let column = (rows["columns"] as? [String: Any])?[name] as? [String: Any]
    else { return [] }
    if let all = column["all"] {
      return Array(repeating: all as? NSNull == nil ? all as? AnyHashable : nil, count: count)
    }
    if let words = column["words"] as? [String], let at = column["at"] as? [Any] {
      return at.map { ($0 as? Int).map { words[$0] } }
    }
    if let flags = column["flags"] as? [Any] { return flags.map { ($0 as? Int).map { $0 == 1 } } }
    let places = column["places"] as? Int ?? 0
    return sums(column["deltas"] ?? column["times"]).map { sum in
      sum.map { places == 0 ? AnyHashable($0) : AnyHashable(Double($0) / pow(10, Double(places))) }
    }
  }

  /// The numbers whose differences are listed.
  func sums(_ differences: Any?) -> [Int?] {
    var sum = 0
    return (differences as? [Any] ?? []).map { difference in
      guard let difference = difference as? Int else { return nil }
      sum += difference
      return sum
    }
  }

  var roads: [String: Any]? { data["roads"] as? [String: Any] }
}

extension CellColumn {
  static func words(_ name: String, _ values: [String?]) -> CellColumn {
    var column = CellColumn(name, .words)
    for value in values { if let value { column.append(word: value) } else { column.appendNull() } }
    return column
  }

  /// - Parameter values: in the unit of the column.
  static func of(_ name: String, _ kind: Kind, _ values: [Int64?]) -> CellColumn {
    var column = CellColumn(name, kind)
    for value in values { if let value { column.append(value) } else { column.appendNull() } }
    return column
  }
}

extension Drive {
  /// A trip with one table.
  static func with(_ table: String, _ columns: CellColumn...) -> Drive {
    Drive(
      .trip, title: "sketch",
      tables: [ColumnTable(table, columns, rowCount: columns.first?.values.count ?? 0)])
  }
}
