internal import Ledger
internal import Reports

/// Why a run with a ledger cannot continue.
package enum ResumeError: Error, Equatable, Sendable {
  /// Bytes that an earlier run wrote have changed.
  case damagedOutput(path: String, input: String)
  case cannotWrite(String)
  /// The sentence of the ledger.
  case ledger(String)
  case cannotPartition(String)
}

extension ResumeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damagedOutput(let path, let input):
      "\(path): the rows of \(input) changed while they were copied; run again, and they are made again"
    case .cannotWrite(let sentence): sentence
    case .ledger(let sentence): sentence
    case .cannotPartition(let sentence): sentence
    }
  }
}
