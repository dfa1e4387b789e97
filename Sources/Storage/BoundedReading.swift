/// How much is read of a file that must be in memory as a whole, decompressed.
///
/// A user may name the wrong file, and a few megabytes of gzip can hold terabytes: without a bound the system would
/// kill the run without a message. Each bound is many times the size of any real file.
package struct ReadingBound: Hashable, Sendable {
  /// In bytes.
  package let byteCount: Int

  package init(byteCount: Int) { self.byteCount = byteCount }

  /// The program's own short records, states of servers, and time zones of the machine: 1 MiB, some hundred times their
  /// size.
  package static let record = ReadingBound(byteCount: 1 << 20)
  /// Configurations, languages and styles: 16 MiB.
  package static let settings = ReadingBound(byteCount: 1 << 24)
  /// Policies, areas, places, plans, routes, lists of files, manifests: 256 MiB, which is some 25,000 route documents or two
  /// million paths.
  package static let document = ReadingBound(byteCount: 1 << 28)
  /// Route documents that are read one by one, so that the bound is against the wrong file: 4 GiB, which is some 200,000.
  package static let documents = ReadingBound(byteCount: 1 << 32)
  /// The routes of many drives to be compared: 1 GiB.
  package static let collection = ReadingBound(byteCount: 1 << 30)

  /// `256 MiB`, or a number of bytes if that is not whole.
  var words: String {
    let (mebibytes, rest) = byteCount.quotientAndRemainder(dividingBy: 1 << 20)
    return rest == 0 ? "\(mebibytes) MiB" : "\(byteCount) bytes"
  }
}

/// All bytes of a file or of standard input, decompressed as by ``ByteStream``.
///
/// - Throws: ``StorageError/tooLarge(path:bound:)`` if there are more than `bound`; a file whose size on disk already
///   exceeds it is not read at all.
package func wholeFile(_ path: String, atMost bound: ReadingBound) throws(StorageError) -> [UInt8] {
  if let size = fileSize(of: path), size > bound.byteCount { throw .tooLarge(path: path, bound: bound) }
  return try ByteStream(path: path).readRest(atMost: bound)
}
