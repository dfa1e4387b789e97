/// Elements by trace, both in the order of the file.
struct Grouped<Element> {
  private(set) var ids: [String] = []
  var elements: [[Element]] = []
  private var numbers: [String: Int] = [:]
  /// The file names no traces: all of it is one.
  var isNameless = false

  func number(of id: String) -> Int? { numbers[id] }

  /// The number of a trace, a new one where it has not occurred before.
  mutating func number(adding id: String) -> Int {
    if let known = numbers[id] { return known }
    numbers[id] = ids.count
    ids.append(id)
    elements.append([])
    return ids.count - 1
  }

  /// Gives the only trace of a nameless file a name.
  mutating func rename(to id: String) {
    guard ids.count == 1, let old = ids.first else { return }
    numbers = [id: 0]
    ids = [id]
    isNameless = old.isEmpty
  }
}
