internal import Storage

/// - Throws: ``ComparisonError/unreadable(_:)``.
func openStream(_ path: String) throws(ComparisonError) -> ByteStream {
  do throws(StorageError) {
    return try ByteStream(path: path)
  } catch {
    throw .unreadable(error.description)
  }
}

/// The rest of a stream, for formats that cannot be read in pieces.
func allBytes(of stream: ByteStream) throws(ComparisonError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: ByteStream.chunkSize)
  var count = 0
  do throws(StorageError) {
    while true {
      let taken = try stream.read(into: &bytes, from: count)
      if taken == 0 { return Array(bytes[..<count]) }
      count += taken
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
    }
  } catch {
    throw .unreadable(error.description)
  }
}
