/// What an XML document is, by its outermost element.
enum XMLKind: Equatable {
  case gpx
  case kml
  case tcx
  case fcd
  case foreign(ForeignFormat)
  /// Another element, or none in the sample; the parser says what is wrong with it.
  case unknown

  init(of sample: [UInt8]) {
    switch outermostElement(of: sample)?.lowercased() {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "trainingcenterdatabase": self = .tcx
    case "html": self = .foreign(Self.page)
    case "osm": self = .foreign(ForeignFormat("an OpenStreetMap extract", ForeignFormat.mapCure))
    case "osmchange": self = .foreign(ForeignFormat("a list of changes to OpenStreetMap", "name a file of traces"))
    case "svg": self = .foreign(ForeignFormat("an SVG picture", "name a file of traces"))
    case "fcd-export": self = .fcd
    case "siri":
      self = .foreign(
        ForeignFormat("SIRI, the XML of public transport", "write its VehicleActivity as CSV, a row for each position"))
    case "publicationdelivery": self = .foreign(ForeignFormat("a NeTEx timetable", "name a file of traces"))
    default: self = .unknown
    }
  }

  private static let page = ForeignFormat(
    "an HTML page", "servers send one in place of a file when a login has expired: download the file again")
}

/// The local name of the outermost element of an XML document that begins with `sample`; `nil` if it is not in there.
///
/// Declarations, comments and a document type before it are passed over. Only ASCII encodings are understood.
func outermostElement(of sample: [UInt8]) -> String? {
  var rest = sample[...]
  while let opening = rest.firstIndex(of: UInt8(ascii: "<")) {
    rest = rest[opening...].dropFirst()
    guard let sign = rest.first else { return nil }
    let ending: StaticString = sign == UInt8(ascii: "?") ? "?>" : rest.starts(with: Array("!--".utf8)) ? "-->" : ">"
    if sign != UInt8(ascii: "?") && sign != UInt8(ascii: "!") { return localName(rest) }
    guard let end = rest.firstIndex(of: Array("\(ending)".utf8)) else { return nil }
    rest = rest[end...]
  }
  return nil
}

private func localName(_ text: ArraySlice<UInt8>) -> String? {
  let ends = Set(" \t\r\n/>".utf8)
  let name = text.prefix { !ends.contains($0) }
  guard name.endIndex < text.endIndex, name.count <= 100 else { return nil }
  return String(decoding: name, as: UTF8.self).split(separator: ":").last.map(String.init)
}

extension ArraySlice<UInt8> {
  /// Where `wanted` begins for the first time.
  fileprivate func firstIndex(of wanted: [UInt8]) -> Int? {
    indices.first { self[$0] == wanted[0] && self[$0...].starts(with: wanted) }
  }
}
