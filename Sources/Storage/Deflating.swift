internal import CZlib

/// Bytes in the format of RFC 1950, which browsers call `deflate`, as small as zlib makes them.
package func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var count = compressBound(UInt(bytes.count))
  var result = [UInt8](repeating: 0, count: Int(count))
  let status = unsafe result.withUnsafeMutableBufferPointer { target in
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe compress2(target.baseAddress, &count, source.baseAddress, UInt(source.count), Z_BEST_COMPRESSION)
    }
  }
  precondition(status == Z_OK, "zlib cannot compress into the room that it asks for")
  result.removeLast(result.count - Int(count))
  return result
}
