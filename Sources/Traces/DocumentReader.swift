internal import Storage

/// Reads one document: a file, or a member of an archive.
final class DocumentReader {
  /// The path of the file; for a member of an archive, the archive's path followed by the member's.
  let path: String
  private var document: (any TraceDocument)?
  private var items: ReadItems

  init(_ stream: ByteStream, isMember: Bool = false, settings: TraceReadingSettings) {
    path = stream.path
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    let bytes = stream.peek(FileBeginning.mostBytes)
    if bytes.isEmpty {
      noteEmpty(stream)
      return
    }
    do throws(CSVLayoutError) {
      document = try Self.document(stream, FileBeginning(bytes), isMember: isMember, settings)
    } catch {
      items.note(error.reason, error.message)
    }
  }

  func next() -> TraceItem? { items.pop() ?? document?.next() }

  var format: TraceFileFormat? { document?.format }

  var refusedByReason: [String: Int] {
    items.refusedByReason.merging(document?.refusedByReason ?? [:], uniquingKeysWith: +)
  }

  private static func document(
    _ stream: ByteStream, _ beginning: FileBeginning, isMember: Bool, _ settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> any TraceDocument {
    if let foreign = ForeignFormat(of: beginning) { throw CSVLayoutError(foreign) }
    if isMember && isArchive(beginning.bytes) {
      throw CSVLayoutError(ForeignFormat("an archive within an archive", "unpack it first"))
    }
    guard !beginning.isXML, let isBigEndian = isBigEndianUTF16(beginning.bytes) else {
      return try TraceFormat.of(beginning).open(stream, beginning, settings)
    }
    let decoded = ByteStream(utf16: stream, isBigEndian: isBigEndian)
    let text = FileBeginning(decoded.peek(FileBeginning.mostBytes))
    return try TraceFormat.of(text).open(decoded, text, settings)
  }

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
  return (isZip || isTar) && ForeignFormat(ofBytes: sample) == nil
}

/// Whether the first byte that is neither blank nor part of a byte order mark is `<`, in UTF-8 or UTF-16.
func looksLikeXML(_ sample: [UInt8]) -> Bool {
  let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x09, 0x0A, 0x0D, 0x20]
  return sample.first { !marks.contains($0) } == 0x3C
}
