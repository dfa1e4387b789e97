internal import Storage

/// Makes the ids of traces unique within a run: the second `van` becomes `van~2`.
///
/// Remembers a hash of each id, 8 bytes, so that a million traces cost a few megabytes.
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
