internal import CCurl
private import FoundationEssentials

/// A request to a web server.
struct WebRequest {
  var url: String
  /// Asks for the headers only.
  var isHead = false
  /// Asks for the bytes from here on.
  var begin = 0
  /// The version whose bytes are wanted; if the server has another one, it sends the whole file.
  var version: String?
}

/// What became of a request.
struct WebAnswer {
  enum End: Equatable {
    /// The body is whole, as far as the server stated its length.
    case whole
    /// The body was not read.
    case unread
    /// The connection ended early, or was never established.
    case lost(reason: String)
    /// The body is longer than its `Content-Length`.
    case tooLong
  }

  var head = ResponseHead()
  var end = End.unread
  /// Where else the file is.
  var redirection: String?
  /// Whether the name of the server or its proxy was resolved. A missing resolver may give no answer at all.
  var foundHost = false
  /// In seconds: how long the server wants to be left alone.
  var pause: Double?
}

/// Takes the body of an answer.
protocol BodySink: AnyObject {
  /// - Parameter head: of an answer with status 200, 206 or 416.
  /// - Returns: whether to read the body.
  func begin(_ head: ResponseHead) throws(DownloadError) -> Bool
  func take(_ bytes: RawSpan) throws(DownloadError)
}

/// One request and its answer, by libcurl.
///
/// Each response is read until the server closes the connection, and its length is compared with the stated one. A
/// server that does not close it as requested is given ``DownloadSettings/closeTimeout``.
///
/// Not chosen: async-http-client 1.37. It adds 21 packages and 78 MB of program, builds for 4.5 minutes on 2 cores
/// instead of 1 second, and leaves proxies of the environment, `.netrc` and resumption to the caller. Connections kept
/// for the next file: a wrong length would look right, and a run asks for few files.
@safe
final class WebTransfer {
  private let address: Address
  private let url: String
  private let downloader: Downloader
  private let sink: any BodySink
  private let begin = SuspendingClock.now
  private var answer = WebAnswer()
  private var received = 0
  private var failure: DownloadError?
  private var isUnwanted = false

  private init(_ url: String, _ address: Address, _ sink: any BodySink, _ downloader: Downloader) {
    self.downloader = downloader
    self.address = address
    self.url = url
    self.sink = sink
  }

  /// - Parameter address: for messages.
  static func run(
    _ request: WebRequest, of address: Address, into sink: any BodySink, by downloader: Downloader
  ) throws(DownloadError) -> WebAnswer {
    if let reason = unsafe ccurl_load() { throw .noLibrary(reason: unsafe String(cString: reason)) }
    let transfer = WebTransfer(request.url, address, sink, downloader)
    guard let handle = unsafe transfer.start(request) else {
      throw .impossible(address, reason: "the network library refuses it")
    }
    defer { unsafe ccurl_end(handle) }
    return try unsafe transfer.move(handle)
  }

  private func start(_ request: WebRequest) -> OpaquePointer? {
    var written = unsafe ccurl_request()
    unsafe written.is_head = request.isHead
    unsafe written.connect_timeout_ms = Int64(downloader.settings.connectTimeout * 1000)
    unsafe written.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe written.take_header = { bytes, _, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      return transfer.take(header: unsafe String(decoding: line, as: UTF8.self)) ? count : 0
    }
    unsafe written.take_body = { bytes, _, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let transfer = unsafe Unmanaged<WebTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.take(body: unsafe RawSpan(_unsafeStart: bytes, byteCount: count)) ? count : 0
    }
    let range = request.begin > 0 ? "\(request.begin)-" : nil
    let condition = request.version.map { "If-Range: \($0)" }
    return unsafe request.url.withCString { url in
      unsafe downloader.settings.userAgent.withCString { agent in
        unsafe withOptional(range) { range in
          unsafe withOptional(condition) { condition in
            unsafe withOptional(trustedCertificates) { certificates in
              unsafe (written.url, written.user_agent, written.range) = (url, agent, range)
              unsafe (written.header, written.certificates) = (condition, certificates)
              return unsafe ccurl_begin(&written)
            }
          }
        }
      }
    }
  }

  // MARK: Moving

  /// The longest time without a look at `isStopped`, in milliseconds.
  private static let step: Int32 = 100

  private func move(_ handle: OpaquePointer) throws(DownloadError) -> WebAnswer {
    var pace = Pace(downloader.settings)
    while true {
      if downloader.isStopped() { throw .stopped }
      let code = unsafe ccurl_step(handle, Self.step)
      answer.foundHost = unsafe ccurl_found_host(handle)
      if let failure { throw failure }
      if isUnwanted || code >= 0 {
        if let pause = Optional(unsafe ccurl_retry_after(handle)), pause > 0 { answer.pause = Double(pause) }
        answer.redirection = answer.head.location.flatMap { resolvedAddress($0, from: url) }
        if !isUnwanted { answer.end = try unsafe end(handle, code: code) }
        return answer
      }
      switch pace.state(received: received, of: answer.head.length) {
      case .moving: break
      case .whole:
        answer.end = .whole
        return answer
      case .stalled(let reason):
        answer.end = .lost(reason: reason)
        return answer
      }
    }
  }

