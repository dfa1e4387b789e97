internal import Storage

/// The new states of changed objects.
enum ChangedObjects {
  case inMemory(ObjectStore)
  case onDisk(ScratchObjects)
}

/// Objects in a scratch file, one after the other, with the bytes they have in memory.
final class ScratchObjects {
  private let file: ScratchFile
  /// Not written yet.
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 20

  init(_ file: ScratchFile) { self.file = file }

  /// - Returns: where the object is stored, once everything has been flushed.
  func append(_ store: ObjectStore, _ number: Int) throws(ExtractError) -> StoredPlace {
    let offset = file.byteCount + buffer.count
    let size = store.append(number, to: &buffer)
    if buffer.count >= Self.bufferSize { try flush() }
    return StoredPlace(position: offset, byteCount: UInt32(size))
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(ExtractError) -> StoredPlace {
    let place = StoredPlace(position: file.byteCount + buffer.count, byteCount: UInt32(bytes.count))
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
    return place
  }

  func flush() throws(ExtractError) {
    let full = buffer
    _ = try scratching { () throws(StorageError) in try file.append(full) }
    buffer.removeAll(keepingCapacity: true)
  }

  /// - Parameter size: how many bytes are read at a time, unless an object is larger.
  func window(_ size: Int) -> Window { Window(file: file, size: size) }

  /// A piece of the file that moves to the objects asked for, best in ascending order.
  struct Window {
    private let file: ScratchFile
    private let size: Int
    private var begin = 0
    private var piece: [UInt8] = []

    fileprivate init(file: ScratchFile, size: Int) { (self.file, self.size) = (file, size) }

    mutating func bytes(at place: StoredPlace) throws(ExtractError) -> ArraySlice<UInt8> {
      let wanted = place.position..<place.position + Int(place.byteCount)
      if wanted.lowerBound < begin || wanted.upperBound > begin + piece.count {
        let count = max(wanted.count, min(size, file.byteCount - wanted.lowerBound))
        var read = [UInt8]()
        try scratching { () throws(StorageError) in
          try file.read(count, from: wanted.lowerBound, appendingTo: &read)
        }
        (begin, piece) = (wanted.lowerBound, read)
      }
      return piece[wanted.lowerBound - begin..<wanted.upperBound - begin]
    }
  }
}
