internal import COsmium

/// Copies of objects in memory, numbered in the order in which they were added.
@safe
final class ObjectStore {
  let store: OpaquePointer
  private(set) var count = 0

  init() {
    guard let created = unsafe cosmium_store_create() else { fatalError("out of memory for changed objects") }
    unsafe store = created
  }

  deinit { unsafe cosmium_store_free(store) }

  /// Adds the current object of a file.
  ///
  /// - Returns: false when memory is short.
  func add(_ file: borrowing OSMFile) -> Bool {
    guard unsafe cosmium_store_add(store, file.reader) else { return false }
    count += 1
    return true
  }

  /// The size of all objects in bytes.
  var byteCount: Int { unsafe cosmium_store_size(store) }

  /// Appends the in-memory bytes of an object to `bytes`, which go to a scratch file.
  ///
  /// - Returns: its size in bytes.
  func append(_ number: Int, to bytes: inout [UInt8]) -> Int {
    precondition(number >= 0 && number < count, "no such object")
    var size = 0
    let start = unsafe cosmium_store_bytes(store, number, &size)
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: size))
    return size
  }

  /// Adds an object from bytes that ``append(_:to:)`` of this process has given.
  ///
  /// - Returns: false when memory is short.
  func add(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard unsafe bytes.withUnsafeBufferPointer({ unsafe cosmium_store_add_bytes(store, $0.baseAddress, $0.count) })
    else { return false }
    count += 1
    return true
  }

  /// Forgets all objects and keeps the memory for the next ones.
  func removeAll() {
    unsafe cosmium_store_clear(store)
    count = 0
  }

  /// Lends an object. Only one at a time: the next one takes the place of its members.
  ///
  /// - Precondition: `0 <= number < count`.
  func with<Result>(_ number: Int, _ body: (borrowing OSMObject) -> Result) -> Result {
    precondition(number >= 0 && number < count, "no such object")
    var source = unsafe cosmium_object()
    unsafe cosmium_store_get(store, number, &source)
    return body(unsafe OSMObject(source, of: self))
  }
}
