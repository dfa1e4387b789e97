/// What a run with a ledger found of earlier runs, in numbers of inputs.
package struct ResumeTally: Equatable, Sendable {
  /// Done before, and taken over.
  package internal(set) var done = 0
  /// Begun before, and continued.
  package internal(set) var continued = 0
  package internal(set) var new = 0
  package internal(set) var changed = 0
  /// Made again since options, map or program have changed.
  package internal(set) var underOtherCircumstances = 0
  /// Made again since their traces have other ids now.
  package internal(set) var renamed = 0
  /// Made again since bytes that an earlier run wrote have changed.
  package internal(set) var damaged = 0
  /// No longer named; their rows are gone, or stay in a partitioned folder.
  package internal(set) var unnamed = 0
  /// Outcomes that were not worked on again.
  package internal(set) var outcomesTakenOver = 0
  /// What has changed of all that the rows depend on besides the inputs.
  package internal(set) var differences: [String] = []
  /// Nothing was to be done, and nothing was written.
  package internal(set) var isAsBefore = false
  /// The ledger was damaged, and everything was made again.
  package internal(set) var damage: String?

  package var worked: Int { continued + new + changed + underOtherCircumstances + renamed + damaged }
}
