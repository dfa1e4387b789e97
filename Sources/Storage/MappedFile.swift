internal import Glibc

/// A whole file, mapped read-only as long as this value lives, or bytes in memory that behave like one.
@safe
package struct MappedFile: ~Copyable, @unchecked Sendable {  // Sendable: never written after init
  private let start: UnsafeRawPointer
  @usableFromInline package let byteCount: Int
  /// What the system knew of the file when it was mapped; `nil` of bytes in memory.
  package let stamp: FileStamp?
  private let release: Release

  private enum Release { case unmap, free }

  /// Maps the file at `path`. The pages are shared between processes.
  ///
  /// - Throws: ``StorageError/system(path:call:code:)`` if the file cannot be opened or mapped.
  package init(path: String) throws(StorageError) {
    let descriptor = unsafe withSystemPath(path) { path in retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    guard descriptor >= 0 else { throw .system(path: path, call: "open", code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(path: path, call: "stat", code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(path: path, call: "map", code: EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system(path: path, call: "map", code: ENODEV) }
    let count = Int(status.st_size)
    guard count > 0 else {
      self.init(copying: [])
      return
    }
    let address = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
      throw .system(path: path, call: "map", code: errno)
    }
    unsafe self.init(
      start: UnsafeRawPointer(address), byteCount: count, release: .unmap, stamp: FileStamp(ofDescriptor: descriptor))
  }

  /// Bytes in memory, aligned like a mapping, for tests and for maps that were never files.
  package init(copying bytes: [UInt8]) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 4096)
    unsafe buffer.copyBytes(from: bytes)
    unsafe self.init(
      start: UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped), byteCount: bytes.count, release: .free)
  }

  @unsafe
  private init(start: UnsafeRawPointer, byteCount: Int, release: Release, stamp: FileStamp? = nil) {
    unsafe self.start = start
    self.byteCount = byteCount
    self.release = release
    self.stamp = stamp
  }

  deinit {
    switch release {
    case .unmap: unsafe munmap(UnsafeMutableRawPointer(mutating: start), byteCount)
    case .free: unsafe start.deallocate()
    }
  }

  /// The file's bytes, valid as long as the file stays mapped.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(RawSpan(_unsafeStart: start, byteCount: byteCount), borrowing: self) }
  }

  /// Gives back the memory of pages that were read. They come back from the system's cache, or from the disk, when they are
  /// read again.
  package func releasePages() {
    guard release == .unmap else { return }
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: start), byteCount, MADV_DONTNEED)
  }

  /// The hash of some of the bytes; see ``checksum(_:)``.
  package func checksum(of range: Range<Int>) -> UInt64 { Storage.checksum(bytes.extracting(range)) }

  /// An array of `Element` in the file at `offset`. The caller keeps the file alive as long as the column.
  ///
  /// - Precondition: the range is within the file and `offset` is aligned for `Element`.
  @unsafe
  package func column<Element: BitwiseCopyable>(
    of type: Element.Type, at offset: Int, count: Int
  ) -> Column<Element> {
    precondition(offset >= 0 && count >= 0 && offset + count * MemoryLayout<Element>.stride <= byteCount)
    precondition(offset % MemoryLayout<Element>.alignment == 0)
    return unsafe Column(start: start.advanced(by: offset).assumingMemoryBound(to: type), count: count)
  }
}

/// A bounds-checked array in a ``MappedFile``. It does not keep the file alive: the owner of a column stores the file
/// with it and never passes the column on.
@safe
@usableFromInline package struct Column<Element: BitwiseCopyable>: @unchecked Sendable {  // Sendable: never written
  @usableFromInline let start: UnsafePointer<Element>?
  @usableFromInline package let count: Int

  @unsafe
  init(start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// A column without elements.
  package init() {
    unsafe start = nil
    count = 0
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// - Precondition: `0 <= index < count`.
  @inlinable package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "index outside a column")
    return unsafe start.unsafelyUnwrapped[index]
  }

  /// The first index in `range` whose element is not less than `value`; `range.upperBound` if all are less.
  @inlinable package func firstIndex(notBefore value: Element, in range: Range<Int>) -> Int where Element: Comparable {
    range.partitioningIndex { self[$0] >= value }
  }
}

extension Column {
  /// The elements in memory, in this machine's byte order.
  package var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let memory = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(start: start, count: count))
      return unsafe _overrideLifetime(RawSpan(_unsafeBytes: memory), borrowing: self)
    }
  }

  @inlinable package func allSatisfy(_ isGood: (Element) -> Bool) -> Bool {
    for index in 0..<count where !isGood(self[index]) { return false }
    return true
  }

  @inlinable package func elementsEqual(_ other: Column) -> Bool where Element: Equatable {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}

extension Column<UInt32> {
  @inlinable package func isBelow(_ bound: Int) -> Bool { allSatisfy { $0 < bound } }

  /// No element is less than the one before it.
  @inlinable package var isAscending: Bool {
    for index in 0..<max(0, count - 1) where self[index] > self[index + 1] { return false }
    return true
  }
}

extension Column<UInt8> {
  /// The bytes of `range` as text; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Precondition: the range is within the column.
  package func text(in range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard !range.isEmpty else { return "" }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start.unsafelyUnwrapped + range.lowerBound, count: range.count),
      as: UTF8.self)
  }
}
