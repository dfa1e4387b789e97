internal import CZstd
internal import Glibc

/// Bytes in memory, compressed by zstd as one frame each.
///
/// The same bytes give the same frame. It has the size of its content, and no checksum: the caller has its own.
package enum ZstandardBlock {
  /// The default of zstd. With it, random drives with a fix on every second edge take 4.7 bytes a step.
  private static let level: Int32 = 3

  package static func compressed(_ bytes: RawSpan) -> [UInt8] {
    let bound = ZSTD_compressBound(bytes.byteCount)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, filled in
      let size = unsafe bytes.withUnsafeBytes { source in
        unsafe ZSTD_compress(room.baseAddress, bound, source.baseAddress, source.count, level)
      }
      guard ZSTD_isError(size) == 0 else { fatalError("out of memory for compression") }
      filled = size
    }
  }

  /// - Parameter count: of the bytes when they were not compressed.
  /// - Returns: `nil` if this is no frame of so many bytes.
  package static func decompressed(_ frame: [UInt8], count: Int) -> [UInt8]? {
    let known = unsafe frame.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
    guard count >= 0, known == UInt64(count) else { return nil }
    var size = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      size = unsafe frame.withUnsafeBytes { source in
        unsafe ZSTD_decompress(room.baseAddress, count, source.baseAddress, source.count)
      }
      filled = ZSTD_isError(size) == 0 ? size : 0
    }
    return ZSTD_isError(size) == 0 && size == count ? bytes : nil
  }
}
