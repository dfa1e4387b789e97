internal import Storage

/// Where a dispatcher is, and how it is talked to. Times are in seconds.
package struct DispatchSettings: Sendable {
  /// The address that the protocol's ends are under, without a `/` at its end.
  package let base: String
  /// The SQLite file of what is sent and received.
  package let spoolPath: String
  package let credential: Credential?
  /// How often the dispatcher is asked for messages: a driver who gets a job ten seconds late has not noticed it.
  package let pollInterval: Double
  /// A file with the certificates that are trusted; `nil` for those of the system.
  package let certificates: String?
  /// How a dispatcher with another protocol is talked to; `nil` for ours.
  package let mapping: Mapping?

  package var userAgent = "tracemill"
  /// To find the host and agree on encryption.
  package var connectTimeout = 20.0
  /// For an answer, besides the time for which the dispatcher holds a question back: servers give up at 30 or 60.
  package var answerTimeout = 60.0
  /// The pause after the first failure; each further one is twice as long, up to ``longestPause``. A random part of up
  /// to half of it is left out, so that many machines do not come back at once.
  package var firstPause = 1.0
  package var longestPause = 60.0
  /// The most events in one request; the protocol allows 100.
  package var mostEvents = 100
  /// No further event is added to a request of so many bytes. Servers' usual limit for a request is 1 MB.
  package var mostBytes = 512 << 10
  /// How many requests with events are under way at once; those of one asset always use the same connection. A mapping has
  /// one event in each request: with four connections and answers after 50 ms these are 80 events a second, which is what
  /// public servers allow.
  package var connections: Int
  /// See ``Spool/daysKept``.
  package var daysKept = 30

  /// - Parameters:
  ///   - base: an address that begins with https:// or http://.
  ///   - pollInterval: 0.1 … 3600.
  /// - Throws: ``DispatchError/badSetting(name:reason:)``.
  package init(
    base: String, spoolPath: String, credential: Credential? = nil, pollInterval: Double = 10,
    certificates: String? = nil, mapping: Mapping? = nil
  ) throws(DispatchError) {
    if let fault = Self.fault(ofBase: base) { throw .badSetting(name: "the dispatcher's address", reason: fault) }
    guard 0.1...3600 ~= pollInterval else {
      throw .badSetting(
        name: "the time between two questions to the dispatcher",
        reason: "\(pollInterval) s is outside of 0.1 to 3600 s. Write 10s, for example.")
    }
    if let certificates, FileKind(at: certificates) == .missing {
      throw .badSetting(name: certificates, reason: "there is no such file of certificates. Check its name.")
    }
    if spoolPath.isEmpty { throw .badSetting(name: "the spool", reason: "its path is empty. Name a file.") }
    self.base = String(base.reversed().drop { $0 == "/" }.reversed())
    self.spoolPath = spoolPath
    self.credential = credential
    self.pollInterval = pollInterval
    self.certificates = certificates
    self.mapping = mapping
    connections = mapping == nil ? 1 : 4
  }

  /// A sentence to people who may not know it; `nil` if there is nothing to say.
  package var warning: String? {
    guard credential != nil, base.lowercased().hasPrefix("http://") else { return nil }
    let host = hostText(of: base)
    if ["localhost", "127.0.0.1", "[::1]"].contains(where: { host == $0 || host.hasPrefix($0 + ":") }) { return nil }
    return "\(base): the token goes over the network without encryption. Use https:// if the dispatcher has it."
  }

  private static func fault(ofBase base: String) -> String? {
    let isWeb = ["https://", "http://"].contains { base.lowercased().hasPrefix($0) }
    let told = base.contains("@") ? "it" : "\"\(excerpt(base))\""
    guard isWeb else { return "\(told) does not begin with https:// or http://. Write https://desk.example/v1." }
    if hostText(of: base).contains("@") {
      return "it has a user's name or a password in it. Put them into a file and name that with --dispatcher-auth."
    }
    if hostText(of: base).isEmpty { return "\(told) names no host. Write https://desk.example/v1." }
    if base.contains(where: { $0 == "?" || $0 == "#" }) {
      return "\(told) has a ? or # in it. Name the address that /messages and /events are under."
    }
    guard base.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) else {
      return "\(told) has blanks or characters that are no ASCII. Escape them, such as %20."
    }
    return nil
  }
}
