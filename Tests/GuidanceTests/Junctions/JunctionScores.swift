/// How many drives went as a driver wants, and how many did not.
struct JunctionScores {
  /// A map in a variant.
  private struct Sheet: Hashable {
    var number: Int
    var isMirrored: Bool
  }

  /// One drive in one variant.
  struct Judged {
    var map: String
    /// The number of the map in its variant.
    var sheet: Int
    var drive: JunctionMap.Drive
    var variant: Variant
    var spoken: [SpokenManeuver]
    var isRight: Bool
  }

  private var maps: Set<Sheet> = []
  private var wrongMaps: Set<Sheet> = []
  var drives = 0
  var right = 0
  var silent = 0
  var silenceKept = 0
  var due = 0
  var announced = 0

  mutating func count(_ judged: Judged) {
    let expectation = judged.drive.expectation
    let sheet = Sheet(number: judged.sheet, isMirrored: judged.variant.isMirrored)
    maps.insert(sheet)
    if !judged.isRight { wrongMaps.insert(sheet) }
    drives += 1
    right += judged.isRight ? 1 : 0
    if expectation.isSilent {
      silent += 1
      silenceKept += judged.spoken.isEmpty ? 1 : 0
    }
    due += expectation.dueCount
    announced += min(expectation.dueCount, judged.spoken.count)
  }

  /// Percent of the drives on which all that was said is right, and nothing is missing.
  var decisions: Double { percent(right, of: drives) }
  /// Percent of the maps, each in each variant, with no wrong drive.
  var rightMaps: Double { percent(maps.count - wrongMaps.count, of: maps.count) }
  /// Percent of the drives on which nothing is due and nothing was said.
  var silence: Double { percent(silenceKept, of: silent) }
  /// Percent of the maneuvers that are due for which something was said.
  var announcement: Double { percent(announced, of: due) }

  private func percent(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? 100 : 100 * Double(part) / Double(whole)
  }
}
