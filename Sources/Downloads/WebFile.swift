/// A file on its way from a web server to a path.
final class WebFile: BodySink {
  private let address: Address
  private let url: String
  /// The MD5 that it must have.
  private let expected: String?
  private let downloader: Downloader
  private let part: PartFile
  private var isWhole = false
  private var isTold = false
  private var lastNotice = ContinuousClock.now
  /// The most bytes that were there of this version.
  private var most: Int
  private var versions = 0
  private var received = 0
  private var unwanted: Loss?

  init(_ url: String, to path: String, md5: String?, by downloader: Downloader) throws(DownloadError) {
    address = .web(url)
    self.url = url
    expected = md5
    self.downloader = downloader
    part = try PartFile(of: address, for: path)
    most = part.size
  }

  func bring() throws(DownloadError) -> Receipt {
    try part.readBefore(downloader.isStopped)
    isWhole = expected != nil && part.size > 0 && part.size == part.record.size
    try fetch()
    var found = try part.md5(isStopped: downloader.isStopped)
    var isSecond = false
    while let expected, found != expected {
      if isSecond {
        part.remove()
        throw .wrongChecksum(address, expected: expected, found: found)
      }
      // What an earlier run left whole may be of an earlier version.
      isSecond = received > 0
      try beginAnew(because: "its MD5 is \(found) and should be \(expected)")
      try fetch()
      found = try part.md5(isStopped: downloader.isStopped)
    }
    downloader.tell(.progress(address, received: part.size, total: part.size))
    try part.complete()
    return Receipt(size: part.size, bytesTransferred: received, md5: found)
  }

  /// Requests the file until all bytes are there.
  private func fetch() throws(DownloadError) {
    var patience = Patience(downloader.settings)
    while !isWhole {
      let request = try request()
      unwanted = nil
      let answer = try downloader.ask(request, of: address, into: self)
      if isWhole { return }
      guard let loss = try downloader.loss(in: answer, of: address) ?? unwanted else {
        isWhole = true
        return
      }
      if answer.end == .tooLong, try isAsExpected() { return }
      if part.size > most { patience.progressed() }
      most = max(most, part.size)
      try downloader.wait(for: loss, of: address, &patience)
    }
  }

  /// If a server stated too small a length, the rest is requested, unless the checksum is right.
  private func isAsExpected() throws(DownloadError) -> Bool {
    part.forgetSize()
    return try part.md5(isStopped: downloader.isStopped) == expected
  }

  private func request() throws(DownloadError) -> WebRequest {
    var request = WebRequest(url: url)
    if part.size > 0, part.record.version == nil, expected == nil {
      try beginAnew(because: "the server does not say which version it has")
    }
    if part.size > 0 { (request.begin, request.version) = (part.size, part.record.version) }
    return request
  }

  // MARK: An answer

  func begin(_ head: ResponseHead) throws(DownloadError) -> Bool {
    switch head.status {
    case 206 where head.part?.begin == part.size: return try resume(head)
    case 206: return try refuse(because: "the server sent another part than it was asked for")
    case 416 where head.part?.total == part.size:
      isWhole = true
      return false
    case 416: return try refuse(because: "the server has another size")
    default:
      let isSame = part.record.isSameVersion(as: head)
      if part.size > 0 {
        try beginAnew(because: isSame ? "the server sends it as a whole only" : "the server has another version")
      }
      if !isSame { try countVersion() }
      try part.begin(record(of: head, size: head.length))
      return true
    }
  }

  private func resume(_ head: ResponseHead) throws(DownloadError) -> Bool {
    let (told, before) = (head.part?.total, part.record.size)
    guard part.record.isSameVersion(as: head) else {
      try countVersion()
      return try refuse(because: "the server has another version")
    }
    // With the same strong tag it is the same version, and one of the sizes was wrong.
    if let told, let before, told != before, head.entityTag == nil || part.record.strongTag != head.entityTag {
      try countVersion()
      return try refuse(because: "the server has another size")
    }
    var record = part.record
    record.size = told ?? before
    try part.replace(record)
    if part.size > 0 { downloader.tell(.resumed(address, at: part.size)) }
    return true
  }

  /// Refuses a response and starts over.
  private func refuse(because reason: String) throws(DownloadError) -> Bool {
    unwanted = Loss(reason: reason)
    try beginAnew(because: reason)
    return false
  }

  private func beginAnew(because reason: String) throws(DownloadError) {
    downloader.tell(.restarted(address, reason: reason))
    try part.begin(DownloadRecord(source: address.description))
    isWhole = false
  }

  private func countVersion() throws(DownloadError) {
    versions += 1
    most = 0
    if versions > downloader.settings.mostVersions { throw .changing(address, versions: versions) }
  }

  private func record(of head: ResponseHead, size: Int?) -> DownloadRecord {
    DownloadRecord(
      source: address.description, entityTag: head.entityTag, lastModified: head.lastModified, size: size)
  }

  func take(_ bytes: RawSpan) throws(DownloadError) {
    downloader.count(bytes.byteCount)
    received += bytes.byteCount
    try part.append(bytes)
    let now = ContinuousClock.now
    guard now - lastNotice >= .seconds(downloader.settings.noticeInterval) else { return }
    lastNotice = now
    downloader.tell(.progress(address, received: part.size, total: part.record.size))
  }
}
