internal import PageFiles
internal import Records

/// The colours and the behaviour of a page: the built-in ones with the changes of a file.
package struct ReplayStyle: Sendable {
  private let value: JSONValue

  /// The style of the program.
  package init() { value = Self.own }

  /// - Parameters:
  ///   - text: JSON with any of the members of ``text``.
  ///   - path: the name of the file, for messages.
  /// - Throws: ``ReplayError/badStyle(path:reason:)`` for a member that the program does not know, or whose value is of
  ///   another kind.
  package init(_ text: [UInt8], path: String) throws(ReplayError) {
    let changes: JSONValue
    do throws(JSONError) {
      changes = try JSONValue(parsing: text)
    } catch {
      throw .badStyle(path: path, reason: "\(error)")
    }
    do throws(StyleFault) {
      value = try Self.own.changed(by: changes, at: "")
    } catch {
      throw .badStyle(path: path, reason: error.description)
    }
  }

  /// The style of the program as a file, to be changed.
  package static var text: String { PageFile.text("style.json") }

  /// On one line.
  var json: [UInt8] { value.line() }

  /// The value of a member: `["day", "background"]`.
  subscript(path: String...) -> JSONValue? { path.reduce(value) { $0?[$1] } }

  private static let own = (try? JSONValue(parsing: Array(text.utf8))) ?? .object([:])
}

/// Why a member cannot be changed.
private struct StyleFault: Error {
  let description: String
}

extension JSONValue {
  fileprivate func changed(by changes: JSONValue, at place: String) throws(StyleFault) -> JSONValue {
    switch (self, changes) {
    case (.object(let own), .object(let fields)):
      var changed = own
      for field in fields {
        let name = place.isEmpty ? field.name : "\(place).\(field.name)"
        guard let index = own.firstIndex(where: { $0.name == field.name }) else {
          let known = own.map(\.name)
          throw StyleFault(
            description:
              "there is no \(name).\(didYouMean(field.name, among: known)) \(place.isEmpty ? "A style" : place) "
              + "has \(known.joined(separator: ", "))")
        }
        changed[index] = Field(name: field.name, value: try own[index].value.changed(by: field.value, at: name))
      }
      return .object(changed)
    case (.text(let own), .text(let text)):
      try check(text, insteadOf: own, at: place)
      return changes
    case (.flag, .flag), (.list, .list): return changes
    case (.integer, .integer), (.integer, .number), (.number, .integer), (.number, .number):
      guard let number = changes.number, number > 0 else { throw StyleFault(description: "\(place) is above 0") }
      return changes
    default: throw StyleFault(description: "\(place.isEmpty ? "the style" : place) is \(kind), not \(changes.kind)")
    }
  }

  /// A colour stays a colour, and a word of a list stays one of the list.
  private func check(_ text: String, insteadOf own: String, at place: String) throws(StyleFault) {
    if own.hasPrefix("#") {
      if text.wholeMatch(of: /#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})/) != nil { return }
      if text.wholeMatch(of: /(?:rgb|hsl)a?\([0-9., %\/a-z]+\)/) != nil { return }
      throw StyleFault(description: "\(place) is a colour such as #1a73e8 or rgb(26, 115, 232), not \(text)")
    }
    guard let words = Self.words[place], !words.contains(text) else { return }
    throw StyleFault(
      description: "\(place) is one of \(words.joined(separator: ", ")), not \(text).\(didYouMean(text, among: words))")
  }

  private static let words = [
    "theme": ["auto", "day", "night"], "path.colour_by": ["progress", "evidence", "confidence", "speed"],
  ]

  private var kind: String {
    switch self {
    case .null: "null"
    case .flag: "true or false"
    case .integer, .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}
