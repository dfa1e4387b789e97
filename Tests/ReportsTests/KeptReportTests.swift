import Testing
import Traces

@testable import Reports

@Suite struct `Names of kept columns` {
  @Test(arguments: [
    (["driver", "customer"], ["driver", "customer"]),
    (["speed_mps", "status"], ["kept_speed_mps", "kept_status"]),
    // In `trips` the column of a name is followed by the one that counts its values.
    (["driver", "driver_values"], ["driver", "kept_driver_values"]),
    (["lat", "kept_lat"], ["kept_lat", "kept_kept_lat"]),
    (["on_plan"], ["kept_on_plan"]),
  ])
  func `are not those of the tables themselves`(names: [String], expected: [String]) {
    #expect(KeptNames.inReports(names) == expected)
  }

  @Test func `are escaped`() {
    let form = TripTable.points.form(with: AddedColumns(kept: [#"a "b", c"#]))
    #expect(form.schema.csvHeader().hasSuffix(",\"a \"\"b\"\", c\"\n"))
  }

  @Test(arguments: TripTable.allCases)
  func `stand in trips and points only`(table: TripTable) {
    let names = table.form(with: AddedColumns(kept: ["driver"])).schema.columns.map(\.name)
    let own = table.schema.columns.map(\.name)
    switch table {
    case .trips: #expect(names == own + ["driver", "driver_values"])
    case .points: #expect(names == own + ["driver"])
    case .plannedPoints: #expect(Set(names) == Set(own + ["driver"]) && names.count == own.count + 1)
    default: #expect(names == own)
    }
  }
}
