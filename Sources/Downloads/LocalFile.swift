internal import Storage

extension Downloader {
  /// A short text on this machine; `nil` if the file does not exist.
  func localDocument(at path: String, limit: Int) throws(DownloadError) -> [UInt8]? {
    guard FileKind(at: path) != .missing else { return nil }
    let file = try stored { () throws(StorageError) in try RawFile(path: path) }
    var bytes: [UInt8] = []
    while let chunk = try stored({ () throws(StorageError) in try file.next() }) {
      if isStopped() { throw .stopped }
      count(chunk.count)
      bytes += chunk
      if bytes.count > limit { throw .tooLong(.file(path), limit: limit) }
    }
    return bytes
  }
}

/// A file of a folder on its way to a path: copied, by the file system itself where it can.
final class LocalFile {
  private let address: Address
  private let source: CopySource
  private let expected: String?
  private let downloader: Downloader
  private let part: PartFile
  private var copied = 0
  private var lastNotice = ContinuousClock.now

  /// How much is copied without a look at whether to stop: 40 ms on a disk with 200 MB/s.
  private static let step = 8 << 20

  init(_ path: String, to target: String, md5: String?, by downloader: Downloader) throws(DownloadError) {
    address = .file(path)
    guard FileKind(at: path) != .missing else { throw .missing(address) }
    source = try stored { () throws(StorageError) in try CopySource(path: path) }
    expected = md5
    self.downloader = downloader
    part = try PartFile(of: address, for: target)
  }

  func bring() throws(DownloadError) -> Receipt {
    try copy()
    var found = try part.md5(isStopped: downloader.isStopped)
    if let expected, found != expected {
      downloader.tell(.restarted(address, reason: "its MD5 is \(found) and should be \(expected)"))
      try part.begin(DownloadRecord(source: address.description))
      try copy()
      found = try part.md5(isStopped: downloader.isStopped)
      if found != expected {
        part.remove()
        throw .wrongChecksum(address, expected: expected, found: found)
      }
    }
    downloader.tell(.progress(address, received: part.size, total: part.size))
    try part.complete()
    return Receipt(size: part.size, bytesTransferred: copied, md5: found)
  }

  /// Copies until the file was the same from begin to end.
  private func copy() throws(DownloadError) {
    for versions in 1... {
      let record = try begin()
      while part.size < record.size ?? .max, try copyStep() {}
      if part.size == record.size, record == self.record { return }
      downloader.tell(.restarted(address, reason: "the file changed while it was copied"))
      if versions > downloader.settings.mostVersions { throw .changing(address, versions: versions) }
    }
  }

  /// Continues after the bytes that are there if they belong to this version.
  private func begin() throws(DownloadError) -> DownloadRecord {
    let record = record
    if record == part.record {
      if part.size > 0 { downloader.tell(.resumed(address, at: part.size)) }
      try part.replace(record)
    } else {
      if part.size > 0 { downloader.tell(.restarted(address, reason: "there is another version")) }
      try part.begin(record)
    }
    return record
  }

  /// What the file is now.
  private var record: DownloadRecord {
    let stamp = source.stamp
    return DownloadRecord(
      source: address.description, entityTag: stamp.map { "\($0.device)-\($0.inode)-\($0.modified)" },
      size: stamp?.byteCount)
  }

  /// - Returns: whether there is more.
  private func copyStep() throws(DownloadError) -> Bool {
    if downloader.isStopped() { throw .stopped }
    let count = try part.append(from: source, count: Self.step)
    copied += count
    downloader.count(count)
    let now = ContinuousClock.now
    if now - lastNotice >= .seconds(downloader.settings.noticeInterval) {
      lastNotice = now
      downloader.tell(.progress(address, received: part.size, total: part.record.size))
    }
    return count > 0
  }
}
