/// A stretch of a longer sequence whose elements keep their numbers in the whole.
@usableFromInline package struct Numbered<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  /// In order; the first one has the number ``startIndex``.
  @usableFromInline package var elements: [Element]
  @usableFromInline package var startIndex: Int

  @inlinable
  package init(_ elements: [Element], from first: Int = 0) {
    self.elements = elements
    startIndex = first
  }

  @inlinable package var endIndex: Int { startIndex + elements.count }

  @inlinable
  package subscript(number: Int) -> Element {
    get { elements[number - startIndex] }
    _modify { yield &elements[number - startIndex] }
  }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Drops the elements before a number.
  ///
  /// - Complexity: O(elements left).
  package mutating func forget(before number: Int) {
    let count = Swift.min(Swift.max(0, number - startIndex), elements.count)
    guard count > 0 else { return }
    elements.removeSubrange(..<count)
    startIndex += count
  }

  /// The elements with numbers in a range, all of which must exist.
  package func stretch(_ numbers: Range<Int>) -> Numbered {
    Numbered(
      Array(elements[numbers.lowerBound - startIndex..<numbers.upperBound - startIndex]), from: numbers.lowerBound)
  }
}
