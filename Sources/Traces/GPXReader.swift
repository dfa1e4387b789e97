internal import Storage

/// Reads the traces of one GPX file, a chunk at a time.
///
/// Memory: one chunk, the fixes of one segment, and what the chunk completed.
final class GPXReader {
  private let stream: ByteStream
  private let content: GPXContent
  private let parser: XMLPushParser
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isFinished = false

  init(_ stream: ByteStream, settings: TraceReadingSettings) {
    self.stream = stream
    content = GPXContent(source: stream.path, settings: settings)
    parser = XMLPushParser(content: content)
  }

  var version: String? { content.version }
  var refusedByReason: [String: Int] { content.items.refusedByReason }

  func next() -> TraceItem? {
    while content.items.isEmpty && !isFinished { parseChunk() }
    return content.items.pop()
  }

  private func parseChunk() {
    do throws(StorageError) {
      let count = try stream.read(into: &buffer, from: 0)
      guard count > 0 else {
        parser.finish()
        return finish()
      }
      parser.parse(buffer, count: count)
      if parser.damage != nil || content.isStopped { finish() }
    } catch {
      finish()
      content.items.note(streamError: error)
    }
  }

  private func finish() {
    isFinished = true
    content.finish(after: parser.damage)
  }
}

extension ReadItems {
  /// Notes that a file broke off while it was read.
  mutating func note(streamError error: StorageError) {
    switch error {
    case .damagedCompression:
      note(.damagedCompression, "the compressed data is damaged or cut short. What came before was kept.")
    case .system(_, let call, let code):
      note(.unreadable, "cannot \(call): \(errorText(code)). What came before was kept.")
    }
  }
}
