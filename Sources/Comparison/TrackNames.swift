internal import Foundation

/// The names of the tracks of a GPX file, in order: `match` writes the id of the trace there.
///
/// - Returns: `nil` unless every track has a name of its own; tracks are then known by their numbers.
func trackNames(in file: [UInt8]) -> [String]? {
  let bytes = Data(file)
  var names: [String] = []
  var rest = bytes.startIndex..<bytes.endIndex
  while let opening = bytes.range(of: Data("<trk>".utf8), in: rest) {
    let end = ["<trkseg", "</trk>"].compactMap {
      bytes.range(of: Data($0.utf8), in: opening.upperBound..<rest.upperBound)
    }
    let head = opening.upperBound..<(end.map(\.lowerBound).min() ?? rest.upperBound)
    guard let name = text(ofElement: "name", in: bytes, head) else { return nil }
    names.append(name)
    rest = head.upperBound..<rest.upperBound
  }
  return Set(names).count == names.count && !names.isEmpty ? names : nil
}

private func text(ofElement name: String, in bytes: Data, _ range: Range<Int>) -> String? {
  guard let begin = bytes.range(of: Data("<\(name)>".utf8), in: range)?.upperBound,
    let end = bytes.range(of: Data("</\(name)>".utf8), in: begin..<range.upperBound)?.lowerBound
  else { return nil }
  let text = unescaped(String(decoding: bytes[begin..<end], as: UTF8.self)).trimmingCharacters(in: .whitespaces)
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
