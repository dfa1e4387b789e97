/// The local name of the outermost element of an XML document that begins with `sample`; `nil` if it is not in there.
///
/// Declarations, comments and a document type before it are skipped. Only ASCII encodings are understood.
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
