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

  @Test func `a change file cut short that is not compressed is refused as well, or complete`() throws {
    let workshop = try Workshop()
    let extract = try workshop.extract("n1 v1 x9 y47\nn2 v1 x9 y47")
    let text = OSMChange.xml("+n3 v1 Tname=Rüti x9 y47\n~n2 v2 x9.5 y47\n-n1 v2\n+w1 v1 Nn2,n3\n+r1 v1 Mw1@outer")
    let whole = Array(text.utf8)
    var complete = 0
    for length in 0...whole.count {
      let path = try workshop.folder.write("cut.osc", Array(whole.prefix(length)))
      guard let changes = try? ChangeSet(paths: [path], memory: ChangeMemory(byteCount: 400)) else { continue }
      _ = try apply(changes, to: extract, output: workshop.path("new.pbf"), header: ExtractHeader())
      #expect(
        try objects(of: workshop.path("new.pbf"))
          == ["n2 v2 x9.5 y47", "n3 v1 Tname=Rüti x9 y47", "w1 v1 Nn2,n3", "r1 v1 Mw1@outer"],
        "cut after \(length) bytes")
      complete += 1
    }
    // Only what stands behind the end of the document may be missing.
    #expect((1...2).contains(complete))
  }

  @Test func `any change of one byte of a change file is an error or a file, and no crash`() throws {
    let workshop = try Workshop()
    let text = OSMChange.xml("+n3 v1 Ta=b x9 y47\n-n1 v2\n+w1 v1 Nn2,n3\n+r1 v1 Mw1@outer")
    let whole = Array(text.utf8)
    var read = 0
    for position in whole.indices {
      for byte in [UInt8(0), 0x27, 0x39] {
        var bytes = whole
        bytes[position] = byte
        let path = try workshop.folder.write("odd.osc", bytes)
        do {
          _ = try ChangeSet(paths: [path], memory: ChangeMemory(byteCount: 400))
          read += 1
        } catch {
          #expect(error.description.hasPrefix(path))
        }
      }
    }
    #expect(read > 0)
  }

  @Test(arguments: [
    ("<modify><node id='99999999999999999999' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='-99999999999999999999' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='x' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='99999999999' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='-7' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='1' lat='north' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='1' timestamp='yesterday' lat='1' lon='1'/></modify>", nil),
    ("<modify><way id='5' version='1'><nd ref='1e99'/></way></modify>", nil),
    ("<modify><relation id='5' version='1'><member type='street' ref='1' role=''/></relation></modify>", nil),
    ("<modify><node id='9223372036854775808' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='9223372036854775807' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='1' lat='1e9' lon='1e9'/></modify>", nil),
    ("<modify><weather/><node id='5' version='1' lat='1' lon='1'/></modify>", nil),
    ("<modify><node id='5' version='1' lat='1' lon='1'><odd a='b'><odd/></odd></node></modify>", nil),
    ("<modify><node id='5' version='2147483647' lat='1' lon='1'/></modify>", "n5 v2147483647 x1 y1"),
    (
      "<modify><node odd='1' id='9223372036854775806' version='1' lat='1' lon='1'/></modify>",
      "n9223372036854775806 v1 x1 y1"
    ),
    ("<modify><node id='5' lat='1' lon='1'/></modify>", "n5 x1 y1"),
    ("<modify><node id='5' version='0' lat='1' lon='1'/></modify>", "n5 x1 y1"),
    ("<modify><node id='5' version='1'/></modify>", "n5 v1"),
    ("<note>what</note><modify><node id='5' version='1' lat='1' lon='1'/></modify>", "n5 v1 x1 y1"),
    ("<modify/><create></create>", ""),
  ])
  func `what a change file should not hold`(changes: String, expected: String?) throws {
    let workshop = try Workshop()
    let path = try workshop.folder.write("odd.osc", "<osmChange version='0.6'>\(changes)</osmChange>")
    for size in [400, 1 << 20] {
      do {
        let set = try ChangeSet(paths: [path], memory: ChangeMemory(byteCount: size))
        _ = try apply(set, to: workshop.extract(""), output: workshop.path("new.pbf"), header: ExtractHeader())
        #expect(try text(of: workshop.path("new.pbf")) == expected ?? "an error")
      } catch let error as ExtractError {
        #expect(expected == nil)
        #expect(error.description.hasSuffix("Fetch it again."))
      }
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
