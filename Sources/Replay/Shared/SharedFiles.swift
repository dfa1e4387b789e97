internal import PageFiles
internal import Storage

/// The files that all pages of a folder share, in ``folder`` beside them: script, style, and the map in tiles.
///
/// Their names have hashes of what is in them or of the map, so a page finds what it was made with, or nothing.
package struct SharedFiles: Sendable {
  package static let folder = "shared"
  /// The first line of each, by which a file is known as one.
  package static let beginning = "/* tracemill */\n"

  let script: (name: String, text: String)
  let style: (name: String, text: String)
  package let tiles = SharedTiles()

  /// - Parameter modules: which modules make up the script.
  init(_ words: PageWords, styles: [String], of modules: (String) -> Bool) {
    let program = PageFile.script(words: words.script, of: modules)
    let opening = PageTemplate.opening(words)
    script = Self.named(
      "page", ".js",
      "(async () => {\n'use strict';\nconst runProgram = () => {\n\(program)\n};\n\(opening)\n})();\n")
    style = Self.named("page", ".css", styles.map(PageFile.text).joined())
  }

  /// The files that do not depend on the drives.
  package var fixed: [(name: String, bytes: [UInt8])] { [script, style].map { ($0.name, Array($0.text.utf8)) } }

  private static func named(_ name: String, _ ending: String, _ text: String) -> (name: String, text: String) {
    let all = beginning + text
    return ("\(name)-\(String(checksum(all), radix: 16).suffix(8))\(ending)", all)
  }
}
