internal import Reports
internal import Trips
internal import Work

extension RunCounts {
  /// Says what a run of traces has counted.
  ///
  /// - Parameter rejects: where a file lists what was refused; `nil` if none does.
  func tell(rejectsIn rejects: String?, _ console: Console) {
    console.inform("\(reports) trips\(byStatus.isEmpty ? "" : ": " + list(byStatus))")
    console.inform("\(fixes) fixes: \(list(fixesByStatus))")
    for (kind, lag) in lags.byKind {
      console.inform("\(kind): written \(lag.median) s late in the median, at most \(lag.most) s")
    }
    if !speedingSuppressedByReason.isEmpty {
      console.inform("drives too fast but not sure: \(list(speedingSuppressedByReason))")
    }
    if searchBoundFixes > 0 {
      console.warn(
        "the search for a path met its bound at \(searchBoundFixes) fixes, where a path may have been missed "
          + "(\(Manifest.searchBoundCode)); tracemill explain \(Manifest.searchBoundCode) says what to do")
    }
    if !rejectsByReason.isEmpty {
      console.warn("refused: \(list(rejectsByReason))\(rejects.map { "; see the rejects in \($0)" } ?? "")")
    }
  }

  /// Says why a strict run ends with 1 even if nothing was refused.
  func warnOfUnfinished(_ console: Console) {
    let unfinished = byStatus.filter { $0.key != TripStatus.ok.rawValue }
    guard !unfinished.isEmpty else { return }
    console.warn("trips not fully matched: \(list(unfinished)); because of \(list(byReason))")
  }
}
