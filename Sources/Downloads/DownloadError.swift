package import Storage

/// Why a download fails.
package enum DownloadError: Error, Equatable, Sendable {
  case badServer(String, reason: String)
  /// A reference leads out of the folder of its server.
  case outside(reference: String, server: String)
  /// An address that is neither http nor https, or one that gives up encryption. `from` refers or redirects to it.
  case forbidden(String, from: String)
  /// libcurl cannot be used.
  case noLibrary(reason: String)
  case missing(Address)
  /// The server refuses the request with a status.
  case refused(Address, status: Int)
  /// The proxy refuses the request with a status.
  case refusedByProxy(Address, status: Int)
  /// The server is not the one whose name it has, as far as its certificate says.
  case untrusted(Address, reason: String)
  case redirectedTooOften(Address, times: Int)
  /// No progress for `seconds`, longer than the settings allow.
  case unreachable(Address, reason: String, seconds: Double)
  /// Each request was answered with another version of the file.
  case changing(Address, versions: Int)
  /// The request cannot be made.
  case impossible(Address, reason: String)
  /// A document has more bytes than it may have.
  case tooLong(Address, limit: Int)
  case wrongChecksum(Address, expected: String, found: String)
  /// `needed` further bytes.
  case diskFull(path: String, needed: Int, free: Int)
  case storage(StorageError)
  /// The caller stopped it; what is there can be resumed.
  case stopped
}

extension DownloadError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badServer(let text, let reason):
      "\"\(text)\" is no server: \(reason). Name a folder, or an address that begins with http:// or https://."
    case .outside(let reference, let server):
      "\(server): the server's index names \"\(reference)\", which is outside of the server's folder. Nothing was read."
    case .forbidden(let target, let source):
      "\(source) leads to \(target), which is not followed: only https is, and http from http. Tell the server's keeper."
    case .noLibrary(let reason):
      "the network cannot be used: \(reason). Install libcurl (Debian: sudo apt-get install libcurl4), or name a folder "
        + "as the server."
    case .missing(.file(let path)): "\(path): there is no such file. Look at the server's index."
    case .missing(let address): "\(address): the server has no such file. Look at its index."
    case .refused(let address, let status): "\(address): \(refusal(status))"
    case .refusedByProxy(let address, let status):
      "\(address): the proxy answered \(status). Look at https_proxy, http_proxy and no_proxy in the environment."
    case .untrusted(let address, let reason):
      "\(address): the server cannot be trusted: \(reason). Check the clock and the certificates of this machine "
        + "(Debian: ca-certificates)."
    case .redirectedTooOften(let address, let times):
      "\(address): the server redirected \(times) times without an end. Tell the server's keeper."
    case .unreachable(let address, let reason, let seconds):
      "\(address): \(reason); no progress for \(Int(seconds.rounded())) s. What came is kept; run again later."
    case .changing(let address, let versions):
      "\(address): each request was answered with another version, \(versions) times. Run again later."
    case .impossible(let address, let reason): "\(address): it cannot be asked for: \(reason). Check the address."
    case .tooLong(let address, let limit):
      "\(address): the document has more than \(limit) bytes. Check that the address is that of an index."
    case .wrongChecksum(let address, let expected, let found):
      "\(address): the MD5 of the file is \(found) and should be \(expected), also after a second download. The file was "
        + "dropped. Run again later: the server may be replacing it."
    case .diskFull(let path, let needed, let free):
      "\(path): the disk has \(free) bytes free, and at least \(needed) more are needed. Free some space and run again; what is "
        + "there is kept."
    case .storage(let error): "\(error)"
    case .stopped: "the download was stopped. Run again to go on."
    }
  }
}

/// What a status means, and what to do.
private func refusal(_ status: Int) -> String {
  switch status {
  case 401: "the server wants a name and a password (status 401). Put them into ~/.netrc."
  case 403: "the server does not give this file to you (status 403). Check ~/.netrc and the address."
  case 407: "the proxy wants a name and a password (status 407). Put them into http_proxy or https_proxy."
  case 451: "the server may not give this file, for legal reasons (status 451)."
  default: "the server answered with status \(status). Check the address and the server."
  }
}
