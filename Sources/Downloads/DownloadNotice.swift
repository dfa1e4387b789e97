/// What a download reports while it runs.
package enum DownloadNotice: Equatable, Sendable {
  /// How many bytes have arrived, in this run and earlier ones. `total` is `nil` if the server does not state it.
  case progress(Address, received: Int, total: Int?)
  /// A failure is waited for: the next try is in `seconds`, and the last one in `patience`.
  case waiting(Address, reason: String, seconds: Double, patience: Double)
  /// The download continues after the bytes that an earlier run left.
  case resumed(Address, at: Int)
  /// The bytes that were there are useless.
  case restarted(Address, reason: String)
}

extension DownloadNotice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .progress(let address, let received, let total?): "\(address): \(received) of \(total) bytes"
    case .progress(let address, let received, nil): "\(address): \(received) bytes"
    case .waiting(let address, let reason, let seconds, _):
      "\(address): \(reason); asking again in \(Int(seconds.rounded(.up))) s"
    case .resumed(let address, let offset): "\(address): goes on at byte \(offset)"
    case .restarted(let address, let reason): "\(address): begins anew, because \(reason)"
    }
  }
}

/// What a download has brought.
package struct Receipt: Hashable, Sendable {
  /// The size of the file in bytes.
  package let size: Int
  /// Bytes that came over the network or from the other disk in this call: fewer than the size of the file if a
  /// download was resumed, more if one started over.
  package let bytesTransferred: Int
  /// The MD5 of the file, as 32 lower-case hexadecimal digits.
  package let md5: String

  package init(size: Int, bytesTransferred: Int, md5: String) {
    self.size = size
    self.bytesTransferred = bytesTransferred
    self.md5 = md5
  }
}
