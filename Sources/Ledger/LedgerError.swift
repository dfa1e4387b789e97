/// Why a ledger cannot be used.
package enum LedgerError: Error, Equatable, Sendable {
  /// The file is not a ledger, or its contents contradict each other.
  case damaged(path: String, detail: String)
  /// A newer version of the program made it.
  case newer(path: String, version: Int)
  case cannotUse(path: String, reason: String)
}

extension LedgerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let path, let detail): "\(path): the ledger is damaged: \(detail)"
    case .newer(let path, let version):
      "\(path): a newer tracemill made this ledger (version \(version), this one knows \(Ledger.version)); use that "
        + "program, or another folder. Nothing was written."
    case .cannotUse(let path, let reason):
      "\(path): the ledger cannot be used: \(reason). Free its disk or mend its permissions, then run again."
    }
  }
}
