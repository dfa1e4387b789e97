/// Change files as texts, one object on a line: `+`, `~` or `-` for created, modified or deleted, and the object as OPL
/// writes it: `~w1 v2 Thighway=road Nn1,n2`.
package enum OSMChange {
  package static func xml(_ lines: String) -> String {
    let elements = lines.split(separator: "\n").map { line in
      let action = ["+": "create", "~": "modify", "-": "delete"][line.prefix(1)] ?? "modify"
      return "<\(action)>\(element(line.dropFirst()))</\(action)>"
    }
    return "<osmChange version='0.6'>\(elements.joined())</osmChange>"
  }

  /// One object as XML.
  private static func element(_ line: Substring) -> String {
    let words = line.split(separator: " ")
    let name = ["n": "node", "w": "way", "r": "relation"][words[0].prefix(1)] ?? "node"
    var attributes = "id='\(words[0].dropFirst())'"
    var children = ""
    for word in words.dropFirst() {
      let value = word.dropFirst()
      switch word.first {
      case "v": attributes += " version='\(value)'"
      case "t": attributes += " timestamp='\(value)'"
      case "x": attributes += " lon='\(value)'"
      case "y": attributes += " lat='\(value)'"
      case "T": children += tags(value)
      case "N": children += value.split(separator: ",").map { "<nd ref='\($0.dropFirst())'/>" }.joined()
      case "M": children += value.split(separator: ",").map(member).joined()
      default: break
      }
    }
    return "<\(name) \(attributes)>\(children)</\(name)>"
  }

  private static func tags(_ text: Substring) -> String {
    text.split(separator: ",").map { pair in
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      return "<tag k='\(parts[0])' v='\(parts[1])'/>"
    }.joined()
  }

  private static func member(_ text: Substring) -> String {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let kind = ["n": "node", "w": "way", "r": "relation"][parts[0].prefix(1)] ?? "node"
    return "<member type='\(kind)' ref='\(parts[0].dropFirst())' role='\(parts[1])'/>"
  }
}
