import Foundation
import Moments
import Reports
import TestSupport
import Testing

@testable import Work

@Suite struct `The manifest of files that are getting their names` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func manifest(_ outputs: [(String, Int)]) -> Manifest {
    var manifest = Manifest(
      program: .init(version: "1", build: "1"), map: .init(id: "m", version: "1", dataTime: ""), startedAt: .now,
      finishedAt: .now)
    manifest.outputs = outputs.map { Manifest.Output(name: $0, rows: 1, byteCount: $1) }
    return manifest
  }

  @Test func `lists new and old ones, and is asked only while the folder has none`() throws {
    let pending = PendingManifest(in: folder.path)
    try manifest([("traces.csv", 3), ("truth.csv", 4)]).write(into: folder.path)
    let traces = try folder.write("traces.csv", "new!!")
    let truth = try folder.write("truth.csv", "old!")
    try pending.begin(manifest([("traces.csv", 5), ("truth.csv", 6)]))
    #expect(!folder.exists("manifest.json"))
    #expect(pending.lists(traces) && pending.lists(truth))
    #expect(!pending.lists(try folder.write("labels.csv", "mine")))
    // A second run that is killed as well.
    try pending.begin(manifest([("traces.csv", 7), ("truth.csv", 8)]))
    #expect(pending.lists(traces) && pending.lists(truth))
    try manifest([("traces.csv", 7), ("truth.csv", 8)]).write(into: folder.path)
    #expect(!pending.lists(traces))
    pending.end()
    #expect(folder.names == ["labels.csv", "manifest.json", "traces.csv", "truth.csv"])
  }
}
