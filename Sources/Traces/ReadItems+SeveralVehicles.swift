extension ReadItems {
  /// Whether the only trace of a file that names no traces is one; notes if it is not.
  mutating func isOneVehicle(_ trace: Trace) -> Bool {
    guard trace.leapsAsSeveralVehicles else { return true }
    note(
      .severalVehicles,
      "no column is known as the vehicle or the trip, and the positions leap as those of several vehicles do; "
        + "name it with --columns trace=NAME, or say --columns trace=none. The file was skipped.")
    return false
  }
}
