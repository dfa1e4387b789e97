private import FoundationEssentials
private import Glibc
internal import Storage

/// The bytes of a download until it is whole and checked: `PATH.part`, with a record of their origin in
/// `PATH.part.json`.
///
/// A process killed at any moment leaves bytes that match the record beside them: to start over, the bytes are removed
/// before the record is replaced.
final class PartFile {
  let address: Address
  private let path: String
  private let file: ResumableFile
  private(set) var record: DownloadRecord
  private var sum = RunningMD5()
  private var isSummed = true
  private var isNamed = false

  /// Opens what an earlier download has left.
  init(of address: Address, for path: String) throws(DownloadError) {
    self.address = address
    self.path = path
    guard FileKind(at: path) != .directory else { throw .storage(.system(path: path, call: "replace", code: EISDIR)) }
    file = try stored { () throws(StorageError) in try ResumableFile(path: path + ".part") }
    record = DownloadRecord(source: address.description)
    let recordBefore = DownloadRecord.read(from: path + ".part.json")
    if let recordBefore, recordBefore.source == record.source, size <= recordBefore.size ?? .max {
      record = recordBefore
      isSummed = size == 0
    } else {
      try drop()
    }
  }

  var size: Int { file.size }

  /// Discards the bytes of another version, if any, and starts this one.
  func begin(_ record: DownloadRecord) throws(DownloadError) {
    try drop()
    try replace(record)
  }

  /// More is known of the same bytes.
  func replace(_ record: DownloadRecord) throws(DownloadError) {
    if record != self.record || FileKind(at: path + ".part.json") == .missing {
      let path = path
      try stored { () throws(StorageError) in try record.write(to: path + ".part.json") }
    }
    self.record = record
    try checkSpace()
  }

  /// The size turned out to be wrong.
  func forgetSize() { record.size = nil }

  private func drop() throws(DownloadError) {
    let file = file
    try stored { () throws(StorageError) in try file.clear() }
    (sum, isSummed) = (RunningMD5(), true)
  }

  private var folder: String {
    let folder = folderPath(of: path)
    return folder.isEmpty ? "." : folder
  }

  private func checkSpace() throws(DownloadError) {
    guard let total = record.size, let free = freeBytes(inFolder: folder), total - size > free else { return }
    throw .diskFull(path: path, needed: total - size, free: free)
  }

  func append(_ bytes: RawSpan) throws(DownloadError) {
    do throws(StorageError) {
      try file.append(bytes)
    } catch {
      throw lackOfSpace(in: error) ?? .storage(error)
    }
    sum.add(bytes)
  }

  /// - Returns: how many bytes were copied; 0 at the end.
  func append(from source: CopySource, count: Int) throws(DownloadError) -> Int {
    isSummed = false
    do throws(StorageError) {
      return try file.append(from: source, count: count)
    } catch {
      throw lackOfSpace(in: error) ?? .storage(error)
    }
  }

  private func lackOfSpace(in error: StorageError) -> DownloadError? {
    guard case .system(_, _, let code) = error, code == ENOSPC || code == EDQUOT else { return nil }
    let needed = record.size.map { $0 - size } ?? 1
    return .diskFull(path: path, needed: max(needed, 1), free: freeBytes(inFolder: folder) ?? 0)
  }

  /// The MD5 of all bytes. Bytes from earlier runs are read from the file.
  func md5(isStopped: () -> Bool) throws(DownloadError) -> String {
    try readBefore(isStopped)
    return sum.text
  }

  /// Adds to the sum the bytes that were not added as they arrived.
  func readBefore(_ isStopped: () -> Bool) throws(DownloadError) {
    if isSummed { return }
    sum = RunningMD5()
    let path = path
    let bytes = try stored { () throws(StorageError) in try RawFile(path: path + ".part") }
    while let chunk = try stored({ () throws(StorageError) in try bytes.next() }) {
      if isStopped() { throw .stopped }
      sum.add(unsafe chunk.span.bytes)
    }
    isSummed = true
  }

  /// Gives the file its name.
  func complete() throws(DownloadError) {
    let (file, path) = (file, path)
    try stored { () throws(StorageError) in try file.complete(as: path) }
    isNamed = true
    try? FileManager.default.removeItem(atPath: path + ".part.json")
  }

  /// Removes an empty file: there is nothing to resume.
  deinit { if !isNamed, size == 0 { remove() } }

  /// Removes what is there.
  func remove() {
    try? FileManager.default.removeItem(atPath: path + ".part")
    try? FileManager.default.removeItem(atPath: path + ".part.json")
  }
}

func stored<Value>(_ body: () throws(StorageError) -> Value) throws(DownloadError) -> Value {
  do throws(StorageError) {
    return try body()
  } catch {
    throw .storage(error)
  }
}
