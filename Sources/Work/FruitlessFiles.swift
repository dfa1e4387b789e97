/// The files of a run from which nothing came: they could not be read, or all that was in them was refused.
///
/// Memory: the paths of the fruitful files.
package struct FruitlessFiles: Sendable {
  private var fruitful: Set<String> = []
  /// Traces of one file follow each other, so most are of this file.
  private var last: String?

  package init() {}

  package mutating func take(_ outcome: Outcome) {
    guard let file = outcome.file, file != last, let status = outcome.status, !Outcome.comesToNothing(status) else {
      return
    }
    fruitful.insert(file)
    last = file
  }

  /// The fruitless ones of some files, in order. A fruitful member, `day.zip:van.csv`, makes its archive fruitful.
  package func among(_ files: [String]) -> [String] {
    let archives = Set(fruitful.flatMap(Self.prefixes))
    return files.filter { !fruitful.contains($0) && !archives.contains($0) }
  }

  private static func prefixes(of file: String) -> [String] {
    file.indices.filter { file[$0] == ":" }.map { String(file[..<$0]) }
  }
}
