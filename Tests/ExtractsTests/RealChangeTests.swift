import Foundation
import TestSupport
import Testing

@testable import Extracts

/// Real extracts and the change files between them.
@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct RealChangeTests {
  static let pairs = [
    ("osm/monaco-2020-07-19.osm.pbf", "osm/monaco-2021-04-21.osm.pbf", "monaco-2020-07-19_to_2021-04-21"),
    (
      "osm/liechtenstein-2014-12-10.osm.pbf", "osm/liechtenstein-2015-07-27.osm.pbf",
      "liechtenstein-2014-12-10_to_2015-07-27"
    ),
  ]

  private struct Pair {
    let old: String
    let new: String
    let changes: String

    init?(_ names: (String, String, String)) {
      guard let old = realData(names.0), let new = realData(names.1),
        let changes = realData("changes/\(names.2).osc.gz")
      else { return nil }
      (self.old, self.new, self.changes) = (old.path, new.path, changes.path)
    }
  }

  @Test(arguments: pairs)
  func `an old extract with its changes holds the same objects as the new one`(names: (String, String, String)) throws {
    guard let pair = Pair(names) else { return }
    let workshop = try Workshop()
    let output = workshop.path("new.osm.pbf")
    let header = try extractHeader(of: pair.new)
    let counts = try apply(ChangeSet(paths: [pair.changes]), to: pair.old, output: output, header: header)
    #expect(try objects(of: output) == objects(of: pair.new))
    #expect(counts.older == 0)
    #expect(counts.elsewhere == 0)
    var written = try extractHeader(of: output)
    #expect(written.isSorted)
    written.isSorted = header.isSorted
    #expect(written == header)
  }

  @Test(arguments: pairs)
  func `derived changes turn the old extract into the new one`(names: (String, String, String)) throws {
    guard let pair = Pair(names) else { return }
    let workshop = try Workshop()
    let (derived, output) = (workshop.path("derived.osc.gz"), workshop.path("new.osm.pbf"))
    let counts = try deriveChanges(from: pair.old, to: pair.new, output: derived)
    let changes = try ChangeSet(paths: [derived])
    #expect(changes.counts.total == counts.total)
    #expect(changes.counts.deleted == counts.deleted)
    #expect(try objects(of: derived) == objects(of: pair.changes))
    _ = try apply(changes, to: pair.old, output: output, header: ExtractHeader())
    #expect(try objects(of: output) == objects(of: pair.new))
  }
}
