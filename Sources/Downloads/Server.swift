internal import Storage

/// A folder of extracts, checksums and changes, on a web server or on a disk.
package struct Server: Hashable, Sendable {
  /// Ends in `/`.
  private let base: Address

  /// - Parameter text: `http://…` or `https://…`, with or without the name of the index, `file://…`, or a folder.
  /// - Throws: ``DownloadError/badServer(_:reason:)``
  package init(_ text: String) throws(DownloadError) {
    func bad(_ reason: String) -> DownloadError { .badServer(withoutAnyCredentials(text), reason: reason) }
    if text.isEmpty { throw bad("it is empty") }
    if text.contains(where: { $0.isNewline || $0 == "\0" }) { throw bad("it has a line break or a zero byte") }
    if text.hasScheme("http") || text.hasScheme("https") {
      if text.contains(where: { $0 == "?" || $0 == "#" }) { throw bad("it has a ? or #") }
      if text.contains(where: { $0.isWhitespace || $0 == "\\" }) { throw bad("it has a blank or a backslash") }
      let rest = withoutCredentials(text).drop { $0 != "/" }.dropFirst(2)
      if rest.isEmpty || rest.hasPrefix("/") { throw bad("it names no host") }
      guard rest.prefix(while: { $0 != "/" }).wholeMatch(of: /(?:\[[^\]]*\]|[^:]*)(?::[0-9]*)?/) != nil else {
        throw bad("its port is no number; in a password, / is written %2F, : %3A and @ %40")
      }
      if rest.contains("@"), rest.contains(/^[^\/]*:[0-9]*\//) {
        throw bad(
          "it may have a host and a port, or a password with a / in it; in a password / is written %2F, in a path @ is written %40"
        )
      }
      base = .web(folder(text, hasPath: rest.contains("/")))
      return
    }
    var path = text
    if text.hasScheme("file") {
      let rest = text.dropFirst(7)
      let local = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
      guard local.hasPrefix("/"), let decoded = withoutEscapes(local) else {
        throw bad("a path behind file:// begins with /")
      }
      path = decoded
    } else if text.contains(/^[A-Za-z][A-Za-z0-9+.\-]*:\/\//) {
      throw bad("only http, https and file can be read")
    }
    let place = FileKind(at: path) == .directory ? path : folder(path, hasPath: path.contains("/"))
    guard FileKind(at: place) == .directory else { throw bad("there is no such folder") }
    base = .file(place.hasSuffix("/") ? place : place + "/")
  }

  /// The address of a file, from a reference given by an index or by convention.
  ///
  /// - Parameter reference: relative to the server's folder, with escapes such as `%20`; or an absolute address, which
  ///   may lead to another host.
  /// - Throws: ``DownloadError/outside(reference:server:)`` if it leads out of the server's folder,
  ///   ``DownloadError/forbidden(_:from:)`` if it is neither http nor https, or is http although the server uses https.
  package func address(of reference: String) throws(DownloadError) -> Address {
    if reference.hasScheme("https") || reference.hasScheme("http") && !base.isSecure {
      return .web(escaped(reference))
    }
    if reference.hasPrefix("//") || reference.contains(/^[A-Za-z][A-Za-z0-9+.\-]*:/) {
      throw .forbidden(withoutCredentials(reference), from: description)
    }
    switch base {
    case .file(let folder):
      return .file(folder + (try steps(of: reference[...]).joined(separator: "/")))
    case .web(let folder):
      let query = reference.firstIndex(of: "?") ?? reference.endIndex
      let path = try steps(of: reference[..<query]).joined(separator: "/")
      return .web(folder + escaped(path + reference[query...]))
    }
  }

  /// The steps of a path within the server's folder, without `.` and `..`; on a disk, without escapes.
  private func steps(of reference: Substring) throws(DownloadError) -> [String] {
    var steps: [String] = []
    let outside = DownloadError.outside(reference: String(reference), server: description)
    for written in reference.split(separator: "/", omittingEmptySubsequences: false) {
      guard let step = withoutEscapes(written),
        !step.contains(where: { $0 == "/" || $0 == "\\" || $0 == "\0" || $0.isNewline })
      else { throw outside }
      switch step {
      case "": if steps.isEmpty { throw outside }
      case ".": break
      case "..": if steps.popLast() == nil { throw outside }
      default: steps.append(isOnDisk ? step : String(written))
      }
    }
    if steps.isEmpty { throw outside }
    return steps
  }

  /// Whether the server is a folder of this machine.
  package var isOnDisk: Bool {
    if case .file = base { true } else { false }
  }
}

extension Server: CustomStringConvertible {
  /// Without a user's name and password, and with a `/` at the end.
  package var description: String { base.description }
}

/// An address or path without the name of the index, and with a `/` at the end.
private func folder(_ text: String, hasPath: Bool) -> String {
  let names = text.split(separator: "/", omittingEmptySubsequences: false)
  if names.last == "index-v1.json" {
    let folder = names.dropLast().joined(separator: "/")
    return names.count == 1 ? "./" : folder + "/"
  }
  return text.hasSuffix("/") ? text : text + "/"
}

/// An address in which blanks, letters beyond ASCII and the like are escaped; escapes stay.
private func escaped(_ url: String) -> String {
  let plain = Set("!#$%&'()*+,-./:;=?@[]_~".utf8)
  return url.utf8.reduce(into: "") { result, byte in
    let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber)
    if isPlain || plain.contains(byte) {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// A text in which `%2F` is written for `/`, without such escapes; `nil` if an escape is broken or the result is not
/// UTF-8.
private func withoutEscapes(_ text: Substring) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy(isHexDigit), let value = UInt8(Substring(digits), radix: 16) else {
      return nil
    }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

private func isHexDigit(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }
