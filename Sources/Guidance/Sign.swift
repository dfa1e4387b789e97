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
    if isInOrder(text) { return text }
    return text.split(separator: ";").prefix(settings.mostDestinations).map(trimmed).filter { !$0.isEmpty }
      .joined(separator: separator)
  }

  /// Most texts are neither lists nor begin or end with a space.
  private func isInOrder(_ text: String) -> Bool {
    let (bytes, space) = (text.utf8, UInt8(ascii: " "))
    return bytes.first != space && bytes.last != space && !bytes.contains(UInt8(ascii: ";"))
  }

  private func trimmed(_ part: Substring) -> String {
    let space = UInt8(ascii: " ")
    guard let first = part.utf8.firstIndex(where: { $0 != space }),
      let last = part.utf8.lastIndex(where: { $0 != space })
    else { return "" }
    return String(part[first...last])
  }
}
