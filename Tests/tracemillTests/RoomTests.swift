import Foundation
import TestSupport
import Testing

/// A folder of Sources: what its files import, and what two other places say that they do.
private struct Room: CustomStringConvertible {
  let name: String
  /// Of this project's modules; none of another package or of the system.
  let imports: Set<String>

  var description: String { name }

  static let all: [Room] = {
    let folder = projectRoot.appending(path: "Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { Room(name: $0, imports: imports(in: folder.appending(path: $0), of: Set(names))) }
  }()

  private static func imports(in folder: URL, of rooms: Set<String>) -> Set<String> {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      for match in text.matches(of: /(?m)^(?:(?:public|package|internal|private) )?import (\w+)$/) {
        found.insert(String(match.1))
      }
    }
    return found.intersection(rooms)
  }
}

/// The rooms' dependencies in `Package.swift`.
private func listedInPackage() throws -> [String: Set<String>] {
  let text = try String(contentsOf: projectRoot.appending(path: "Package.swift"), encoding: .utf8)
  var listed: [String: Set<String>] = [:]
  for match in text.matches(
    of: /(?:room\(|executableTarget\(\s*name: )\s*"([\w-]+)"(?:,\s*(?:dependencies: )?\[([^\]]*)\])?/)
  {
    let names = (match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
    listed[String(match.1)] = Set(names)
  }
  return listed
}

/// The rows of the table of rooms in `Documentation/Architecture.md`: name and imports, from left to right in the flow.
private func drawnInArchitecture() throws -> [(name: String, imports: Set<String>)] {
  let page = projectRoot.appending(path: "Documentation/Architecture.md")
  let text = try String(contentsOf: page, encoding: .utf8)
  return text.matches(of: /(?m)^\| `([\w-]+)` \| ([^|]*) \|/).map { row in
    (String(row.1), Set(row.2.matches(of: /`(\w+)`/).map { String($0.1) }))
  }
}

@Suite struct `The rooms of the house` {
  @Test func `are listed in the package with what their files import, and with nothing else`() throws {
    let listed = try listedInPackage()
    for room in Room.all where listed[room.name] != nil {
      #expect(listed[room.name] == room.imports, "\(room)")
    }
    #expect(Room.all.filter { !$0.imports.isEmpty }.allSatisfy { listed[$0.name] != nil })
  }

  @Test func `are drawn in the architecture with every import, each of a room further left`() throws {
    let rows = try drawnInArchitecture()
    var drawn: Set<String> = []
    for row in rows {
      let room = try #require(Room.all.first { $0.name == row.name }, "\(row.name)")
      #expect(row.imports == room.imports, "\(row.name)")
      #expect(row.imports.isSubset(of: drawn), "\(row.name) imports a room that is not to the left of it")
      drawn.insert(row.name)
    }
    #expect(drawn == Set(Room.all.map(\.name)))
  }

  /// Foundation brings 34 MB of ICU into the program. Of FoundationEssentials, one function ends the program where a
  /// relative path has one character (Swift 6.3 on Linux); `folderPath(of:)` does the same.
  @Test func `import no Foundation, and cut no path with deletingLastPathComponent`() throws {
    let files = FileManager.default.enumerator(
      at: projectRoot.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in files ?? .init()
    where file.pathExtension == "swift" && !file.path.contains("/IdentityPlugin/") {
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains(".deletingLastPathComponent"), "\(file.path)")
      #expect(!text.contains(/(?m)^.*import Foundation$/), "\(file.path)")
    }
    #expect(count > 500)
  }
}
