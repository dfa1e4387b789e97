internal import Moments
internal import Records
internal import Settings
internal import Storage
package import Traces

/// A small document that says how the files of one exporter are to be read: the columns and their units, the form of
/// times, the rows that are fixes.
package struct Preset: Sendable {
  package let name: String
  /// The document.
  package internal(set) var text = ""
  /// What the preset reads, in one line.
  package internal(set) var about = ""
  /// The endings of its files, without the point, for files in folders.
  package internal(set) var endings: [String] = []
  var columns: TracePreset
  /// Columns that are known and not read.
  var ignored: [String] = []
  var items: [String] = []
  var skip: Int?
  var delimiter: UInt8?
  var coordinates: CoordinateForm?
  var clock: LocalClock?

  /// A shipped preset, or one from a file of the user's.
  ///
  /// - Throws: ``PresetError`` with the known names, or with the line of the file that cannot be read.
  package init(named text: String) throws(PresetError) {
    if let shipped = Self.shipped.first(where: { $0.name == text }) {
      try self.init(parsing: String(decoding: shipped.text, as: UTF8.self), path: text)
      return
    }
    guard FileKind(at: text) != .missing else { throw .unknown(text) }
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try wholeFile(text, atMost: .settings)
    } catch {
      throw .document("\(text): cannot be read: \(error)")
    }
    try self.init(parsing: String(decoding: bytes, as: UTF8.self), path: text)
  }

  init(name: String) {
    self.name = name
    columns = TracePreset(name: name)
  }

  /// Sets what the preset states and the user does not.
  package func apply(to settings: inout TraceReadingSettings) {
    if !columns.columns.isEmpty { settings.preset = columns }
    settings.columns.ignored.formUnion(ignored.map { CSVColumnChoice($0) })
    if settings.items.isEmpty, !items.isEmpty { (settings.items, settings.presetOfItems) = (items, name) }
    settings.skip = settings.skip ?? skip
    settings.delimiter = settings.delimiter ?? delimiter
    settings.coordinates = settings.coordinates ?? coordinates
    settings.clock = settings.clock ?? clock
  }
}

/// Why a preset cannot be used.
package enum PresetError: Error, Equatable, Sendable {
  /// No preset and no file has this name.
  case unknown(String)
  /// A sentence with file and line.
  case document(String)
}

extension PresetError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let name):
      "there is no preset and no file \(quoted(name.utf8)).\(didYouMean(name, among: Preset.shipped.map(\.name))) "
        + "tracemill preset lists the presets"
    case .document(let sentence): sentence
    }
  }
}
