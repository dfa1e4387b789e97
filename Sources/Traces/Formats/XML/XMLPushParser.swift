internal import CLibXML2

/// libxml2's push parser; passes the elements of a document to an ``XMLContent`` as the bytes arrive.
///
/// libxml2's `xmlTextReader` runs on the push parser. It is used directly because its callbacks know the exact line of
/// an element, while the reader knows only its own read-ahead position beyond line 65,535, and because it builds no
/// tree at all. It uses no network and no external files: a document type is refused as soon as it is seen. Without
/// `XML_PARSE_HUGE`, a single comment or name is limited to 10 MB and nesting to 256, while the document has no limit.
///
/// With `XML_PARSE_RECOVER` most damage costs only what it hits: a byte that is not UTF-8, a bare `&`, a control
/// character, an element that is not closed. Where libxml2 stops nevertheless, the reader starts again after the
/// damage.
@safe
final class XMLPushParser {
  /// Why the document could not be read to its end.
  struct Damage: Equatable {
    var line: Int
    var message: String
    /// Whether what follows could be read.
    var isResumed = true
  }

  private let content: XMLContent
  private let context: xmlParserCtxtPtr
  /// The damage of the document so far: at most one per line, and no more than are reported.
  private(set) var damages: [Damage] = []
  private let mostDamages: Int
  /// The line and the byte of the last damage, as far as the parser knows them.
  private(set) var lastDamage: (line: Int, consumed: Int?)?
  /// What is wrong with the tag that is being read.
  private var tagDamage: String?
  /// The number of the document's first line.
  private let firstLine: Int
  private let names = XMLNames()

  /// - Parameters:
  ///   - mostDamages: how many places are reported.
  ///   - firstLine: the line of the first byte in its file, from 1.
  init(content: XMLContent, mostDamages: Int, firstLine: Int = 1) {
    self.mostDamages = mostDamages
    self.firstLine = firstLine
    self.content = content
    xmlInitParser()
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = beginElement
    unsafe handler.endElementNs = endElement
    unsafe handler.characters = characters
    // One function for both: libxml2 then does not look whether a text is blank.
    unsafe handler.ignorableWhitespace = characters
    unsafe handler.cdataBlock = characters
    unsafe handler.internalSubset = documentType
    unsafe handler.serror = keepError
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      fatalError("libxml2 cannot allocate a parser")
    }
    unsafe self.context = context
    // libxml2 would print errors about encodings, which it cannot report to the context. The setting applies to the
    // thread.
    unsafe xmlSetStructuredErrorFunc(nil) { _, _ in }
    unsafe xmlCtxtUseOptions(context, Self.options)
    // Unretained: the parser owns the context and does not outlive itself.
    unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  private static let options = Int32(
    XML_PARSE_NONET.rawValue | XML_PARSE_NOWARNING.rawValue | XML_PARSE_RECOVER.rawValue)

  deinit {
    unsafe xmlFreeParserCtxt(context)
  }

  /// Feeds `bytes[range]`; what they complete has reached the content when the call returns.
  func parse(_ bytes: [UInt8], _ range: Range<Int>) {
    guard !isHalted else { return }
    unsafe bytes.withUnsafeBytes {
      guard let start = unsafe $0.assumingMemoryBound(to: CChar.self).baseAddress else { return }
      unsafe _ = xmlParseChunk(context, start + range.lowerBound, Int32(range.count), 0)
    }
  }

  /// Tells the parser that no more bytes follow.
  func finish() {
    guard !isHalted else { return }
    unsafe _ = xmlParseChunk(context, nil, 0, 1)
  }

  /// Whether the parser takes no more of the document: it was stopped, or met damage that it cannot get over.
  var isHalted: Bool { unsafe context.pointee.disableSAX != 0 }

  /// The encoding that the document declares.
  var encoding: String? { unsafe context.pointee.encoding.map { unsafe String(cString: $0) } }

  fileprivate var line: Int {
    guard let input = unsafe context.pointee.input else { return 0 }
    return unsafe firstLine - 1 + Int(input.pointee.line)
  }

  fileprivate func begin(
    _ name: UnsafePointer<xmlChar>, attributes: UnsafePointer<UnsafePointer<xmlChar>?>?, count: Int
  ) {
    let known = unsafe names.entry(name)
    unsafe content.begin(
      XMLElement(
        name: known.name, spelled: Span(_unsafeStart: name, count: known.length), line: line,
        attributes: XMLAttributes(attributes, count: count, names: names)))
    if tagDamage != nil { passTagDamage() }
    stopIfWanted()
  }

  private func passTagDamage() {
    if let tagDamage { content.meetDamage(tagDamage) }
    tagDamage = nil
  }

  fileprivate func end() {
    content.end()
  }

  fileprivate func text(_ text: UnsafePointer<xmlChar>, count: Int) {
    unsafe content.text(Span(_unsafeStart: text, count: count))
  }

  fileprivate func meetDocumentType() {
    content.meetDocumentType(line: line)
    stopIfWanted()
  }

  fileprivate func keep(_ error: xmlError) {
    guard unsafe error.level == XML_ERR_FATAL, !content.isStopped else { return }
    // Blanks before the declaration are harmless.
    if unsafe error.code == XML_ERR_RESERVED_XML_NAME.rawValue, !isBegun { return }
    let text = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
    let message = String(text.split(separator: "\n").first ?? "")
    if isInStartTag { tagDamage = message } else { content.meetDamage(message) }
    let line = unsafe firstLine - 1 + Int(error.line)
    let consumed = unsafe xmlByteConsumed(context)
    lastDamage = (line, consumed >= 0 ? Int(consumed) : nil)
    if damages.last?.line != line && damages.count < mostDamages {
      damages.append(Damage(line: line, message: message))
    }
  }

  /// Whether the parser is within a tag, which is passed to the content only when complete.
  private var isInStartTag: Bool {
    unsafe [XML_PARSER_START_TAG, XML_PARSER_ATTRIBUTE_VALUE].contains(context.pointee.instate)
  }

  /// Whether the outermost element has begun.
  private var isBegun: Bool { unsafe context.pointee.nameNr > 0 }

  private func stopIfWanted() {
    if content.isStopped { unsafe xmlStopParser(context) }
  }
}

/// Calls with the parser that libxml2 was given.
@inline(__always)
private func with(_ userData: UnsafeMutableRawPointer?, _ body: (XMLPushParser) -> Void) {
  guard let userData = unsafe userData else { return }
  unsafe Unmanaged<XMLPushParser>.fromOpaque(userData)._withUnsafeGuaranteedRef { body($0) }
}

private let beginElement: startElementNsSAX2Func = { userData, name, _, _, _, _, count, _, attributes in
  guard let name = unsafe name else { return }
  unsafe with(userData) { unsafe $0.begin(name, attributes: UnsafePointer(attributes), count: Int(count)) }
}

private let endElement: endElementNsSAX2Func = { userData, _, _, _ in
  unsafe with(userData) { $0.end() }
}

private let characters: charactersSAXFunc = { userData, text, count in
  guard let text = unsafe text else { return }
  unsafe with(userData) { unsafe $0.text(text, count: Int(count)) }
}

private let documentType: internalSubsetSAXFunc = { userData, _, _, _ in
  unsafe with(userData) { $0.meetDocumentType() }
}

private let keepError: xmlStructuredErrorFunc = { userData, error in
  guard let error = unsafe error else { return }
  unsafe with(userData) { unsafe $0.keep(error.pointee) }
}
