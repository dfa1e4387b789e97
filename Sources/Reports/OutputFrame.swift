internal import GeoPackages
internal import Storage

/// The name of a file, and the fixed text around its rendered chunks.
package struct OutputFrame: Sendable {
  /// Including its extension: `points.csv`, `points.csv.gz`.
  package private(set) var name: String
  /// The bytes before the first chunk, between two, and after the last.
  private(set) var prologue: [UInt8]
  let separator: String
  private(set) var epilogue: [UInt8]
  /// The bytes of a file to which no chunk was written, in place of the text around chunks.
  private(set) var substitute: [UInt8] = []
  /// The chunks may have flags that are known only when the run has ended.
  package var hasLateFlags = false
  /// `nil` for a plain file.
  private(set) var compression: Compression?
  /// It has room for one report only.
  package private(set) var holdsOne = false
  /// It is read by a browser.
  private(set) var isPage = false
  /// The tables of a GeoPackage; `nil` for text.
  private(set) var layers: [LayerSchema]?
  /// The columns of the batches into which rows are gathered; `nil` for other formats than Arrow.
  private(set) var columns: [ColumnSchema]?

  private init(name: String, prologue: String = "", separator: String = "", epilogue: String = "") {
    self.name = name
    self.prologue = Array(prologue.utf8)
    self.separator = separator
    self.epilogue = Array(epilogue.utf8)
  }

  /// Its rows are gathered into batches, whose bytes cannot be edited later.
  package var isBatched: Bool { columns != nil }

  /// What gathers the rows of chunks; `nil` if their bytes are written as they are.
  var batches: ArrowBatches? { columns.map { ArrowBatches($0) } }

  /// Names the chosen columns in the header, if there is one.
  func headed(_ selection: ColumnSelection) -> OutputFrame {
    if columns != nil { return gathering(selection.columns) }
    guard name.hasSuffix(".csv") else { return self }
    var frame = self
    frame.prologue = Array((selection.columns.map(\.name).joined(separator: ",") + "\n").utf8)
    return frame
  }

  private func gathering(_ columns: [ColumnSchema]) -> OutputFrame {
    var frame = self
    frame.columns = columns
    (frame.prologue, frame.epilogue) = (ArrowMessage.schema(columns), ArrowMessage.end)
    return frame
  }

  /// Replaces layers by the ones that `chosen` has for their numbers.
  func layered(_ chosen: (Int) -> LayerSchema?) -> OutputFrame {
    var frame = self
    frame.layers = layers.map { layers in layers.enumerated().map { chosen($0) ?? $1 } }
    return frame
  }

  func compressed(_ compression: Compression?) -> OutputFrame {
    guard let compression else { return self }
    var frame = self
    frame.name += "." + compression.rawValue
    frame.compression = compression
    return frame
  }

  static func rows(of name: String, _ style: RowStyle, _ schema: TableSchema) -> OutputFrame {
    let name = "\(name).\(style.ending)"
    switch style {
    case .csv(let texts): return OutputFrame(name: name, prologue: schema.csvHeader(texts))
    case .ndjson: return OutputFrame(name: name)
    case .arrow: return OutputFrame(name: name).gathering(schema.columns)
    case .json: return OutputFrame(name: name, prologue: "[\n", separator: ",\n", epilogue: "\n]\n")
    }
  }

  static func database(of name: String, _ layers: [LayerSchema]) -> OutputFrame {
    var frame = OutputFrame(name: "\(name).gpkg")
    frame.layers = layers
    return frame
  }

  /// The first lines of every page, by which a file is known as one.
  package static let beginningOfPage = "<!doctype html>\n<!-- tracemill -->\n"

  /// A file whose chunks are written as they are, one after the other.
  static func whole(_ name: String, prologue: String, epilogue: String) -> OutputFrame {
    OutputFrame(name: name, prologue: prologue, epilogue: epilogue)
  }

  /// The page of one drive.
  static var page: OutputFrame {
    var frame = OutputFrame(name: "page.html")
    (frame.isPage, frame.holdsOne) = (true, true)
    return frame
  }

  /// The page that lists others; what is around its rows comes from the replay.
  static var index: OutputFrame {
    var frame = OutputFrame(name: "index.html", separator: ",\n")
    frame.isPage = true
    return frame
  }

  /// The same file with text around its rows.
  package func framing(prologue: String, epilogue: String) -> OutputFrame {
    var frame = self
    (frame.prologue, frame.epilogue) = (Array(prologue.utf8), Array(epilogue.utf8))
    return frame
  }

  /// The same file with contents of its own where nothing comes to it.
  package func substituting(_ bytes: [UInt8]) -> OutputFrame {
    var frame = self
    frame.substitute = bytes
    return frame
  }

  static func features(of name: String) -> OutputFrame {
    OutputFrame(
      name: "\(name).geojson", prologue: "{\"type\":\"FeatureCollection\",\"features\":[\n", separator: ",\n",
      epilogue: "\n]}\n")
  }

  static func gpx(of name: String) -> OutputFrame {
    OutputFrame(
      name: "\(name).gpx",
      prologue: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="tracemill" xmlns="http://www.topografix.com/GPX/1/1">

        """, epilogue: "</gpx>\n")
  }
}
