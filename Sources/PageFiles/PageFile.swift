internal import CPageFiles

/// A file of the pages: a template, a style or a module of the script. All are part of the program.
package struct PageFile {
  let name: String
  let text: String

  /// The text of the file `name`.
  package static func text(_ name: String) -> String { all.first { $0.name == name }?.text ?? "" }

  /// The JSON that a module of the script holds as its only object, so that the program and the page read the same.
  package static func json(inModule name: String) -> Substring {
    let text = text(name)
    guard let begin = text.firstRange(of: "= {"), let end = text.lastIndex(of: "}") else { return "" }
    return text[text.index(after: text.index(after: begin.lowerBound))...end]
  }

  /// Modules as one script.
  ///
  /// Their lines `import …` go, and so does the word `export`: what a module names is unique among all. So do lines of
  /// comments, which are a quarter of the bytes.
  ///
  /// - Parameter words: a script behind the module of the words, which gives them in another language than English.
  package static func script(words: String = "", of modules: (String) -> Bool) -> String {
    all.filter { $0.name.hasSuffix(".js") && modules($0.name) }.map {
      joined($0.text) + ($0.name == "words.js" ? words : "")
    }.joined()
  }

  private static func joined(_ module: String) -> String {
    var isInComment = false
    return module.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> Substring? in
      let text = line.drop { $0 == " " }
      if text.hasPrefix("/*") { isInComment = true }
      if isInComment {
        isInComment = !text.contains("*/")
        return nil
      }
      if text.hasPrefix("//") || line.hasPrefix("import ") { return nil }
      return line.hasPrefix("export ") ? line.dropFirst(7) : line
    }.joined(separator: "\n")
  }

  private static let all: [PageFile] = {
    var files: [PageFile] = []
    while let file = PageFile(number: files.count) { files.append(file) }
    return files
  }()

  private init?(number: Int) {
    guard let file = unsafe page_file(number) else { return nil }
    name = unsafe String(cString: file.pointee.name)
    text = unsafe String(
      decoding: UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size), as: UTF8.self)
  }
}
