internal import RoadGraph

/// What signs say at a maneuver; texts are empty where there are none.
struct Sign {
  /// Where the road taken leads: `Northport, Harbour`.
  let destinations: String
  /// The numbers of the roads it leads to: `A 9`.
  let numbers: String
  /// The name of the motorway exit.
  let exitName: String
}

extension Course {
  /// The signs for the road that begins with edge `index`.
  func sign(at index: Int) -> Sign {
    let edge = edge(index)
    return Sign(
      destinations: listed(graph.destination(of: edge), separator: ", "),
      numbers: listed(graph.destinationRef(of: edge), separator: "/"),
      exitName: graph.exitName(of: graph.tail(of: edge)))
  }

  /// OSM's list `a;b` in a sentence's form, cut where it gets too long to read.
  private func listed(_ text: String, separator: String) -> String {
    if text.isEmpty || isOneWord(text) { return text }
    return text.split(separator: ";").prefix(settings.mostDestinations).map(trimmed).filter { !$0.isEmpty }
      .joined(separator: separator)
  }

  /// Most are, and need no list.
  private func isOneWord(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
  }

  private func trimmed(_ part: Substring) -> String {
    String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
