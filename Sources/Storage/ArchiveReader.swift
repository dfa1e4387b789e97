internal import CArchive

/// The files in a zip or tar archive, one after the other, or the bytes compressed with zstd, xz, bzip2, lz4 or
/// compress.
///
/// libarchive reads the archive from a stream, without going back. It is one library for all of these; gzip is read by
/// ``GzipInflater``, which is faster.
@safe
package final class ArchiveReader {
  /// A file in the archive.
  package struct Member: Equatable, Sendable {
    package let name: String
    /// Not a directory, a link or a device.
    package let isFile: Bool
    package let isEncrypted: Bool
  }

  private let source: ByteStream
  private let archive: OpaquePointer
  private let block: UnsafeMutableRawBufferPointer  // libarchive reads from it between calls
  /// The error of the source.
  private var failure: StorageError?
  /// The compressed content is empty: there is no member to read from.
  private var isEmpty = false

  private enum Content { case members, compressed }

  /// Decompresses a stream; call ``read(into:)`` at once.
  init(decompressing source: ByteStream) throws(StorageError) {
    self.source = source
    unsafe (archive, block) = Self.memory()
    try start(.compressed)
    isEmpty = try nextMember() == nil
  }

  /// Reads the members of an archive.
  package init(_ source: ByteStream) throws(StorageError) {
    self.source = source
    unsafe (archive, block) = Self.memory()
    try start(.members)
  }

  private static func memory() -> (OpaquePointer, UnsafeMutableRawBufferPointer) {
    guard let archive = unsafe archive_read_new() else { fatalError("libarchive cannot allocate a reader") }
    return unsafe (archive, .allocate(byteCount: ByteStream.chunkSize, alignment: 16))
  }

  deinit {
    unsafe archive_read_free(archive)
    unsafe block.deallocate()
  }

  private func start(_ content: Content) throws(StorageError) {
    switch content {
    case .members:
      unsafe archive_read_support_format_zip(archive)
      unsafe archive_read_support_format_tar(archive)
    case .compressed:
      unsafe archive_read_support_format_raw(archive)
      unsafe archive_read_support_format_empty(archive)
      unsafe archive_read_support_filter_zstd(archive)
      unsafe archive_read_support_filter_xz(archive)
      unsafe archive_read_support_filter_bzip2(archive)
      unsafe archive_read_support_filter_lz4(archive)
      unsafe archive_read_support_filter_compress(archive)
    }
    // Unretained: the reader owns the archive and does not outlive itself.
    let status = unsafe archive_read_open(
      archive, Unmanaged.passUnretained(self).toOpaque(), nil, nextBlock, nil)
    if status < ARCHIVE_WARN { throw failure ?? .damagedCompression(path: source.path) }
  }

  /// The next member; `nil` after the last one.
  package func nextMember() throws(StorageError) -> Member? {
    var entry: OpaquePointer?
    let status = unsafe archive_read_next_header(archive, &entry)
    if status == ARCHIVE_EOF { return nil }
    guard status >= ARCHIVE_WARN, let entry = unsafe entry else {
      throw failure ?? .damagedCompression(path: source.path)
    }
    let name = unsafe archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
    let regularFile: UInt32 = 0o100000
    return unsafe Member(
      name: name.map { unsafe String(cString: $0) } ?? "?",
      isFile: UInt32(archive_entry_filetype(entry)) == regularFile,
      isEncrypted: archive_entry_is_data_encrypted(entry) != 0)
  }

  /// Fills `target` with the next bytes of the member; 0 at its end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(StorageError) -> Int {
    if isEmpty { return 0 }
    let count = unsafe archive_read_data(archive, target.baseAddress, target.count)
    if count < 0 { throw failure ?? .damagedCompression(path: source.path) }
    return count
  }

  /// The next bytes of the archive, valid until the next call; -1 on failure.
  fileprivate func readBlock(_ begin: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    unsafe begin?.pointee = UnsafeRawPointer(block.baseAddress)
    do throws(StorageError) {
      return unsafe try source.read(into: block)
    } catch {
      failure = error
      return -1
    }
  }
}

private let nextBlock:
  @convention(c) (
    OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?
  ) -> Int = { _, reader, block in
    guard let reader = unsafe reader else { return -1 }
    return unsafe Unmanaged<ArchiveReader>.fromOpaque(reader).takeUnretainedValue().readBlock(block)
  }
