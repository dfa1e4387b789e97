internal import Storage

/// Reads one document: a file, or a member of an archive.
final class DocumentReader {
  /// Of the file, or of the member behind that of its archive.
  let path: String
  private let settings: TraceReadingSettings
  private let isMember: Bool
  private var source: Source?
  /// Beside `source`, so that its buffers are changed in place.
  private var csv: CSVReader?
  private var items: ReadItems

  /// The number of bytes at the start that tell the format.
  static let sampleSize = CSVSniffer.sampleSize

  private enum Source {
    case xml(XMLTraceReader)
    case json(JSONTraceReader)
    case nmea(NMEAReader)
    case polylines(PolylineReader)
  }

  init(_ stream: ByteStream, isMember: Bool = false, settings: TraceReadingSettings) {
    self.settings = settings
    self.isMember = isMember
    path = stream.path
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    open(stream)
  }

  func next() -> TraceItem? {
    if let item = items.pop() { return item }
    switch source {
    case .xml(let reader): return reader.next()
    case .json(let reader): return reader.next()
    case .nmea(let reader): return reader.next()
    case .polylines(let reader): return reader.next()
    case nil: return csv?.next()
    }
  }

  var format: TraceFileFormat? {
    switch source {
    case .xml(let reader): reader.format
    case .json(let reader): .json(reader.kind, reader.layout)
    case .nmea: .nmea
    case .polylines: .polylines
    case nil: csv.map { .csv($0.layout) }
    }
  }

  var refusedByReason: [String: Int] {
    let ofSource =
      switch source {
      case .xml(let reader): reader.refusedByReason
      case .json(let reader): reader.refusedByReason
      case .nmea(let reader): reader.refusedByReason
      case .polylines(let reader): reader.refusedByReason
      case nil: csv?.refusedByReason ?? [:]
      }
    return items.refusedByReason.merging(ofSource, uniquingKeysWith: +)
  }

  private func open(_ stream: ByteStream) {
    let sample = stream.peek(Self.sampleSize)
    if sample.isEmpty { return noteEmpty(stream) }
    if let format = ForeignFormat(of: sample) { return refuse(format) }
    if isMember && isArchive(sample) { return refuse(ForeignFormat("an archive within an archive", "unpack it first")) }
    if looksLikeXML(sample) { return openXML(stream, sample) }
    if let isBigEndian = isBigEndianUTF16(sample) {
      let decoded = ByteStream(utf16: stream, isBigEndian: isBigEndian)
      return openText(decoded, decoded.peek(Self.sampleSize))
    }
    openText(stream, sample)
  }

  private func openText(_ stream: ByteStream, _ sample: [UInt8]) {
    if NMEASentence.begins(sample) {
      if refusesToKeep("NMEA 0183") { return }
      return source = .nmea(NMEAReader(stream, settings: settings))
    }
    let isWhole = sample.count < Self.sampleSize
    do throws(CSVLayoutError) {
      if looksLikeJSON(sample) {
        source = .json(try JSONTraceReader(stream, sample: sample, isWhole: isWhole, settings: settings))
        return
      }
      if PolylineReader.begins(sample) {
        source = .polylines(try PolylineReader(stream, settings: settings))
        return
      }
      let layout = try CSVSniffer.layout(of: sample, isWhole: isWhole, settings: settings)
      csv = CSVReader(stream, layout: layout, settings: settings)
    } catch {
      items.note(error.reason, error.message)
    }
  }

  private func openXML(_ stream: ByteStream, _ sample: [UInt8]) {
    var plain = sample
    if let isBigEndian = isBigEndianUTF16(sample) {
      plain = ByteStream(utf16: ByteStream(sample, path: stream.path), isBigEndian: isBigEndian).peek(sample.count)
    }
    let content: XMLContent
    switch XMLKind(of: plain) {
    case .foreign(let format): return refuse(format)
    case .kml: content = KMLContent(source: stream.path, settings: settings)
    case .tcx: content = TCXContent(source: stream.path, settings: settings)
    case .fcd: content = FCDContent(source: stream.path, settings: settings)
    case .gpx, .unknown: content = GPXContent(source: stream.path, settings: settings)
    }
    if refusesToKeep("XML such as GPX") { return }
    source = .xml(XMLTraceReader(stream, content: content, settings: settings))
  }

  /// Refuses a file of a format that has no columns if columns are to be kept.
  private func refusesToKeep(_ format: String) -> Bool {
    guard !settings.keep.isEmpty else { return false }
    let error = CSVLayoutError(noColumnsIn: format)
    items.note(error.reason, error.message)
    return true
  }

  private func refuse(_ format: ForeignFormat) { items.note(.unknownFormat, format.message) }

  /// Notes that a file is empty, or that it cannot be read at all.
  private func noteEmpty(_ stream: ByteStream) {
    do throws(StorageError) {
      var probe: [UInt8] = [0]
      _ = try stream.read(into: &probe, from: 0)
      items.note(.emptyFile, "the file is empty.")
    } catch {
      items.note(unreadable: error)
    }
  }
}

/// Whether a text in UTF-16 has its high bytes first; `nil` for any other text.
///
/// A byte order mark says so, or most other bytes of the beginning are zero, as in a table.
func isBigEndianUTF16(_ sample: [UInt8]) -> Bool? {
  if sample.starts(with: [0xFF, 0xFE]) { return false }
  if sample.starts(with: [0xFE, 0xFF]) { return true }
  let begin = sample.prefix(64)
  let (even, odd) = (begin.indices.filter { $0 % 2 == 0 }, begin.indices.filter { $0 % 2 == 1 })
  guard odd.count >= 8 else { return nil }
  let zeros = (even: even.count { begin[$0] == 0 }, odd: odd.count { begin[$0] == 0 })
  if zeros.even == 0 && 4 * zeros.odd >= 3 * odd.count { return false }
  return zeros.odd == 0 && 4 * zeros.even >= 3 * even.count ? true : nil
}

/// Whether a file is a zip or tar archive.
func isArchive(_ sample: [UInt8]) -> Bool {
  let isZip = sample.starts(with: Array("PK\u{3}\u{4}".utf8)) || sample.starts(with: Array("PK\u{5}\u{6}".utf8))
  let isTar = sample.dropFirst(257).starts(with: Array("ustar".utf8)) && sample.prefix(257).contains(0)
  return (isZip || isTar) && ForeignFormat(of: sample) == nil
}

/// Whether a file begins with an object or a list of JSON, perhaps behind a record separator.
func looksLikeJSON(_ sample: [UInt8]) -> Bool {
  let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x1E, 0x20]
  let start = sample.drop { marks.contains($0) }
  if start.first == UInt8(ascii: "{") { return true }
  guard start.first == UInt8(ascii: "[") else { return false }
  let next = start.dropFirst().first { !marks.contains($0) }
  return next.map { [UInt8]("{[]\"-0123456789".utf8).contains($0) } ?? true
}

/// Whether the first byte that is neither blank nor part of a byte order mark is `<`, in UTF-8 or UTF-16.
func looksLikeXML(_ sample: [UInt8]) -> Bool {
  let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x09, 0x0A, 0x0D, 0x20]
  return sample.first { !marks.contains($0) } == 0x3C
}
