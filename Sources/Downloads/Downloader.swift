internal import Glibc
internal import Storage
private import Synchronization

/// Fetches files from servers, over the network or from a disk.
///
/// It waits and retries on lost connections, busy servers and names that do not resolve; see ``DownloadSettings``. It
/// honours the proxies of the environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`) and `~/.netrc`.
/// Certificates are always verified, against the system's store or the file that `CURL_CA_BUNDLE` or `SSL_CERT_FILE`
/// names. Redirections are followed, but not from https to http.
package final class Downloader: Sendable {
  package let settings: DownloadSettings
  let isStopped: @Sendable () -> Bool
  let tell: @Sendable (DownloadNotice) -> Void
  private let transferred = Atomic<Int>(0)
  /// Whether the name of a server or a proxy has been resolved.
  private let foundHost = Atomic<Bool>(false)

  /// - Parameters:
  ///   - isStopped: checked at least every 100 ms; once true, the call in progress throws ``DownloadError/stopped``.
  ///   - tell: called by the thread that downloads.
  package init(
    _ settings: DownloadSettings = DownloadSettings(), isStopped: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable (DownloadNotice) -> Void = { _ in }
  ) {
    self.settings = settings
    self.isStopped = isStopped
    self.tell = tell
  }

  /// Bytes of all bodies so far, useful or not.
  package var bytesTransferred: Int { transferred.load(ordering: .relaxed) }

  func count(_ bytes: Int) { transferred.add(bytes, ordering: .relaxed) }

  func noteFoundHost() { foundHost.store(true, ordering: .relaxed) }

  /// A short text, such as a checksum or an index.
  ///
  /// - Parameter limit: the most bytes it may have; Geofabrik's index with outlines has some ten megabytes.
  /// - Returns: `nil` if there is no such file.
  package func document(at address: Address, limit: Int = 256 << 20) throws(DownloadError) -> [UInt8]? {
    switch address {
    case .web(let url): try WebDocument(url, limit: limit, by: self).read()
    case .file(let path): try localDocument(at: path, limit: limit)
    }
  }

  /// The size of a file in bytes.
  ///
  /// - Returns: `nil` if there is no such file, or the server does not state it.
  package func size(of address: Address) throws(DownloadError) -> Int? {
    switch address {
    case .web(let url): try webSize(of: url)
    case .file(let path): fileSize(of: path)
    }
  }

  /// Fetches a file to a path. It appears there when it is whole and checked, and replaces what was there.
  ///
  /// An earlier call that was stopped or killed is resumed if the server still has the same version. Until the end the
  /// bytes are in `PATH.part`, and what is known of them in `PATH.part.json`. No two calls may write to the same path.
  ///
  /// - Parameter md5: the checksum the file must have. A wrong file is fetched once more.
  /// - Throws: ``DownloadError/missing(_:)`` if there is no such file, and most other errors.
  package func file(from address: Address, to path: String, md5: String? = nil) throws(DownloadError) -> Receipt {
    switch address {
    case .web(let url): try WebFile(url, to: path, md5: md5?.lowercased(), by: self).bring()
    case .file(let source): try LocalFile(source, to: path, md5: md5?.lowercased(), by: self).bring()
    }
  }

  /// - Throws: ``DownloadError/stopped`` if it is stopped while waiting.
  func wait(_ seconds: Double) throws(DownloadError) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if isStopped() { throw .stopped }
      usleep(UInt32(min(0.05, max(0, (end - ContinuousClock.now) / .seconds(1))) * 1e6))
    }
  }

  /// Waits for a failure to pass.
  func wait(for loss: Loss, of address: Address, _ patience: inout Patience) throws(DownloadError) {
    let isUnknownHost = !foundHost.load(ordering: .relaxed)
    guard let pause = patience.pause(wanted: loss.pause, isUnknownHost: isUnknownHost) else {
      let wish = loss.pause.map { " and asks for a pause of \(Int($0)) s" } ?? ""
      throw .unreachable(address, reason: loss.reason + wish, seconds: patience.seconds)
    }
    tell(.waiting(address, reason: loss.reason, seconds: pause, patience: patience.left(isUnknownHost: isUnknownHost)))
    try wait(pause)
  }
}

/// A failure that may pass.
struct Loss {
  let reason: String
  /// How long the server asks to be left alone, in seconds.
  var pause: Double?
}
