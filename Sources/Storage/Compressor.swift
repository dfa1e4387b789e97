internal import CArchive
internal import Glibc

/// Compresses bytes into a file with libarchive, which is linked anyway to read compressed files.
@safe
final class Compressor {
  private let file: AtomicFile
  private let archive: OpaquePointer
  private var isFinished = false
  /// Why the file could not take compressed bytes.
  private var failure: StorageError?

  init(into file: AtomicFile, _ compression: Compression) {
    self.file = file
    guard let archive = unsafe archive_write_new() else { fatalError("libarchive cannot allocate a writer") }
    unsafe self.archive = archive
    switch compression {
    case .gzip:
      unsafe archive_write_add_filter_gzip(archive)
      unsafe archive_write_set_filter_option(archive, "gzip", "timestamp", nil)
    case .zstd: unsafe archive_write_add_filter_zstd(archive)
    }
    unsafe archive_write_set_format_raw(archive)
    unsafe archive_write_set_bytes_per_block(archive, 0)  // no padding at the end
    // Unretained: the compressor owns the archive and does not outlive itself.
    let status = unsafe archive_write_open(archive, Unmanaged.passUnretained(self).toOpaque(), nil, takeBlock, nil)
    precondition(status == ARCHIVE_OK, "libarchive cannot compress")
    beginContent()
  }

  deinit {
    if !isFinished { unsafe archive_write_fail(archive) }
    unsafe archive_write_free(archive)
  }

  /// The raw format has one entry, which is the whole content.
  private func beginContent() {
    guard let entry = unsafe archive_entry_new() else { fatalError("libarchive cannot allocate an entry") }
    defer { unsafe archive_entry_free(entry) }
    let regularFile: UInt32 = 0o100000
    unsafe archive_entry_set_filetype(entry, regularFile)
    unsafe archive_write_header(archive, entry)
  }

  func write(_ bytes: RawSpan) throws(StorageError) {
    guard bytes.byteCount > 0 else { return }
    let count = unsafe bytes.withUnsafeBytes { unsafe archive_write_data(archive, $0.baseAddress, $0.count) }
    if count != bytes.byteCount { throw failure ?? cannotCompress }
  }

  /// Writes what is still held back, and the end of the compressed data.
  func finish() throws(StorageError) {
    guard !isFinished else { return }
    isFinished = true
    if unsafe archive_write_close(archive) != ARCHIVE_OK { throw failure ?? cannotCompress }
  }

  private var cannotCompress: StorageError { .system(path: file.path, call: "compress", code: EIO) }

  /// Takes compressed bytes; -1 on failure.
  fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    do throws(StorageError) {
      try unsafe file.write(RawSpan(_unsafeBytes: bytes))
      return bytes.count
    } catch {
      failure = error
      return -1
    }
  }
}

private let takeBlock: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?, Int) -> Int = {
  _, compressor, begin, count in
  guard let compressor = unsafe compressor else { return -1 }
  let bytes = unsafe UnsafeRawBufferPointer(start: begin, count: count)
  return unsafe Unmanaged<Compressor>.fromOpaque(compressor).takeUnretainedValue().take(bytes)
}
