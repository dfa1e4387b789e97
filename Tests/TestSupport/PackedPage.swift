import Foundation

/// Why the contents of a page cannot be read.
package enum PackedPageFault: Error { case notThere(String) }

/// What an element of a page holds as gzip in Base64: its data in `drive`, its script in `program`.
package func unpacked(_ id: String, of page: String) throws -> String {
  guard let begin = page.range(of: "id=\"\(id)\">")?.upperBound,
    let end = page[begin...].range(of: "</script>")?.lowerBound
  else { throw PackedPageFault.notThere(id) }
  return try inflated(page[begin..<end], named: id)
}

/// What a tile of a folder of pages holds, from the text of its file.
package func unpacked(tile: String) throws -> String {
  guard let packed = tile.firstMatch(of: /tracemillTile\("[^"]*","([^"]*)"\);/) else {
    throw PackedPageFault.notThere("tracemillTile")
  }
  return try inflated(packed.1, named: "tracemillTile")
}

private func inflated(_ packed: Substring, named name: String) throws -> String {
  guard let bytes = Data(base64Encoded: String(packed)) else { throw PackedPageFault.notThere(name) }
  let folder = try TemporaryFolder()
  let file = folder.url.appending(path: "packed.gz")
  try bytes.write(to: file)
  let (gunzip, output) = (Process(), Pipe())
  gunzip.executableURL = URL(filePath: "/usr/bin/env")
  gunzip.arguments = ["gzip", "-dc", file.path]
  gunzip.standardOutput = output
  try gunzip.run()
  return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
}
