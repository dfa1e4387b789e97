internal import RoadGraph

/// The texts of signs at a maneuver, empty if there are none.
struct Sign {
  /// Destinations of the road taken: `Northport, Harbour`.
  let destinations: String
  /// The numbers of the roads it leads to: `A 9`.
  let numbers: String
  /// The name of the motorway exit.
  let exitName: String
}

extension GuidedLeg {
  /// The signs for the road that begins with edge `index`.
  func sign(at index: Int) -> Sign {
    let edge = edge(index)
    return Sign(
      destinations: listed(graph.destination(of: edge), separator: ", "),
      numbers: listed(graph.destinationRef(of: edge), separator: "/"),
      exitName: graph.exitName(of: graph.tail(of: edge)))
  }

  /// OSM's list `a;b` in the form of a sentence, cut if it is too long to read.
  private func listed(_ text: String, separator: String) -> String {
    if text.isEmpty || isOneWord(text) { return text }
    return text.split(separator: ";").prefix(settings.mostDestinations).map(trimmed).filter { !$0.isEmpty }
      .joined(separator: separator)
  }

  /// Most texts are one word and no list.
  private func isOneWord(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
  }

  private func trimmed(_ part: Substring) -> String {
    String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
