import Moments
import Records
import Testing

@testable import Reports

@Suite struct `Columns of local times` {
  @Test(arguments: TripTable.allCases)
  func `stand behind each time of a table, and change nothing else`(table: TripTable) {
    let local = table.schema(with: AddedColumns(clock: .utc)).columns
    let expected = table.schema.columns.flatMap { column in
      column.type == .time ? [column.name, column.name + "_local"] : [column.name]
    }
    #expect(local.map(\.name) == expected)
    for (time, neighbour) in zip(local, local.dropFirst()) where time.type == .time {
      #expect(neighbour.type == .localTime && neighbour.nullWhen == time.nullWhen)
    }
  }

  @Test func `do not share a name with a column that is carried from the input`() {
    #expect(KeptNames.inReports(["time_local", "time"]) == ["kept_time_local", "kept_time"])
  }

  @Test func `are null where the local year has five digits`() {
    let column = ColumnSchema("t", .localTime, "A time.")
    var rows = CSVRows(WrittenColumns([column]), .plain)
    for milliseconds: Int64 in [253_402_300_799_999, 253_402_297_199_999] {
      let moment = Timestamp(millisecondsSince1970: milliseconds)
      var cells = Cells()
      cells.take({ column }, { ZonedTime(moment: moment, offsetInMinutes: 60) })
      rows.write(&cells)
    }
    #expect(String(decoding: rows.bytes.array, as: UTF8.self) == "\n9999-12-31T23:59:59.999+01:00\n")
  }
}
