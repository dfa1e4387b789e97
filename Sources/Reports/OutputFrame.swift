internal import GeoPackages
internal import Storage

/// The name of a file, and the fixed text around its rendered chunks.
package struct OutputFrame: Sendable {
  /// Including its extension: `points.csv`, `points.csv.gz`.
  package private(set) var name: String
  /// The text before the first chunk, between two, and after the last.
  private(set) var prologue: String
  let separator: String
  private(set) var epilogue: String
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

  /// Names the chosen columns in the header, if there is one.
  func headed(_ selection: ColumnSelection) -> OutputFrame {
    guard name.hasSuffix(".csv") else { return self }
    var frame = self
    frame.prologue = selection.columns.map(\.name).joined(separator: ",") + "\n"
    return frame
  }

  /// Replaces layers by those that `chosen` has for their numbers.
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

  /// - Parameter header: the first line of CSV.
  static func rows(of name: String, _ style: RowStyle, header: String = "") -> OutputFrame {
    let name = "\(name).\(style.ending)"
    switch style {
    case .csv: return OutputFrame(name: name, prologue: header, separator: "", epilogue: "")
    case .ndjson: return OutputFrame(name: name, prologue: "", separator: "", epilogue: "")
    case .json: return OutputFrame(name: name, prologue: "[\n", separator: ",\n", epilogue: "\n]\n")
    }
  }

  static func database(of name: String, _ layers: [LayerSchema]) -> OutputFrame {
    var frame = OutputFrame(name: "\(name).gpkg", prologue: "", separator: "", epilogue: "")
    frame.layers = layers
    return frame
  }

  /// The first lines of every page, by which a file is known as one.
  package static let beginningOfPage = "<!doctype html>\n<!-- tracemill -->\n"

  /// The page of one drive.
  static var page: OutputFrame {
    var frame = OutputFrame(name: "page.html", prologue: "", separator: "", epilogue: "")
    (frame.isPage, frame.holdsOne) = (true, true)
    return frame
  }

  /// The page that lists others; what is around its rows comes from the replay.
  static var index: OutputFrame {
    var frame = OutputFrame(name: "index.html", prologue: "", separator: ",\n", epilogue: "")
    frame.isPage = true
    return frame
  }

  /// The same file with text around its rows.
  package func framing(prologue: String, epilogue: String) -> OutputFrame {
    var frame = self
    (frame.prologue, frame.epilogue) = (prologue, epilogue)
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

        """, separator: "", epilogue: "</gpx>\n")
  }
}
