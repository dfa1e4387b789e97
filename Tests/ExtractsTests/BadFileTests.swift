import Foundation
import TestSupport
import Testing

@testable import Extracts

/// Files that are damaged or not what they should be.
struct BadFileTests {
  private func failure(_ body: () throws -> Void) -> ExtractError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ExtractError
    }
  }

  @Test func `a change file cut short is refused, wherever it ends`() throws {
    let workshop = try Workshop()
    let whole = gzipped(Array(OSMChange.xml("+n1 v1 x9 y47\n~n2 v2 x9 y47").utf8))
    for length in 0..<whole.count {
      let path = try workshop.folder.write("cut.osc.gz", Array(whole.prefix(length)))
      #expect(throws: ExtractError.self, "cut after \(length) bytes") { try ChangeSet(paths: [path]) }
    }
  }

  @Test func `a real change file cut short is refused`() throws {
    guard let url = realData("changes/000466354.osc.gz") else { return }
    let workshop = try Workshop()
    let whole = try [UInt8](Data(contentsOf: url))
    for length in stride(from: whole.count - 1, to: 0, by: -whole.count / 37) {
      let path = try workshop.folder.write("cut.osc.gz", Array(whole.prefix(length)))
      #expect(throws: ExtractError.self, "cut after \(length) bytes") { try ChangeSet(paths: [path]) }
    }
  }

  @Test func `an extract cut short is refused, and the output stays away`() throws {
    let workshop = try Workshop()
    let path = workshop.path("whole.pbf")
    _ = try merge([workshop.extract("n1 v1 x9 y47\nn2 v1 x9 y47\nw1 v1 Nn1,n2")], to: path, header: ExtractHeader())
    let whole = try #require(workshop.folder.bytes("whole.pbf"))
    let changes = try ChangeSet(paths: [workshop.changes("~n1 v2 x8 y47")])
    var unnoticed: [Int] = []
    for length in stride(from: 0, to: whole.count, by: 2) {
      let cut = try workshop.folder.write("cut.pbf", Array(whole.prefix(length)))
      do {
        _ = try apply(changes, to: cut, output: workshop.path("new.pbf"), header: ExtractHeader())
        unnoticed.append(length)
      } catch {
        #expect(!workshop.folder.exists("new.pbf") || !unnoticed.isEmpty)
      }
    }
    // Between two of its three blocks, or within the four bytes of the size of the next one, a PBF file does not tell
    // that more should follow; the checksums of servers do.
    #expect(unnoticed.count <= 4)
    #expect(workshop.folder.names.allSatisfy { !$0.hasSuffix(".partial") })
  }

  @Test func `an extract in place of changes is refused, and the reverse`() throws {
    let workshop = try Workshop()
    let extract = try workshop.extract("n1 v1 x9 y47")
    let changes = try workshop.changes("~n1 v2 x8 y47")
    let history = try workshop.folder.write(
      "history.osm", "<osm version='0.6'><node id='1' version='1' visible='false'/></osm>")
    for path in [extract, history] {
      guard case .unsupported(path, let what, _) = failure({ _ = try ChangeSet(paths: [path]) }) else {
        return #expect(Bool(false), "\(path) is no change file")
      }
      #expect(what == "no change file")
    }
    let set = try ChangeSet(paths: [changes])
    let output = workshop.path("new.pbf")
    for attempt in [
      { _ = try apply(set, to: changes, output: output, header: ExtractHeader()) },
      { _ = try merge([extract, changes], to: output, header: ExtractHeader()) },
      { _ = try deriveChanges(from: changes, to: extract, output: output) },
      { _ = try deriveChanges(from: extract, to: changes, output: output) },
    ] as [() throws -> Void] {
      guard case .unsupported(changes, let what, _) = failure(attempt) else {
        return #expect(Bool(false), "a change file is no extract")
      }
      #expect(what == "a change or history file")
    }
  }

  @Test(arguments: [
    ("n2 v1 x9 y47\nn1 v1 x9 y47", "node 1"), ("w1 v1 Nn1\nn1 v1 x9 y47", "node 1"),
    ("n1 v1 x9 y47\nn-1 v1 x9 y47", "node -1"), ("n-2 v1 x9 y47\nn-1 v1 x9 y47", "node -1"),
  ])
  func `an unsorted extract is refused`(extract: String, object: String) throws {
    let workshop = try Workshop()
    let path = try workshop.extract(extract)
    let expected = ExtractError.unsorted(path: path, object: object)
    #expect(failure { _ = try merge([path], to: workshop.path("new.pbf"), header: ExtractHeader()) } == expected)
    #expect(expected.description.contains("osmium sort"))
  }

  @Test func `an extract with an object twice is refused`() throws {
    let workshop = try Workshop()
    let path = try workshop.extract("w1 v1 Nn1\nw1 v2 Nn1")
    let expected = ExtractError.repeated(path: path, object: "way 1")
    #expect(failure { _ = try merge([path], to: workshop.path("new.pbf"), header: ExtractHeader()) } == expected)
  }

  @Test func `other files are told apart`() throws {
    let workshop = try Workshop()
    let page = try workshop.folder.write("page.osc.gz", gzipped(Array("<html>503</html>".utf8)))
    let text = try workshop.folder.write("state.txt", "sequenceNumber=1\n")
    let empty = try workshop.folder.write("empty.osc", "")
    #expect(
      failure { _ = try ChangeSet(paths: [workshop.path("none.osc.gz")]) }
        == .notFound(path: workshop.path("none.osc.gz")))
    #expect(failure { _ = try ChangeSet(paths: [text]) } == .notOSM(path: text))
    #expect(failure { _ = try ChangeSet(paths: [empty]) } == .notOSM(path: empty))
    guard case .damaged(page, _) = failure({ _ = try ChangeSet(paths: [page]) }) else {
      return #expect(Bool(false), "a page of the web is no change file")
    }
  }

  @Test func `an output that cannot be written is an error`() throws {
    let workshop = try Workshop()
    let extract = try workshop.extract("n1 v1 x9 y47")
    for path in [workshop.path("nowhere/new.pbf"), workshop.folder.path] {
      guard case .notWritten(path, _) = failure({ _ = try merge([extract], to: path, header: ExtractHeader()) }) else {
        return #expect(Bool(false), "\(path) cannot be written")
      }
    }
  }
}
