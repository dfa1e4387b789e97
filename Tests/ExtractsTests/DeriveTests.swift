import RandomNumbers
import TestSupport
import Testing

@testable import Extracts

/// Change files made of two extracts.
struct DeriveTests {
  private func derived(_ old: String, _ new: String) throws -> String {
    let workshop = try Workshop()
    let output = workshop.path("changes.osc.gz")
    _ = try deriveChanges(from: workshop.extract(old), to: workshop.extract(new, "new.opl"), output: output)
    return try text(of: output)
  }

  @Test(arguments: [
    ("n1 v1 x9 y47", "n1 v1 x9 y47", ""),
    ("n1 v1 x9 y47", "n1 v2 x8 y47", "n1 v2 x8 y47"),
    ("n1 v1 x9 y47", "", "-n1 v1"),
    ("", "n1 v4 x9 y47", "n1 v4 x9 y47"),
    ("n1 v1 x9 y47\nw1 v2 Nn1", "n2 v1 x9 y47\nw1 v3 Nn2", "-n1 v1\nn2 v1 x9 y47\nw1 v3 Nn2"),
    ("n1 v1 t2020-01-01T00:00:00Z x9 y47", "n1 v1 t2021-01-01T00:00:00Z x9 y47", "n1 v1 t2021-01-01T00:00:00Z x9 y47"),
    ("w1 v1 Ta=b Nn1", "w1 v1 Ta=c Nn1", "w1 v1 Ta=c Nn1"),
    ("w1 v1 Nn1,n2", "w1 v1 Nn1,n2,n3", "w1 v1 Nn1,n2,n3"),
    ("r1 v1 Mn1@via", "r1 v1 Mn1@from", "r1 v1 Mn1@from"),
    ("n1 x9 y47", "n1 x8 y47", "n1 x8 y47"),
    // The order of tags is no change.
    ("n1 v1 Ta=b,c=d x9 y47", "n1 v1 Tc=d,a=b x9 y47", ""),
    ("n1 v1 Ta=b,c=d x9 y47", "n1 v1 Ta=d,c=b x9 y47", "n1 v1 Ta=d,c=b x9 y47"),
  ])
  func `what differs is a change`(old: String, new: String, expected: String) throws {
    #expect(try derived(old, new) == expected)
  }

  @Test func `an object that grows younger is refused`() throws {
    let workshop = try Workshop()
    let (old, new) = (try workshop.extract("w1 v3 Nn1"), try workshop.extract("w1 v2 Nn1", "new.opl"))
    #expect(throws: ExtractError.goesBack(path: new, object: "way 1")) {
      try deriveChanges(from: old, to: new, output: workshop.path("changes.osc.gz"))
    }
    #expect(workshop.folder.names == ["new.opl", "old.opl"])
    #expect(ExtractError.goesBack(path: new, object: "way 1").description.hasSuffix("Give the older extract first."))
  }

  @Test(arguments: 0..<60)
  func `derived changes applied to the old extract give the new one`(seed: UInt64) throws {
    var random = RandomExtract(seed: seed)
    let workshop = try Workshop()
    let old = try workshop.extract(random.extract())
    let changed = workshop.path("new.pbf")
    let changes = try ChangeSet(paths: [
      workshop.changes(random.changes()), workshop.changes(random.changes(), "2.osc.gz"),
    ])
    _ = try apply(changes, to: old, output: changed, header: ExtractHeader())
    let derived = workshop.path("derived.osc.gz")
    do {
      _ = try deriveChanges(from: old, to: changed, output: derived)
    } catch ExtractError.goesBack {
      return  // deleted, and back under an older version
    }
    let output = workshop.path("again.pbf")
    let counts = try apply(ChangeSet(paths: [derived]), to: old, output: output, header: ExtractHeader())
    #expect(counts.older == 0)
    #expect(try text(of: output) == text(of: changed))
  }
}
