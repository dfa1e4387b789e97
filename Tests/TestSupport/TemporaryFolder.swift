package import Foundation

/// An empty folder that goes away with this value.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tracemill-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file, with the folders that its name has in it, and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return path(name)
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOf: url.appending(path: name), encoding: .utf8)
  }

  /// The content of a file; `nil` if there is none.
  package func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path(name)).map(Array.init) }

  /// What lies in the folder, sorted.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

  /// The numbers that the file system gives to what lies in the folder, which stay the same under another name.
  package var fileNumbers: [Int] {
    names.compactMap { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path(name))
      return attributes?[.systemFileNumber] as? Int
    }
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}

/// The project's own folder.
package let projectRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A folder of the real data that tests may use; `nil`, with a message on the console, if it is absent.
package func realData(_ name: String) -> URL? {
  let root =
    ProcessInfo.processInfo.environment["TRACEMILL_TEST_DATA"].map { URL(filePath: $0) }
    ?? projectRoot.appending(path: "../shared/data")
  let url = root.appending(path: name).standardizedFileURL
  if FileManager.default.fileExists(atPath: url.path) { return url }
  print("skipped what needs \(name): set TRACEMILL_TEST_DATA to the folder of the real data")
  return nil
}
