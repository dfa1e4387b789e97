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
