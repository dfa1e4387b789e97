internal import Storage

/// Makes the ids of traces unique within a run: the second `van` becomes `van~2`.
///
/// It remembers a hash of 8 bytes per id, so a million traces take a few megabytes.
struct TripIDs {
  private var seen: Set<UInt64> = []

  mutating func unique(_ id: String) -> String {
    if isNew(id) { return id }
    var number = 2
    while !isNew("\(id)~\(number)") { number += 1 }
    return "\(id)~\(number)"
  }

  private mutating func isNew(_ id: String) -> Bool { seen.insert(checksum(Array(id.utf8))).inserted }
}
