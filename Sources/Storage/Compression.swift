/// How a file is compressed. Raw values are the endings of names.
package enum Compression: String, CaseIterable, Sendable {
  case gzip = "gz"
  case zstd = "zst"
}

/// A file that is compressed while it is written, and that appears under its name when it is complete.
///
/// The same bytes give the same file: the header of gzip has no time and no name.
package final class CompressedFile {
  private let path: String
  private let compression: Compression
  private var file: AtomicFile
  private var compressor: Compressor

  /// - Throws: ``StorageError/system(path:call:code:)`` if the partial file cannot be created.
  package init(path: String, _ compression: Compression) throws(StorageError) {
    self.path = path
    self.compression = compression
    file = try AtomicFile(path: path)
    compressor = Compressor(into: file, compression)
  }

  package func write(_ bytes: [UInt8]) throws(StorageError) { try unsafe compressor.write(bytes.span.bytes) }

  package func write(_ bytes: borrowing ByteBuffer) throws(StorageError) { try compressor.write(bytes.bytes) }

  /// The number of compressed bytes so far; of the whole file after ``prepare()``.
  package var size: Int { file.size }

  /// Ends the compressed data and replaces everything written so far, a part at a time. The new bytes go to another
  /// file, since compressed data cannot be replaced in place.
  package func edit(_ edited: ([UInt8]) -> [UInt8]) throws(StorageError) {
    try compressor.finish()
    try file.flush()
    let old = file
    defer { old.discard() }
    let whole = try ByteStream(path: old.partialPath)
    file = try AtomicFile(path: path)
    compressor = Compressor(into: file, compression)
    var part = [UInt8](repeating: 0, count: ByteStream.chunkSize)
    while true {
      let count = try whole.read(into: &part, from: 0)
      if count == 0 { return }
      try write(edited(Array(part[..<count])))
    }
  }

  /// Ends the compressed data and flushes everything to the disk, so that ``commit()`` only has to rename.
  package func prepare() throws(StorageError) {
    try compressor.finish()
    try file.prepare()
  }

  /// Makes the file appear under its name.
  package func commit() throws(StorageError) {
    try prepare()
    try file.commit()
  }

  /// Removes the partial file of an unwanted result.
  package func discard() { file.discard() }
}
