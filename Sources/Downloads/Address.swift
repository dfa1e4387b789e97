/// Where a file of a server is: on the web or on a disk.
package enum Address: Hashable, Sendable {
  /// An address that begins with `http://` or `https://`.
  case web(String)
  /// A path on this machine.
  case file(String)
}

extension Address: CustomStringConvertible {
  /// The address for messages and records: without a user's name and password.
  package var description: String {
    switch self {
    case .file(let path): path
    case .web(let url): withoutCredentials(url)
    }
  }

  var isSecure: Bool {
    if case .web(let url) = self { url.hasScheme("https") } else { false }
  }
}

/// `https://host/path` of `https://user:password@host/path`.
package func withoutCredentials(_ url: String) -> String {
  guard let scheme = url.firstRange(of: "://") else { return url }
  let host = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  guard let at = host.lastIndex(of: "@") else { return url }
  return String(url[..<scheme.upperBound]) + String(url[url.index(after: at)...])
}

/// A text for people, without the user names and passwords of the addresses anywhere in it.
package func withoutCredentials(inText text: String) -> String {
  guard text.contains("@"), text.contains("://") else { return text }
  // A password that begins with digits and has a slash, which nobody wrote as %2F, looks like a port and a path.
  return text.replacing(/:\/\/[^\/?#\s"'<>]*@/, with: "://")
    .replacing(/:\/\/[^\/?#\s"'<>]*:[0-9]*\/[^\s"'<>]*@/, with: "://")
}

/// A server that makes no sense, for a message: a password that has a sign which addresses escape is not seen as one.
func withoutAnyCredentials(_ server: String) -> String {
  let begin = server.firstRange(of: "://")?.upperBound ?? server.startIndex
  guard let at = server[begin...].lastIndex(of: "@"), server[begin..<at].contains(":") else {
    return withoutCredentials(server)
  }
  return String(server[..<begin]) + String(server[server.index(after: at)...])
}

extension String {
  /// Whether a URL begins with a scheme, in letters of any case.
  func hasScheme(_ scheme: String) -> Bool { prefix(scheme.count + 3).lowercased() == scheme + "://" }
}
