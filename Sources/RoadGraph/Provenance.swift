/// Where a map came from and how it was built.
package struct Provenance: Hashable, Sendable {
  /// The name of the input file, without folders.
  package var source: String = ""
  /// `osm` or `edge_list`.
  package var kind: String = ""
  /// The data's own timestamp, ISO 8601 in UTC, or empty.
  package var dataTime: String = ""
  /// The options of the build that change the result, sorted by name.
  package var options: [String: String] = [:]
  /// What the import counted: objects read, refused, broken references; sorted by name.
  package var counts: [String: Int] = [:]

  package init() {}
}

extension Provenance {
  /// Lines of `key TAB value`, sorted within each group; backslash, tab and line breaks are written as in C.
  var text: String {
    var lines = [("source", source), ("kind", kind), ("data_time", dataTime)]
    lines += options.sorted { $0.key < $1.key }.map { ("option." + $0.key, $0.value) }
    lines += counts.sorted { $0.key < $1.key }.map { ("count." + $0.key, String($0.value)) }
    return lines.map { Self.escaped($0.0) + "\t" + Self.escaped($0.1) + "\n" }.joined()
  }

  init(text: String) {
    self.init()
    for line in text.unicodeScalars.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(Self.unescaped)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "source": source = parts[1]
      case "kind": kind = parts[1]
      case "data_time": dataTime = parts[1]
      case let key where key.hasPrefix("option."): options[String(key.dropFirst(7))] = parts[1]
      case let key where key.hasPrefix("count."): counts[String(key.dropFirst(6))] = Int(parts[1])
      default: continue
      }
    }
  }

  private static let escapes: [(sign: UnicodeScalar, letter: UnicodeScalar)] = [
    ("\\", "\\"), ("\t", "t"), ("\n", "n"), ("\r", "r"),
  ]

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let escape = escapes.first(where: { $0.sign == scalar }) {
        result.append("\\")
        result.append(escape.letter)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text {
      if isEscaped {
        result.append(escapes.first { $0.letter == scalar }?.sign ?? scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
