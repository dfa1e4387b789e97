private import Foundation
package import Routing

/// A route found before.
package struct WrittenRoute: Sendable {
  package var id: String
  package var handle: RouteHandle

  /// The routes of a file of route documents, or of one handle; documents of requests without a route are left out.
  ///
  /// - Throws: ``ChangeFileError`` where the file is none of route documents.
  package static func routes(fileOrHandle text: String) throws(ChangeFileError) -> [WrittenRoute] {
    guard FileManager.default.fileExists(atPath: text) else {
      return [WrittenRoute(id: "1", handle: RouteHandle(text: text))]
    }
    let bytes = try wholeFile(text)
    let decoder = JSONDecoder()
    if let documents = try? decoder.decode([Document].self, from: Data(bytes)) { return documents.compactMap(\.route) }
    if let document = try? decoder.decode(Document.self, from: Data(bytes)) { return [document].compactMap(\.route) }
    var routes: [WrittenRoute] = []
    for line in bytes.split(separator: 0x0A) where line.contains(where: { $0 > 0x20 }) {
      guard let document = try? decoder.decode(Document.self, from: Data(line)) else { throw .notRoutes(path: text) }
      if let route = document.route { routes.append(route) }
    }
    return routes
  }

  private struct Document: Decodable {
    var id: String
    var handle: String?

    var route: WrittenRoute? { handle.map { WrittenRoute(id: id, handle: RouteHandle(text: $0)) } }
  }
}
