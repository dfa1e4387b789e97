internal import CZlib

/// Bytes as a gzip member without a time and a name: the same bytes for the same input.
///
/// Shapes, for *n* bytes:
///
///     result    at most n + n / 1000 + 32 bytes
///
/// - Parameter level: from 1, the fastest, to 9, the smallest.
/// - Complexity: O(*n*); allocates the result once.
/// - Source: RFC 1952, by zlib.
package func gzipped(_ bytes: RawSpan, level: Int32) -> [UInt8] {
  var stream = unsafe z_stream()
  let gzipLargestWindow: Int32 = 15 + 16
  let (mostMemory, size) = unsafe (Int32(9), Int32(MemoryLayout<z_stream>.size))
  let status = unsafe deflateInit2_(
    &stream, level, Z_DEFLATED, gzipLargestWindow, mostMemory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
  precondition(status == Z_OK, "zlib cannot allocate its window")
  defer { unsafe deflateEnd(&stream) }
  let bound = unsafe Int(deflateBound(&stream, UInt(bytes.byteCount)))
  return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
    unsafe bytes.withUnsafeBytes { input in
      let base = unsafe input.assumingMemoryBound(to: UInt8.self).baseAddress
      unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: base)
      unsafe stream.avail_in = UInt32(input.count)
      unsafe stream.next_out = room.baseAddress
      unsafe stream.avail_out = UInt32(bound)
      let end = unsafe deflate(&stream, Z_FINISH)
      precondition(end == Z_STREAM_END, "zlib needs more room than it said")
      count = unsafe bound - Int(stream.avail_out)
    }
  }
}
