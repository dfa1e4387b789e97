/// How many rows of a long trace are kept in memory. Only the last of these can change a result.
package struct WindowSettings: Sendable {
  /// After this many further rows, the rows that nothing can change any more are decided and released.
  package var rows = 4096
  /// The newest rows stay undecided, so that the posteriors of their candidates settle.
  package var unsettledRows = 256
  /// If the likeliest paths to this many rows have no common past, the likeliest of them is taken.
  package var mostRows = 20_000
}
