/// The memory of a ``Column`` that was computed and not mapped. The owner of the column must keep it as well.
@safe
package final class ColumnMemory<Element: BitwiseCopyable>: @unchecked Sendable {  // Sendable: never written after init
  private let start: UnsafeMutablePointer<Element>
  private let count: Int

  package init(_ elements: [Element]) {
    count = elements.count
    unsafe start = UnsafeMutablePointer.allocate(capacity: max(1, count))
    unsafe elements.withUnsafeBufferPointer { source in
      guard let address = source.baseAddress else { return }
      unsafe start.initialize(from: address, count: source.count)
    }
  }

  /// Takes over the memory.
  package init(_ elements: consuming FixedArray<Element>) {
    count = elements.count
    unsafe start = elements.released()
  }

  deinit { unsafe start.deallocate() }

  package var column: Column<Element> { unsafe Column(start: UnsafePointer(start), count: count) }
}
