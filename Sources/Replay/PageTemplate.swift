internal import CMD
internal import FoundationEssentials
internal import PageFiles
internal import Records
internal import Reports
internal import Storage

/// A page with a place for its title and one for its data.
struct PageTemplate {
  private let head: String
  private let tail: String

  /// - Parameters:
  ///   - packed: a script that the first one unpacks and runs.
  ///   - images: the servers from which the page may load pictures.
  init(
    _ name: String, _ words: PageWords, styles: [String], script: String, packed: String? = nil, images: [String] = []
  ) {
    let page =
      words.written(PageFile.text(name)).replacing("<!doctype html>\n", with: OutputFrame.beginningOfPage)
      .replacing("%STYLE%", with: styles.map(PageFile.text).joined()).replacing("%SCRIPT%", with: script)
      .replacing("%PROGRAM%", with: packed.map(Self.packed) ?? "")
    let scripts = [Self.script(of: page)] + (packed.map { [$0[...]] } ?? [])
    let own = scripts.map { "'sha256-\(Self.sha256($0))'" }.joined(separator: " ")
    let policy = Self.policy(styles: "'unsafe-inline'", scripts: own, images: images)
    let parts = page.replacing("%CSP%", with: policy).split(
      separator: "%DATA%", maxSplits: 1, omittingEmptySubsequences: false)
    head = String(parts[0])
    tail = parts.count == 2 ? String(parts[1]) : ""
  }

  /// A page of a folder, which loads its script and its style from the files that all pages there share.
  init(_ name: String, _ words: PageWords, sharing files: SharedFiles, images: [String] = []) {
    let address = SharedFiles.folder + "/"
    // What a reader sees of a page that was taken out of its folder; the style hides it.
    let alone = "<p id=\"alone\">\(words("This page needs the folder shared, which lies beside it."))</p>\n"
    let style = "<link rel=\"stylesheet\" href=\"\(address)\(files.style.name)\">"
    let text = PageFile.text(name).replacing("<!doctype html>\n", with: OutputFrame.beginningOfPage)
      .replacing("<style>\n%STYLE%\n</style>", with: style).replacing("<body>\n", with: "<body>\n" + alone)
      .replacing("%CSP%", with: Self.policy(styles: "'self' 'unsafe-inline'", scripts: "'self'", images: images))
    let halves = words.written(text).split(separator: "%DATA%", maxSplits: 1, omittingEmptySubsequences: false)
    head = String(halves[0])
    tail = "</script>\n<script defer src=\"\(address)\(files.script.name)\"></script>\n</body>\n</html>\n"
  }

  /// The script that unpacks a page and runs it.
  static func opening(_ words: PageWords) -> String { words.written(PageFile.script(of: isOfOpening)) }

  static func isOfOpening(_ module: String) -> Bool { ["inflate.js", "opening.js"].contains(module) }

  /// The text before the data, and the text after it.
  func parts(title: String) -> (head: String, tail: String) {
    (head.replacing("%TITLE%", with: inXML(title)), tail)
  }

  /// What the page may load: only its own contents, and pictures from the servers. No script runs but this one,
  /// whatever a name in the data might bring into the page. For a file, `'self'` are other files.
  private static func policy(styles: String, scripts: String, images: [String]) -> String {
    let pictures = (["data:", "blob:"] + images).joined(separator: " ")
    return "default-src 'none'; style-src \(styles); script-src \(scripts); base-uri 'none'; "
      + "form-action 'none'; img-src \(pictures)"
  }

  /// A script in a quarter of its bytes, which the page unpacks: gzip in Base64, packed once for all pages of a run.
  private static func packed(_ script: String) -> String {
    var writer = ByteWriter(capacity: script.utf8.count)
    writer.text(script)
    return packed(writer, level: 9)
  }

  /// Data in a third of their bytes.
  ///
  /// - Parameter level: of zlib; 4 takes 9 ms for a megabyte of data, and 6 takes 44 ms to save another 5 %.
  static func packed(_ bytes: borrowing ByteWriter, level: Int32 = 4) -> String {
    Data(gzipped(bytes.buffer.bytes, level: level)).base64EncodedString()
  }

  /// The text between the tags of the script, including line breaks, as browsers hash it.
  private static func script(of page: String) -> Substring {
    guard let begin = page.firstRange(of: "<script type=\"module\">")?.upperBound,
      let end = page[begin...].firstRange(of: "</script>")?.lowerBound
    else { return "" }
    return page[begin..<end]
  }

  /// - Source: FIPS 180-4, by libmd; in Base64, as W3C Content Security Policy Level 3 has it.
  private static func sha256(_ text: Substring) -> String {
    var context = SHA2_CTX()
    unsafe SHA256Init(&context)
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer { unsafe SHA256Update(&context, $0.baseAddress, $0.count) }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe digest.withUnsafeMutableBufferPointer { unsafe SHA256Final($0.baseAddress, &context) }
    return Data(digest).base64EncodedString()
  }

  private func inXML(_ text: String) -> String {
    var writer = ByteWriter()
    writer.xmlText(text)
    return String(decoding: writer.array, as: UTF8.self)
  }
}
