internal import Storage

/// Reads one file of traces, one item at a time: GPX 1.0 or 1.1, or CSV, plain or gzipped.
///
/// The content determines the format. Traces arrive complete, in the order in which they begin in the file (tracks and
/// segments in GPX, first appearance in CSV), with every record as a fix, including refused ones. Refusals arrive as
/// they occur. No file ends a run: one that cannot be read is a refusal.
///
/// Memory does not grow with the file: a chunk, the settings' buffer, one entry per trace id, and the largest trace.
///
/// The reader must not be shared between tasks; what it returns may be.
package final class TraceReader {
  /// The path as given; `-` for standard input.
  package let path: String
  private let settings: TraceReadingSettings
  private var source: Source?
  private var items: ReadItems

  private enum Source {
    case gpx(GPXReader)
    case csv(CSVReader)
    case nothing
  }

  package init(path: String, settings: TraceReadingSettings = TraceReadingSettings()) {
    self.path = path
    self.settings = settings
    items = ReadItems(file: path, refusalLimit: settings.refusalsPerTrace)
  }

  /// Reads bytes in memory as if they were a file of this name.
  package convenience init(
    _ bytes: [UInt8], path: String, settings: TraceReadingSettings = TraceReadingSettings()
  ) {
    self.init(path: path, settings: settings)
    open(ByteStream(bytes, path: path))
  }

  /// The next trace or refusal; `nil` at the end of the file, and always after it.
  package func next() -> TraceItem? {
    if source == nil { open() }
    if let item = items.pop() { return item }
    switch source {
    case .gpx(let reader): return reader.next()
    case .csv(var reader):
      source = .nothing  // so that the reader's buffers have one owner while it works
      defer { source = .csv(reader) }
      return reader.next()
    case .nothing, nil: return nil
    }
  }

  /// The format of the file; known after the first item.
  package var format: TraceFileFormat? {
    switch source {
    case .gpx(let reader): .gpx(version: reader.version)
    case .csv(let reader): .csv(reader.layout)
    case .nothing, nil: nil
    }
  }

  /// All refusals so far, by reason, including those beyond the limit.
  package var refusedByReason: [String: Int] {
    let ofSource =
      switch source {
      case .gpx(let reader): reader.refusedByReason
      case .csv(let reader): reader.refusedByReason
      case .nothing, nil: [String: Int]()
      }
    return items.refusedByReason.merging(ofSource, uniquingKeysWith: +)
  }

  private func open() {
    do throws(StorageError) {
      open(try ByteStream(path: path))
    } catch {
      source = .nothing
      note(error)
    }
  }

  private func open(_ stream: ByteStream) {
    let sample = stream.peek(CSVSniffer.sampleSize)
    if sample.isEmpty { return noteEmpty(stream) }
    if looksLikeXML(sample) { return source = .gpx(GPXReader(stream, settings: settings)) }
    do throws(CSVLayoutError) {
      let isWhole = sample.count < CSVSniffer.sampleSize
      let layout = try CSVSniffer.layout(of: sample, isWhole: isWhole, settings: settings)
      source = .csv(CSVReader(stream, layout: layout, settings: settings))
    } catch {
      source = .nothing
      items.note(error.reason, error.message)
    }
  }

  /// Notes that a file is empty, or that it cannot be read at all.
  private func noteEmpty(_ stream: ByteStream) {
    source = .nothing
    do throws(StorageError) {
      var probe: [UInt8] = [0]
      _ = try stream.read(into: &probe, from: 0)
      items.note(.emptyFile, "the file is empty.")
    } catch {
      note(error)
    }
  }

  private func note(_ error: StorageError) {
    switch error {
    case .damagedCompression:
      items.note(.damagedCompression, "the compressed data is damaged. The file was skipped.")
    case .system(_, let call, let code):
      items.note(.unreadable, "cannot \(call): \(errorText(code)). The file was skipped.")
    }
  }
}

/// The format of a trace file.
package enum TraceFileFormat: Equatable, Sendable {
  case gpx(version: String?)
  case csv(CSVLayout)
}

/// Whether the first byte that is neither blank nor part of a byte order mark is `<`, in UTF-8 or UTF-16.
private func looksLikeXML(_ sample: [UInt8]) -> Bool {
  let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x09, 0x0A, 0x0D, 0x20]
  return sample.first { !marks.contains($0) } == 0x3C
}