  private func end(_ handle: OpaquePointer, code: Int32) throws(DownloadError) -> WebAnswer.End {
    if answer.head.isComplete, let told = answer.head.length {
      if received == told { return .whole }
      if received > told { return .tooLong }
      if code == 0 { return .lost(reason: "the connection ended at byte \(received) of \(told)") }
    } else if code == 0, answer.head.isComplete {
      return .whole
    }
    let reason = unsafe String(cString: ccurl_reason(handle, code))
    let proxyStatus = unsafe ccurl_proxy_status(handle)
    if 400..<500 ~= proxyStatus { throw .refusedByProxy(address, status: proxyStatus) }
    if Self.untrusted.contains(code) { throw .untrusted(address, reason: reason) }
    if Self.impossible.contains(code) { throw .impossible(address, reason: reason) }
    return .lost(reason: reason)
  }

  /// CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
  /// CURLE_SSL_INVALIDCERTSTATUS of curl.h.
  private static let untrusted: Set<Int32> = [60, 77, 82, 83, 91]
  /// CURLE_UNSUPPORTED_PROTOCOL, CURLE_FAILED_INIT, CURLE_URL_MALFORMAT, CURLE_NOT_BUILT_IN, CURLE_OUT_OF_MEMORY.
  private static let impossible: Set<Int32> = [1, 2, 3, 4, 27]

  // MARK: What libcurl calls

  /// - Returns: whether to continue.
  private func take(header line: String) -> Bool {
    answer.head.take(line)
    guard answer.head.isComplete else { return true }
    do throws(DownloadError) {
      let isAnswer = [200, 206, 416].contains(answer.head.status)
      isUnwanted = isAnswer ? try !sink.begin(answer.head) : true
    } catch {
      failure = error
    }
    return !isUnwanted && failure == nil
  }

  private func take(body bytes: RawSpan) -> Bool {
    received += bytes.byteCount
    do throws(DownloadError) {
      try sink.take(bytes)
      if let limit = downloader.settings.speedLimit { try holdBack(to: limit) }
    } catch {
      failure = error
    }
    return failure == nil
  }

  /// Takes nothing until the average is down to `limit` bytes a second. What is not taken stays with the sender.
  ///
  /// Not chosen: libcurl's own limit. Version 7.88 brought 2.5 MB in 31 ms with a limit of 50 kB a second.
  private func holdBack(to limit: Int) throws(DownloadError) {
    let seconds = Double(received) / Double(limit) - (SuspendingClock.now - begin) / .seconds(1)
    if seconds > 0 { try downloader.wait(seconds) }
  }
}

/// Watches whether enough bytes come.
private struct Pace {
  enum State {
    case moving
    case whole
    case stalled(reason: String)
  }

  private let settings: DownloadSettings
  private var received = 0
  private var lastByte = SuspendingClock.now
  private var windowBegin = SuspendingClock.now
  private var receivedBefore = 0

  init(_ settings: DownloadSettings) { self.settings = settings }

  mutating func state(received now: Int, of told: Int?) -> State {
    let time = SuspendingClock.now
    if now > received { (received, lastByte) = (now, time) }
    if let told, now == told { return time - lastByte > .seconds(settings.closeTimeout) ? .whole : .moving }
    if time - lastByte > .seconds(settings.stallTimeout) {
      return .stalled(reason: "nothing came for \(settings.stallTimeout) s")
    }
    guard time - windowBegin > .seconds(settings.stallTimeout) else { return .moving }
    let isTooSlow = Double(now - receivedBefore) < settings.lowestSpeed * settings.stallTimeout
    (windowBegin, receivedBefore) = (time, now)
    return isTooSlow ? .stalled(reason: "fewer than \(settings.lowestSpeed) bytes a second came") : .moving
  }
}

/// Where the environment says that trusted certificates are, by the names that curl and OpenSSL use.
package let trustedCertificates: String? = {
  let environment = ProcessInfo.processInfo.environment
  return environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"]
}()

/// The absolute address that a reference means in an answer; `nil` if it makes no sense.
package func resolvedAddress(_ reference: String, from url: String) -> String? {
  var result = ""
  let isValid = unsafe withUnsafeMutablePointer(to: &result) { result in
    unsafe ccurl_resolve(
      url, reference,
      { text, result in
        guard let text = unsafe text, let result = unsafe result else { return }
        unsafe result.assumingMemoryBound(to: String.self).pointee = unsafe String(cString: text)
      }, result)
  }
  return isValid ? result : nil
}

private func withOptional<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { unsafe body($0) }
}
