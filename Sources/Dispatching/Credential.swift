internal import Storage

/// What a dispatcher knows us by: one header, which no message of the program shows.
package struct Credential: Equatable, Sendable {
  /// The whole line: `Authorization: Bearer …`.
  let header: String
  /// What must not be shown.
  private let secret: String

  /// The variable of the environment that a token is read from.
  package static let variable = "TRACEMILL_DISPATCHER_TOKEN"

  /// - Parameters:
  ///   - text: a token, or one line `Header: value`.
  ///   - source: where it is from, for messages.
  package init(_ text: String, from source: String) throws(DispatchError) {
    func bad(_ reason: String) -> DispatchError { .badCredential(source: source, reason: reason) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop(while: \.isBlank) }
    lines = lines.map { line in Substring(String(String(line.reversed().drop(while: \.isBlank)).reversed())) }
    lines.removeAll(where: \.isEmpty)
    guard let line = lines.first else { throw bad("there is no token in it") }
    if lines.count > 1 { throw bad("it has \(lines.count) lines, and one is wanted") }
    guard line.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      throw bad("it has characters that no header can have, only ASCII can")
    }
    if let colon = line.firstIndex(of: ":") {
      let name = String(line[..<colon])
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      guard !name.isEmpty, name.utf8.allSatisfy(isOfHeaderName) else { throw bad("it is no header and no token") }
      guard !value.isEmpty else { throw bad("the header \(name) has no value") }
      if Self.ours.contains(name.lowercased()) { throw bad("the header \(name) is not yours to set") }
      header = "\(name): \(value)"
      secret = String(value)
    } else {
      if line.contains(" ") { throw bad("a token has no blanks") }
      header = "Authorization: Bearer \(line)"
      secret = String(line)
    }
  }

  /// The credential of a file, or else of the environment; `nil` if there is neither.
  package static func find(file: String?, environment: [String: String]) throws(DispatchError) -> Credential? {
    if let file {
      let bytes: [UInt8]
      do throws(StorageError) {
        bytes = try wholeFile(file, atMost: .record)
      } catch {
        throw .badCredential(source: file, reason: error.reason)
      }
      return try Credential(String(decoding: bytes, as: UTF8.self), from: file)
    }
    guard let token = environment[variable], !token.isEmpty else { return nil }
    return try Credential(token, from: variable)
  }

  /// A text of others without the secret, should it be in there.
  func hidden(in text: String) -> String {
    // "Basic abc": what stands behind the scheme is the secret, too.
    let parts = [secret] + secret.split(separator: " ").map(String.init).filter { $0.count >= 8 }
    return parts.reduce(text) { text, part in text.replacing(part, with: "…") }
  }

  /// What only the program itself can set right.
  private static let ours: Set = [
    "host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding", "expect",
    "if-none-match",
  ]
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(a secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// - Source: RFC 9110, section 5.6.2.
func isOfHeaderName(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" || self == "\n" || self == "\r\n" }
}
