internal import Storage

/// Reads the traces of one XML file, a chunk at a time.
///
/// Where libxml2 cannot go on, reading resumes at the next element that may hold fixes, with a new parser: a stray `<`
/// or a NUL byte costs only the records it hits, and all of several concatenated documents are read, whole or cut
/// short.
///
/// Memory: two chunks, the fixes of one segment, and what the chunk completed.
final class XMLTraceReader: TraceDocument {
  private let stream: ByteStream
  private let content: XMLContent
  private var parser: XMLPushParser
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isFinished = false
  private var damages: [XMLPushParser.Damage] = []
  /// The bytes that the present parser was given before the buffer.
  private var given = 0
  private var resumptions = 0
  private let mostDamages: Int

  /// A document damaged in more places is no longer read: each costs a parser.
  private static let mostResumptions = 1000

  init(_ stream: ByteStream, content: XMLContent, settings: TraceReadingSettings) {
    self.stream = stream
    self.content = content
    mostDamages = max(1, settings.refusalsPerTrace)
    parser = XMLPushParser(content: content, mostDamages: mostDamages)
  }

  var format: TraceFileFormat { content.format }
  var refusedByReason: [String: Int] { content.items.refusedByReason }

  func next() -> TraceItem? {
    while content.items.isEmpty && !isFinished { readChunk() }
    while content.items.isEmpty, content.handOutNext() {}
    return content.items.pop()
  }

  private func readChunk() {
    do throws(StorageError) {
      let count = try stream.read(into: &buffer, from: 0)
      guard count > 0 else {
        let known = parser.damages.count
        parser.finish()
        return finish(isCut: parser.isHalted || parser.damages.count > known)
      }
      parse(count)
      if content.isStopped || resumptions > Self.mostResumptions { finish(isCut: true) }
    } catch {
      finish(isCut: true)
      content.items.note(streamError: error)
    }
  }

  /// - Parameter isCut: whether nothing could be read after the last damage.
  private func finish(isCut: Bool) {
    isFinished = true
    damages += parser.damages
    if isCut, !damages.isEmpty { damages[damages.count - 1].isResumed = false }
    content.finish(isDamaged: !damages.isEmpty)
    content.note(damages)
  }

  // MARK: Chunks

  private func parse(_ count: Int) {
    var begin = 0
    if !parser.isHalted { parser.parse(buffer, 0..<count) }
    while parser.isHalted, !content.isStopped, resumptions <= Self.mostResumptions {
      let consumed = parser.lastDamage?.consumed.map { max(begin, begin + $0 - given) } ?? count
      guard let next = resumption(in: min(consumed, count)..<count, after: begin) else { break }
      resume(at: next, line: line(of: next, countedFrom: min(consumed, count)))
      begin = next
      parser.parse(buffer, next..<count)
    }
    given += count - begin
  }

  /// The line of a place in the buffer, counted from the line of the last damage.
  private func line(of place: Int, countedFrom damage: Int) -> Int {
    (parser.lastDamage?.line ?? 1) + buffer[min(damage, place)..<place].count { $0 == 0x0A }
  }

  /// Where an element begins at which reading can resume.
  private func resumption(in range: Range<Int>, after begin: Int) -> Int? {
    range.first { place in
      buffer[place] == UInt8(ascii: "<") && (place > begin || resumptions == 0 && begin == 0)
        && isResumption(buffer[place..<min(place + 40, range.upperBound)].dropFirst())
    }
  }

  private func isResumption(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    guard name.endIndex < tag.endIndex else { return false }
    let local = name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
    return local.map { content.resumptions.contains($0.lowercased()) } ?? false
  }

  private func resume(at place: Int, line: Int) {
    let encoding = parser.encoding.map { " encoding=\"\($0)\"" } ?? ""
    let beginning = Array("<?xml version=\"1.0\"\(encoding)?><\(content.rootName)>".utf8)
    damages += parser.damages
    resumptions += 1
    content.resume()
    parser = XMLPushParser(content: content, mostDamages: max(0, mostDamages - damages.count), firstLine: line)
    parser.parse(beginning, 0..<beginning.count)
    given = beginning.count
  }
}

extension TraceFormat {
  static let nameOfXML = "XML, such as GPX, KML and TCX"

  /// A format of XML, by the name of its outermost element in lower case.
  init(
    xml name: String, root: String, endings: [String], nameOfRecording: String = nameOfXML,
    content: @escaping @Sendable (String, TraceReadingSettings) -> XMLContent
  ) {
    self.init(name: name, endings: endings, begins: { $0.rootElement == root }, nameOfRecording: nameOfRecording) {
      stream, _, settings throws(CSVLayoutError) in
      try settings.expectNoKeptColumns(in: "XML such as GPX")
      return XMLTraceReader(stream, content: content(stream.path, settings), settings: settings)
    }
  }
}
