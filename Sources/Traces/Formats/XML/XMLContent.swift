internal import Moments

/// Interprets the elements of one XML document, or of several in one file, as ``XMLPushParser`` passes them.
///
/// Every kind of document has its subclass. A class and its overrides, and no protocol: the parser holds one content,
/// and a call costs no more than a lookup.
class XMLContent {
  final let source: String
  final let settings: TraceReadingSettings
  final let times: TimeReading
  final let plainTimes: PlainTimes
  /// The id of the file; see ``TraceReadingSettings/ownID(of:)``.
  final private(set) lazy var ownID = settings.ownID(of: source)
  final var items: ReadItems
  /// Whether the rest of the document can be skipped.
  final var isStopped = false

  init(source: String, settings: TraceReadingSettings) {
    self.source = source
    self.settings = settings
    times = settings.timesOfXML
    plainTimes = times.plain
    items = ReadItems(file: source, refusalLimit: settings.refusalsPerTrace)
  }

  /// The format as ``TraceReader`` reports it.
  var format: TraceFileFormat { Self.format("xml", "XML") }

  final class func format(_ name: String, _ title: String) -> TraceFileFormat {
    var format = TraceFileFormat(name, title)
    format.hasSchema = true
    return format
  }

  /// The outermost element, within which reading resumes after damage.
  var rootName: String { "" }

  /// The beginnings of elements at which reading can resume.
  var resumptions: [String] { [] }

  // MARK: What the parser meets

  func begin(_ element: borrowing XMLElement) {}
  func text(_ text: Span<UInt8>) {}
  func end() {}

  /// The document is damaged here; whatever record is open cannot be trusted.
  func meetDamage(_ message: String) {}

  /// What follows is read as if it stood in a new outermost element.
  func resume() {}

  /// Hands out what is complete when the document ends, whole or broken.
  func finish(isDamaged: Bool) {}

  /// Hands out the next of the traces that are complete only at the end; false after the last.
  func handOutNext() -> Bool { false }

  /// Whether a trace was found.
  var hasTraces: Bool { false }

  final func meetDocumentType(line: Int) {
    isStopped = true
    items.note(
      .doctypeRefused, line: line,
      "the file declares a document type, which GPX does not have. The file was skipped; remove its <!DOCTYPE …>.")
  }

  /// Notes the places at which the document is damaged.
  final func note(_ damages: [XMLPushParser.Damage]) {
    for damage in damages {
      let rest =
        damage.isResumed
        ? "What follows was read." : hasTraces ? "The points before it were kept." : "The file was skipped."
      items.note(.malformedXML, line: damage.line, "not well-formed XML: \(damage.message). \(rest)")
    }
  }
}
