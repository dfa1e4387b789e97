internal import CLibXML2

/// libxml2's push parser; passes the elements of a document to a ``GPXContent`` as the bytes arrive.
///
/// libxml2's `xmlTextReader` runs on the push parser. It is used directly because its callbacks know the exact line of
/// an element, while the reader knows only its own read-ahead position beyond line 65,535, and because it builds no
/// tree at all. It uses no network and no external files: a document type is refused as soon as it is seen. Without
/// `XML_PARSE_HUGE`, a single comment or name is limited to 10 MB and nesting to 256, while the document has no limit.
@safe
final class XMLPushParser {
  /// Why the document could not be read to its end.
  struct Damage: Equatable {
    var line: Int
    var message: String
  }

  private let content: GPXContent
  private let context: xmlParserCtxtPtr
  /// The first fatal error.
  private(set) var damage: Damage?

  init(content: GPXContent) {
    self.content = content
    xmlInitParser()
    var handler = unsafe xmlSAXHandler()
    unsafe handler.initialized = UInt32(XML_SAX2_MAGIC)
    unsafe handler.startElementNs = beginElement
    unsafe handler.endElementNs = endElement
    unsafe handler.characters = characters
    unsafe handler.cdataBlock = characters
    unsafe handler.internalSubset = documentType
    unsafe handler.serror = keepError
    guard let context = unsafe xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      fatalError("libxml2 cannot allocate a parser")
    }
    unsafe self.context = context
    unsafe xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOWARNING.rawValue))
    // Unretained: the parser owns the context and does not outlive itself.
    unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    unsafe xmlFreeParserCtxt(context)
  }

  /// Feeds the next `count` bytes; what they complete has reached the content when the call returns.
  func parse(_ bytes: [UInt8], count: Int) {
    guard damage == nil, !content.isStopped else { return }
    unsafe bytes.withUnsafeBytes {
      unsafe _ = xmlParseChunk(context, $0.assumingMemoryBound(to: CChar.self).baseAddress, Int32(count), 0)
    }
  }

  /// Tells the parser that no more bytes follow.
  func finish() {
    guard damage == nil, !content.isStopped else { return }
    unsafe _ = xmlParseChunk(context, nil, 0, 1)
  }

  fileprivate var line: Int {
    guard let input = unsafe context.pointee.input else { return 0 }
    return unsafe Int(input.pointee.line)
  }

  fileprivate func begin(
    _ name: UnsafePointer<xmlChar>, attributes: UnsafePointer<UnsafePointer<xmlChar>?>?, count: Int
  ) {
    let name = unsafe XMLName(span(name))
    content.begin(name, line: line)
    if content.wantsAttributes(of: name), let attributes = unsafe attributes {
      for index in 0..<count { unsafe pass(attributes + 5 * index) }
    }
    stopIfWanted()
  }

  /// libxml2 passes the local name, prefix, namespace, begin and end of the value.
  private func pass(_ attribute: UnsafePointer<UnsafePointer<xmlChar>?>) {
    guard let name = unsafe attribute[0], let begin = unsafe attribute[3], let end = unsafe attribute[4] else { return }
    let value = unsafe Span(_unsafeStart: begin, count: end - begin)
    unsafe content.attribute(XMLName(span(name)), value)
  }

  fileprivate func end() {
    content.end()
  }

  fileprivate func text(_ text: UnsafePointer<xmlChar>, count: Int) {
    guard content.wantsText else { return }
    unsafe content.text(Span(_unsafeStart: text, count: count))
  }

  fileprivate func meetDocumentType() {
    content.meetDocumentType(line: line)
    stopIfWanted()
  }

  fileprivate func keep(_ error: xmlError) {
    guard damage == nil, unsafe error.level == XML_ERR_FATAL, !content.isStopped else { return }
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
    damage = unsafe Damage(line: Int(error.line), message: String(message.split(separator: "\n").first ?? ""))
  }

  private func stopIfWanted() {
    if content.isStopped { unsafe xmlStopParser(context) }
  }
}

/// The bytes of a C string, valid as long as it is.
@_lifetime(borrow text)
private func span(_ text: borrowing UnsafePointer<xmlChar>) -> Span<UInt8> {
  unsafe Span(_unsafeStart: copy text, count: Int(xmlStrlen(copy text)))
}

private func parser(_ userData: UnsafeMutableRawPointer?) -> XMLPushParser? {
  guard let userData = unsafe userData else { return nil }
  return unsafe Unmanaged<XMLPushParser>.fromOpaque(userData).takeUnretainedValue()
}

private let beginElement: startElementNsSAX2Func = { userData, name, _, _, _, _, count, _, attributes in
  guard let name = unsafe name else { return }
  unsafe parser(userData)?.begin(name, attributes: UnsafePointer(attributes), count: Int(count))
}

private let endElement: endElementNsSAX2Func = { userData, _, _, _ in
  unsafe parser(userData)?.end()
}

private let characters: charactersSAXFunc = { userData, text, count in
  guard let text = unsafe text else { return }
  unsafe parser(userData)?.text(text, count: Int(count))
}

private let documentType: internalSubsetSAXFunc = { userData, _, _, _ in
  unsafe parser(userData)?.meetDocumentType()
}

private let keepError: xmlStructuredErrorFunc = { userData, error in
  guard let error = unsafe error else { return }
  unsafe parser(userData)?.keep(error.pointee)
}
