/// A refused record, trace or file: what, where and why.
package struct Refusal: Hashable, Sendable {
  package let file: String
  /// From 1; `nil` if the refusal concerns the whole file.
  package let line: Int?
  package var traceID: String?
  /// A stable short code.
  package let reason: String
  /// One sentence with the offending text.
  package let message: String

  package init(file: String, line: Int?, traceID: String? = nil, reason: String, message: String) {
    self.file = file
    self.line = line
    self.traceID = traceID
    self.reason = reason
    self.message = message
  }
}

extension Refusal: CustomStringConvertible {
  /// `van-12.csv:418: latitude 481.2 is outside -90…90. The row was skipped.`
  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(message)"
  }
}

/// The text of a field as quoted in a message: at most 40 characters, on one line, in single quotes.
package func quoted(_ bytes: some Sequence<UInt8>) -> String {
  let text = String(decoding: Array(bytes.prefix(200)), as: UTF8.self)
  let oneLine = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
  return oneLine.count > 40 ? "'\(oneLine.prefix(39))…'" : "'\(oneLine)'"
}
