/// A stretch of a longer sequence whose elements keep their numbers in the whole.
@usableFromInline package struct Numbered<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  /// In order; the first one has the number ``startIndex``.
  @usableFromInline package var elements: [Element]
  @usableFromInline package let startIndex: Int

  @inlinable
  package init(_ elements: [Element], from first: Int = 0) {
    self.elements = elements
    startIndex = first
  }

  @inlinable package var endIndex: Int { startIndex + elements.count }

  @inlinable
  package subscript(number: Int) -> Element {
    get { elements[number - startIndex] }
    set { elements[number - startIndex] = newValue }
  }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }
}
