/// A mistake in a drawing.
struct DrawingError: Error, CustomStringConvertible {
  let description: String

  init(map: JunctionMap, line: Int, _ what: String) { self.init("\(map.family)/\(map.name)", line: line, what) }

  init(_ name: String, line: Int, _ what: String) { description = "\(name), line \(line): \(what)" }
}
