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

  /// Gives traces of an earlier run the ids that they have from it.
  ///
  /// - Parameter isTrial: only look, since the traces will be read again.
  /// - Returns: false if they would get other ids now; then nothing has changed.
  mutating func take(_ own: [String], given: [String], isTrial: Bool = false) -> Bool {
    var new: [UInt64] = []
    var isSame = own.count == given.count
    for (own, given) in zip(own, given) where isSame {
      let id = unique(own)
      new.append(checksum(Array(id.utf8)))
      isSame = id == given
    }
    if !isSame || isTrial { seen.subtract(new) }
    return isSame
  }

  private mutating func isNew(_ id: String) -> Bool { seen.insert(checksum(Array(id.utf8))).inserted }
}
