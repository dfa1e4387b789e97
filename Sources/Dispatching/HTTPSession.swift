internal import CCurl
internal import Downloads

/// A request to a dispatcher.
struct HTTPRequest {
  /// `GET`, `POST`, `PUT` or `PATCH`.
  var method = "GET"
  var url: String
  /// Whole header lines.
  var headers: [String] = []
  var body: [UInt8]?
  /// In seconds, for the whole answer.
  var timeout: Double
}

/// What became of a request.
enum HTTPAnswer {
  case answer(HTTPResponse)
  /// The connection was lost, or never made; a clause.
  case lost(reason: String)
  case stopped
}

struct HTTPResponse {
  var status = 0
  var entityTag: String?
  /// In seconds: how long the server wants to be left alone.
  var pause: Double?
  var body: [UInt8] = []
}

/// Connections to one dispatcher, which stay open from request to request. One thread has it.
///
/// It follows redirections only on the same host, and not from https to http: elsewhere nobody may learn the token.
@safe
final class HTTPSession {
  private let settings: DispatchSettings
  private let isStopped: @Sendable () -> Bool
  private let handle: OpaquePointer
  private var head = ResponseHead()
  private var body: [UInt8] = []
  private var isTooLong = false

  /// An answer with more bytes is not read: 1,000 messages of 64 KiB each.
  private static let mostBytes = 64 << 20
  /// The longest time without a look at `isStopped`, in milliseconds.
  private static let step: Int32 = 100
  /// As few servers redirect more than once, and none in a circle.
  private static let mostRedirections = 5

  init(_ settings: DispatchSettings, isStopped: @escaping @Sendable () -> Bool) throws(DispatchError) {
    if let reason = unsafe ccurl_load() { throw .noLibrary(reason: unsafe String(cString: reason)) }
    guard let handle = unsafe ccurl_open() else { throw .noLibrary(reason: "memory is short") }
    self.settings = settings
    self.isStopped = isStopped
    unsafe self.handle = handle
  }

  deinit { unsafe ccurl_close(handle) }

  /// Asks, and follows where the server leads.
  func ask(_ request: HTTPRequest) -> HTTPAnswer {
    var request = request
    for _ in 0...Self.mostRedirections {
      let answer = askOnce(request)
      guard case .answer(let response) = answer, [301, 302, 307, 308].contains(response.status) else { return answer }
      guard let target = head.location.flatMap({ resolvedAddress($0, from: request.url) }) else { return answer }
      guard isSameHost(target, as: request.url) else {
        return .lost(
          reason: "it leads to another host, \(excerpt(hostText(of: target))), which is not followed; name that one")
      }
      request.url = target
    }
    return .lost(reason: "it redirected \(Self.mostRedirections) times without an end")
  }

  private func askOnce(_ request: HTTPRequest) -> HTTPAnswer {
    (head, body, isTooLong) = (ResponseHead(), [], false)
    guard let transfer = unsafe begin(request) else { return .lost(reason: "the network library refuses the request") }
    defer { unsafe ccurl_end(transfer) }
    while true {
      if isStopped() { return .stopped }
      let code = unsafe ccurl_step(transfer, Self.step)
      if code < 0 { continue }
      if isTooLong { return .lost(reason: "its answer has more than \(Self.mostBytes >> 20) MiB") }
      guard code == 0, head.isComplete else {
        let reason = unsafe String(cString: ccurl_reason(transfer, code))
        return .lost(reason: settings.credential?.hidden(in: reason) ?? reason)
      }
      let pause = unsafe ccurl_retry_after(transfer)
      return .answer(
        HTTPResponse(
          status: unsafe Int(ccurl_status(transfer)), entityTag: head.entityTag, pause: pause > 0 ? Double(pause) : nil,
          body: body))
    }
  }

  private func begin(_ request: HTTPRequest) -> OpaquePointer? {
    var written = unsafe ccurl_request()
    unsafe written.connect_timeout_ms = Int64(settings.connectTimeout * 1000)
    unsafe written.timeout_ms = Int64(request.timeout * 1000)
    unsafe written.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe written.take_header = { bytes, _, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let session = unsafe Unmanaged<HTTPSession>.fromOpaque(context).takeUnretainedValue()
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      session.head.take(unsafe String(decoding: line, as: UTF8.self))
      return count
    }
    unsafe written.take_body = { bytes, _, count, context in
      guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
      let session = unsafe Unmanaged<HTTPSession>.fromOpaque(context).takeUnretainedValue()
      return unsafe session.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
    var headers = (settings.credential.map { [$0.header] } ?? []) + request.headers
    if request.body != nil, !headers.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
      // Without this libcurl would say that the body is a form.
      headers.append("Content-Type:")
    }
    return unsafe withTexts(headers + [request.url, request.method, settings.userAgent]) { texts in
      unsafe (written.headers, written.header_count) = (texts.baseAddress, headers.count)
      unsafe written.url = texts[headers.count]
      // libcurl takes what has a body for POST, and all else for GET.
      if request.method != (request.body == nil ? "GET" : "POST") { unsafe written.method = texts[headers.count + 1] }
      unsafe written.user_agent = texts[headers.count + 2]
      return unsafe withOptional(settings.certificates ?? trustedCertificates) { certificates in
        unsafe written.certificates = certificates
        guard let body = request.body else { return unsafe ccurl_begin_in(handle, &written) }
        // A body of no bytes has an address, too.
        return unsafe (body + [0]).withUnsafeBytes { bytes in
          unsafe (written.body, written.body_count) = (bytes.baseAddress, body.count)
          return unsafe ccurl_begin_in(handle, &written)
        }
      }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLong = isTooLong || body.count + bytes.count > Self.mostBytes
    if !isTooLong { unsafe body.append(contentsOf: bytes) }
    return !isTooLong
  }
}

/// Whether an address has the host of another one; the port too, unless the address is that of its https.
func isSameHost(_ target: String, as url: String) -> Bool {
  let (new, old) = (hostText(of: target), hostText(of: url))
  if new.contains("@") { return false }
  if isHTTPS(url) { return isHTTPS(target) && new == old }
  if isHTTPS(target) { return host(new) == host(old) }
  return new == old && target.lowercased().hasPrefix("http://")
}

private func isHTTPS(_ url: String) -> Bool { url.lowercased().hasPrefix("https://") }

/// `host:8080` of `http://host:8080/path`, in small letters and without the port that the scheme has anyway.
func hostText(of url: String) -> String {
  guard let scheme = url.firstRange(of: "://") else { return "" }
  let text = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }.lowercased()
  let usual = isHTTPS(url) ? ":443" : ":80"
  return text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : text
}

private func host(_ text: String) -> Substring {
  text.hasPrefix("[") ? text.prefix { $0 != "]" } : text.prefix { $0 != ":" }
}

private func withOptional<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { unsafe body($0) }
}

/// Calls `body` with texts as C has them.
private func withTexts<Result>(
  _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let joined = texts.map { Array($0.utf8CString) }
  let starts = joined.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  return unsafe Array(joined.joined()).withUnsafeBufferPointer { bytes in
    var pointers: [UnsafePointer<CChar>?] = unsafe []
    for start in starts.dropLast() { unsafe pointers.append(bytes.baseAddress.map { unsafe $0 + start }) }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0) }
  }
}
