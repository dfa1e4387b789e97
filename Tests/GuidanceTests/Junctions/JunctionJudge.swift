import Foundation
import MapImport

/// Every drive of every map in every variant.
///
/// `JUNCTIONS=family/map` or a part of it prints what failed there, `JUNCTIONS=/` all that failed.
func judge(_ maps: [JunctionMap]) throws -> [JunctionScores.Judged] {
  let sheets = maps.flatMap { map in
    Variant.all.compactMap { variant in variant.drawn(map).map { DrawnCountry.Sheet(map: $0, variant: variant) } }
  }
  return try [DrivingSide.right, .left].flatMap { side in
    let sheets = sheets.filter { $0.variant.isMirrored == (side == .left) }
    return try judge(DrawnCountry(sheets, drivingSide: side))
  }
}

private func judge(_ country: DrawnCountry) throws -> [JunctionScores.Judged] {
  try country.sheets.enumerated().flatMap { number, sheet in
    try sheet.map.drives.map { drive in
      let spoken = try country.spoken(along: sheet.map.courses(of: drive), drive, onSheet: number)
      return JunctionScores.Judged(
        map: "\(sheet.map.family)/\(sheet.map.name)", sheet: number, drive: drive, variant: sheet.variant,
        spoken: spoken,
        isRight: drive.expectation.admits(spoken, ignoring: sheet.variant.names))
    }
  }
}

func table(_ scores: [(name: String, scores: JunctionScores)]) -> String {
  scores.map { name, scores in
    let numbers = [scores.rightMaps, scores.decisions, scores.silence, scores.announcement]
      .map { String(format: "%7.1f", $0) }.joined()
    return name.padding(toLength: 28, withPad: " ", startingAt: 0) + String(format: "%6d", scores.drives) + numbers
  }.joined(separator: "\n")
}

/// What failed, each with the variants in which it did.
func failures(_ judged: [JunctionScores.Judged], in wanted: String) -> String {
  let failed = judged.filter { !$0.isRight && $0.map.contains(wanted) }
  let groups = Dictionary(grouping: failed) { judged in
    let spoken = judged.spoken.isEmpty ? "silent" : judged.spoken.map(\.text).joined(separator: "; ")
    return "\(judged.map):\(judged.drive.line)\n  \(judged.drive.text)\n  got \(spoken)"
  }
  return groups.sorted { $0.key < $1.key }.map { text, failed in
    text + "\n  in \(failed.map(\.variant.name).joined(separator: " / "))"
  }.joined(separator: "\n")
}

/// Prints the scores of each family, and of all. What failed is printed if asked for.
///
/// - Returns: the scores of all.
func printed(_ judged: [JunctionScores.Judged]) -> JunctionScores {
  var total = JunctionScores()
  var families: [String: JunctionScores] = [:]
  for drive in judged {
    total.count(drive)
    families[String(drive.map.prefix { $0 != "/" }), default: JunctionScores()].count(drive)
  }
  if let wanted = ProcessInfo.processInfo.environment["JUNCTIONS"] { print(failures(judged, in: wanted)) }
  let rows = families.sorted { $0.key < $1.key }.map { (name: $0.key, scores: $0.value) }
  print("family                      drives   maps  right silent   said")
  print(table(rows + [(name: "all", scores: total)]))
  return total
}
