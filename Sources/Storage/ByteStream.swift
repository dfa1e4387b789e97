internal import Glibc

/// The bytes of a file or of standard input, in order; gzip, zstd, xz, bzip2, lz4 and compress are recognised by their
/// first bytes and decompressed.
///
/// Nothing is read before the first call. Memory is two chunks, whatever the size of the file. Damage in compressed
/// data is reported after everything before it has been delivered.
@safe
package final class ByteStream {
  /// The greatest size of reads. 256 KiB is where larger reads stopped helping on ext4 and pipes.
  package static let chunkSize = 1 << 18
  /// The size of one read. It is smaller for a small file, which then needs little memory.
  package let readSize: Int

  /// The path as given; `-` is standard input.
  package let path: String
  private var descriptor: Int32
  private var isStarted = false
  private var inflater: GzipInflater?
  /// Where raw bytes come from in place of the descriptor: the member of an archive, or what decompresses the file.
  private var archive: ArchiveReader?
  /// Where raw bytes come from if they are in another encoding.
  private var transcoder: UTF16Reader?
  /// Compressed bytes, or plain ones read ahead of a caller.
  private var input: [UInt8] = []
  private var inputPosition = 0
  /// Delivered before anything else: the bytes seen by ``peek(_:)``.
  private var ahead: [UInt8] = []
  private var aheadPosition = 0
  private var failure: StorageError?

  /// - Throws: ``StorageError/system(path:call:code:)`` if the file cannot be opened.
  package init(path: String) throws(StorageError) {
    self.path = path
    guard path != "-" else {
      (descriptor, readSize) = (dup(0), Self.chunkSize)
      return
    }
    descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
    readSize = Self.readSize(of: descriptor)
  }

  /// Bytes in memory that behave like a file with a name.
  package init(_ bytes: [UInt8], path: String) {
    self.path = path
    (descriptor, readSize) = (-1, Self.chunkSize)
    input = bytes
  }

  /// The bytes of the current member of an archive.
  package init(_ archive: ArchiveReader, path: String) {
    self.path = path
    (descriptor, readSize) = (-1, Self.chunkSize)
    self.archive = archive
  }

  /// The UTF-8 of a stream in UTF-16.
  package init(utf16 source: ByteStream, isBigEndian: Bool) {
    path = source.path
    (descriptor, readSize) = (-1, Self.chunkSize)
    transcoder = UTF16Reader(source, isBigEndian: isBigEndian)
    isStarted = true
  }

  /// The UTF-8 of a text, which is in UTF-16 if a byte order mark says so.
  package static func text(_ source: ByteStream) -> ByteStream {
    switch source.peek(2) {
    case [0xFF, 0xFE]: ByteStream(utf16: source, isBigEndian: false)
    case [0xFE, 0xFF]: ByteStream(utf16: source, isBigEndian: true)
    default: source
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// One byte more than a file has, so that the first read reaches its end. A device or a pipe has no size.
  private static func readSize(of descriptor: Int32) -> Int {
    guard let size = fileSize(of: descriptor), size > 0 else { return chunkSize }
    return min(chunkSize, max(leastReadSize, size + 1))
  }

  /// The file may grow while it is read, or hold more than its size says if it is compressed.
  private static let leastReadSize = 1 << 14

  /// The next bytes, at most `count`, without consuming them.
  ///
  /// There are fewer only if the stream ends or fails before. The error then comes with the read that reaches it.
  package func peek(_ count: Int) -> [UInt8] {
    while ahead.count - aheadPosition < count && failure == nil {
      var piece = [UInt8](repeating: 0, count: readSize)
      let taken = unsafe piece.withUnsafeMutableBytes { unsafe produce(into: $0) }
      guard taken > 0 else { break }
      ahead.append(contentsOf: piece[..<taken])
    }
    return Array(ahead[aheadPosition...].prefix(count))
  }

  /// Fills `target[start...]` with the next bytes.
  ///
  /// - Returns: the number of bytes written, at least 1 unless the stream has ended or `target` has no room.
  /// - Throws: ``StorageError/damagedCompression(path:)`` or ``StorageError/system(path:call:code:)``, on every call.
  package func read(into target: inout [UInt8], from start: Int) throws(StorageError) -> Int {
    let count = unsafe target.withUnsafeMutableBytes { buffer in
      unsafe take(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
    }
    if count == 0, let failure, start < target.count { throw failure }
    return count
  }

  /// Fills `target` with the next bytes, as the other one.
  func read(into target: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    let count = unsafe take(into: target)
    if count == 0, let failure { throw failure }
    return count
  }

  /// Everything that is still to come, for formats that cannot be read in pieces.
  ///
  /// - Throws: ``StorageError/tooLarge(path:bound:)`` as soon as there is more than `bound`.
  package func readRest(atMost bound: ReadingBound) throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: readSize)
    var end = 0
    while true {
      if end == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let count = try read(into: &bytes, from: end)
      if count == 0 { return Array(bytes[..<end]) }
      end += count
      guard end <= bound.byteCount else { throw .tooLarge(path: path, bound: bound) }
    }
  }

  private func take(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard aheadPosition < ahead.count else { return unsafe produce(into: target) }
    let count = min(target.count, ahead.count - aheadPosition)
    unsafe target.copyBytes(from: ahead[aheadPosition..<aheadPosition + count])
    aheadPosition += count
    if aheadPosition == ahead.count {
      ahead = []
      aheadPosition = 0
    }
    return count
  }

  /// The next decompressed bytes; 0 at the end or after `failure` has been set.
  private func produce(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard failure == nil, unsafe !target.isEmpty else { return 0 }
    if !isStarted { start() }
    if let inflater { return unsafe inflate(with: inflater, into: target) }
    guard inputPosition < input.count else { return unsafe readRaw(into: target) }
    let count = min(target.count, input.count - inputPosition)
    unsafe target.copyBytes(from: input[inputPosition..<inputPosition + count])
    inputPosition += count
    if inputPosition == input.count && hasMore { input = [] }
    return count
  }

  private func start() {
    isStarted = true
    while input.count < 6, refill(keeping: input) {}
    if input.starts(with: [0x1F, 0x8B]) { inflater = GzipInflater() }
    if Self.compressions.contains(where: input.starts) || isBzip2 { decompress() }
  }

  /// The first bytes of zstd, xz, lz4 and compress.
  private static let compressions: [[UInt8]] = [
    [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x04, 0x22, 0x4D, 0x18], [0x1F, 0x9D],
  ]

  /// `BZh`, the size of blocks and the beginning of the first block, or of the end: letters alone may be a text.
  private var isBzip2: Bool {
    guard input.starts(with: [0x42, 0x5A, 0x68]), input.count >= 6, (0x31...0x39).contains(input[3]) else {
      return false
    }
    return input[4...].starts(with: [0x31, 0x41]) || input[4...].starts(with: [0x17, 0x72])
  }

  /// Passes what has been read, and what follows it, to libarchive.
  private func decompress() {
    let source = ByteStream(input, path: path)
    swap(&source.descriptor, &descriptor)
    swap(&source.archive, &archive)
    source.isStarted = true
    input = []
    inputPosition = 0
    do throws(StorageError) {
      archive = try ArchiveReader(decompressing: source)
    } catch {
      failure = error
    }
  }

  /// Whether more raw bytes may follow the ones in memory.
  private var hasMore: Bool { descriptor >= 0 || archive != nil || transcoder != nil }

  private func inflate(with inflater: GzipInflater, into target: UnsafeMutableRawBufferPointer) -> Int {
    while failure == nil {
      if inputPosition == input.count && !refill() {
        if inflater.isInsideMember { failure = failure ?? .damagedCompression(path: path) }
        return 0
      }
      if !inflater.isInsideMember && !beginsNextMember(inflater) { return 0 }
      let (count, progress) = unsafe inflater.inflate(input, from: &inputPosition, into: target)
      if progress == .damaged { failure = .damagedCompression(path: path) }
      if count > 0 { return count }
    }
    return 0
  }

  /// Examines what follows a member: another member, zero padding as in tape blocks, or damage.
  private func beginsNextMember(_ inflater: GzipInflater) -> Bool {
    while inputPosition < input.count || refill() {
      switch input[inputPosition] {
      case 0: inputPosition += 1
      case 0x1F:
        inflater.beginMember()
        return true
      default:
        failure = .damagedCompression(path: path)
        return false
      }
    }
    return false
  }

  /// Reads the next raw chunk after `kept`; false at the end.
  private func refill(keeping kept: [UInt8] = []) -> Bool {
    guard hasMore else { return false }
    var chunk = [UInt8](repeating: 0, count: kept.count + readSize)
    chunk.replaceSubrange(..<kept.count, with: kept)
    let count = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe readRaw(into: UnsafeMutableRawBufferPointer(rebasing: buffer[kept.count...]))
    }
    chunk.removeLast(readSize - count)
    input = chunk
    inputPosition = 0
    return count > 0
  }

  private func readOther(into target: UnsafeMutableRawBufferPointer) -> Int {
    do throws(StorageError) {
      if let transcoder { return unsafe try transcoder.read(into: target) }
      return unsafe try archive?.read(into: target) ?? 0
    } catch {
      failure = error
      return 0
    }
  }

  private func readRaw(into target: UnsafeMutableRawBufferPointer) -> Int {
    if archive != nil || transcoder != nil { return unsafe readOther(into: target) }
    guard descriptor >= 0 else { return 0 }
    let count = retrying {
      unsafe Glibc.read(descriptor, target.baseAddress, min(target.count, Self.chunkSize))
    }
    if count < 0 { failure = .system(path: path, call: "read", code: errno) }
    ReadMeter.add(max(0, count))
    return max(0, count)
  }
}
