import RoadGraph
import Testing

@testable import MapImport

/// Reads rows of ``AccessTable``: `highway=residential access=no | --------`.
private struct AccessRow: CustomTestStringConvertible, Sendable {
  let tags: String
  let expected: String

  static func rows(_ table: String) -> [AccessRow] {
    table.split(separator: "\n").map { line in
      let sides = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      return AccessRow(tags: sides[0], expected: sides[1])
    }
  }

  var testDescription: String { "\(tags) is \(expected)" }

  var parsed: Tags {
    Tags(
      pairs: tags.split(separator: " ").map { tag in
        let sides = tag.split(separator: "=", maxSplits: 1).map(String.init)
        return (sides[0], sides[1])
      })
  }

  /// As the row spells it: one word if both directions are the same.
  func spelled() -> String {
    var unreadable = 0
    guard let road = roadAttributes(of: parsed, id: WayID(1), unreadableSpeeds: &unreadable) else { return "(nothing)" }
    let forward = spell(road.directions.forward.access, isPushed: road.way.flags.contains(.pushedForward))
    let backward = spell(road.directions.backward.access, isPushed: road.way.flags.contains(.pushedBackward))
    return forward == backward ? forward : forward + " " + backward
  }
}

private func spell(_ access: AccessSet, isPushed: Bool = false) -> String {
  TravelMode.allCases.map { mode in
    if mode == .bicycle, isPushed, access[mode] == .yes { return "w" }
    switch access[mode] {
    case .yes: return "y"
    case .destination: return "d"
    case .permit: return "p"
    case .no: return "-"
    }
  }.joined()
}

struct AccessTableTests {
  @Test(arguments: AccessRow.rows(AccessTable.classes))
  fileprivate func `every class is open to whom it is for`(row: AccessRow) { #expect(row.spelled() == row.expected) }

  @Test(arguments: AccessRow.rows(AccessTable.hierarchy))
  fileprivate func `the narrowest key decides`(row: AccessRow) { #expect(row.spelled() == row.expected) }

  @Test(arguments: AccessRow.rows(AccessTable.values))
  fileprivate func `values say who may go there`(row: AccessRow) { #expect(row.spelled() == row.expected) }

  @Test(arguments: AccessRow.rows(AccessTable.foreign))
  fileprivate func `keys open roads to modes foreign to their class`(row: AccessRow) {
    #expect(row.spelled() == row.expected)
  }

  @Test(arguments: AccessRow.rows(AccessTable.directions))
  fileprivate func `directions differ by mode`(row: AccessRow) { #expect(row.spelled() == row.expected) }

  @Test(arguments: AccessRow.rows(AccessTable.states))
  fileprivate func `what is not there is no road`(row: AccessRow) { #expect(row.spelled() == row.expected) }

  @Test(arguments: AccessRow.rows(AccessTable.nodes))
  fileprivate func `nodes let pass whom they should`(row: AccessRow) {
    #expect(spell(barrierAccess(of: row.parsed)) == row.expected)
  }
}
