/// A queue of numbers with keys that gives the number with the lowest key; keys mostly grow.
///
/// A binary heap in which a number may be sorted by an old key, as long as that is too low: a key that grows costs
/// nothing until its number is at the top.
///
/// - Complexity: with *n* numbers, O(log *n*) comparisons for each key that is given and each number that is removed,
///   over all calls together; memory for the highest number and all below it.
struct LowestFirst<Key: Comparable> {
  private var heap: [Int] = []
  private var entries: [Entry?] = []

  private struct Entry {
    var key: Key
    /// The key by which the heap sorts the number: not above `key`.
    var rank: Key
    var position: Int
  }

  /// `nil` for a number without a key.
  func key(of number: Int) -> Key? { entries.indices.contains(number) ? entries[number]?.key : nil }

  mutating func set(_ number: Int, to key: Key) {
    while entries.count <= number { entries.append(nil) }
    if var entry = entries[number] {
      entry.key = key
      let falls = key < entry.rank
      if falls { entry.rank = key }
      entries[number] = entry
      if falls { rise(from: entry.position) }
    } else {
      entries[number] = Entry(key: key, rank: key, position: heap.count)
      heap.append(number)
      rise(from: heap.count - 1)
    }
  }

  mutating func remove(_ number: Int) {
    guard entries.indices.contains(number), let position = entries[number]?.position else { return }
    entries[number] = nil
    let last = heap.removeLast()
    guard last != number else { return }
    put(last, at: position)
    sink(from: position)
    rise(from: position)
  }

  /// The number with the lowest key; `nil` if there is none. Of equal keys, any.
  mutating func lowest() -> (number: Int, key: Key)? {
    while let top = heap.first, var entry = entries[top] {
      if entry.rank == entry.key { return (top, entry.key) }
      entry.rank = entry.key
      entries[top] = entry
      sink(from: 0)
    }
    return nil
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    guard let a = entries[a], let b = entries[b] else { return false }
    return a.rank < b.rank
  }

  private mutating func put(_ number: Int, at position: Int) {
    heap[position] = number
    entries[number]?.position = position
  }

  private mutating func rise(from position: Int) {
    var position = position
    let number = heap[position]
    while position > 0, precedes(number, heap[(position - 1) / 2]) {
      put(heap[(position - 1) / 2], at: position)
      position = (position - 1) / 2
    }
    put(number, at: position)
  }

  private mutating func sink(from position: Int) {
    var position = position
    let number = heap[position]
    while 2 * position + 1 < heap.count {
      var child = 2 * position + 1
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], number) else { break }
      put(heap[child], at: position)
      position = child
    }
    put(number, at: position)
  }
}
