import Geodesy
import TestSupport
import Testing

@testable import Extracts

/// Changes of the whole world applied to the extract of a region, which reaches from 9° to 10° east.
struct ClippingTests {
  /// Node 1 lies inside, node 2 outside at the end of a way, node 3 is missing though a way refers to it.
  private static let extract = """
    n1 v1 x9.5 y47
    n2 v1 x8 y47
    w1 v1 Nn1,n2
    w2 v1 Nn1,n3
    r1 v1 Mw1@outer
    """

  private func entered(_ changes: String) throws -> (lines: [String], counts: AppliedCounts) {
    let workshop = try Workshop()
    let output = workshop.path("new.pbf")
    let before = Self.extract.split(separator: "\n").map(String.init)
    let counts = try apply(
      ChangeSet(paths: [workshop.changes(changes)]), to: workshop.extract(Self.extract), output: output,
      header: ExtractHeader(), area: { (9...10).contains($0.longitude) })
    return (try objects(of: output).filter { !before.contains($0) }, counts)
  }

  @Test(arguments: [
    ("a node inside", "+n9 v1 x9.1 y47", "n9 v1 x9.1 y47"),
    ("a node outside", "+n9 v1 x8.9 y47", ""),
    ("a known node outside", "~n2 v2 x7 y47", "n2 v2 x7 y47"),
    ("a known node that leaves", "~n1 v2 x7 y47", "n1 v2 x7 y47"),
    ("a missing node of a known way", "~n3 v2 x7 y47", "n3 v2 x7 y47"),
    (
      "a way that begins inside, with its nodes", "+n8 v1 x7 y47\n+n9 v1 x9.1 y47\n+w9 v1 Nn8,n9",
      "n8 v1 x7 y47 n9 v1 x9.1 y47 w9 v1 Nn8,n9"
    ),
    ("a way over a known node inside", "+n8 v1 x7 y47\n+w9 v1 Nn8,n1", "n8 v1 x7 y47 w9 v1 Nn8,n1"),
    ("a way over a known node outside", "+n8 v1 x7 y47\n+w9 v1 Nn8,n2", ""),
    ("a way over a known node that leaves", "~n1 v2 x7 y47\n+w9 v1 Nn1", "n1 v2 x7 y47"),
    ("a way over a known node that comes", "~n2 v2 x9.1 y47\n+w9 v1 Nn2", "n2 v2 x9.1 y47 w9 v1 Nn2"),
    ("a way outside", "+n8 v1 x7 y47\n+w9 v1 Nn8,n77", ""),
    ("a known way that leaves, with its nodes", "+n8 v1 x7 y47\n~w1 v2 Nn8,n2", "n8 v1 x7 y47 w1 v2 Nn8,n2"),
    ("a relation with a known node", "+r9 v1 Mn1@via", "r9 v1 Mn1@via"),
    ("a relation with a known way", "+r9 v1 Mw1@via", "r9 v1 Mw1@via"),
    ("a relation with a new node", "+n9 v1 x9.1 y47\n+r9 v1 Mn9@via", "n9 v1 x9.1 y47 r9 v1 Mn9@via"),
    ("a relation of foreign objects", "+n9 v1 x8.1 y47\n+r9 v1 Mn9@via,w77@to", ""),
    ("a known relation of foreign objects", "~r1 v2 Mn77@via", "r1 v2 Mn77@via"),
    ("a relation of a deleted way", "-w1 v2\n+r9 v1 Mw1@via", ""),
    ("relations of relations", "+r8 v1 Mr9@\n+r9 v1 Mr1@\n+r10 v1 Mr11@\n+r11 v1 Mr10@", "r8 v1 Mr9@ r9 v1 Mr1@"),
    ("a deletion elsewhere", "-n77 v2\n-w77 v2\n-r77 v2", ""),
  ])
  func `what belongs to the region enters it`(name: String, changes: String, expected: String) throws {
    #expect(try entered(changes).lines.joined(separator: " ") == expected, "\(name)")
  }

  @Test func `nodes that nobody knows are counted`() throws {
    let counts = try entered("+n9 v1 x9.1 y47\n-n1 v2\n+w9 v1 Nn9,n77,n2,n1\n+w10 v1 Nn78").counts
    #expect(counts.missingNodes == 2)
    #expect(counts.elsewhere == 1)
    #expect(counts.done.created == ObjectCounts(nodes: 1, ways: 1))
  }

  @Test func `without an area everything enters`() throws {
    let workshop = try Workshop()
    let output = workshop.path("new.pbf")
    _ = try apply(
      ChangeSet(paths: [workshop.changes("+n9 v1 x-70 y-33")]), to: workshop.extract(Self.extract), output: output,
      header: ExtractHeader())
    #expect(try objects(of: output).contains("n9 v1 x-70 y-33"))
  }
}
