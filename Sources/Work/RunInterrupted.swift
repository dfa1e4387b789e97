/// A run ended early because someone wished it.
package struct RunInterrupted: Error, Equatable, Sendable {
  /// How many outcomes the ledger keeps for the next run; `nil` without a ledger.
  package var keptOutcomes: Int?
  /// Its time was over.
  package var isOutOfTime = false
}

extension RunInterrupted: CustomStringConvertible {
  package var description: String {
    if let keptOutcomes {
      let cause = isOutOfTime ? "--max-duration is over" : "interrupted"
      return "\(cause); \(keptOutcomes) outcomes are kept, and the same command continues after them"
    }
    return "interrupted; no file was replaced. With --resume, the next run would continue here."
  }
}
