/// A run ended early because someone wished it.
package struct RunInterrupted: Error, Equatable, Sendable {
  /// How many outcomes the ledger keeps for the next run; `nil` without a ledger.
  package var keptOutcomes: Int?
}

extension RunInterrupted: CustomStringConvertible {
  package var description: String {
    if let keptOutcomes {
      return "interrupted; \(keptOutcomes) outcomes are kept, and the same command continues after them"
    }
    return "interrupted; no file was replaced. With --resume, the next run would continue here."
  }
}
