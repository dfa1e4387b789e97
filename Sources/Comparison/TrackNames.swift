internal import Storage

/// The names of the tracks of a GPX file, in order: `match` writes the id of the trace there.
///
/// - Returns: `nil` unless every track has a name of its own; tracks are then known by their numbers.
func trackNames(in file: [UInt8]) -> [String]? {
  var names: [String] = []
  var rest = file[...]
  while let opening = rest.firstRange(of: "<trk>".utf8) {
    rest = rest[opening.upperBound...]
    let ends = ["<trkseg", "</trk>"].compactMap { rest.firstRange(of: $0.utf8)?.lowerBound }
    let head = rest[..<(ends.min() ?? rest.endIndex)]
    guard let name = text(ofElement: "name", in: head) else { return nil }
    names.append(name)
    rest = rest[head.endIndex...]
  }
  return Set(names).count == names.count && !names.isEmpty ? names : nil
}

private func text(ofElement name: String, in bytes: ArraySlice<UInt8>) -> String? {
  guard let begin = bytes.firstRange(of: "<\(name)>".utf8)?.upperBound,
    let end = bytes[begin...].firstRange(of: "</\(name)>".utf8)?.lowerBound
  else { return nil }
  let text = unescaped(String(decoding: bytes[begin..<end], as: UTF8.self)).trimmed
  return text.isEmpty ? nil : text
}

/// A text of XML without its escapes.
private func unescaped(_ text: String) -> String {
  if text.hasPrefix("<![CDATA["), text.hasSuffix("]]>") { return String(text.dropFirst(9).dropLast(3)) }
  guard text.contains("&") else { return text }
  return text.replacing(/&(#x?)?([0-9A-Za-z]+);/) { match in
    if let sign = match.1 {
      let code = UInt32(match.2, radix: sign == "#x" ? 16 : 10)
      return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
    }
    return ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][String(match.2)] ?? String(match.0)
  }
}
