internal import CZstd
internal import Glibc

/// Compresses whole files as far as is reasonable, for files that are made once and downloaded often. It can also store
/// a file as its difference from another one, the reference.
///
/// The frames hold a checksum of the content. Compressing takes about 100 MB of memory and the size of the file;
/// against a reference, up to 600 MB and the sizes of both. Decompressing takes the size of the file plus the size of
/// the reference.
///
/// - Source: RFC 8878; the reference is a prefix, as in `zstd --patch-from`, which reads and writes the same files.
package enum Zstandard {
  /// The highest level that needs no memory out of proportion to read.
  private static let level: Int32 = 19
  /// 128 MiB: the largest window that every zstd decoder accepts.
  private static let commonWindow = 27
  /// 2 GiB: the largest window there is.
  private static let largestWindow = 31
  /// 2^27 entries take 512 MiB: short matches are found at this many places of the reference, and longer ones anywhere.
  private static let largestChain = 27
  private static let outputSize = 1 << 18

  /// Compresses a file. The result appears when it is complete.
  ///
  /// - Parameter reference: the file that reading will need again.
  /// - Returns: the size of the result in bytes.
  /// - Throws: ``ZstandardError/tooLarge(path:limit:)`` if file and reference together have more than 2 GiB; the errors of
  ///   reading and writing.
  @discardableResult
  package static func compress(
    _ path: String, against reference: String? = nil, to output: String
  ) throws(ZstandardError) -> Int {
    let source = try map(path)
    let prefix = try map(reference)
    let window = log2(source.byteCount + prefix.byteCount)
    guard reference == nil || window <= largestWindow else { throw .tooLarge(path: path, limit: 1 << largestWindow) }
    guard let context = unsafe ZSTD_createCCtx() else {
      throw .storage(.system(path: path, call: "compress", code: ENOMEM))
    }
    defer { unsafe _ = ZSTD_freeCCtx(context) }
    var settings = [
      (ZSTD_c_compressionLevel, level), (ZSTD_c_checksumFlag, 1), (ZSTD_c_enableLongDistanceMatching, 1),
      (ZSTD_c_windowLog, Int32(reference == nil ? commonWindow : max(window, 10))),
    ]
    if reference != nil { settings.append((ZSTD_c_chainLog, Int32(min(max(window + 1, 24), largestChain)))) }
    for (setting, value) in settings { unsafe _ = ZSTD_CCtx_setParameter(context, setting, value) }
    unsafe _ = ZSTD_CCtx_setPledgedSrcSize(context, UInt64(source.byteCount))
    return try unsafe prefix.bytes.withUnsafeBytes { prefix throws(ZstandardError) in
      unsafe _ = ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count)
      return try unsafe source.bytes.withUnsafeBytes { source throws(ZstandardError) in
        try unsafe write(from: source, to: output) { room, input throws(ZstandardError) in
          let rest = unsafe ZSTD_compressStream2(context, &room, &input, ZSTD_e_end)
          guard ZSTD_isError(rest) == 0 else { throw .storage(.system(path: path, call: "compress", code: ENOMEM)) }
          return rest == 0
        }
      }
    }
  }

  /// Decompresses a file. It appears when it is complete and matches its checksum.
  ///
  /// - Parameters:
  ///   - reference: the file against which it was compressed.
  ///   - limit: the most bytes that it may have.
  /// - Throws: ``ZstandardError/damaged(path:reference:)`` for everything but one whole frame;
  ///   ``ZstandardError/tooLarge(path:limit:)``; the errors of reading and writing. Nothing is at `output` then that was not
  ///   there before.
  package static func decompress(
    _ path: String, against reference: String? = nil, to output: String, limit: Int
  ) throws(ZstandardError) {
    let source = try map(path)
    let prefix = try map(reference)
    let damage = ZstandardError.damaged(path: path, reference: reference)
    guard let context = unsafe ZSTD_createDCtx() else {
      throw .storage(.system(path: path, call: "decompress", code: ENOMEM))
    }
    defer { unsafe _ = ZSTD_freeDCtx(context) }
    unsafe _ = ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(largestWindow))
    _ = try unsafe prefix.bytes.withUnsafeBytes { prefix throws(ZstandardError) in
      unsafe _ = ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count)
      return try unsafe source.bytes.withUnsafeBytes { source throws(ZstandardError) in
        // Both special values, unknown and damaged, are larger than any limit.
        let size = unsafe ZSTD_getFrameContentSize(source.baseAddress, source.count)
        guard size < UInt64(Int.max) else { throw damage }
        guard size <= UInt64(limit) else { throw .tooLarge(path: path, limit: limit) }
        return try unsafe write(from: source, to: output) { room, input throws(ZstandardError) in
          let rest = unsafe ZSTD_decompressStream(context, &room, &input)
          guard ZSTD_isError(rest) == 0 else { throw damage }
          let isUsedUp = unsafe input.pos == input.size
          let hasRoom = unsafe room.pos < room.size
          guard rest == 0 ? isUsedUp : !(isUsedUp && hasRoom) else { throw damage }
          return rest == 0
        }
      }
    }
  }

  private static func map(_ path: String?) throws(ZstandardError) -> MappedFile {
    guard let path else { return MappedFile(copying: []) }
    do throws(StorageError) { return try MappedFile(path: path) } catch { throw .storage(error) }
  }

  /// The least *n* for which 2^*n* is not less than a count.
  private static func log2(_ count: Int) -> Int { count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0 }

  /// Writes what `step` makes of the source, until it reports the last part.
  ///
  /// - Returns: the number of bytes.
  @unsafe
  private static func write(
    from source: UnsafeRawBufferPointer, to output: String,
    _ step: (inout ZSTD_outBuffer, inout ZSTD_inBuffer) throws(ZstandardError) -> Bool
  ) throws(ZstandardError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: outputSize, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
    let file = try storing { () throws(StorageError) in try AtomicFile(path: output) }
    do throws(ZstandardError) {
      var isLast = false
      while !isLast {
        var room = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
        isLast = try unsafe step(&room, &input)
        let written = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<room.pos])
        try storing { () throws(StorageError) in try unsafe file.write(RawSpan(_unsafeBytes: written)) }
      }
      try storing { () throws(StorageError) in try file.commit() }
      return file.size
    } catch {
      file.discard()
      throw error
    }
  }

  private static func storing<Result>(_ body: () throws(StorageError) -> Result) throws(ZstandardError) -> Result {
    do throws(StorageError) { return try body() } catch { throw .storage(error) }
  }
}

/// Why a file cannot be compressed or decompressed.
package enum ZstandardError: Error, Equatable, Sendable {
  case storage(StorageError)
  /// The compressed file is damaged or cut short, or it was made against another reference.
  case damaged(path: String, reference: String?)
  /// `limit` is in bytes.
  case tooLarge(path: String, limit: Int)
}

extension ZstandardError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .storage(let error): error.description
    case .damaged(let path, nil): "\(path): the compressed data is damaged or cut short. Get the file again."
    case .damaged(let path, let reference?):
      "\(path): is damaged or cut short, or was not made against \(reference). Get the whole file instead."
    case .tooLarge(let path, let limit): "\(path): is larger than the \(limit) bytes that are allowed here."
    }
  }
}
