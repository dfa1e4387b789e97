/// Elements by trace, both in the file's order.
struct Grouped<Element> {
  private(set) var ids: [String] = []
  var elements: [[Element]] = []
  private var numbers: [String: Int] = [:]
  /// Whether the file names no traces, so that all of it is one trace.
  var isNameless = false

  func number(of id: String) -> Int? { numbers[id] }

  /// The number of a trace; a new trace gets a new number.
  mutating func number(adding id: String) -> Int {
    if let known = numbers[id] { return known }
    numbers[id] = ids.count
    ids.append(id)
    elements.append([])
    return ids.count - 1
  }

  /// Names the only trace of a nameless file.
  mutating func rename(to id: String) {
    guard ids.count == 1, let old = ids.first else { return }
    numbers = [id: 0]
    ids = [id]
    isNameless = old.isEmpty
  }
}
