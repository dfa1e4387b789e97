extension Downloader {
  /// Asks a web server, and follows where it leads.
  func ask(_ request: WebRequest, of address: Address, into sink: any BodySink) throws(DownloadError) -> WebAnswer {
    var request = request
    for _ in 0...settings.mostRedirections {
      let answer = try WebTransfer.run(request, of: address, into: sink, by: self)
      if answer.foundHost { noteFoundHost() }
      guard [301, 302, 303, 307, 308].contains(answer.head.status), let target = answer.redirection else {
        return answer
      }
      guard target.hasScheme("https") || target.hasScheme("http") && !request.url.hasScheme("https") else {
        throw .forbidden(withoutCredentials(target), from: withoutCredentials(request.url))
      }
      request.url = target
    }
    throw .redirectedTooOften(address, times: settings.mostRedirections)
  }

  /// The temporary fault of a response; `nil` if it is as wanted.
  ///
  /// - Throws: a permanent fault.
  func loss(in answer: WebAnswer, of address: Address) throws(DownloadError) -> Loss? {
    if case .lost(let reason) = answer.end { return Loss(reason: reason, pause: answer.pause) }
    switch answer.head.status {
    case 200, 206, 416: return answer.end == .tooLong ? Loss(reason: "the server sent more than it told") : nil
    case 404, 410: throw .missing(address)
    case 408, 425, 429, 500...599:
      return Loss(reason: "the server answered with status \(answer.head.status)", pause: answer.pause)
    default: throw .refused(address, status: answer.head.status)
    }
  }

  /// The size that a server states for a file; `nil` if there is no such file or the server does not state it.
  func webSize(of url: String) throws(DownloadError) -> Int? {
    let address = Address.web(url)
    var request = WebRequest(url: url, isHead: true)
    var patience = Patience(settings)
    while true {
      let sink = NoBody()
      let answer = try ask(request, of: address, into: sink)
      if answer.head.status == 404 || answer.head.status == 410 { return nil }
      if request.isHead, [405, 501].contains(answer.head.status) {
        request.isHead = false
      } else if let loss = try loss(in: answer, of: address) {
        try wait(for: loss, of: address, &patience)
      } else {
        return answer.head.length
      }
    }
  }
}

/// Does not read bodies.
private final class NoBody: BodySink {
  func begin(_ head: ResponseHead) -> Bool { false }
  func take(_ bytes: RawSpan) {}
}

/// A short text on a web server.
final class WebDocument: BodySink {
  private let address: Address
  private let url: String
  private let limit: Int
  private let downloader: Downloader
  private var bytes: [UInt8] = []
  /// The most bytes that came in one try.
  private var most = 0

  init(_ url: String, limit: Int, by downloader: Downloader) {
    address = .web(url)
    self.url = url
    self.limit = limit
    self.downloader = downloader
  }

  func read() throws(DownloadError) -> [UInt8]? {
    var patience = Patience(downloader.settings)
    while true {
      do throws(DownloadError) {
        let answer = try downloader.ask(WebRequest(url: url), of: address, into: self)
        guard let loss = try downloader.loss(in: answer, of: address) else { return bytes }
        if bytes.count > most { patience.progressed() }
        most = max(most, bytes.count)
        try downloader.wait(for: loss, of: address, &patience)
      } catch .missing {
        return nil
      }
    }
  }

  func begin(_ head: ResponseHead) throws(DownloadError) -> Bool {
    guard head.status == 200 else { throw .refused(address, status: head.status) }
    bytes = []
    return true
  }

  func take(_ bytes: RawSpan) throws(DownloadError) {
    downloader.count(bytes.byteCount)
    guard self.bytes.count + bytes.byteCount <= limit else { throw .tooLong(address, limit: limit) }
    unsafe bytes.withUnsafeBytes { unsafe self.bytes.append(contentsOf: $0) }
  }
}
