import RandomNumbers
import TestSupport
import Testing

@testable import Extracts

/// Changes applied to extracts, both written as in ``Workshop``.
struct ApplyTests {
  private func applied(_ files: [String], to extract: String) throws -> (text: String, counts: AppliedCounts) {
    let workshop = try Workshop()
    let paths = try files.enumerated().map { try workshop.changes($1, "\($0).osc.gz") }
    let output = workshop.path("new.osm.pbf")
    let counts = try apply(
      ChangeSet(paths: paths), to: workshop.extract(extract), output: output, header: ExtractHeader())
    return (try text(of: output), counts)
  }

  private static let node = "n1 v2 x9 y47"

  @Test(arguments: [
    ("nothing changes", [""], node),
    ("a node moves", ["~n1 v3 x9.5 y47"], "n1 v3 x9.5 y47"),
    ("a node is deleted", ["-n1 v3"], ""),
    ("a deletion may have the version of what it deletes", ["-n1 v2"], ""),
    ("a node is created before", ["+n-1 v1 x8 y47"], "n-1 v1 x8 y47\n" + node),
    ("a node is created behind", ["+n2 v1 x8 y47"], node + "\nn2 v1 x8 y47"),
    ("a way and a relation are created", ["+r1 v1 Mw1@outer\n+w1 v1 Nn1,n1"], node + "\nw1 v1 Nn1,n1\nr1 v1 Mw1@outer"),
    ("an older version is left alone", ["~n1 v1 x8 y47"], node),
    ("a deletion of an older version as well", ["-n1 v1"], node),
    ("the same version counts", ["~n1 v2 x8 y47"], "n1 v2 x8 y47"),
    ("no version counts", ["~n1 x8 y47"], "n1 x8 y47"),
    ("the highest version of a file counts, wherever it stands", ["~n1 v5 x8 y47\n~n1 v4 x7 y47"], "n1 v5 x8 y47"),
    ("of equal versions the last", ["~n1 v3 x8 y47\n~n1 v3 x7 y47"], "n1 v3 x7 y47"),
    ("created and modified in one file", ["+n2 v1 x8 y47\n~n2 v2 x7 y47"], node + "\nn2 v2 x7 y47"),
    ("created and deleted in one file", ["+n2 v1 x8 y47\n-n2 v1"], node),
    ("deleted and created anew in one file", ["-n1 v3\n+n1 v4 x8 y47"], "n1 v4 x8 y47"),
    ("unsorted", ["+n3 v1 x8 y47\n+n2 v1 x8 y47"], node + "\nn2 v1 x8 y47\nn3 v1 x8 y47"),
    ("a later file counts", ["~n1 v3 x8 y47", "~n1 v4 x7 y47"], "n1 v4 x7 y47"),
    ("an earlier file may hold a higher version", ["~n1 v4 x8 y47", "~n1 v3 x7 y47"], "n1 v4 x8 y47"),
    ("deleted, and back in a later file", ["-n1 v2", "+n1 v2 x8 y47"], "n1 v2 x8 y47"),
    ("deleted, and back under an older version", ["-n1 v3", "+n1 v2 x8 y47"], "n1 v2 x8 y47"),
    ("deleted under an old version, which does not count, and back", ["-n1 v1", "+n1 v1 x8 y47"], node),
    ("deleted without a version, and back", ["-n1", "+n1 v1 x8 y47"], "n1 v1 x8 y47"),
    ("deleted twice", ["-n1 v3", "-n1 v2"], ""),
  ])
  func `what becomes of a node`(name: String, files: [String], expected: String) throws {
    #expect(try applied(files, to: Self.node).text == expected, "\(name)")
  }

  @Test func `everything done is counted`() throws {
    let (_, counts) = try applied(
      ["~n1 v2 x9 y48\n-n2 v2\n+n3 v1 x9 y47\n-n4 v9\n~n5 v1 x9 y47\n+w1 v1 Nn1,n3"],
      to: "n1 v1 x9 y47\nn2 v1 x9 y47\nn5 v2 x9 y47")
    #expect(counts.done.created == ObjectCounts(nodes: 1, ways: 1))
    #expect(counts.done.modified == ObjectCounts(nodes: 1))
    #expect(counts.done.deleted == ObjectCounts(nodes: 1))
    #expect(counts.elsewhere == 1)
    #expect(counts.older == 1)
  }

  @Test func `a change set counts what it holds`() throws {
    let workshop = try Workshop()
    let path = try workshop.changes("+n1 v1 x9 y47\n~n2 v2 x9 y47\n-w3 v2\n+r1 v1 Mn1@a\n~n1 v2 x9 y48")
    let changes = try ChangeSet(paths: [path])
    #expect(changes.counts.created == ObjectCounts(relations: 1))
    #expect(changes.counts.modified == ObjectCounts(nodes: 2))
    #expect(changes.counts.deleted == ObjectCounts(ways: 1))
    #expect(try ChangeSet(paths: []).isEmpty)
    #expect(try ChangeSet(paths: [workshop.changes("")]).isEmpty)
  }

  @Test func `all that is known of an object is kept`() throws {
    let way = "w1 v3 t2020-02-29T12:00:00Z Thighway=residential,name=Rüti NNn1,n2,n1"
    let extract = "n1 v1 x9 y47\nn2 v1 x-179.9999999 y-89.9999999\n" + way.replacing("NN", with: "N")
    #expect(try applied([""], to: extract).text == extract)
  }

  @Test func `the output may have the name of the extract`() throws {
    let workshop = try Workshop()
    let path = workshop.path("region.osm.pbf")
    _ = try merge([workshop.extract(Self.node)], to: path, header: ExtractHeader())
    let header = ExtractHeader(timestamp: "2024-05-01T20:21:22Z", sequenceNumber: 4021, baseURL: "http://a.example/u")
    _ = try apply(ChangeSet(paths: [workshop.changes("~n1 v3 x8 y47")]), to: path, output: path, header: header)
    #expect(try text(of: path) == "n1 v3 x8 y47")
    #expect(try extractHeader(of: path) == header)
    #expect(workshop.folder.names == ["1.osc.gz", "old.opl", "region.osm.pbf"])
  }

  @Test func `two runs give the same bytes`() throws {
    let workshop = try Workshop()
    let changes = try ChangeSet(paths: [workshop.changes("+n2 v1 x8 y47 Ta=b,c=d")])
    for name in ["a.pbf", "b.pbf"] {
      _ = try apply(
        changes, to: workshop.extract(Self.node), output: workshop.path(name),
        header: ExtractHeader(timestamp: "2024-05-01T20:21:22Z"))
    }
    #expect(workshop.folder.bytes("a.pbf") == workshop.folder.bytes("b.pbf"))
  }

  @Test(arguments: 0..<40)
  func `files applied at once give what they give one after the other`(seed: UInt64) throws {
    var random = RandomExtract(seed: seed)
    let workshop = try Workshop()
    let extract = try workshop.extract(random.extract())
    let files = try (0..<4).map { try workshop.changes(random.changes(), "\($0).osc.gz") }
    _ = try apply(ChangeSet(paths: files), to: extract, output: workshop.path("once.pbf"), header: ExtractHeader())
    var current = extract
    for (number, file) in files.enumerated() {
      let next = workshop.path("\(number).pbf")
      _ = try apply(ChangeSet(paths: [file]), to: current, output: next, header: ExtractHeader())
      current = next
    }
    #expect(try text(of: workshop.path("once.pbf")) == text(of: current))
  }
}
