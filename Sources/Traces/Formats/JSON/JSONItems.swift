internal import Records

/// The fixes within an element of JSON, where a path of names leads to them.
///
/// The path leads through objects and lists: every element of a list is searched. It ends at an item, or at a list of
/// items.
struct JSONItems {
  /// One fix and the objects around it, the nearest first.
  struct Item {
    let value: JSONValue
    let around: [JSONValue]
  }

  private(set) var found: [Item] = []
  /// Where the path broke off first; `nil` if it never did.
  private(set) var pathBreak: JSONPathBreak?
  private let path: [String]

  /// - Parameter followed: how many names of the path have led to the element already.
  init(in element: JSONValue, path: [String], followed: Int) {
    self.path = path
    walk(element, followed, around: [])
  }

  private mutating func walk(_ value: JSONValue, _ followed: Int, around: [JSONValue]) {
    if let list = value.list {
      for element in list { walk(element, followed, around: around) }
    } else if followed == path.count {
      found.append(Item(value: value, around: around))
    } else if let next = value[path[followed]], next != .null {
      walk(next, followed + 1, around: [value.without(path[followed])] + around)
    } else if pathBreak == nil {
      pathBreak = JSONPathBreak(followed: followed, names: value.fields?.prefix(12).map(\.name) ?? [])
    }
  }
}

/// The way to the fixes of a document of JSON.
package enum JSONPath {
  /// The names of `data.positions` and of `data[].positions[]`.
  package static func names(_ text: String) -> [String] {
    text.split(separator: ".").map { $0.hasSuffix("[]") ? String($0.dropLast(2)) : String($0) }.filter { !$0.isEmpty }
  }
}

extension JSONValue {
  /// An object without one of its members.
  fileprivate func without(_ name: String) -> JSONValue {
    .object((fields ?? []).filter { $0.name != name })
  }
}

extension JSONPathBreak {
  /// Says of a file why nothing was found in it.
  func message(path: [String], preset: String?) -> String {
    let whole = path.joined(separator: ".")
    let begin = path.prefix(followed).joined(separator: ".")
    let place = begin.isEmpty ? "the document" : quoted(begin.utf8)
    let missing = path.indices.contains(followed) ? path[followed] : whole
    let there =
      names.isEmpty
      ? "\(place) is no object" : "\(place) has \(names.map { quoted($0.utf8) }.joined(separator: ", "))"
    let who = preset.map { "the preset \($0) looks for its fixes in \(whole)" } ?? "--items \(whole) leads nowhere"
    return "\(who), but there is no \(quoted(missing.utf8)): \(there). --items names the list of fixes, as in "
      + "--items data.positions. The file was skipped."
  }
}
